#pragma once

// Defines GLCCL_WITH_ADDRESS_SANITIZER in a build with AddressSanitizer, of GCC or clang.

#ifdef __SANITIZE_ADDRESS__
#define GLCCL_WITH_ADDRESS_SANITIZER
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GLCCL_WITH_ADDRESS_SANITIZER
#endif
#endif
