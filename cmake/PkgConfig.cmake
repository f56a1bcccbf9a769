# Installs glccl.pc, and glccl-cuda.pc with CUDA. The static libraries link with `pkg-config --static`.
set(pc_definitions)
list(TRANSFORM glccl_cxx_runtime PREPEND -l OUTPUT_VARIABLE pc_cxx_runtime)
list(JOIN pc_cxx_runtime " " pc_cxx_runtime)
set(pc_libraries "-lglccl_gl -lglccl_vocabulary ${pc_cxx_runtime} -ldl")
set(pc_cuda_libraries "-lglccl_vocabulary -L\${cuda_libdir} -lcudart_static ${pc_cxx_runtime} -lpthread -ldl -lrt")
if(BUILD_SHARED_LIBS)
  set(pc_definitions " -DGLCCL_SHARED")
  set(pc_libraries)
  set(pc_cuda_libraries)
endif()
# The way from the files to the prefix, so that the installed tree can be moved.
file(RELATIVE_PATH pc_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
set(pc_cuda_libdir ${CUDAToolkit_LIBRARY_DIR})

foreach(name glccl glccl-cuda)
  if(name STREQUAL "glccl" OR TARGET glccl_cuda)
    configure_file(cmake/${name}.pc.in ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc @ONLY)
    install(FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
      COMPONENT development)
  endif()
endforeach()
