# GLCCL_VULKAN=ON|OFF: whether the engine for Vulkan is built. Its shaders are compiled by glslang, in half a minute.
option(GLCCL_VULKAN "Build glccl_vulkan, which labels Vulkan images" OFF)
if(NOT GLCCL_VULKAN)
  return()
endif()
if(NOT GLCCL_WITH_OPENGL)
  message(FATAL_ERROR "GLCCL_VULKAN=ON needs GLCCL_OPENGL: its passes are those of the engine compute")
endif()
if(BUILD_SHARED_LIBS)
  message(FATAL_ERROR "GLCCL_VULKAN=ON needs BUILD_SHARED_LIBS=OFF: glccl_vulkan uses what a shared glccl hides")
endif()
enable_language(ASM)  # for .incbin
find_package(Vulkan REQUIRED)
find_package(Threads REQUIRED)  # glslang's package names its target and does not find it
find_package(SPIRV-Tools-opt CONFIG QUIET)
find_package(glslang CONFIG QUIET)
if(NOT SPIRV-Tools-opt_FOUND OR NOT glslang_FOUND)
  message(FATAL_ERROR "GLCCL_VULKAN=ON, but there is no glslang: install glslang-dev and spirv-tools, or configure "
    "with GLCCL_VULKAN=OFF")
endif()
