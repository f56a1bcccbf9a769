// Random numbers that are the same on every machine.
#pragma once

#include <cstdint>
#include <random>

namespace glccl::tools {

/// Draws from the generator's integers, because the distributions of standard libraries differ.
class Dice {
 public:
  explicit Dice(std::uint32_t seed) : random_(seed) {}
  int below(int count) { return static_cast<int>(random_() % static_cast<std::uint32_t>(count)); }
  int between(int low, int high) { return low + below(high - low + 1); }  ///< Both inclusive.
  bool one_in(int count) { return below(count) == 0; }
  std::uint32_t bits() { return static_cast<std::uint32_t>(random_()); }

 private:
  std::mt19937 random_;
};

}  // namespace glccl::tools
