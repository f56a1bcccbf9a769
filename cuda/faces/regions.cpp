#include "glccl/cuda/regions.hpp"

#include <cuda_runtime_api.h>

#include <bit>
#include <cstddef>
#include <string>
#include <utility>

#include "cuda/regions/contacts.hpp"
#include "cuda/regions/regions.hpp"
#include "cuda/runtime/label_rows.hpp"
#include "cuda/runtime/memory/byte_range.hpp"
#include "cuda/runtime/memory/check_reach.hpp"
#include "cuda/runtime/memory/pieces.hpp"
#include "cuda/runtime/objects.hpp"
#include "cuda/runtime/resident_job.hpp"
#include "glsl/shared/regions.h"

namespace glccl::cuda {
namespace {

/// All device memory of Regions.
struct RegionMemory {
  SelectionMemory selection = {};
  std::uint8_t* boundaries = nullptr;
  ListMemory lists = {};
  ContactMemory contacts = {};
};

void lay_out_lists(const Extent& extent, const RegionOptions& options, Pieces& pieces, ListMemory& lists) {
  lists.max_components = options.max_components;
  lists.max_elements = elements_of(options, extent);
  lists.header = pieces.take<ListsHeader>(1, lists_bytes(options.max_components));
  if (lists.header != nullptr) lists.offsets = reinterpret_cast<std::uint32_t*>(lists.header + 1);
  lists.places = pieces.take<std::uint32_t>(lists.max_elements);
  const std::uint32_t runs = runs_of(options, extent);
  lists.sort = take_sort_memory(pieces, runs, list_counts(extent, runs));
}

RegionMemory lay_out(const Extent& extent, const RegionOptions& options, Pieces& pieces) {
  const auto elements = static_cast<std::size_t>(extent.elements());
  RegionMemory memory;
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
  if (options.max_contacts != 0) memory.contacts = take_contact_memory(pieces, options.max_contacts);
  return memory;
}

}  // namespace

struct Regions::State {
  State(const RegionOptions& asked, ResidentJob made) : options(asked), job(std::move(made)) {}

  /// Allocates all memory.
  Result<void> begin();

  /// The rows of labels that can be read.
  Result<LabelRows> inspect(const Labels& labels, cudaStream_t stream) const;

  /// Calls `launch_all(job, rows, hops)` for labels and neighbours that are possible.
  template <class Launch>
  Result<void> run_on_borders(const Labels& labels, Connectivity connectivity, void* stream, const Launch& launch_all);

