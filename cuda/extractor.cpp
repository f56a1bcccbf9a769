#include "glccl/cuda/extractor.hpp"

#include <cuda_runtime_api.h>

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
#include "cuda/extracts/extracts.hpp"
#include "glsl/shared/extracts.h"

namespace glccl::cuda {
namespace {

/// All device memory of an Extractor.
struct ExtractMemory {
  SelectionMemory selection = {};
  std::uint8_t* boundaries = nullptr;
  ListMemory lists = {};
};

void lay_out_lists(const Extent& extent, const ExtractorOptions& options, Pieces& pieces, ListMemory& lists) {
  lists.max_components = options.max_components;
  lists.max_elements = elements_of(options, extent);
  lists.max_runs = runs_of(options, extent);
  lists.header = pieces.take<ListsHeader>(1, lists_bytes(options.max_components));
  if (lists.header != nullptr) lists.offsets = reinterpret_cast<std::uint32_t*>(lists.header + 1);
  lists.places = pieces.take<std::uint32_t>(lists.max_elements);
  lists.listed_runs = pieces.take<std::uint32_t>(1);
  lists.digit_totals = pieces.take<std::uint32_t>(shared::DIGITS);
  lists.counts = pieces.take<std::uint32_t>(list_counts(extent, lists.max_runs));
  lists.runs = pieces.take<LabelRun>(lists.max_runs);
  lists.sorted_runs = pieces.take<LabelRun>(lists.max_runs);
}

ExtractMemory lay_out(const Extent& extent, const ExtractorOptions& options, Pieces& pieces) {
  const auto elements = static_cast<std::size_t>(extent.elements());
  ExtractMemory memory;
  if (options.max_seeds != 0) {
    SelectionMemory& selection = memory.selection;
    selection.slot_count = 2 * std::bit_ceil(options.max_seeds);
    selection.header = pieces.take<std::uint32_t>(1, seeds_bytes(options.max_seeds));
    if (selection.header != nullptr) {
      selection.rows = reinterpret_cast<SeedRow*>(selection.header + shared::SEEDS_HEADER_WORDS);
    }
    selection.slots = pieces.take<SeedSlot>(selection.slot_count);
    selection.positions = pieces.take<Position>(options.max_seeds);
    if (options.selection_mask) selection.mask = pieces.take<std::uint8_t>(elements);
    if (options.selection_labels) selection.labels = pieces.take<std::uint32_t>(elements);
  }
  if (options.boundaries) memory.boundaries = pieces.take<std::uint8_t>(elements);
  if (options.max_components != 0) lay_out_lists(extent, options, pieces, memory.lists);
  return memory;
}

}  // namespace

struct Extractor::State {
  State(const Extent& of, const ExtractorOptions& asked, int on, DeviceTraits known, Event last)
      : extent(of), options(asked), device(on), traits(known), done(std::move(last)) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  /// Waits for the last call: its memory is in use.
  ~State() {
    const DeviceGuard guard(device);
    static_cast<void>(done.wait());
    memory.reset();
  }

  /// Allocates all memory.
  Status begin();

  /// Refuses labels that cannot be read.
  Status inspect(const DeviceLabels& labels, cudaStream_t stream) const;

  /// Calls `launch_all(job)` behind the last call, and marks its end.
  template <class Launch>
  Status run(cudaStream_t stream, TimingDetail timing, const Launch& launch_all);

