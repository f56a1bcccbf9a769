// An engine in the hands of the bench: one image after the other, or several at once, are put before it and labeled
// again and again.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/labeler.hpp"
#include "glccl/result.hpp"
#include "tools/bench/cases.hpp"

namespace glccl::tools {

/// How long one labeling took, in milliseconds; of several images that of all of them.
struct BenchTimes {
  double whole = 0.0;  ///< of GPUs the GPU's time, else wall time
  /// What it is made of. Of engines of CUDA from a labeling of its own, for events between the kernels would take part
  /// of the time.
  std::vector<StageTime> stages;
  double call = 0.0;  ///< wall time until the call came back, which of GPUs may be before they are done
};

class BenchRunner {
 public:
  /// Compiled shaders and device memory are kept as long as it lives. OpenGL engines need a context that is current as
  /// long. Errors: those of Labeler::create(), CudaEngine::create() and Peer::create(); `no_device` where
  /// why_not_here() has a reason.
  static Result<std::unique_ptr<BenchRunner>> create(const BenchEngine& engine);
  virtual ~BenchRunner() = default;

  /// Puts BenchEngine::images images where label() finds them: in a texture, in device memory; engines of the CPU read
  /// them where they are, so they have to stay there until the next ones. Errors: those of host::upload(),
  /// CudaEngine::upload() and Peer::upload().
  virtual Status prepare(std::span<const host::Image> images) = 0;

  /// Labels them, and leaves the labels where the engine has them. Without Options::timings there are no stages, and of
  /// GPUs no time of the whole. Errors: those of the engine.
  virtual Result<BenchTimes> label(const Options& options) = 0;

  /// Copies an image to where prepare() puts it, labels it and copies the labels to the CPU. One stage, `transfer`.
  /// Errors: those of both and of copying.
  virtual Result<BenchTimes> transfer(const host::Image& image, const Options& options);

  /// Whether it runs on a GPU, whose clock rises for a while once there is work, up to sixfold.
  virtual bool is_on_gpu() const { return false; }

  /// Bytes of GPU memory that the engine keeps besides images, labels and tables; none where nobody knows, and of
  /// engines of the CPU.
  virtual std::optional<std::int64_t> scratch_bytes() const { return std::nullopt; }

 private:
  /// Copies the last labels to the CPU, for their time alone.
  virtual Status fetch() = 0;
};

}  // namespace glccl::tools
