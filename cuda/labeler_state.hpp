// What a Labeler keeps between labelings.
#pragma once

#include <cstddef>
#include <span>
#include <utility>

#include "cuda/core/arrays.hpp"
#include "cuda/core/in_flight.hpp"
#include "cuda/core/job.hpp"
#include "cuda/core/objects.hpp"
#include "cuda/core/timer.hpp"
#include "cuda/methods/traits.hpp"

namespace glccl::cuda {

struct Labeler::State {
  State(const MethodTraits& used, int on, DeviceTraits known, Event last)
      : traits(&used), device(on), device_traits(known), done(std::move(last)) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  /// Waits for the last labeling.
  ~State();

  /// Launches the labeling of items that have been checked, of this extent and of one format.
  Status label(std::span<const BatchItem> items, const Extent& extent, const LabelingSpec& spec, const Options& options,
               cudaStream_t stream);

  /// Bytes of scratch memory.
  std::size_t scratch_bytes() const;

  const MethodTraits* traits;
  int device;
  DeviceTraits device_traits;
  Event done;  ///< Recorded after the last labeling.
  Scratch forest;
  Scratch counts;
  Scratch work;
  Scratch flag;
  PinnedInteger flag_on_host;
  PlaneScratch plane;
  Timer timer;
  InFlight in_flight;

 private:
  Status prepare(Job& job, const Target& target);
  Status prepare_method(Job& job);
  Status run(Job& job, TimingDetail timing);
};

}  // namespace glccl::cuda
