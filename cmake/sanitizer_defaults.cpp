// Compiled into every program of a build with sanitizers (GLCCL_SANITIZE): options of AddressSanitizer and
// LeakSanitizer. The variables ASAN_OPTIONS and LSAN_OPTIONS add to them and come first.

#define GLCCL_VISIBLE extern "C" __attribute__((visibility("default")))

/// In GCC 12 AddressSanitizer takes some blocks of memory for a library's thread-local storage (those that begin 16
/// bytes into a page); LeakSanitizer then reads where nothing is mapped and crashes at the end of the program.
GLCCL_VISIBLE const char* __asan_default_options() { return "intercept_tls_get_addr=0"; }

/// Tests expect programs to write nothing but their own messages to standard error.
GLCCL_VISIBLE const char* __lsan_default_options() { return "print_suppressions=0"; }

/// In eglCreateContext(), called by driCreateContextAttribs() of libgallium, llvmpipe of Mesa 25 compiles 49 functions
/// of its own and loses 48 bytes for each that its cache on disk does not have. LeakSanitizer sees one frame of that
/// stack, which has no symbol, so the suppression names the library.
/// Mesa 22.3 loses 104 bytes where a context leaves GL_SELECT or GL_FEEDBACK (calloc called by swrast_dri).
GLCCL_VISIBLE const char* __lsan_default_suppressions() { return "leak:libgallium\nleak:swrast_dri\n"; }
