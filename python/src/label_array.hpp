// Labeling of arrays in host memory, by whichever engine of an extension module.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "glccl/host/labeler.hpp"
#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl::python {

/// A labeling of an array: labels in raster order.
struct LabeledArray {
  LabelImage labels;                       ///< The labels.
  std::vector<Component> components;       ///< Row i describes label i + 1; empty unless asked for.
  std::vector<Measurements> measurements;  ///< What LabelingSpec::columns asked for.
  std::uint32_t count = 0;                 ///< Number of components that the filter keeps.
};

/// An engine that labels images in host memory.
struct ArrayEngine {
  Capabilities capabilities;  ///< What it can label.
  /// Labels images that `capabilities` admit, with `table` also measures the components. Called without the GIL.
  std::function<Result<LabeledArray>(const host::Inputs& inputs, const LabelingSpec& spec, bool table)> label;
};

/// An array in host memory.
using HostArray = nanobind::ndarray<nanobind::ro, nanobind::device::cpu>;

/// The labels of an array, the number of components that the filter keeps, and with `measured` the columns of their
/// table (columns_of(), with periodic axes also add_seams()), else None. Raises ValueError for what the engine does not
/// label, and as raise() does.
nanobind::tuple label_array(const HostArray& array, const std::optional<HostArray>& mask, LabelingSpec spec,
                            bool measured, const ArrayEngine& engine);

}  // namespace glccl::python
