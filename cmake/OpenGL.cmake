# GLCCL_OPENGL=AUTO|ON|OFF: whether what uses OpenGL is built. Sets GLCCL_WITH_OPENGL and finds GLEW and OpenGL.
set(GLCCL_OPENGL ON CACHE STRING
  "Build what uses OpenGL: AUTO (where GLEW and OpenGL are found), ON or OFF; OFF leaves the CPU and CUDA engines")
set_property(CACHE GLCCL_OPENGL PROPERTY STRINGS AUTO ON OFF)

set(GLCCL_WITH_OPENGL OFF)
if(GLCCL_OPENGL STREQUAL "AUTO")
  find_package(GLEW QUIET)
  find_package(OpenGL QUIET COMPONENTS OpenGL)
  if(GLEW_FOUND AND OpenGL_FOUND)
    set(GLCCL_WITH_OPENGL ON)
  else()
    message(STATUS "No GLEW or no OpenGL to build with: what uses OpenGL is left out (GLCCL_OPENGL=AUTO)")
  endif()
elseif(GLCCL_OPENGL)
  find_package(GLEW REQUIRED)
  find_package(OpenGL REQUIRED COMPONENTS OpenGL)
  set(GLCCL_WITH_OPENGL ON)
endif()
