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

/// The specification and the options of one labeling.
struct BenchOptions {
  LabelingSpec spec = {};
  engines::RunOptions run = {};
};

/// Times of one labeling in milliseconds. The time of several images is the time of all.
struct BenchTimes {
  double whole = 0.0;             ///< GPU time for engines on a GPU, else wall time.
  std::vector<StageTime> stages;  ///< CUDA engines: of a second labeling, because events take time.
  double call = 0.0;              ///< Wall time until the call returned; the GPU may still work then.
};

/// Labels the same images repeatedly and measures the times.
class Measured {
 public:
  virtual ~Measured() = default;

  /// Uploads the images for label(). They must stay valid until the next call. Errors: those of Runner::upload() or of
  /// the library.
  virtual Result<void> prepare(std::span<const host::Image> images) = 0;

  /// Makes what label() with these options needs, as Runner::prepare(); nothing for other libraries.
  virtual Result<void> make_ready(const BenchOptions&) { return {}; }

  /// Labels the images; the labels stay where the engine writes them. With TimingDetail::none there are no stages, and
  /// engines on a GPU have no whole time. Errors: those of the engine.
  virtual Result<BenchTimes> label(const BenchOptions& options) = 0;

  /// Uploads an image, labels it, and copies the labels to the CPU. Its only stage is `transfer`.
  virtual Result<BenchTimes> transfer(const host::Image& image, const BenchOptions& options) = 0;

  /// Whether it runs on a GPU. The clock of an idle GPU rises up to sixfold once there is work, so it is warmed up.
  virtual bool is_on_gpu() const { return false; }

  /// Bytes of GPU memory that the engine keeps besides images, labels and tables; none if unknown or on the CPU.
  virtual std::optional<std::int64_t> scratch_bytes() const { return std::nullopt; }
};

}  // namespace glccl::tools
