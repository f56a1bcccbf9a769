# Installs the libraries, headers and programs, and a package for find_package(glccl).
include(CMakePackageConfigHelpers)

set(glccl_targets glccl)
if(GLCCL_HOST)
  list(APPEND glccl_targets glccl_host)
endif()
install(TARGETS ${glccl_targets} EXPORT glccl_targets)
install(DIRECTORY engine/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(GLCCL_HOST)
  install(DIRECTORY host/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endif()
if(GLCCL_TOOLS)
  install(TARGETS glccl_program)
endif()

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/glccl)
install(EXPORT glccl_targets NAMESPACE glccl:: FILE glcclTargets.cmake DESTINATION ${package_dir})
configure_package_config_file(cmake/glcclConfig.cmake.in ${CMAKE_BINARY_DIR}/glcclConfig.cmake
  INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/glcclConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/glcclConfig.cmake ${CMAKE_BINARY_DIR}/glcclConfigVersion.cmake
  DESTINATION ${package_dir})
