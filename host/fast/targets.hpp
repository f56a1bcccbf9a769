// Vector instructions that are chosen at run time.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__)
#define GLCCL_HAS_AVX2 1
#define GLCCL_FOR_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt")))
#endif

namespace glccl::host::fast {

/// The instructions that every CPU of the architecture has: SSE2 on x86-64, NEON on aarch64.
struct Baseline {};

/// AVX2 and the instructions on bits that came with it, of Intel since 2013 and of AMD since 2015.
struct Avx2 {};

#ifdef GLCCL_HAS_AVX2
/// Whether the CPU and the system have Avx2.
inline bool has_avx2() {
  static const bool has = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") &&
                          __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
  return has;
}

/// Calls work(Avx2()). GCC puts all that `work` calls into this function, and so compiles it for Avx2. Clang does so
/// with one level of calls.
template <class Work>
GLCCL_FOR_AVX2 __attribute__((flatten)) void run_for_avx2(const Work& work) {
  work(Avx2());
}
#endif

/// Calls work(target), compiled for the CPU it runs on: Avx2 where the compiler and the CPU have it, else Baseline.
template <class Work>
void run_for_cpu(const Work& work) {
#ifdef GLCCL_HAS_AVX2
  if (has_avx2()) return run_for_avx2(work);
#endif
  work(Baseline());
}

}  // namespace glccl::host::fast
