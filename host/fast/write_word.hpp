// The labels of a word of pixels, from the labels of the runs.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "host/fast/run_grid.hpp"
#include "host/fast/targets.hpp"

#ifdef GLCCL_HAS_AVX2
#include <immintrin.h>
#endif

namespace glccl::host::fast {

constexpr std::size_t eight = 8;  ///< Labels that are written at once.

/// By eight bits that say where runs start, for each of their columns: how many runs it lies behind the run of the
/// first column.
constexpr auto runs_behind = [] {
  std::array<std::array<std::uint8_t, eight>, 256> behind{};
  for (uint starts = 0; starts < behind.size(); ++starts) {
    for (uint column = 1; column < eight; ++column) {
      behind[starts][column] = static_cast<std::uint8_t>(behind[starts][column - 1] + (starts >> column & 1U));
    }
  }
  return behind;
}();

/// Writes the labels of eight columns: those of `labels`, by run from that of the first column on, where there are
/// bits, else 0.
inline void write_eight(Baseline, const uint* labels, uint starts, uint bits, uint* out) {
  const auto& behind = runs_behind[starts];
  for (std::size_t i = 0; i < eight; ++i) out[i] = labels[behind[i]] & (0U - (bits >> i & 1U));
}

#ifdef GLCCL_HAS_AVX2
GLCCL_FOR_AVX2 inline void write_eight(Avx2, const uint* labels, uint starts, uint bits, uint* out) {
  const __m256i columns = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
  const __m128i bytes = _mm_loadl_epi64(reinterpret_cast<const __m128i*>(runs_behind[starts].data()));
  const __m256i runs = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(labels));
  const __m256i found = _mm256_permutevar8x32_epi32(runs, _mm256_cvtepu8_epi32(bytes));
  const __m256i has_bit =
      _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(static_cast<int>(bits)), columns), columns);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(out), _mm256_and_si256(found, has_bit));
}
#endif

/// Writes the labels of a word of columns: 0 where there are no bits. `before` points to the label of the run before
/// the first one that starts in the word. Reads up to RunGrid::padding labels from there on, and as many behind the
/// last run of the word.
template <class Target>
void write_word(Target target, const uint* before, uint starts, uint bits, uint* out) {
  if (bits == 0) {
    std::fill_n(out, RunGrid::word_columns, 0U);
    return;
  }
  for (int i = 0; i < 4; ++i, out += eight, starts >>= eight, bits >>= eight) {
    const uint byte = starts & 0xFFU;
    write_eight(target, before + (byte & 1U), byte, bits & 0xFFU, out);
    before += std::popcount(byte);
  }
}

}  // namespace glccl::host::fast
