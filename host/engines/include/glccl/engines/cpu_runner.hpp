// A Runner for an engine that is a function on the CPU: those of this library, and those of others (mpi-rows, tests).
#pragma once

#include <functional>
#include <memory>
#include <optional>
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
  /// The components where the engine measured them, else nothing.
  std::optional<std::vector<Component>> components = {};
};

/// The options of a run, and what a Runner adds.
struct CpuRunOptions : RunOptions {
  const ImageView* mask = nullptr;  ///< The mask of the labeled part; null: there is none.
};

/// A CPU engine as a function. It calls check() and check_table() to refuse what it cannot label. `result` has the last
/// result, whose memory the function may use again, unless its labels were taken. The function replaces it; after a
/// failure it is as it was, or its labels are empty.
using CpuFunction =
    std::function<Status(const ImageView&, const LabelingSpec&, const CpuRunOptions&, CpuLabels& result)>;

/// A Runner that calls the function, and filters and measures what it has labeled, so its row of the registry has
/// Capabilities::has_filter and has_measurements, whatever the function has. To fill holes it calls the function twice,
/// for the background and for the filled foreground, so a row whose function has the connectivities of both has
/// has_holes. A labeling without stages has one stage, `label`. Labels have Numbering::raster whatever was asked for.
/// components() measures the labels, unless the function did.
std::unique_ptr<Runner> make_cpu_runner(std::string engine, CpuFunction function);

}  // namespace glccl::engines
