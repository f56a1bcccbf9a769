#include "glccl/cuda/tracker.hpp"

#include <cuda_runtime_api.h>

#include <array>
#include <bit>
#include <cstddef>
#include <string>
#include <utility>

#include "cuda/runtime/label_rows.hpp"
#include "cuda/runtime/memory/byte_range.hpp"
#include "cuda/runtime/memory/check_reach.hpp"
#include "cuda/runtime/memory/pieces.hpp"
#include "cuda/runtime/objects.hpp"
#include "cuda/runtime/resident_job.hpp"
#include "cuda/tracks/tracks.hpp"
#include "glsl/shared/tracks.h"

namespace glccl::cuda {
namespace {

TrackMemory lay_out(const TrackerOptions& options, Pieces& pieces) {
  const std::size_t components = options.max_components;
  TrackMemory memory = {};
  memory.max_components = options.max_components;
  memory.state = pieces.take<TrackState>(1);
  memory.header = pieces.take<TracksHeader>(1, tracks_bytes(options.max_components));
  PairTable<std::uint32_t>& pairs = memory.pairs;
  pairs.max_pairs = pairs_of(options);
  pairs.slots = 2 * std::bit_ceil(pairs.max_pairs);
  pairs.keys = pieces.take<unsigned long long>(pairs.slots);
  pairs.counts = pieces.take<std::uint32_t>(pairs.slots);
  pairs.used_slots = pieces.take<std::uint32_t>(pairs.max_pairs);
  if (memory.state != nullptr) pairs.pair_count = &memory.state->pair_count;
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
  State(const TrackerOptions& asked, ResidentJob made) : options(asked), job(std::move(made)) {}

  /// Allocates all memory and makes it ready.
  Result<void> begin();

  /// The rows of labels that track() can follow.
  Result<LabelRows> inspect(const Labels& labels, cudaStream_t stream) const;

  TrackerOptions options;
  ResidentJob job;
  TrackMemory parts = {};
  std::array<void*, 2> planes = {};  ///< Labels of the frame to come, and of the last one.
  void* id_labels = nullptr;
  bool forgets = false;
  bool tracked = false;  ///< track() has succeeded.
};

Result<void> Tracker::State::begin() {
  const DeviceGuard guard(job.device());
  if (Result<void> current = guard.status(); !current) return current;
  Pieces counting(nullptr);
  lay_out(options, counting);
  const auto allocate = [&](void*& memory, std::size_t bytes) -> Result<void> {
    const Result<void*> made = job.allocate(bytes);
    if (!made) return made.error();
    memory = *made;
    return {};
  };
  void* memory = nullptr;
  if (Result<void> status = allocate(memory, counting.bytes()); !status) return status;
  for (void*& plane : planes) {
    if (Result<void> status = allocate(plane, label_bytes(job.extent())); !status) return status;
    const cudaError_t cleared = cudaMemsetAsync(plane, 0, label_bytes(job.extent()), nullptr);
    if (Result<void> status = check(cleared, "cudaMemsetAsync"); !status) return status;
  }
  if (options.id_labels) {
    if (Result<void> status = allocate(id_labels, label_bytes(job.extent())); !status) return status;
  }
  Pieces pieces(memory);
  parts = lay_out(options, pieces);
  return job.run(nullptr, [&](const Job& launched) { return begin_tracking(launched, parts, options); });
}

Result<LabelRows> Tracker::State::inspect(const Labels& labels, cudaStream_t stream) const {
  const Result<void> possible = ResidentJob::check_stream(
      stream,
      "track() in a stream capture: a graph that is launched again would not compare with the frame before; "
      "capture the labeling, and track its labels after each launch");
  if (!possible) return possible.error();
  Result<LabelRows> rows = check_labels(labels, job.extent(), job.device());
  if (!rows) return rows;
  if (Result<void> status = check_count(labels.count, job.device()); !status) return status.error();
  const auto last = reinterpret_cast<std::uintptr_t>(planes[1]);
  if (overlap(range_of(labels.target, job.extent()), {last, last + label_bytes(job.extent())})) {
    return invalid(
        "the labels overlap those of the last frame, with which they are compared: label into target() of "
        "this frame");
  }
  return rows;
}

Tracker::Tracker(std::unique_ptr<State> state) : state_(std::move(state)) {}
Tracker::Tracker(Tracker&&) noexcept = default;
Tracker& Tracker::operator=(Tracker&&) noexcept = default;
Tracker::~Tracker() = default;

Result<Tracker> Tracker::create(Extent extent, const TrackerOptions& options, int device, TimingDetail timing,
                                Allocator allocator) {
  if (Result<void> possible = check_tracker(extent, options); !possible) return possible.error();
  Result<ResidentJob> job = ResidentJob::create(extent, device, timing, std::move(allocator));
  if (!job) return job.error();
  auto state = std::make_unique<State>(options, *std::move(job));
  if (Result<void> begun = state->begin(); !begun) return begun.error();
  return Tracker(std::move(state));
}

DeviceLabels Tracker::target() const { return {state_->planes[0], 0, 0}; }

Result<Tracks> Tracker::track(const Labels& labels, void* stream) {
  State& state = *state_;
  const DeviceGuard guard(state.job.device());
  if (Result<void> current = guard.status(); !current) return current.error();
  auto* on = static_cast<cudaStream_t>(stream);
  const Result<LabelRows> rows = state.inspect(labels, on);
  if (!rows) return rows.error();
  TrackedLabels source = {};
  source.rows = *rows;
  source.last_labels = static_cast<const std::uint32_t*>(state.planes[1]);
  if (rows->labels != state.planes[0]) source.copy = static_cast<std::uint32_t*>(state.planes[0]);
  source.id_labels = static_cast<std::uint32_t*>(state.id_labels);
  source.count = static_cast<const std::uint32_t*>(labels.count);
  source.forgets = state.forgets;
  const Result<void> launched =
      state.job.run(on, [&](const Job& job) { return track_labels(job, state.parts, source); });
  if (!launched) return launched.error();
  std::swap(state.planes[0], state.planes[1]);
  state.forgets = false;
  state.tracked = true;
  return Tracks{state.parts.header, state.id_labels, state.job.extent()};
}

void Tracker::forget() { state_->forgets = true; }

Result<TrackedFrame> Tracker::readback() {
  State& state = *state_;
  if (!state.tracked) return invalid("nothing to read back: call track() first");
  std::vector<std::uint32_t> words(tracks_bytes(state.options.max_components) / sizeof(std::uint32_t));
  const Result<void> copied = state.job.load(words.data(), state.parts.header, words.size() * sizeof(std::uint32_t));
  if (!copied) return copied.error();
  return read_tracks(words.data());
}

Result<std::vector<StageTime>> Tracker::times() { return state_->job.times(); }

std::int64_t Tracker::bytes() const { return static_cast<std::int64_t>(state_->job.bytes()); }

}  // namespace glccl::cuda
