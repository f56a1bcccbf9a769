# GLCCL_OPENGL=AUTO|ON|OFF: whether what uses OpenGL is built. Sets GLCCL_WITH_OPENGL, and finds GLEW and OpenGL for the
# host libraries and all that is built on them. The engine links neither: it loads its functions itself.
set(GLCCL_OPENGL ON CACHE STRING
  "Build what uses OpenGL: AUTO (with GLCCL_HOST where GLEW and OpenGL are found), ON, or OFF for CPU and CUDA alone")
set_property(CACHE GLCCL_OPENGL PROPERTY STRINGS AUTO ON OFF)

set(GLCCL_WITH_OPENGL ${GLCCL_OPENGL})
if(GLCCL_OPENGL STREQUAL "AUTO")
  set(GLCCL_WITH_OPENGL ON)
endif()
if(GLCCL_HOST AND GLCCL_WITH_OPENGL)
  set(required REQUIRED)
  if(GLCCL_OPENGL STREQUAL "AUTO")
    set(required QUIET)
  endif()
  find_package(GLEW ${required})
  find_package(OpenGL ${required} COMPONENTS OpenGL)
  if(NOT GLEW_FOUND OR NOT OpenGL_FOUND)
    message(STATUS "No GLEW or no OpenGL to build the host libraries with: what uses OpenGL is left out")
    set(GLCCL_WITH_OPENGL OFF)
  endif()
endif()
