#include "host/fast/fast_labeler.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <variant>

#include "glccl/host/cpu.hpp"
#include "glccl/table.hpp"
#include "host/cpu/allocate_labels.hpp"
#include "host/cpu/join_seams.hpp"
#include "host/fast/row_packer.hpp"
#include "host/fast/run_linker.hpp"
#include "host/fast/run_numbers.hpp"
#include "host/fast/targets.hpp"
#include "host/threads/thread_team.hpp"

namespace glccl::host {
namespace {

using namespace fast;

/// Calls work(chunk) for every chunk, each in a thread of its own where the system has as many.
template <class Work>
void for_each_chunk(ThreadTeam& team, std::vector<RunChunk>& chunks, const Work& work) {
  team.share(chunks.size(), 1, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) work(chunks[i]);
  });
}

/// Divides the units of a grid among chunks.
void divide(const RunGrid& grid, const FastOptions& options, std::vector<RunChunk>& chunks) {
  const auto shares = grid.extent.elements() / std::max<std::int64_t>(options.pixels_per_thread, 1);
  const auto most = static_cast<std::int64_t>(std::sqrt(static_cast<double>(shares)));
  const std::int64_t wanted = std::min({std::int64_t{options.threads}, most, std::int64_t{grid.units()}});
  const auto count = static_cast<int>(std::max<std::int64_t>(wanted, 1));
  chunks.resize(static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) {
    RunChunk& chunk = chunks[static_cast<std::size_t>(i)];
    chunk.first = static_cast<int>(std::int64_t{grid.units()} * i / count);
    chunk.last = static_cast<int>(std::int64_t{grid.units()} * (i + 1) / count);
  }
}

Error too_many_runs(const Extent& extent) {
  return {ErrorCode::too_large, "cpu-fast has no numbers of 32 bits left for the runs of " + to_string(extent) +
                                    " elements that few neighbours connect: label it in parts"};
}

/// Labels by one kind of bands, up to the numbers of the roots. Returns the number of components.
template <int axes, int rows_y, int rows_z, bool values>
Result<std::uint64_t> find_components(const RunGrid& grid, RunMemory& memory, const RowPacker& packer,
                                      ThreadTeam& team) {
  const RunLinker<axes, rows_y, rows_z, values> linker(grid, memory, packer);
  for (RunChunk& chunk : memory.chunks) linker.reserve(chunk);
  memory.bits.reserve(grid.bit_words());
  memory.starts.reserve(grid.bands() * grid.row_words());
  memory.changed.reserve(grid.bands() * grid.row_words());
  memory.runs.reserve(grid.bands());
  for_each_chunk(team, memory.chunks, [&](RunChunk& chunk) { run_for_cpu([&](auto) { linker.pack(chunk); }); });

  std::uint64_t runs = 0;
  for (RunChunk& chunk : memory.chunks) {
    runs += RunGrid::padding;
    chunk.first_run = static_cast<uint>(runs);
    runs += chunk.starts;
  }
  runs += RunGrid::padding;
  if (runs > std::numeric_limits<uint>::max()) return too_many_runs(grid.extent);
  memory.parents.reserve(static_cast<std::size_t>(runs));
  memory.numbers.reserve(static_cast<std::size_t>(runs));
  for_each_chunk(team, memory.chunks, [&](RunChunk& chunk) { run_for_cpu([&](auto) { linker.link(chunk); }); });
  for (std::size_t i = memory.chunks.size(); i-- > 1;) linker.merge(memory.chunks[i], memory.chunks[i - 1]);
  for_each_chunk(team, memory.chunks, [&](RunChunk& chunk) { flatten_runs(memory, chunk); });

  std::uint64_t components = 0;
  for (RunChunk& chunk : memory.chunks) {
    chunk.first_number = components;
    components += chunk.roots;
  }
  for_each_chunk(team, memory.chunks, [&](RunChunk& chunk) { number_roots(grid, memory, chunk); });
  return components;
}

/// The kinds of bands: those of glsl/shared/bands.h with the most rows. An image is a volume without neighbours
/// in z, so 4 neighbours are 6, and 8 are 18.
struct BandKind {
  int rows_y;
  int rows_z;
  Result<std::uint64_t> (*find)(const RunGrid&, RunMemory&, const RowPacker&, ThreadTeam&);
};

BandKind bands_for(const LabelingSpec& spec) {
  const bool values = !std::holds_alternative<Foreground>(spec.criterion);
  switch (spec.connectivity) {
    case Connectivity::four:
    case Connectivity::six:
      return values ? BandKind{1, 1, find_components<1, 1, 1, true>} : BandKind{2, 1, find_components<1, 2, 1, false>};
    case Connectivity::twenty_six:
      return values ? BandKind{1, 1, find_components<3, 1, 1, true>} : BandKind{2, 2, find_components<3, 2, 2, false>};
    default:
      return values ? BandKind{1, 1, find_components<2, 1, 1, true>} : BandKind{2, 1, find_components<2, 2, 1, false>};
  }
}

