// The state of a Labeler between labelings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "cuda/faces/traits.hpp"
#include "cuda/runtime/job.hpp"
#include "cuda/runtime/memory/arrays.hpp"
#include "cuda/runtime/memory/capture.hpp"
#include "cuda/runtime/memory/in_flight.hpp"
#include "cuda/runtime/memory/scratch.hpp"
#include "cuda/runtime/objects.hpp"
#include "cuda/runtime/timer.hpp"
#include "glccl/cuda/labeler.hpp"

namespace glccl::cuda {

/// Scratch memory of a labeling that its caller may read.
struct LaunchedCounts {
  const std::uint32_t* counts;  ///< Null where components are not counted.
  const void* work;
};

struct PlannedJobs;

struct Labeler::State {
  State(Method used, int on, DeviceTraits known, Event last, Event last_captured, Allocator from)
      : method(used),
        traits(&used.traits()),
        device(on),
        device_traits(known),
        done(std::move(last)),
        scratch(std::make_shared<ScratchMemory>(from, on)),
        captured_done_(std::move(last_captured)),
        allocator_(std::move(from)) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  /// Waits for the last labeling.
  ~State();

  /// Launches or captures the labeling of items that have been checked, of this extent and of one format.
  Result<LaunchedCounts> label(std::span<const BatchItem> items, const Extent& extent, const LabelingSpec& spec,
                               const Outputs& outputs, cudaStream_t stream, JobPhase phase = JobPhase::all,
                               const LabelNumbers& numbers = {});

  /// Labeler::prepare() with arguments that have been checked.
  Result<void> prepare(const InputFormats& formats, const Extent& extent, const LabelingSpec& spec,
                       const Outputs& outputs, int images, cudaStream_t stream);

  /// The checks of prepare() and scratch_bytes_for().
  Result<void> check_planned(const InputFormats& formats, const Extent& extent, const LabelingSpec& spec,
                             const Outputs& outputs, int images) const;

  /// Labeler::scratch_bytes_for(), likewise.
  Result<std::int64_t> scratch_bytes_for(const InputFormats& formats, const Extent& extent, const LabelingSpec& spec,
                                         const Outputs& outputs, int images) const;

  /// Labeler::wait().
  Result<void> wait();

  /// Bytes of scratch memory.
  std::size_t scratch_bytes() const { return scratch->bytes() + plane.bytes(); }

  Method method;
  const MethodTraits* traits;  ///< Of the method.
  int device;
  DeviceTraits device_traits;
  Event done;  ///< Recorded after the last labeling outside of captures.
  std::shared_ptr<ScratchMemory> scratch;
  PinnedInteger flag_on_host;
  PlaneScratch plane;
  Timer timer;
  InFlight in_flight;

 private:
  Result<PlannedJobs> plan(const InputFormats& formats, const Extent& extent, const LabelingSpec& spec,
                           const Outputs& outputs, int images) const;

  // A labeling is a job, or, with holes to fill, one of the background and one of the filled foreground.
  Result<void> grow(const Job& job, bool forest_in_target);
  Result<void> prepare(std::span<Job> jobs, bool forest_in_target);
  Result<void> run(std::span<Job> jobs, TimingDetail timing);
  Result<void> launch(std::span<Job> jobs, bool forest_in_target, TimingDetail timing, ArrayObjects objects);
  Result<void> copy_count(const Job& job);
  Result<void> capture(std::span<Job> jobs, bool forest_in_target, const Capture& into, ArrayObjects objects);

  /// Whether prepare() has been called since the last labeling: the memory is idle, and a capture may take it.
  bool reserved_ = false;
  unsigned long long captured_id_ = 0;            ///< Capture::id of the last captured labeling.
  std::weak_ptr<ScratchMemory> captured_memory_;  ///< The memory that this capture has taken. Its graph owns it.
  Event captured_done_;                           ///< Recorded in this capture after the last labeling.
  PinnedInteger count_on_host_;                   ///< Of the components of the last is_large() volume, once `done`.
  bool checks_count_ = false;                     ///< Whether the last labeling not captured was of such a one.
  Allocator allocator_;
  std::shared_ptr<Abandoned> abandoned_ = abandoned();
};

}  // namespace glccl::cuda
