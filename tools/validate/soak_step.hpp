// The steps of a soak: random images, and random options of their labelings.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "glccl/engines/runner.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "tools/validate/engines.hpp"
#include "tools/validate/inputs.hpp"

namespace glccl::tools {

/// An image, or a part of it, with the answer of the reference for one to three labelings by each engine.
struct SoakStep {
  std::uint64_t number = 0;
  std::uint32_t seed = 0;  ///< Of the step's random numbers.
  ValidateInput input;
  LabelingSpec spec;
  std::optional<Rectangle> rectangle;
  int labelings = 1;
  Answer expected;
};

/// Step `number` of a seed, with the answer of the reference. Errors: those of make_fuzz_input() and ask_reference().
Result<SoakStep> draw_step(std::uint32_t seed, std::uint64_t number, const Extent& max_size);

/// What one labeling of a step is asked for.
struct SoakRequest {
  LabelingSpec spec;
  engines::RunOptions options;
  bool has_target = false;
};

/// Labeling `index` of a step, by this engine. Engines of one kind are asked for the same.
SoakRequest draw_request(const SoakStep& step, int index, const TestedEngine& engine);

/// "root labels, 256 rows, timing".
std::string describe(const SoakRequest& request);

}  // namespace glccl::tools