/// An image or volume of one column without gaps, as rows of which each is a slice. Others as they are. The elements
/// keep their order.
ImageView with_long_rows(const ImageView& image) {
  if (image.extent.width > 1 || image.row_pitch() != bytes_per_pixel(image.format)) return image;
  return {image.data, image.format, {image.extent.height, image.extent.depth}, image.slice_pitch()};
}

/// Turns what with_long_rows() made of a column back in a table.
void turn_back(std::vector<Component>& components) {
  for (Component& component : components) {
    const Box box = component.box;
    component.box = {0, box.x0, 0, box.x1, box.y0, box.y1};
    component.sum_z = component.sum_y;
    component.sum_y = component.sum_x;
    component.sum_x = 0;
  }
}

/// Writes the labels and measures the components, in the memory that `components` have.
void measure(const RunGrid& grid, RunMemory& memory, ThreadTeam& team, std::uint64_t count, uint* labels,
             std::vector<Component>& components) {
  components.clear();
  components.resize(static_cast<std::size_t>(count));
  std::vector<ChunkTable> tables(memory.chunks.size());
  for (std::size_t i = 1; i < tables.size(); ++i) {
    tables[i].places.resize(static_cast<std::size_t>(memory.chunks[i].first_number) + 1);
  }
  for_each_chunk(team, memory.chunks, [&](RunChunk& chunk) {
    ChunkTable& table = tables[static_cast<std::size_t>(&chunk - memory.chunks.data())];
    write_and_measure(grid, memory, chunk, labels, components, table);
  });
  for (const ChunkTable& table : tables) {
    for (const Component& part : table.components) {
      Component& component = components[part.label - 1];
      component = merge(component, part);
    }
  }
}

}  // namespace

struct FastLabeler::State {
  FastOptions options;
  RunMemory memory;
};

FastLabeler::FastLabeler(const FastOptions& options) : state_(std::make_unique<State>(State{options, {}})) {
  int& threads = state_->options.threads;
  if (threads <= 0) threads = static_cast<int>(std::thread::hardware_concurrency());  // 0 where that is not known
}
FastLabeler::~FastLabeler() = default;
FastLabeler::FastLabeler(FastLabeler&&) noexcept = default;
FastLabeler& FastLabeler::operator=(FastLabeler&&) noexcept = default;

std::size_t FastLabeler::scratch_bytes() const { return state_->memory.bytes(); }

Capabilities fast_capabilities() {
  Capabilities capabilities = serial_capabilities();
  capabilities.engine = "cpu-fast";
  return capabilities;
}

Result<void> FastLabeler::label(const ImageView& image, const LabelingSpec& asked, LabelImage& labels,
                                std::vector<Component>* components, const ImageView* mask) {
  if (Result<void> status = check(asked, image.format, image.extent, fast_capabilities()); !status) return status;
  if (Result<void> status = check_mask(asked, mask, image.extent, fast_capabilities()); !status) return status;
  const LabelingSpec spec = spec_in(image.extent, asked);
  RunMemory& memory = state_->memory;
  try {
    const bool turns = with_long_rows(image).extent != image.extent &&
                       (mask == nullptr || with_long_rows(*mask).extent != mask->extent);
    const ImageView rows = turns ? with_long_rows(image) : image;
    const ImageView mask_rows = mask == nullptr ? ImageView() : turns ? with_long_rows(*mask) : *mask;
    const std::unique_ptr<RowPacker> packer =
        make_row_packer(rows, spec.criterion, mask != nullptr ? &mask_rows : nullptr);
    const BandKind kind = bands_for(spec_in(rows.extent, spec));
    const RunGrid grid(rows.extent, kind.rows_y, kind.rows_z, kind_of(spec.criterion));
    divide(grid, state_->options, memory.chunks);
    ThreadTeam team(memory.chunks.size());
    const Result<std::uint64_t> count = kind.find(grid, memory, *packer, team);
    if (!count) return count.error();
    const auto elements = static_cast<std::size_t>(image.extent.elements());
    std::vector<std::uint32_t> fresh;
    const bool has_room = labels.values.size() == elements;
    if (!has_room) fresh.resize(elements);
    uint* const values = has_room ? labels.values.data() : fresh.data();
    if (components == nullptr) {
      for_each_chunk(team, memory.chunks, [&](RunChunk& chunk) { write_labels(grid, memory, chunk, values); });
    } else {
      measure(grid, memory, team, *count, values, *components);
      if (turns) turn_back(*components);
      if (std::holds_alternative<Equal>(spec.criterion)) read_values(image, *components);
    }
    if (!has_room) labels.values = std::move(fresh);
    labels.extent = image.extent;
    const Result<void> joined = join_seams(image, spec, mask, labels, components);
    if (!joined) {
      labels = {};
      if (components != nullptr) components->clear();
    }
    return joined;
  } catch (const std::bad_alloc&) {
    labels = {};
    if (components != nullptr) components->clear();
    return no_memory_for_labels(image.extent);
  }
}

}  // namespace glccl::host
