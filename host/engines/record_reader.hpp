// What a CUDA method of another library gives besides labels, beyond what every Runner has.
#pragma once

#include <cstddef>
#include <span>

#include "glccl/result.hpp"

namespace glccl::engines {

/// A second interface of the Runners of CUDA engines: `dynamic_cast<RecordReader*>(runner.get())`.
class RecordReader {
 public:
  /// Copies cuda::Labels::records of the last label() to the CPU; waits for the GPU. Errors: `gpu`,
  /// `invalid_argument` if the method of the last label() gives none.
  virtual Result<void> read_records(std::span<std::byte> records) = 0;

 protected:
  ~RecordReader() = default;
};

}  // namespace glccl::engines
