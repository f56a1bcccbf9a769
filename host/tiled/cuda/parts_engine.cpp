#include "host/tiled/cuda/parts_engine.hpp"

#include <algorithm>
#include <utility>

#include "cuda/runtime/devices/peers.hpp"
#include "host/tiled/label_slab.hpp"

namespace glccl::host::tiled {

using cuda::check;

std::size_t PartMemory::device_bytes() const {
  std::size_t bytes = border.bytes() + seam_elements.bytes();
  for (const cuda::Labeler& labeler : labelers) bytes += static_cast<std::size_t>(labeler.scratch_bytes());
  for (const DeviceSlot& slot : slots) bytes += slot.device_bytes();
  return bytes;
}

std::vector<PartSlab> cut_parts(const std::vector<DevicePart>& parts, int most_planes) {
  std::vector<PartSlab> slabs;
  int first = 0;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    const int planes = parts[part].planes;
    const int count = (planes - 1) / most_planes + 1;
    for (int i = 0; i < count; ++i) {
      const SlabPlace place = slab_place(planes, count, i);
      slabs.push_back({{first + place.first, place.planes}, part, static_cast<std::size_t>(i)});
    }
    first += planes;
  }
  return slabs;
}

PartsEngine::~PartsEngine() {
  // Kernels may still use memory of the caller and of the slots. Whatever failed has been reported.
  for (const PartMemory& part : memory_) {
    const cuda::DeviceGuard guard(part.device());
    for (const cuda::Stream* stream : {&part.compute, &part.borders}) static_cast<void>(stream->wait());
  }
}

std::size_t PartsEngine::first_element(std::size_t slab) const {
  const PartSlab& own = slabs_[slab];
  return static_cast<std::size_t>(own.place.first - first_planes_[own.part]) * sizes_->plane;
}

const std::uint8_t* PartsEngine::elements_of(std::size_t slab) const {
  const auto* const part = static_cast<const std::uint8_t*>(image_.parts[slabs_[slab].part].elements);
  return part + first_element(slab) * bytes_per_pixel(image_.format);
}

std::uint32_t* PartsEngine::labels_of(std::size_t slab) const {
  return image_.parts[slabs_[slab].part].labels + first_element(slab);
}

Result<void> PartsEngine::begin(const SlabTask& task) {
  task_ = &task;
  spec_ = task.spec;
  spec_.numbering = Numbering::raster;
  int thickest = 0;
  for (const PartSlab& slab : slabs_) thickest = std::max(thickest, slab.place.planes);
  sizes_.emplace(task.source, thickest, false);
  int first = 0;
  for (const DevicePart& part : image_.parts) first_planes_.push_back(std::exchange(first, first + part.planes));
  listed_.resize(slabs_.size());
  report_.parts.resize(image_.parts.size());
  for (std::size_t part = 0; part < image_.parts.size(); ++part) {
    if (Result<void> status = reserve_part(part); !status) {
      return at_slab(image_.extent, {first_planes_[part], image_.parts[part].planes}, status.error());
    }
  }
  std::vector<int> devices;
  for (const PartMemory& part : memory_) devices.push_back(part.device());
  cuda::open_peers(devices);
  return {};
}

Result<PartMemory> PartsEngine::make_part(int device) const {
  Result<cuda::Labeler> labeler = cuda::Labeler::create(method_, device);
  if (!labeler) return labeler.error();
  const cuda::DeviceGuard guard(labeler->device());
  if (Result<void> status = guard.status(); !status) return status.error();
  Result<cuda::Stream> compute = cuda::Stream::create();
  if (!compute) return compute.error();
  Result<cuda::Stream> borders = cuda::Stream::create_urgent();
  if (!borders) return borders.error();
  Result<cuda::Event> ready = cuda::Event::create(cudaEventDisableTiming);
  if (!ready) return ready.error();
  PartMemory memory{{}, *std::move(compute), *std::move(borders), *std::move(ready)};
  memory.labelers.push_back(*std::move(labeler));
  return memory;
}

/// Makes the labelers of a part of so many slabs.
Result<void> PartsEngine::reserve_labelers(PartMemory& memory, std::size_t slabs) const {
  while (is_split_ && memory.labelers.size() < slabs) {
    Result<cuda::Labeler> labeler = cuda::Labeler::create(method_, memory.device());
    if (!labeler) return labeler.error();
    memory.labelers.push_back(*std::move(labeler));
  }
  const Extent thickest = slab_of(image_.extent, static_cast<int>(sizes_->slab / sizes_->plane));
  for (std::size_t i = 0; i < (is_split_ ? slabs : 1); ++i) {
    if (Result<void> status = memory.labelers[i].prepare({image_.format}, thickest, spec_); !status) return status;
  }
  return {};
}

