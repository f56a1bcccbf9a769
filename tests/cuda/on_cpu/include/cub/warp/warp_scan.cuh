// What the kernels use of CUB's header of this name.
#pragma once

#include <numeric>

#include "tests/cuda/on_cpu/blocks.hpp"

namespace cub {

template <class T>
class WarpScan {
 public:
  struct TempStorage {};
  explicit WarpScan(TempStorage&) {}

  void ExclusiveSum(T value, T& before, T& all) {
    using glccl::on_cpu::warp_lanes;
    const std::uint64_t* values =
        glccl::on_cpu::exchange(0xFFFFFFFFU, static_cast<std::uint64_t>(value), "cub::WarpScan");
    const std::uint64_t* own = values + glccl::on_cpu::lane();
    before = static_cast<T>(std::accumulate(values, own, std::uint64_t{0}));
    all = static_cast<T>(std::accumulate(values, values + warp_lanes, std::uint64_t{0}));
  }
};

}  // namespace cub
