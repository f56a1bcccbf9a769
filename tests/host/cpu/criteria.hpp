// The criteria that tests of CPU engines go through.
#pragma once

#include <array>
#include <optional>

#include "glccl/types.hpp"

namespace glccl::tests {

/// Every kind of criterion, with and without inversion or a background.
inline const std::array<Criterion, 6>& criteria() {
  static const std::array<Criterion, 6> all = {Foreground{},    Foreground{.inverted = true},
                                               Equal{},         Equal{std::nullopt},
                                               Difference{1.0}, Difference{1.0, PixelValue{}}};
  return all;
}

}  // namespace glccl::tests