/// Makes the memory of a part, on its device, and lets its work begin after that on the caller's stream.
Result<void> PartsEngine::reserve_part(std::size_t index) {
  const DevicePart& part = image_.parts[index];
  int device = part.device;
  if (device < 0 && cudaGetDevice(&device) != cudaSuccess) device = -1;
  if (index == memory_.size() || memory_[index].device() != device) {
    Result<PartMemory> made = make_part(device);
    if (!made) return made.error();
    if (index == memory_.size()) {
      memory_.push_back(*std::move(made));
    } else {
      memory_[index] = *std::move(made);
    }
  }
  PartMemory& memory = memory_[index];
  const cuda::DeviceGuard guard(memory.device());
  if (Result<void> status = guard.status(); !status) return status;
  const auto slabs = static_cast<std::size_t>(
      std::count_if(slabs_.begin(), slabs_.end(), [&](const PartSlab& slab) { return slab.part == index; }));
  if (memory.slots.size() < slabs) memory.slots.resize(slabs);
  for (std::size_t i = 0; i < slabs; ++i) {
    if (Result<void> status = memory.slots[i].reserve(*sizes_); !status) return status;
  }
  if (index > 0) {
    if (Result<void> status = memory.slots.front().above.reserve(sizes_->places_bytes()); !status) return status;
    if (Result<void> status = memory.seam_elements.reserve(2 * sizes_->plane_bytes); !status) return status;
  }
  if (Result<void> status = memory.border.reserve(sizes_->border_bytes()); !status) return status;
  if (Result<void> status = reserve_labelers(memory, slabs); !status) return status;
  return memory.ready.record(static_cast<cudaStream_t>(part.stream));
}

/// Puts the first pass of all slabs on the streams of all devices.
Result<void> PartsEngine::begin_all() {
  for (std::size_t slab = 0; slab < slabs_.size(); ++slab) {
    const Result<void> begun = on_device(slab, [&]() -> Result<void> {
      if (begins_part(slab)) {
        const Result<void> waits = memory_of(slab).compute.wait_for(memory_of(slab).ready);
        if (!waits) return waits;
      }
      if (Result<void> status = begin_seam(slab); !status) return status;
      return is_split_ ? solve_split(slab) : label(slab);
    });
    if (!begun) return begun;
  }
  for (std::size_t slab = 0; slab < slabs_.size(); ++slab) {
    if (Result<void> begun = on_device(slab, [&] { return begin_border(slab); }); !begun) return begun;
  }
  return {};
}

/// Labels the two planes beside the seam before a slab. Within a part they lie side by side; those of two parts are
/// copied to the second one.
Result<void> PartsEngine::begin_seam(std::size_t slab) {
  if (slab == 0) return {};
  PartMemory& memory = memory_of(slab);
  const std::uint8_t* planes = elements_of(slab) - sizes_->plane_bytes;
  if (begins_part(slab)) {
    if (Result<void> status = memory.compute.wait_for(memory_of(slab - 1).ready); !status) return status;
    auto* const to = memory.seam_elements.as<std::uint8_t>();
    const std::size_t bytes = sizes_->plane_bytes;
    const auto above_planes = static_cast<std::size_t>(slabs_[slab - 1].place.planes);
    const std::uint8_t* const above = elements_of(slab - 1) + (above_planes - 1) * bytes;
    for (const auto& [target, from] : {std::pair(to, above), std::pair(to + bytes, elements_of(slab))}) {
      const Result<void> copied = check(cudaMemcpyAsync(target, from, bytes, cudaMemcpyDefault, memory.compute.get()),
                                        "cudaMemcpyAsync of a plane");
      if (!copied) return copied;
    }
    planes = to;
  }
  const ImageView seam{planes, image_.format, slab_of(image_.extent, 2)};
  const Result<cuda::Labels> labeled = labeler_of(slab).label(
      {seam}, spec_, {.target = cuda::DeviceLabels{slot_of(slab).seam.as<void>()}}, memory.compute.get());
  return labeled ? Result<void>() : labeled.error();
}

