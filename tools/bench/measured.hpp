// What glccl bench measures: an engine behind its Runner, or another library.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "glccl/engines/runner.hpp"
#include "glccl/host/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::tools {

/// What is asked of one labeling.
struct BenchOptions {
  LabelingSpec spec = {};
  engines::RunOptions run = {};
};

/// How long one labeling took, in milliseconds; for several images the time of all.
struct BenchTimes {
  double whole = 0.0;             ///< GPU time for engines of a GPU, else wall time.
  std::vector<StageTime> stages;  ///< For CUDA engines those of a second labeling: events between kernels take time.
  double call = 0.0;              ///< Wall time until the call returned, which on a GPU may be before it is done.
};

/// Labels the same images again and again and says how long it took.
class Measured {
 public:
  virtual ~Measured() = default;

  /// Puts images where label() finds them. The images must stay where they are until the next ones come. Errors: those
  /// of Runner::upload() or of the library.
  virtual Status prepare(std::span<const host::Image> images) = 0;

  /// Labels the images; the labels stay where the engine has them. With TimingDetail::none there are no stages, and for
  /// engines of a GPU no whole time. Errors: those of the engine.
  virtual Result<BenchTimes> label(const BenchOptions& options) = 0;

  /// Copies an image to where prepare() puts it, labels it, and copies the labels to the CPU. One stage, `transfer`.
  virtual Result<BenchTimes> transfer(const host::Image& image, const BenchOptions& options) = 0;

  /// Whether it runs on a GPU, whose clock rises for a while once there is work, up to sixfold.
  virtual bool is_on_gpu() const { return false; }

  /// Bytes of GPU memory that the engine keeps besides images, labels and tables; none where it is unknown, and for
  /// engines of the CPU.
  virtual std::optional<std::int64_t> scratch_bytes() const { return std::nullopt; }
};

}  // namespace glccl::tools
