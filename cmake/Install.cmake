# Install rules: libraries, headers, programs, a CMake package with components, pkg-config files. Their components for
# `cmake --install` and Debian.cmake: `programs`, `libraries` and `cuda_libraries` (shared ones), and `development`
# (everything else).
include(CMakePackageConfigHelpers)

set(glccl_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/glccl)
set(glccl_components)
set(glccl_component_text)

# glccl_install(COMPONENT TARGET [HEADERS folder...] [NEEDS component...] [FIND package...])
#
# Makes TARGET a component of the CMake package, if this build has it. NEEDS are the components that it links, all made
# before it. FIND are arguments of find_dependency(), one string per call: users' projects make these calls only if they
# ask for the component.
function(glccl_install component target)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "HEADERS;NEEDS;FIND")
  if(NOT TARGET ${target})
    return()
  endif()
  set(libraries libraries)
  if(component MATCHES cuda)
    set(libraries cuda_libraries)
  endif()
  install(TARGETS ${target} EXPORT glccl_${component}
    LIBRARY COMPONENT ${libraries} NAMELINK_COMPONENT development
    ARCHIVE COMPONENT development)
  install(EXPORT glccl_${component} NAMESPACE glccl:: FILE glccl-${component}.cmake DESTINATION ${glccl_package_dir}
    COMPONENT development)
  foreach(folder IN LISTS arg_HEADERS)
    install(DIRECTORY ${folder}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
  endforeach()
  set(needs)
  foreach(need IN LISTS arg_NEEDS)
    if(need IN_LIST glccl_components)
      list(APPEND needs ${need})
    endif()
  endforeach()
  set(finds)
  foreach(find IN LISTS arg_FIND)
    string(APPEND finds "  find_dependency(${find})\n")
  endforeach()
  string(CONCAT text "set(glccl_${component}_needs ${needs})\n"
    "macro(glccl_find_dependencies_of_${component})\n${finds}endmacro()\n")
  set(glccl_components ${glccl_components} ${component} PARENT_SCOPE)
  set(glccl_component_text "${glccl_component_text}${text}" PARENT_SCOPE)
endfunction()

# Users of a shared library need nothing of what it links.
set(static_cuda CUDAToolkit)
if(BUILD_SHARED_LIBS)
  set(static_cuda)
endif()
# The headers of the vocabulary lie beside those of the OpenGL engines.
install(DIRECTORY engine/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)
if(NOT BUILD_SHARED_LIBS OR GLCCL_HOST)
  glccl_install(vocabulary glccl_vocabulary)
  glccl_install(gl glccl_gl NEEDS vocabulary)
endif()
if(BUILD_SHARED_LIBS)
  glccl_install(glccl glccl)
  glccl_install(cuda glccl_cuda HEADERS cuda/include)
else()
  glccl_install(glccl glccl NEEDS vocabulary gl)
  glccl_install(cuda glccl_cuda HEADERS cuda/include NEEDS vocabulary FIND CUDAToolkit)
endif()
glccl_install(cuda_gl glccl_cuda_gl HEADERS cuda/gl/include NEEDS glccl cuda FIND ${static_cuda})
glccl_install(vulkan glccl_vulkan HEADERS vulkan/include NEEDS glccl gl FIND Vulkan LibLZMA)
glccl_install(cpu glccl_cpu HEADERS host/compare/include host/cpu/include host/faces/include host/image/include
    host/regions/include host/tracks/include
  NEEDS vocabulary FIND Threads)
glccl_install(tiled glccl_tiled HEADERS host/tiled/include NEEDS vocabulary cpu)
glccl_install(program_folder glccl_program_folder HEADERS host/cache/include NEEDS vocabulary)
glccl_install(tiled_cuda glccl_tiled_cuda HEADERS host/tiled/cuda/include NEEDS vocabulary cpu tiled cuda
  FIND CUDAToolkit)
glccl_install(headless glccl_headless HEADERS host/gl/include host/generate/include host/image/include NEEDS gl
  FIND GLEW "OpenGL COMPONENTS OpenGL EGL")
glccl_install(host glccl_host HEADERS host/files/include host/generate/include host/window/include
  NEEDS glccl cpu tiled headless
  FIND glfw3 nlohmann_json TIFF PNG JPEG GIF ZLIB)
glccl_install(mpi glccl_mpi HEADERS host/mpi/include NEEDS glccl cpu tiled headless host FIND "MPI COMPONENTS CXX")
glccl_install(engines glccl_engines HEADERS host/engines/include cuda/include
  NEEDS glccl cpu program_folder headless vulkan cuda cuda_gl)
foreach(program glccl_program glccl_view)
  if(TARGET ${program})
    install(TARGETS ${program} RUNTIME COMPONENT programs)
  endif()
endforeach()

list(REVERSE glccl_components)
configure_package_config_file(cmake/glcclConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/glcclConfig.cmake
  INSTALL_DESTINATION ${glccl_package_dir})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/glcclConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/glcclConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/glcclConfigVersion.cmake
  DESTINATION ${glccl_package_dir} COMPONENT development)

include(cmake/PkgConfig.cmake)
if(CMAKE_SYSTEM_NAME STREQUAL "Linux")
  include(cmake/Debian.cmake)
endif()