/// Makes a table of as many rows at least.
Result<void> PartsEngine::make_table(std::size_t slab, std::uint32_t rows) {
  DeviceSlot& slot = slot_of(slab);
  slot.table_rows = std::max({slot.table_rows, rows, static_cast<std::uint32_t>(sizes_->table_rows())});
  return slot.table.reserve(table_bytes(slot.table_rows, table_columns_of(extent_of(slab))));
}

/// Labels a slab by itself, with a table of DeviceSlot::table_rows rows.
Result<void> PartsEngine::label(std::size_t slab) {
  DeviceSlot& slot = slot_of(slab);
  cuda::Outputs outputs{.target = cuda::DeviceLabels{labels_of(slab)}};
  if (has_table()) {
    if (Result<void> status = make_table(slab, 0); !status) return status;
    outputs.table = {slot.table.as<void>(), slot.table_rows};
  }
  const ImageView image{elements_of(slab), image_.format, extent_of(slab)};
  const Result<cuda::Labels> labeled = labeler_of(slab).label({image}, spec_, outputs, memory_of(slab).compute.get());
  return labeled ? tell(slab, labeled->count) : labeled.error();
}

/// Solves a slab by itself. Its labels, but for those of the first and the last plane, and its table are written when
/// it is finished.
Result<void> PartsEngine::solve_split(std::size_t slab) {
  const ImageView image{elements_of(slab), image_.format, extent_of(slab)};
  const Result<cuda::Labels> solved =
      cuda::solve_slab(labeler_of(slab), cuda::DeviceImage{image}, cuda::DeviceLabels{labels_of(slab)}, spec_,
                       memory_of(slab).compute.get());
  return solved ? tell(slab, solved->count) : solved.error();
}

/// Tells the host the number of components, and the stream of borders that the slab is solved.
Result<void> PartsEngine::tell(std::size_t slab, const void* count) {
  DeviceSlot& slot = slot_of(slab);
  const cuda::Stream& compute = memory_of(slab).compute;
  const Result<void> told = cuda::tell_count(static_cast<const std::uint32_t*>(count), slot.count.as<std::uint32_t>(),
                                             slot.facts.count(), compute.get());
  return told ? slot.solved->record(compute.get()) : told;
}

/// Finds the border of a slab, and tells the host.
Result<void> PartsEngine::begin_border(std::size_t slab) {
  PartMemory& memory = memory_of(slab);
  DeviceSlot& slot = slot_of(slab);
  const cuda::Stream& stream = memory.borders;
  if (Result<void> status = stream.wait_for(*slot.solved); !status) return status;
  cuda::SlabBorderJob job{.labels = labels_of(slab),
                          .count = slot.count.as<std::uint32_t>(),
                          .elements = extent_of(slab).elements(),
                          .plane = static_cast<std::int64_t>(sizes_->plane),
                          .last = slot.last.as<std::uint32_t>(),
                          .scratch = memory.border.as<void>(),
                          .facts = slot.facts.border()};
  if (slab > 0) {
    const DeviceSlot& before = slot_of(slab - 1);
    job.seam = slot.seam.as<std::uint32_t>();
    job.above = before.last.as<std::uint32_t>();
    if (begins_part(slab)) {
      if (Result<void> status = stream.wait_for(*before.retrieved); !status) return status;
      const Result<void> copied = check(cudaMemcpyAsync(slot.above.as<void>(), before.last.as<void>(),
                                                        sizes_->places_bytes(), cudaMemcpyDefault, stream.get()),
                                        "cudaMemcpyAsync of the components of a plane");
      if (!copied) return copied;
      job.above = slot.above.as<std::uint32_t>();
    }
  }
  if (Result<void> status = cuda::find_border(job, stream.get()); !status) return status;
  return slot.retrieved->record(stream.get());
}

Result<void> PartsEngine::solve(std::size_t slab, SolvedSlab& solved) {
  if (!begun_) {
    begun_ = true;
    if (Result<void> status = begin_all(); !status) return status;
  }
  return on_device(slab, [&]() -> Result<void> {
    DeviceSlot& slot = slot_of(slab);
    if (Result<void> waited = slot.retrieved->wait(); !waited) return waited;
    solved.count = *slot.facts.count();
    if (solved.count == cuda::too_many_components) {
      return Error{ErrorCode::too_large, "it has more components than 32 bits count: label thinner slabs"};
    }
    slot.read_border(solved, above_listed_);
    if (is_split_ || !has_table() || solved.count <= slot.table_rows) return {};
    slot.table_rows = solved.count;  // the table was too small: again
    return label(slab);
  });
}

}  // namespace glccl::host::tiled
