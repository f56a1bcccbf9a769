// What the kernels use of CUB's header of this name.
#pragma once

#include "tests/cuda/on_cpu/blocks.hpp"

namespace cub {

template <class T, int threads>
class BlockReduce {
 public:
  struct TempStorage {
    T values[threads];
  };
  explicit BlockReduce(TempStorage& storage) : values_(storage.values) {}

  T Sum(T value) {
    values_[glccl::on_cpu::thread_number()] = value;
    glccl::on_cpu::wait_for_block();
    return glccl::on_cpu::sum_of(values_, values_ + threads);
  }

 private:
  T* values_;
};

}  // namespace cub
