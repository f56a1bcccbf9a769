# GLCCL_CUDA=AUTO|ON|OFF: whether the CUDA engines are built. Sets GLCCL_WITH_CUDA and enables the language.
set(GLCCL_CUDA ${glccl_auto} CACHE STRING "Build the CUDA engines: AUTO (where there is a CUDA compiler), ON or OFF")
set_property(CACHE GLCCL_CUDA PROPERTY STRINGS AUTO ON OFF)

set(GLCCL_WITH_CUDA OFF)
if(GLCCL_CUDA)
  # The generations that CUDA 12 and 13 both know, as machine code: Turing, Ampere and Ada, Hopper. Newer GPUs compile
  # the 9.0 PTX when a program starts. PTX alone would not do: a driver compiles PTX only from toolkits that are no
  # newer than the driver, but runs machine code from any toolkit of its major version.
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
    set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 90)
  endif()
  include(CheckLanguage)
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    enable_language(CUDA)
    # CMake 3.25 does not know nvcc's option for C++20.
    if(NOT DEFINED CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
      set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION -std=c++20)
      set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION -std=c++20)
    endif()
    set(GLCCL_WITH_CUDA ON)
  elseif(NOT GLCCL_CUDA STREQUAL "AUTO")
    message(FATAL_ERROR "GLCCL_CUDA=${GLCCL_CUDA}, but no CUDA compiler works here: install the CUDA toolkit (12 or "
      "newer), put its nvcc on the PATH or in CMAKE_CUDA_COMPILER, or configure with GLCCL_CUDA=OFF")
  else()
    message(STATUS "No CUDA compiler: the CUDA engines are left out (GLCCL_CUDA=AUTO)")
  endif()
endif()
