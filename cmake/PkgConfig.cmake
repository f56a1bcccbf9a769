# Installs glccl.pc, glccl-cuda.pc and glccl-cpu.pc, those whose libraries were built. The static libraries link with
# `pkg-config --static`.
list(TRANSFORM glccl_cxx_runtime PREPEND -l OUTPUT_VARIABLE pc_cxx_runtime)
list(JOIN pc_cxx_runtime " " pc_cxx_runtime)
# The way from the files to the prefix, so that the installed tree can be moved.
file(RELATIVE_PATH pc_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
set(pc_definitions)
if(BUILD_SHARED_LIBS)
  set(pc_definitions " -DGLCCL_SHARED")
endif()

# glccl_pkg_config(NAME TARGET DESCRIPTION LIBRARIES PRIVATE): NAME.pc, if this build has TARGET. LIBRARIES and PRIVATE
# are options of the linker, these for `--static` alone.
function(glccl_pkg_config pc_name target pc_description pc_libraries pc_private)
  if(NOT TARGET ${target})
    return()
  endif()
  configure_file(cmake/glccl.pc.in ${CMAKE_CURRENT_BINARY_DIR}/${pc_name}.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${pc_name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
    COMPONENT development)
endfunction()

set(private "-lglccl_gl -lglccl_vocabulary ${pc_cxx_runtime} -ldl")
set(cuda_private
  "-lglccl_vocabulary -L${CUDAToolkit_LIBRARY_DIR} -lcudart_static ${pc_cxx_runtime} -lpthread -ldl -lrt")
if(BUILD_SHARED_LIBS)
  set(private)
  set(cuda_private)
endif()
glccl_pkg_config(glccl glccl "${PROJECT_DESCRIPTION}" -lglccl "${private}")
glccl_pkg_config(glccl-cuda glccl_cuda "Connected component labeling with CUDA" -lglccl_cuda "${cuda_private}")
# These libraries are static in every build.
glccl_pkg_config(glccl-cpu glccl_cpu "Connected component labeling on the CPU"
  "-lglccl_tiled -lglccl_cpu -lglccl_vocabulary -lpthread" "${pc_cxx_runtime}")
