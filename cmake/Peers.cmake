# GLCCL_PEERS=AUTO|ON|OFF: whether `glccl bench` can measure other libraries beside the engines. Makes the targets
# peer_opencv and peer_npp for the libraries that are found.
set(GLCCL_PEERS ${glccl_auto} CACHE STRING
  "Measure OpenCV and NVIDIA NPP in glccl bench: AUTO (those that are found), ON (OpenCV, and NPP with CUDA) or OFF")
set_property(CACHE GLCCL_PEERS PROPERTY STRINGS AUTO ON OFF)
if(NOT GLCCL_PEERS OR NOT GLCCL_TOOLS)
  return()
endif()

# glccl_peer_is_missing(LIBRARY HOW...): LIBRARY is not found; HOW says what would help.
function(glccl_peer_is_missing library)
  string(CONCAT how ${ARGN})
  if(GLCCL_PEERS STREQUAL "AUTO")
    message(STATUS "No ${library}: glccl bench is built without it (GLCCL_PEERS=AUTO); ${how}")
  else()
    message(FATAL_ERROR "GLCCL_PEERS=${GLCCL_PEERS}, but ${library} is not found: ${how}, or configure with "
      "GLCCL_PEERS=AUTO or OFF")
  endif()
endfunction()

# Searched by hand, as in tests/CMakeLists.txt: Debian ships OpenCV's CMake package only with all of OpenCV.
find_path(OPENCV_INCLUDE_DIR opencv2/imgproc.hpp PATH_SUFFIXES opencv4)
find_library(OPENCV_CORE opencv_core)
find_library(OPENCV_IMGPROC opencv_imgproc)
if(OPENCV_INCLUDE_DIR AND OPENCV_CORE AND OPENCV_IMGPROC)
  add_library(peer_opencv INTERFACE IMPORTED)
  target_include_directories(peer_opencv SYSTEM INTERFACE ${OPENCV_INCLUDE_DIR})
  target_link_libraries(peer_opencv INTERFACE ${OPENCV_IMGPROC} ${OPENCV_CORE})
else()
  glccl_peer_is_missing(OpenCV "install libopencv-core-dev and libopencv-imgproc-dev, or set CMAKE_PREFIX_PATH to "
    "where OpenCV is installed")
endif()

if(NOT GLCCL_WITH_CUDA)
  return()
endif()
# Also searched by hand: FindCUDAToolkit looks for NPP only inside the toolkit. NVIDIA's Python wheel nvidia-npp lacks
# the link libnppif.so to libnppif.so.13 that compilers look for.
find_package(CUDAToolkit REQUIRED)
find_path(NPP_INCLUDE_DIR nppi_filtering_functions.h HINTS ${CUDAToolkit_INCLUDE_DIRS})
find_library(NPP_FILTERING NAMES nppif libnppif.so.${CUDAToolkit_VERSION_MAJOR} HINTS ${CUDAToolkit_LIBRARY_DIR})
find_library(NPP_CORE NAMES nppc libnppc.so.${CUDAToolkit_VERSION_MAJOR} HINTS ${CUDAToolkit_LIBRARY_DIR})
if(NPP_INCLUDE_DIR AND NPP_FILTERING AND NPP_CORE)
  add_library(peer_npp INTERFACE IMPORTED)
  target_include_directories(peer_npp SYSTEM INTERFACE ${NPP_INCLUDE_DIR})
  target_link_libraries(peer_npp INTERFACE ${NPP_FILTERING} ${NPP_CORE})
else()
  glccl_peer_is_missing("NVIDIA NPP" "install the CUDA toolkit's NPP (packages libnpp-dev-*), or set CMAKE_PREFIX_PATH "
    "to where its include/ and lib/ are")
endif()