  /// Copies from device memory.
  static Status load(void* to, const void* from, std::size_t bytes) {
    return bytes == 0 ? Status{} : check(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
  }

  Extent extent;
  ExtractorOptions options;
  int device;
  DeviceTraits traits;
  Event done;  ///< After the last call.
  OwnedMemory memory;
  ExtractMemory parts;
  std::size_t bytes = 0;
  std::vector<Position> seeds;  ///< A copy: CUDA copies pageable memory before its call returns, and pinned later.
  bool selected = false;        ///< select() has succeeded.
  bool listed = false;          ///< list() has succeeded.
  Timer timer;
};

Status Extractor::State::begin() {
  Pieces counting(nullptr);
  lay_out(extent, options, counting);
  bytes = counting.bytes();
  Result<OwnedMemory> made = allocate_device_memory(bytes);
  if (!made) return made.error();
  memory = *std::move(made);
  Pieces pieces(memory.get());
  parts = lay_out(extent, options, pieces);
  return done.record(nullptr);
}

Status Extractor::State::inspect(const DeviceLabels& labels, cudaStream_t stream) const {
  cudaStreamCaptureStatus capturing = cudaStreamCaptureStatusNone;
  if (Status status = check(cudaStreamIsCapturing(stream, &capturing), "cudaStreamIsCapturing"); !status) return status;
  if (capturing != cudaStreamCaptureStatusNone) {
    return Error{ErrorCode::unsupported,
                 "an Extractor in a stream capture: capture the labeling, and call the Extractor after each launch"};
  }
  if (Status status = check_labels(labels, extent, device); !status) return status;
  const auto own = reinterpret_cast<std::uintptr_t>(memory.get());
  if (!overlap(range_of(Target{labels}, extent), {own, own + bytes})) return {};
  return invalid("the labels lie in the memory of the Extractor's results: copy them first");
}

template <class Launch>
Status Extractor::State::run(cudaStream_t stream, TimingDetail timing, const Launch& launch_all) {
  if (Status ordered = check(cudaStreamWaitEvent(stream, done.get(), 0), "cudaStreamWaitEvent"); !ordered) {
    return ordered;
  }
  Job job;
  job.extent = extent;
  job.device = traits;
  job.stream = stream;
  timer.restart();
  if (timing != TimingDetail::none) job.timer = &timer;
  if (Status launched = launch_all(job); !launched) return launched;
  if (job.timer != nullptr) {
    if (Status ended = timer.end(stream); !ended) return ended;
  }
  return done.record(stream);
}

Extractor::Extractor(std::unique_ptr<State> state) : state_(std::move(state)) {}
Extractor::Extractor(Extractor&&) noexcept = default;
Extractor& Extractor::operator=(Extractor&&) noexcept = default;
Extractor::~Extractor() = default;

Result<Extractor> Extractor::create(Extent extent, const ExtractorOptions& options, int device) {
  if (Status possible = check_extractor(extent, options); !possible) return possible.error();
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
  return Extractor(std::move(state));
}

Result<LaunchedSelection> Extractor::select(const DeviceLabels& labels, std::span<const Position> seeds, void* stream,
                                            TimingDetail timing) {
  State& state = *state_;
  if (Status possible = check_seeds(seeds.size(), state.options); !possible) return possible.error();
  const DeviceGuard guard(state.device);
  if (Status current = guard.status(); !current) return current.error();
  auto* on = static_cast<cudaStream_t>(stream);
  if (Status possible = state.inspect(labels, on); !possible) return possible.error();
  const SelectionMemory& memory = state.parts.selection;
  state.seeds.assign(seeds.begin(), seeds.end());
  const Status launched = state.run(on, timing, [&](const Job& job) -> Status {
    if (!seeds.empty()) {
      Status copied =
          check(cudaMemcpyAsync(memory.positions, state.seeds.data(), seeds.size_bytes(), cudaMemcpyHostToDevice, on),
                "cudaMemcpyAsync");
      if (!copied) return copied;
    }
    return select_labels(job, memory, rows_of(labels, state.extent), static_cast<std::uint32_t>(seeds.size()));
  });
  if (!launched) return launched.error();
  state.selected = true;
  return LaunchedSelection{memory.header, memory.mask, memory.labels};
}

Result<const void*> Extractor::find_boundaries(const DeviceLabels& labels, Connectivity connectivity, void* stream,
                                               TimingDetail timing) {
  State& state = *state_;
  if (!state.options.boundaries) {
    return invalid("no boundaries: create the Extractor with ExtractorOptions::boundaries");
  }
  const Result<int> hops = hops_of(connectivity, state.extent);
  if (!hops) return hops.error();
  const DeviceGuard guard(state.device);
  if (Status current = guard.status(); !current) return current.error();
  auto* on = static_cast<cudaStream_t>(stream);
  if (Status possible = state.inspect(labels, on); !possible) return possible.error();
  const Status launched = state.run(on, timing, [&](const Job& job) {
    return find_label_boundaries(job, rows_of(labels, state.extent), *hops, state.parts.boundaries);
  });
  if (!launched) return launched.error();
  return static_cast<const void*>(state.parts.boundaries);
}

Result<LaunchedLists> Extractor::list(const DeviceLabels& labels, const void* count, void* stream,
                                      TimingDetail timing) {
  State& state = *state_;
  if (state.options.max_components == 0) {
    return invalid("no lists: create the Extractor with ExtractorOptions::max_components");
  }
  const DeviceGuard guard(state.device);
  if (Status current = guard.status(); !current) return current.error();
  auto* on = static_cast<cudaStream_t>(stream);
  if (Status possible = state.inspect(labels, on); !possible) return possible.error();
  if (Status possible = check_count(count, state.device); !possible) return possible.error();
  const ListMemory& memory = state.parts.lists;
  const Status launched = state.run(on, timing, [&](const Job& job) {
    return list_labels(job, memory, rows_of(labels, state.extent), static_cast<const std::uint32_t*>(count));
  });
  if (!launched) return launched.error();
  state.listed = true;
  return LaunchedLists{memory.header, memory.places};
}

Result<SeedReport> Extractor::readback_seeds() {
  State& state = *state_;
  if (!state.selected) return invalid("nothing to read back: call select() first");
  const DeviceGuard guard(state.device);
  if (Status current = guard.status(); !current) return current.error();
  if (Status waited = state.done.wait(); !waited) return waited.error();
  std::vector<std::uint32_t> words(seeds_bytes(state.options.max_seeds) / sizeof(std::uint32_t));
  const Status copied = State::load(words.data(), state.parts.selection.header, words.size() * sizeof(std::uint32_t));
  if (!copied) return copied.error();
  return read_seeds(words.data());
}

Result<ComponentLists> Extractor::readback_lists() {
  State& state = *state_;
  if (!state.listed) return invalid("nothing to read back: call list() first");
  const DeviceGuard guard(state.device);
  if (Status current = guard.status(); !current) return current.error();
  if (Status waited = state.done.wait(); !waited) return waited.error();
  const ListMemory& memory = state.parts.lists;
  ComponentLists found;
  Status copied = State::load(&found.header, memory.header, sizeof found.header);
  if (!copied) return copied.error();
  found.offsets.resize(std::size_t{found.header.lists} + 1);
  copied = State::load(found.offsets.data(), memory.offsets, found.offsets.size() * sizeof(std::uint32_t));
  if (!copied) return copied.error();
  found.places.resize(found.offsets.back());
  copied = State::load(found.places.data(), memory.places, found.places.size() * sizeof(std::uint32_t));
  if (!copied) return copied.error();
  return found;
}

Result<std::vector<StageTime>> Extractor::times() {
  const DeviceGuard guard(state_->device);
  if (Status current = guard.status(); !current) return current.error();
  return state_->timer.times();
}

std::int64_t Extractor::bytes() const { return static_cast<std::int64_t>(state_->bytes); }

}  // namespace glccl::cuda
