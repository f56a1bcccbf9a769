// One labeling for a person who reads about it.
#pragma once

#include <string>
#include <vector>

#include "glccl/engines/runner.hpp"
#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::tools {

/// A labeling that was done.
struct LabelingReport {
  std::string engine;             ///< The engine that did it, never `auto`.
  std::string renderer;           ///< The device, or that it was the CPU.
  LabelImage labels;              ///< On the CPU.
  std::vector<StageTime> stages;  ///< As TimingDetail asked for them.
  /// Wall time until the labels were on the CPU, without set-up: from the image on the CPU, for OpenGL engines from the
  /// texture.
  double milliseconds = 0.0;
};

/// Labels an image. Errors: those of Runner.
Result<LabelingReport> run_labeling(engines::Runner& runner, const ImageView& image, const LabelingSpec& spec,
                                    TimingDetail timing);

/// Labels a texture of the current context. Errors: those of Runner.
Result<LabelingReport> run_labeling(engines::Runner& runner, std::uint32_t texture, const LabelingSpec& spec,
                                    TimingDetail timing);

}  // namespace glccl::tools
