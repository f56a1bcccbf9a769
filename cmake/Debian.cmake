# `cpack -G DEB` makes Debian packages:
#
#   libglccl0.1       the shared library of the OpenGL engines, with BUILD_SHARED_LIBS
#   libglccl-cuda0.1  those of the CUDA engines, with BUILD_SHARED_LIBS and CUDA
#   libglccl-dev      headers, static libraries, CMake package, pkg-config files
#   glccl             the programs
#
# dpkg-shlibdeps finds what programs and shared libraries depend on. tools/release builds, checks and tests them.
set(CPACK_PACKAGE_NAME glccl)
if(NOT CPACK_PACKAGE_CONTACT)
  # tools/release names whoever makes the packages, with an address.
  set(CPACK_PACKAGE_CONTACT "The glccl authors")
endif()
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
# Below 1, the first revision of a package of Debian itself.
set(CPACK_DEBIAN_PACKAGE_RELEASE 0glccl1)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
# CPack's default: descriptions of packages then begin with their own summaries.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${CMAKE_PROJECT_NAME} built using CMake")
set(CPACK_COMPONENTS_ALL)
set(debian_version ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})
string(TIMESTAMP debian_date "%a, %d %b %Y %H:%M:%S +0000" UTC)  # SOURCE_DATE_EPOCH, where it is set

# glccl_debian_package(COMPONENT PACKAGE SECTION SUMMARY DESCRIPTION [DEPENDS package...] [RECOMMENDS package...]
#   [SHLIBDEPS] [LDCONFIG] [NOTICES]): a package of the files of an install component, with its folder in
# /usr/share/doc. SHLIBDEPS: dpkg-shlibdeps adds libraries to what it depends on. LDCONFIG: it has shared libraries.
# NOTICES: code of other libraries is in it.
function(glccl_debian_package component package section summary description)
  cmake_parse_arguments(PARSE_ARGV 5 arg "SHLIBDEPS;LDCONFIG;NOTICES" "" "DEPENDS;RECOMMENDS")
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  string(TOUPPER ${component} name)
  set(CPACK_DEBIAN_${name}_PACKAGE_NAME ${package})
  set(CPACK_DEBIAN_${name}_PACKAGE_SECTION ${section})
  set(CPACK_DEBIAN_${name}_PACKAGE_SHLIBDEPS ${arg_SHLIBDEPS})
  set(CPACK_DEBIAN_${name}_DESCRIPTION "${summary}\n${description}")
  if(arg_LDCONFIG)
    set(CPACK_DEBIAN_${name}_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/cmake/debian/triggers)
  endif()
  list(JOIN arg_DEPENDS ", " CPACK_DEBIAN_${name}_PACKAGE_DEPENDS)
  list(JOIN arg_RECOMMENDS ", " CPACK_DEBIAN_${name}_PACKAGE_RECOMMENDS)
  get_cmake_property(variables VARIABLES)
  foreach(variable IN LISTS variables)
    if(variable MATCHES "^CPACK_DEBIAN_${name}_" OR variable STREQUAL "CPACK_COMPONENTS_ALL")
      set(${variable} "${${variable}}" PARENT_SCOPE)
    endif()
  endforeach()

  # Policy wants these files in each package. They are no part of `cmake --install`.
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/debian/${package})
  file(READ ${PROJECT_SOURCE_DIR}/LICENSE licence)
  string(REGEX REPLACE "^[^\n]*\n\n[^\n]*\n\n" "" licence "${licence}")
  string(REGEX REPLACE "\n\n" "\n.\n" licence "${licence}")
  string(REGEX REPLACE "\n+$" "" licence "${licence}")
  string(REPLACE "\n" "\n " licence "${licence}")
  configure_file(${PROJECT_SOURCE_DIR}/cmake/debian/copyright.in ${folder}/copyright @ONLY)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/debian/changelog.in ${folder}/changelog.Debian @ONLY)
  execute_process(COMMAND gzip --force --best --no-name ${folder}/changelog.Debian COMMAND_ERROR_IS_FATAL ANY)
  install(FILES ${folder}/copyright ${folder}/changelog.Debian.gz DESTINATION share/doc/${package}
    COMPONENT ${component} EXCLUDE_FROM_ALL)
  if(arg_NOTICES)
    # tools/release collects them.
    install(FILES ${folder}/../third_party DESTINATION share/doc/${package} COMPONENT ${component} EXCLUDE_FROM_ALL
      OPTIONAL)
  endif()
  if(arg_LDCONFIG)
    install(FILES cmake/debian/shared_libraries.lintian-overrides DESTINATION share/lintian/overrides RENAME ${package}
      COMPONENT ${component} EXCLUDE_FROM_ALL)
  endif()
endfunction()

set(about "glccl labels the connected components of images and volumes: exact in every
engine, numbered as scipy.ndimage.label numbers them, with a table of areas,
bounding boxes and centroids.
")
set(own_libraries)
if(BUILD_SHARED_LIBS)
  if(TARGET glccl)
    set(library libglccl${glccl_soversion})
    list(APPEND own_libraries "${library} (= ${debian_version})")
    glccl_debian_package(libraries ${library} libs "connected component labeling of OpenGL textures" "${about}
This package has the shared library for C++ and C. It loads OpenGL's functions
from the library whose context is current." SHLIBDEPS LDCONFIG)
  endif()
  if(TARGET glccl_cuda)
    set(library libglccl-cuda${glccl_soversion})
    list(APPEND own_libraries "${library} (= ${debian_version})")
    glccl_debian_package(cuda_libraries ${library} libs "connected component labeling with CUDA" "${about}
This package has the shared libraries of the CUDA engines, with NVIDIA's CUDA
runtime in them. They need NVIDIA's driver when they run." SHLIBDEPS LDCONFIG NOTICES)
  endif()
  # dpkg-shlibdeps finds the libraries of this very build there.
  set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/engine ${PROJECT_BINARY_DIR}/cuda)
endif()
set(host_packages)
if(TARGET glccl_host)
  set(host_packages libglew-dev libopengl-dev libegl-dev libglfw3-dev nlohmann-json3-dev libtiff-dev libpng-dev
    libjpeg-dev libgif-dev zlib1g-dev libzip-dev)
  if(GLCCL_WITH_HDF5)
    list(APPEND host_packages libhdf5-dev)
  endif()
endif()
if(GLCCL_WITH_MPI)
  list(APPEND host_packages libopenmpi-dev)
endif()
if(TARGET glccl_vulkan)
  list(APPEND host_packages libvulkan-dev liblzma-dev)
endif()
glccl_debian_package(development libglccl-dev libdevel "connected component labeling - development files" "${about}
This package has headers, static libraries, a CMake package and pkg-config
files. The recommended packages are those that its components need."
  DEPENDS ${own_libraries} RECOMMENDS ${host_packages} NOTICES)
if(GLCCL_TOOLS)
  glccl_debian_package(programs glccl science "connected component labeling of image files" "${about}
This package has the programs: glccl labels image files, follows components
through sequences and compares engines, and glccl-view shows labels live."
    DEPENDS ${own_libraries} SHLIBDEPS NOTICES)
  # The pages that tools/release makes of --help.
  install(DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/debian/man1 DESTINATION share/man COMPONENT programs EXCLUDE_FROM_ALL
    OPTIONAL)
endif()
include(CPack)
