// An engine in the hands of the bench: one image after the other is put before it and labeled again and again.
#pragma once

#include <memory>
#include <vector>

#include "bench_cases.hpp"
#include "glccl/host/image.hpp"
#include "glccl/labeler.hpp"
#include "glccl/result.hpp"

namespace glccl::tools {

/// How long one labeling took, in milliseconds.
struct BenchTimes {
  std::vector<StageTime> stages;  ///< of GPUs the GPU's time, else wall time
  double call = 0.0;              ///< wall time until the call came back, which of GPUs may be before they are done
};

class BenchRunner {
 public:
  /// Compiled shaders and device memory are kept as long as it lives. OpenGL engines need a context that is current as
  /// long. Errors: those of Labeler::create(), CudaEngine::create() and Peer::create(); `no_device` where
  /// why_not_here() has a reason.
  static Result<std::unique_ptr<BenchRunner>> create(const BenchEngine& engine);
  virtual ~BenchRunner() = default;

  /// Puts an image where label() finds it: in a texture, in device memory; engines of the CPU read it where it is, so
  /// it has to stay there until the next one. Errors: those of host::upload(), CudaEngine::upload() and Peer::upload().
  virtual Status prepare(const host::Image& image) = 0;

  /// Labels it, and leaves the labels where the engine has them. Errors: those of the engine.
  virtual Result<BenchTimes> label(const Options& options) = 0;

  /// Copies the image to where prepare() puts it, labels it and copies the labels to the CPU. One stage, `transfer`.
  /// Errors: those of both and of copying.
  virtual Result<BenchTimes> transfer(const host::Image& image, const Options& options);

 private:
  /// Copies the last labels to the CPU, for their time alone.
  virtual Status fetch() = 0;
};

}  // namespace glccl::tools
