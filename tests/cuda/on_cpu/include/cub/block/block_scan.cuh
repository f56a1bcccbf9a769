// What the kernels use of CUB's header of this name.
#pragma once

#include "tests/cuda/on_cpu/blocks.hpp"

namespace cub {

template <class T, int threads>
class BlockScan {
 public:
  struct TempStorage {
    T values[threads];
  };
  explicit BlockScan(TempStorage& storage) : values_(storage.values) {}

  void ExclusiveSum(T value, T& before, T& all) {
    T* own = values_ + glccl::on_cpu::thread_number();
    *own = value;
    glccl::on_cpu::wait_for_block();
    before = glccl::on_cpu::sum_of(values_, own);
    all = before + glccl::on_cpu::sum_of(own, values_ + threads);
  }

 private:
  T* values_;
};

}  // namespace cub
