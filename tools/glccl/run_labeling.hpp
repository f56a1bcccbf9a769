// One labeling with everything that a summary reports.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "glccl/engines/runner.hpp"
#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::tools {

/// The result of a labeling.
struct LabelingReport {
  std::string engine;             ///< The engine that labeled, never `auto`.
  std::string renderer;           ///< The name of the device, or "none, on the CPU".
  LabelImage labels;              ///< On the CPU.
  std::vector<StageTime> stages;  ///< The times that TimingDetail asked for.
  /// Wall time without set-up until the labels are on the CPU. It begins with the image on the CPU, for OpenGL engines
  /// with the texture.
  double milliseconds = 0.0;
  std::optional<std::uint64_t> found = {};  ///< Components before the filter, if there is one.
};

/// Labels an image, with the images `beside` it. Errors: those of Runner.
Result<LabelingReport> run_labeling(engines::Runner& runner, const ImageView& image, const LabelingSpec& spec,
                                    TimingDetail timing, const engines::SecondImages& second_images = {});

/// Labels a texture of the current context. Errors: those of Runner.
Result<LabelingReport> run_labeling(engines::Runner& runner, std::uint32_t texture, const LabelingSpec& spec,
                                    TimingDetail timing);

}  // namespace glccl::tools
