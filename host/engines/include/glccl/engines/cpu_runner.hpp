// A Runner for an engine that is a function on the CPU: those of this library, and those of others (mpi-slabs).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "glccl/engines/runner.hpp"
#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"
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
    std::function<Result<void>(const ImageView&, const LabelingSpec&, const CpuRunOptions&, CpuLabels& result)>;

/// A CPU engine that is given an image, a specification and a mask or null, and measures nothing.
CpuFunction cpu_function(Result<LabelImage> (*label)(const ImageView&, const LabelingSpec&, const ImageView*));

/// What a Runner of make_cpu_runner() can label, where its function can label this. The Runner filters and measures
/// what the function has labeled. To fill holes it calls the function twice, for the background and for the filled
/// foreground, so the function has the connectivities of both.
Capabilities cpu_runner_capabilities(Capabilities function);

/// A Runner that calls the function. Its name is that of the function's capabilities; it refuses what
/// cpu_runner_capabilities() of them lacks before it looks for a mask or intensities. A labeling without stages has one
/// stage, `label`. Labels have Numbering::raster whatever was asked for. components() measures the labels, unless the
/// function did.
std::unique_ptr<Runner> make_cpu_runner(const Capabilities& function_capabilities, CpuFunction function);

}  // namespace glccl::engines
