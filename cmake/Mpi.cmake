# GLCCL_MPI=AUTO|ON|OFF: whether the engine mpi-slabs is built. Sets GLCCL_WITH_MPI and finds the target
# MPI::MPI_CXX.
set(GLCCL_MPI ${glccl_auto} CACHE STRING "Build the MPI engine: AUTO (where there is an MPI library), ON or OFF")
set_property(CACHE GLCCL_MPI PROPERTY STRINGS AUTO ON OFF)

set(GLCCL_WITH_MPI OFF)
if(GLCCL_HOST AND GLCCL_MPI)
  # The C interface of MPI from C++: CMake finds MPI for C only in projects with C enabled.
  set(MPI_CXX_SKIP_MPICXX ON)
  find_package(MPI QUIET COMPONENTS CXX)
  if(MPI_CXX_FOUND)
    set(GLCCL_WITH_MPI ON)
  elseif(NOT GLCCL_MPI STREQUAL "AUTO")
    message(FATAL_ERROR "GLCCL_MPI=${GLCCL_MPI}, but no MPI library is found here: install Open MPI (Debian's "
      "libopenmpi-dev and openmpi-bin), put its mpicxx on the PATH or in MPI_CXX_COMPILER, or configure with "
      "GLCCL_MPI=OFF")
  else()
    message(STATUS "No MPI library: the engines mpi-rows and mpi-slabs are left out (GLCCL_MPI=AUTO)")
  endif()
endif()
