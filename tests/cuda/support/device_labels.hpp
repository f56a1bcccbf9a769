// Words and labels of a test in device memory.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "glccl/cuda/labeler.hpp"
#include "glccl/types.hpp"
#include "tests/cuda/support/support.hpp"

namespace glccl::tests {

/// Copies words to device memory.
inline void store_words(void* to, const std::vector<std::uint32_t>& words) {
  require_cuda(cudaMemcpy(to, words.data(), words.size() * sizeof(std::uint32_t), cudaMemcpyHostToDevice));
}

/// Copies words from device memory.
inline std::vector<std::uint32_t> load_words(const void* from, std::size_t count) {
  std::vector<std::uint32_t> words(count);
  require_cuda(cudaMemcpy(words.data(), from, count * sizeof(std::uint32_t), cudaMemcpyDeviceToHost));
  return words;
}

/// Labels in memory of the test, with gaps between rows and slices.
class GappyLabels {
 public:
  explicit GappyLabels(Extent extent)
      : extent_(extent),
        row_(static_cast<std::size_t>(extent.width) + 3),
        slice_(row_ * static_cast<std::size_t>(extent.height) + 5),
        memory_(4 * slice_ * static_cast<std::size_t>(extent.depth)) {}

  cuda::DeviceLabels store(const LabelImage& labels) const {
    std::vector<std::uint32_t> words(memory_.bytes() / 4, 1);
    const auto width = static_cast<std::size_t>(extent_.width);
    const auto height = static_cast<std::size_t>(extent_.height);
    for (std::size_t i = 0; i < labels.values.size(); ++i) {
      words[i / width / height * slice_ + i / width % height * row_ + i % width] = labels.values[i];
    }
    store_words(memory_.data(), words);
    return {memory_.data(), 4 * row_, 4 * slice_};
  }

 private:
  Extent extent_;
  std::size_t row_;
  std::size_t slice_;
  DeviceMemory memory_;
};

}  // namespace glccl::tests
