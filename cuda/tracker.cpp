#include "glccl/cuda/tracker.hpp"

#include <cuda_runtime_api.h>

#include <array>
#include <bit>
#include <cstddef>
#include <string>
#include <utility>

#include "cuda/choose_device.hpp"
#include "cuda/core/byte_range.hpp"
#include "cuda/core/check.hpp"
#include "cuda/core/label_rows.hpp"
#include "cuda/core/memory/pieces.hpp"
#include "cuda/core/objects.hpp"
#include "cuda/core/timer.hpp"
#include "cuda/tracks/tracks.hpp"
#include "glsl/shared/tracks.h"

namespace glccl::cuda {
namespace {

TrackMemory lay_out(const TrackerOptions& options, Pieces& pieces) {
  const std::size_t components = options.max_components;
  TrackMemory memory = {};
  memory.max_components = options.max_components;
  memory.max_pairs = pairs_of(options);
  memory.slots = 2 * std::bit_ceil(memory.max_pairs);
  memory.state = pieces.take<TrackState>(1);
  memory.header = pieces.take<TracksHeader>(1, tracks_bytes(options.max_components));
  memory.keys = pieces.take<unsigned long long>(memory.slots);
  memory.elements = pieces.take<std::uint32_t>(memory.slots);
  memory.pair_slots = pieces.take<std::uint32_t>(memory.max_pairs);
  memory.earlier = pieces.take<Earlier>(components);
  memory.matched = pieces.take<Matched>(components);
  memory.chunks = pieces.take<ChunkCounts>((components + shared::TRACK_CHUNK - 1) / shared::TRACK_CHUNK);
  return memory;
}

std::size_t label_bytes(const Extent& extent) {
  return static_cast<std::size_t>(extent.elements()) * sizeof(std::uint32_t);
}

}  // namespace

struct Tracker::State {
  State(const Extent& of, const TrackerOptions& asked, int on, DeviceTraits known, Event last)
      : extent(of), options(asked), device(on), traits(known), done(std::move(last)) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  /// Waits for the last track(): its memory is in use.
  ~State() {
    const DeviceGuard guard(device);
    static_cast<void>(done.wait());
    memory.reset();
    for (OwnedMemory& plane : planes) plane.reset();
    id_labels.reset();
  }

  /// Allocates all memory and makes it ready.
  Status begin();

  /// Refuses what track() cannot follow.
  Status inspect(const DeviceLabels& labels, const void* count, cudaStream_t stream) const;

  Job job_on(cudaStream_t stream) const {
    Job job;
    job.extent = extent;
    job.device = traits;
    job.stream = stream;
    return job;
  }

