// The records of cuda-qin, beyond what every Runner has.
#pragma once

#include <cstdint>
#include <vector>

#include "glccl/result.hpp"

namespace glccl::engines {

/// The record that cuda-qin keeps for a pixel; cuda::Launched::records says what its fields mean.
struct QinRecord {
  std::int32_t code = 0;
  std::int32_t width = 0;
  std::int32_t height = 0;
  std::int32_t flag = 0;
};

/// A second interface of the Runners of CUDA engines: `dynamic_cast<QinRecordReader*>(runner.get())`.
class QinRecordReader {
 public:
  /// Copies the records of the last label(), one per pixel in raster order, to the CPU; waits for the GPU. Errors:
  /// `gpu`, `invalid_argument` if cuda-qin did not run the last label().
  virtual Result<std::vector<QinRecord>> read_records() = 0;

 protected:
  ~QinRecordReader() = default;
};

}  // namespace glccl::engines