  RegionOptions options;
  ResidentJob job;
  void* memory = nullptr;  ///< Of `parts`.
  RegionMemory parts;
  std::vector<Position> seeds;  ///< A copy: CUDA copies pageable memory before its call returns, and pinned later.
  bool selected = false;        ///< select() has succeeded.
  bool listed = false;          ///< lists() has succeeded.
  bool touched = false;         ///< contacts() has succeeded.
};

Result<void> Regions::State::begin() {
  const DeviceGuard guard(job.device());
  if (Result<void> current = guard.status(); !current) return current;
  Pieces counting(nullptr);
  lay_out(job.extent(), options, counting);
  const Result<void*> made = job.allocate(counting.bytes());
  if (!made) return made.error();
  memory = *made;
  Pieces pieces(memory);
  parts = lay_out(job.extent(), options, pieces);
  if (options.max_contacts == 0) return {};
  return job.run(nullptr, [&](const Job& launched) { return begin_contacts(launched, parts.contacts); });
}

Result<LabelRows> Regions::State::inspect(const Labels& labels, cudaStream_t stream) const {
  const Result<void> possible = ResidentJob::check_stream(
      stream, "Regions in a stream capture: capture the labeling, and call the Regions after each launch");
  if (!possible) return possible.error();
  Result<LabelRows> rows = check_labels(labels, job.extent(), job.device());
  if (!rows) return rows;
  const auto own = reinterpret_cast<std::uintptr_t>(memory);
  if (!overlap(range_of(labels.target, job.extent()), {own, own + job.bytes()})) return rows;
  return invalid("the labels lie in the memory of the Regions' results: copy them first");
}

template <class Launch>
Result<void> Regions::State::run_on_borders(const Labels& labels, Connectivity connectivity, void* stream,
                                            const Launch& launch_all) {
  const Result<int> hops = hops_of(connectivity, job.extent());
  if (!hops) return hops.error();
  const DeviceGuard guard(job.device());
  if (Result<void> current = guard.status(); !current) return current;
  auto* on = static_cast<cudaStream_t>(stream);
  const Result<LabelRows> rows = inspect(labels, on);
  if (!rows) return rows.error();
  return job.run(on, [&](const Job& launched) { return launch_all(launched, *rows, *hops); });
}

Regions::Regions(std::unique_ptr<State> state) : state_(std::move(state)) {}
Regions::Regions(Regions&&) noexcept = default;
Regions& Regions::operator=(Regions&&) noexcept = default;
Regions::~Regions() = default;

Result<Regions> Regions::create(Extent extent, const RegionOptions& options, int device, TimingDetail timing,
                                Allocator allocator) {
  if (Result<void> possible = check_regions(extent, options); !possible) return possible.error();
  if (options.colours) {
    return Error{ErrorCode::unsupported, "colours of labels in CUDA: glccl::Regions (OpenGL) makes them"};
  }
  Result<ResidentJob> job = ResidentJob::create(extent, device, timing, std::move(allocator));
  if (!job) return job.error();
  auto state = std::make_unique<State>(options, *std::move(job));
  if (Result<void> begun = state->begin(); !begun) return begun.error();
  return Regions(std::move(state));
}

Result<SeedSelection> Regions::select(const Labels& labels, std::span<const Position> seeds, void* stream) {
  State& state = *state_;
  if (Result<void> possible = check_seeds(seeds.size(), state.options); !possible) return possible.error();
  const DeviceGuard guard(state.job.device());
  if (Result<void> current = guard.status(); !current) return current.error();
  auto* on = static_cast<cudaStream_t>(stream);
  const Result<LabelRows> rows = state.inspect(labels, on);
  if (!rows) return rows.error();
  const SelectionMemory& memory = state.parts.selection;
  state.seeds.assign(seeds.begin(), seeds.end());
  const Result<void> launched = state.job.run(on, [&](const Job& job) -> Result<void> {
    if (!seeds.empty()) {
      Result<void> copied =
          check(cudaMemcpyAsync(memory.positions, state.seeds.data(), seeds.size_bytes(), cudaMemcpyHostToDevice, on),
                "cudaMemcpyAsync");
      if (!copied) return copied;
    }
    return select_labels(job, memory, *rows, static_cast<std::uint32_t>(seeds.size()));
  });
  if (!launched) return launched.error();
  state.selected = true;
  return SeedSelection{memory.header, memory.mask, memory.labels};
}

Result<const void*> Regions::boundaries(const Labels& labels, Connectivity connectivity, void* stream) {
  State& state = *state_;
  if (!state.options.boundaries) {
    return invalid("no boundaries: create the Regions with RegionOptions::boundaries");
  }
  const Result<void> launched =
      state.run_on_borders(labels, connectivity, stream, [&](const Job& job, const LabelRows& rows, int hops) {
        return find_label_boundaries(job, rows, hops, state.parts.boundaries);
      });
  if (!launched) return launched.error();
  return static_cast<const void*>(state.parts.boundaries);
}

Result<const void*> Regions::contacts(const Labels& labels, Connectivity connectivity, void* stream) {
  State& state = *state_;
  if (state.options.max_contacts == 0) {
    return invalid("no contacts: create the Regions with RegionOptions::max_contacts");
  }
  const Result<void> launched =
      state.run_on_borders(labels, connectivity, stream, [&](const Job& job, const LabelRows& rows, int hops) {
        return find_label_contacts(job, state.parts.contacts, rows, hops);
      });
  if (!launched) return launched.error();
  state.touched = true;
  return static_cast<const void*>(state.parts.contacts.header);
}

Result<ListBuffers> Regions::lists(const Labels& labels, void* stream) {
  State& state = *state_;
  if (state.options.max_components == 0) {
    return invalid("no lists: create the Regions with RegionOptions::max_components");
  }
  const DeviceGuard guard(state.job.device());
  if (Result<void> current = guard.status(); !current) return current.error();
  auto* on = static_cast<cudaStream_t>(stream);
  const Result<LabelRows> rows = state.inspect(labels, on);
  if (!rows) return rows.error();
  if (Result<void> possible = check_count(labels.count, state.job.device()); !possible) return possible.error();
  const ListMemory& memory = state.parts.lists;
  const Result<void> launched = state.job.run(on, [&](const Job& job) {
    return list_labels(job, memory, *rows, static_cast<const std::uint32_t*>(labels.count));
  });
  if (!launched) return launched.error();
  state.listed = true;
  return ListBuffers{memory.header, memory.places};
}

Result<SeedReport> Regions::readback_seeds() {
  State& state = *state_;
  if (!state.selected) return invalid("nothing to read back: call select() first");
  std::vector<std::uint32_t> words(seeds_bytes(state.options.max_seeds) / sizeof(std::uint32_t));
  const Result<void> copied =
      state.job.load(words.data(), state.parts.selection.header, words.size() * sizeof(std::uint32_t));
  if (!copied) return copied.error();
  return read_seeds(words.data());
}

Result<ComponentLists> Regions::readback_lists() {
  State& state = *state_;
  if (!state.listed) return invalid("nothing to read back: call lists() first");
  const ListMemory& memory = state.parts.lists;
  ComponentLists found;
  Result<void> copied = state.job.load(&found.header, memory.header, sizeof found.header);
  if (!copied) return copied.error();
  found.offsets.resize(std::size_t{found.header.lists} + 1);
  copied = state.job.load(found.offsets.data(), memory.offsets, found.offsets.size() * sizeof(std::uint32_t));
  if (!copied) return copied.error();
  found.places.resize(found.offsets.back());
  copied = state.job.load(found.places.data(), memory.places, found.places.size() * sizeof(std::uint32_t));
  if (!copied) return copied.error();
  return found;
}

Result<ContactList> Regions::readback_contacts() {
  State& state = *state_;
  if (!state.touched) return invalid("nothing to read back: call contacts() first");
  const ContactMemory& memory = state.parts.contacts;
  ContactList found;
  Result<void> copied = state.job.load(&found.header, memory.header, sizeof found.header);
  if (!copied) return copied.error();
  found.contacts.resize(found.header.contacts);
  copied = state.job.load(found.contacts.data(), memory.contacts, found.contacts.size() * sizeof(Contact));
  if (!copied) return copied.error();
  return found;
}

Result<std::vector<StageTime>> Regions::times() { return state_->job.times(); }

std::int64_t Regions::bytes() const { return static_cast<std::int64_t>(state_->job.bytes()); }

}  // namespace glccl::cuda
