// A Runner for an engine that is a function on the CPU: those of this library, and those of others (mpi-rows, tests).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "glccl/engines/runner.hpp"
#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::engines {

/// A labeling on the CPU in Numbering::raster, and the wall times of its stages where it has several.
struct CpuLabels {
  LabelImage labels;                   ///< The labels, in Numbering::raster.
  std::vector<StageTime> stages = {};  ///< Wall times; may be empty.
};

/// A CPU engine as a function. It calls check() and check_table() to refuse what it cannot label.
using CpuFunction = std::function<Result<CpuLabels>(const ImageView&, const LabelingSpec&, const RunOptions&)>;

/// A Runner that calls the function. A labeling without stages has one stage, `label`. Labels have Numbering::raster
/// whatever was asked for. components() measures the labels.
std::unique_ptr<Runner> make_cpu_runner(std::string engine, CpuFunction function);

}  // namespace glccl::engines
