# GLCCL_HDF5=AUTO|ON|OFF: whether datasets of HDF5 files are read slab by slab. Sets GLCCL_WITH_HDF5,
# GLCCL_HDF5_LIBRARY and GLCCL_HDF5_INCLUDE_DIR.
set(GLCCL_HDF5 ${glccl_auto} CACHE STRING "Read datasets of HDF5: AUTO (where there is libhdf5), ON or OFF")
set_property(CACHE GLCCL_HDF5 PROPERTY STRINGS AUTO ON OFF)

set(GLCCL_WITH_HDF5 OFF)
if(GLCCL_HOST AND GLCCL_WITH_OPENGL AND GLCCL_HDF5)
  # By hand: CMake finds HDF5 for C only in projects with C enabled. The suffixes are those of Debian.
  find_path(GLCCL_HDF5_INCLUDE_DIR hdf5.h PATH_SUFFIXES hdf5/serial)
  find_library(GLCCL_HDF5_LIBRARY NAMES hdf5_serial hdf5 PATH_SUFFIXES hdf5/serial)
  mark_as_advanced(GLCCL_HDF5_INCLUDE_DIR GLCCL_HDF5_LIBRARY)
  if(GLCCL_HDF5_INCLUDE_DIR AND GLCCL_HDF5_LIBRARY)
    set(GLCCL_WITH_HDF5 ON)
  elseif(NOT GLCCL_HDF5 STREQUAL "AUTO")
    message(FATAL_ERROR "GLCCL_HDF5=${GLCCL_HDF5}, but no libhdf5 is found here: install it (Debian's libhdf5-dev), "
      "put its folder into CMAKE_PREFIX_PATH, or configure with GLCCL_HDF5=OFF")
  else()
    message(STATUS "No libhdf5: datasets of HDF5 files are not read (GLCCL_HDF5=AUTO)")
  endif()
endif()