  Extent extent;
  TrackerOptions options;
  int device;
  DeviceTraits traits;
  Event done;  ///< After the last track().
  OwnedMemory memory;
  TrackMemory parts = {};
  std::array<OwnedMemory, 2> planes;  ///< Labels of the frame to come, and of the last one.
  OwnedMemory id_labels;
  std::size_t bytes = 0;
  bool forgets = false;
  bool tracked = false;  ///< track() has succeeded.
  Timer timer;
};

Status Tracker::State::begin() {
  Pieces counting(nullptr);
  lay_out(options, counting);
  const auto allocate = [&](OwnedMemory& owner, std::size_t size) -> Status {
    Result<OwnedMemory> made = allocate_device_memory(size);
    if (!made) return made.error();
    owner = *std::move(made);
    bytes += size;
    return {};
  };
  if (Status status = allocate(memory, counting.bytes()); !status) return status;
  for (OwnedMemory& plane : planes) {
    if (Status status = allocate(plane, label_bytes(extent)); !status) return status;
    if (Status status = check(cudaMemsetAsync(plane.get(), 0, label_bytes(extent), nullptr), "cudaMemsetAsync");
        !status) {
      return status;
    }
  }
  if (options.id_labels) {
    if (Status status = allocate(id_labels, label_bytes(extent)); !status) return status;
  }
  Pieces pieces(memory.get());
  parts = lay_out(options, pieces);
  if (Status status = begin_tracking(job_on(nullptr), parts, options); !status) return status;
  return done.record(nullptr);
}

Status Tracker::State::inspect(const DeviceLabels& labels, const void* count, cudaStream_t stream) const {
  cudaStreamCaptureStatus capturing = cudaStreamCaptureStatusNone;
  if (Status status = check(cudaStreamIsCapturing(stream, &capturing), "cudaStreamIsCapturing"); !status) return status;
  if (capturing != cudaStreamCaptureStatusNone) {
    return Error{ErrorCode::unsupported,
                 "track() in a stream capture: a graph that is launched again would not compare with the frame before; "
                 "capture the labeling, and track its labels after each launch"};
  }
  if (Status status = check_labels(labels, extent, device); !status) return status;
  if (Status status = check_count(count, device); !status) return status;
  const auto last = reinterpret_cast<std::uintptr_t>(planes[1].get());
  if (overlap(range_of(Target{labels}, extent), {last, last + label_bytes(extent)})) {
    return invalid(
        "the labels overlap those of the last frame, with which they are compared: label into target() of "
        "this frame");
  }
  return {};
}

Tracker::Tracker(std::unique_ptr<State> state) : state_(std::move(state)) {}
Tracker::Tracker(Tracker&&) noexcept = default;
Tracker& Tracker::operator=(Tracker&&) noexcept = default;
Tracker::~Tracker() = default;

Result<Tracker> Tracker::create(Extent extent, const TrackerOptions& options, int device) {
  if (Status possible = check_tracker(extent, options); !possible) return possible.error();
  const Result<int> chosen = choose_device(device);
  if (!chosen) return chosen.error();
  const DeviceGuard guard(*chosen);
  if (Status current = guard.status(); !current) return current.error();
  const Result<DeviceTraits> known = describe_device(*chosen);
  if (!known) return known.error();
  Result<Event> done = Event::create(cudaEventDisableTiming);
  if (!done) return done.error();
  auto state = std::make_unique<State>(extent, options, *chosen, *known, *std::move(done));
  if (Status begun = state->begin(); !begun) return begun.error();
  return Tracker(std::move(state));
}

DeviceLabels Tracker::target() const { return {state_->planes[0].get(), 0, 0}; }

Result<LaunchedTracks> Tracker::track(const DeviceLabels& labels, const void* count, void* stream,
                                      TimingDetail timing) {
  State& state = *state_;
  const DeviceGuard guard(state.device);
  if (Status current = guard.status(); !current) return current.error();
  auto* on = static_cast<cudaStream_t>(stream);
  if (Status possible = state.inspect(labels, count, on); !possible) return possible.error();
  if (Status ordered = check(cudaStreamWaitEvent(on, state.done.get(), 0), "cudaStreamWaitEvent"); !ordered) {
    return ordered.error();
  }
  TrackedLabels source = {};
  source.rows = rows_of(labels, state.extent);
  source.last_labels = static_cast<const std::uint32_t*>(state.planes[1].get());
  if (labels.values != state.planes[0].get()) source.copy = static_cast<std::uint32_t*>(state.planes[0].get());
  source.id_labels = static_cast<std::uint32_t*>(state.id_labels.get());
  source.count = static_cast<const std::uint32_t*>(count);
  source.forgets = state.forgets;
  Job job = state.job_on(on);
  state.timer.restart();
  if (timing != TimingDetail::none) job.timer = &state.timer;
  if (Status launched = track_labels(job, state.parts, source); !launched) return launched.error();
  if (job.timer != nullptr) {
    if (Status ended = state.timer.end(on); !ended) return ended.error();
  }
  if (Status recorded = state.done.record(on); !recorded) return recorded.error();
  std::swap(state.planes[0], state.planes[1]);
  state.forgets = false;
  state.tracked = true;
  return LaunchedTracks{state.parts.header, state.id_labels.get(), state.extent};
}

void Tracker::forget() { state_->forgets = true; }

Result<TrackedFrame> Tracker::readback() {
  State& state = *state_;
  if (!state.tracked) return invalid("nothing to read back: call track() first");
  const DeviceGuard guard(state.device);
  if (Status current = guard.status(); !current) return current.error();
  if (Status waited = state.done.wait(); !waited) return waited.error();
  std::vector<std::uint32_t> words(tracks_bytes(state.options.max_components) / sizeof(std::uint32_t));
  const Status copied =
      check(cudaMemcpy(words.data(), state.parts.header, words.size() * sizeof(std::uint32_t), cudaMemcpyDeviceToHost),
            "cudaMemcpy");
  if (!copied) return copied.error();
  return read_tracks(words.data());
}

Result<std::vector<StageTime>> Tracker::times() {
  const DeviceGuard guard(state_->device);
  if (Status current = guard.status(); !current) return current.error();
  return state_->timer.times();
}

std::int64_t Tracker::bytes() const { return static_cast<std::int64_t>(state_->bytes); }

}  // namespace glccl::cuda
