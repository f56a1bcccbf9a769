// The CPU engines of the Python package, and which of them `auto` is.
#pragma once

#include <string_view>
#include <vector>

#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"
#include "glccl/types.hpp"

namespace glccl::python {

/// Names of the CPU engines, the preferred first.
std::vector<std::string_view> cpu_engine_names();

/// Whether one of the CPU engines of this name, or of any name with "auto", labels such an image. Errors: those of
/// check(), of a filter those of check_filter(); `invalid_argument` also for a name that no CPU engine has.
Result<void> check_cpu(std::string_view engine, const LabelingSpec& spec, const ImageView& image,
                       const ImageView* mask);

/// A labeling on the CPU: labels in raster order.
struct LabeledOnCpu {
  LabelImage labels;                  ///< The labels.
  std::vector<Component> components;  ///< Row i describes label i + 1; empty unless asked for or filtered.
  std::uint32_t count = 0;            ///< Number of components that the filter keeps.
};

/// Labels an image that check_cpu() accepts, with `measured` also measures its components; with a filter drops some.
/// "auto" takes the preferred engine that can do what is asked. Error `too_large`: there is no memory.
Result<LabeledOnCpu> label_on_cpu(std::string_view engine, const LabelingSpec& spec, const ImageView& image,
                                  const ImageView* mask, bool measured);

}  // namespace glccl::python
