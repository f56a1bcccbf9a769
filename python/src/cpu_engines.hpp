// The CPU engines of the Python package, and which of them `auto` is.
#pragma once

#include <string_view>
#include <vector>

#include "glccl/host/labeler.hpp"
#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"
#include "glccl/types.hpp"

namespace glccl::python {

/// Names of the CPU engines, the preferred first.
std::vector<std::string_view> cpu_engine_names();

/// Whether the CPU engine of this name, or the preferred one with "auto", labels such images. Errors: those of
/// host::Labeler::label() that need no labeling; `invalid_argument` also for a name that no CPU engine has.
Result<void> check_cpu(std::string_view engine, const LabelingSpec& spec, const host::Inputs& inputs);

/// A labeling on the CPU: labels in raster order.
struct LabeledOnCpu {
  LabelImage labels;                       ///< The labels.
  std::vector<Component> components;       ///< Row i describes label i + 1; empty unless asked for.
  std::vector<Measurements> measurements;  ///< What LabelingSpec::columns asked for.
  std::uint32_t count = 0;                 ///< Number of components that the filter keeps.
};

/// Labels images that check_cpu() accepts, with `table` also measures the components. Error `too_large`: there is no
/// memory.
Result<LabeledOnCpu> label_on_cpu(std::string_view engine, const LabelingSpec& spec, const host::Inputs& inputs,
                                  bool table);

}  // namespace glccl::python
