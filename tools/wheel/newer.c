// Names that headers of this system and libstdc++.a take from newer versions of glibc than 2.28 (tools/release_wheel).
#include <sys/stat.h>

#define HIDDEN __attribute__((visibility("hidden")))

// Since 2.32: whether the process has one thread, in which counters need no atomic operations. 0 is always right.
HIDDEN char __libc_single_threaded = 0;

// Since 2.33. Older versions have it for each layout of the struct, of which x86-64 and aarch64 have one.
#ifdef __x86_64__
enum { layout_of_stat = 1 };
#else
enum { layout_of_stat = 0 };
#endif
int __xstat(int layout, const char* path, struct stat* found);
HIDDEN int stat(const char* path, struct stat* found) { return __xstat(layout_of_stat, path, found); }
