// The file of all SPIR-V modules (packed_modules.hpp).
  .section .rodata
  .global glccl_vulkan_modules
  .hidden glccl_vulkan_modules
  .balign 16
glccl_vulkan_modules:
  .incbin GLCCL_VULKAN_MODULES
  .section .note.GNU-stack, "", %progbits
