// What the kernels use of CUDA's header of this name.
#pragma once

#include "tests/cuda/on_cpu/blocks.hpp"

namespace cooperative_groups {

struct grid_group {
  void sync() const { glccl::on_cpu::wait_for_grid(); }
};

inline grid_group this_grid() { return {}; }

}  // namespace cooperative_groups
