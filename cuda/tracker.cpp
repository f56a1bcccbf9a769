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
#include "cuda/core/objects.hpp"
#include "cuda/core/timer.hpp"
#include "cuda/tracks/tracks.hpp"
#include "glsl/shared/tracks.h"

namespace glccl::cuda {
namespace {

/// Memory that is handed out piece by piece.
class Pieces {
 public:
  /// Without memory, only bytes() counts.
  explicit Pieces(void* memory) : memory_(static_cast<unsigned char*>(memory)) {}

  /// The next piece, aligned to 256 bytes.
  template <class T>
  T* take(std::size_t count, std::size_t bytes = sizeof(T)) {
    auto* piece = memory_ == nullptr ? nullptr : reinterpret_cast<T*>(memory_ + bytes_);
    bytes_ += (count * bytes + 255) / 256 * 256;
    return piece;
  }

  std::size_t bytes() const { return bytes_; }

 private:
  unsigned char* memory_;
  std::size_t bytes_ = 0;
};

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
  if (labels.values == nullptr) return invalid("the labels are at a null pointer: pass those of a labeling");
  if (count == nullptr) return invalid("no number of components: pass Launched::count, with Numbering::raster");
  const std::size_t row = row_pitch(labels, extent);
  const std::size_t slice = slice_pitch(labels, extent);
  const std::size_t shortest = sizeof(std::uint32_t) * static_cast<std::size_t>(extent.width);
  const auto address = reinterpret_cast<std::uintptr_t>(labels.values);
  if (row < shortest || (extent.is_volume() && slice < row * static_cast<std::size_t>(extent.height))) {
    return invalid("labels of " + to_string(extent) + " with " + std::to_string(row) + " bytes from row to row and " +
                   std::to_string(slice) + " from slice to slice: a row has " + std::to_string(shortest));
  }
  if ((row | slice | address) % sizeof(std::uint32_t) != 0) {
    return invalid("labels at an address or with pitches that are no multiples of 4 bytes");
  }
  if (Status status = check_reach(labels.values, "the labels", device); !status) return status;
  if (Status status = check_reach(count, "the numbers of components", device); !status) return status;
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
  source.labels = static_cast<const std::uint32_t*>(labels.values);
  source.pitch = row_pitch(labels, state.extent);
  source.slice_pitch = slice_pitch(labels, state.extent);
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
