// Noise whose elements follow from their places alone. The CPU and CUDA compile the same function.
#pragma once

#include <cstdint>

#include "glsl/shared/prelude.h"

namespace glccl {

/// The place of an element and the seed, mixed to 32 bits: G. L. Steele, D. Lea, C. H. Flood, Fast splittable
/// pseudorandom number generators, 2014 (SplitMix64).
GLCCL_PURE std::uint32_t hash_noise_at(std::uint64_t place, std::uint32_t seed) {
  std::uint64_t word = (place + (std::uint64_t{seed} << 40)) * 0x9E3779B97F4A7C15U + 0x9E3779B97F4A7C15U;
  word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9U;
  word = (word ^ word >> 27) * 0x94D049BB133111EBU;
  return static_cast<std::uint32_t>((word ^ word >> 31) >> 32);
}

}  // namespace glccl
