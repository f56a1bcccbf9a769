#include "cuda/faces/split.hpp"

#include "cuda/faces/check.hpp"
#include "cuda/faces/labeler_state.hpp"

namespace glccl::cuda {

/// What Labeler::label() does, for a phase of a job.
struct SlabAccess {
  static Result<Labels> label(Labeler& labeler, const BatchItem& item, const LabelingSpec& spec, JobPhase phase,
                              const LabelNumbers& numbers, void* stream) {
    Labeler::State& state = *labeler.state_;
    const DeviceGuard guard(state.device);
    if (Result<void> current = guard.status(); !current) return current.error();
    LabelingSpec numbered = spec;
    numbered.numbering = Numbering::raster;
    const Result<Extent> extent = check_item(item, numbered, *state.traits, state.device);
    if (!extent) return extent.error();
    const Result<LaunchedCounts> made =
        state.label({&item, 1}, *extent, numbered, {}, static_cast<cudaStream_t>(stream), phase, numbers);
    if (!made) return made.error();
    return Labels{.target = item.target, .extent = *extent, .count = made->counts};
  }
};

bool is_split(Method method) { return method.traits().complete; }

Result<Labels> solve_slab(Labeler& labeler, const SourceImage& image, const Target& target, const LabelingSpec& spec,
                          void* stream) {
  return SlabAccess::label(labeler, {{image}, target}, spec, JobPhase::solve, {}, stream);
}

Result<void> finish_slab(Labeler& labeler, const SourceImage& image, const Target& target, const LabelingSpec& spec,
                         const DeviceTable& table, const LabelNumbers& numbers, void* stream) {
  const Result<Labels> finished =
      SlabAccess::label(labeler, {{image}, target, table}, spec, JobPhase::finish, numbers, stream);
  return finished ? Result<void>() : finished.error();
}

}  // namespace glccl::cuda
