#include "host/tiled/cuda/device_engine.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <thread>
#include <utility>

#include "cuda/runtime/devices/peers.hpp"
#include "cuda/slabs/slabs.hpp"

namespace glccl::host::tiled {

using cuda::check;

DeviceEngine::~DeviceEngine() {
  reader_.reset();
  writer_.reset();
  // Copies may still use memory of the caller, and kernels that of the slots. Whatever failed has been reported.
  for (const Part& part : parts_) {
    const cuda::DeviceGuard guard(part.labeler.device());
    for (const cuda::Stream* stream : {&part.upload, &part.compute, &part.download, &part.rows}) {
      static_cast<void>(stream->wait());
    }
  }
  static_cast<void>(on_all_parts([&](std::size_t index) {
    for (std::size_t i = index; i < slots_.size(); i += parts_.size()) slots_[i] = DeviceSlot();
    return Result<void>();
  }));
}

/// Runs work for each part, on its device: with several at the same time, because it takes long to make memory and to
/// give it back.
template <class Work>
Result<void> DeviceEngine::on_all_parts(const Work& work) {
  std::vector<Result<void>> done(parts_.size());
  const auto work_on = [&](std::size_t index) {
    const cuda::DeviceGuard guard(parts_[index].labeler.device());
    done[index] = guard.status();
    if (done[index]) done[index] = work(index);
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t index = 1; index < parts_.size(); ++index) threads.emplace_back(work_on, index);
    if (!parts_.empty()) work_on(0);
  }
  const auto failed = std::find_if(done.begin(), done.end(), [](const Result<void>& status) { return !status; });
  return failed == done.end() ? Result<void>() : *failed;
}

Result<void> DeviceEngine::begin(const SlabTask& task) {
  task_ = &task;
  spec_ = task.spec;
  spec_.numbering = Numbering::raster;
  sizes_.emplace(task.source, task.slabs.front().planes, task.slabs.size() == 1);
  if (options_.in_flight < 2) {
    return Error{ErrorCode::invalid_argument,
                 std::to_string(options_.in_flight) + " slabs in flight: pass 2 or more, so that work overlaps"};
  }
  if (task.labels && task.wide_labels && options_.labels != nullptr) {
    return Error{ErrorCode::invalid_argument,
                 "memory for labels of 32 bits, and labels of 64 bits: take these from the sink"};
  }
  if (options_.devices.empty()) return Error{ErrorCode::invalid_argument, "no device: pass one, or -1"};
  if (Result<void> status = check_slab_method(options_.method); !status) return status;
  if (Result<void> status = make_parts(); !status) return status;
  if (Result<void> status = make_memory(); !status) return status;
  begin_reading();
  return {};
}

Result<DeviceEngine::Part> DeviceEngine::make_part(int device) const {
  Result<cuda::Labeler> labeler = cuda::Labeler::create(options_.method, device);
  if (!labeler) return labeler.error();
  const cuda::DeviceGuard guard(labeler->device());
  if (Result<void> status = guard.status(); !status) return status.error();
  std::vector<cuda::Stream> streams;
  for (int i = 0; i < 4; ++i) {
    // Borders are small, and the next slab's wait for them: they pass by the kernels that label.
    Result<cuda::Stream> stream = i < 2 ? cuda::Stream::create() : cuda::Stream::create_urgent();
    if (!stream) return stream.error();
    streams.push_back(*std::move(stream));
  }
  return Part{*std::move(labeler), std::move(streams[0]), std::move(streams[1]), std::move(streams[2]),
              std::move(streams[3])};
}

Result<void> DeviceEngine::make_parts() {
  parts_.reserve(options_.devices.size());
  std::vector<int> devices;
  for (const int device : options_.devices) {
    if (parts_.size() == task_->slabs.size()) break;
    Result<Part> part = make_part(device);
    if (!part) return part.error();
    parts_.push_back(*std::move(part));
    devices.push_back(parts_.back().labeler.device());
  }
  cuda::open_peers(devices);
  cudaPointerAttributes memory = {};
  const void* const elements = task_->source.memory;
  in_place_ = elements != nullptr && cudaPointerGetAttributes(&memory, elements) == cudaSuccess &&
              memory.type == cudaMemoryTypeHost;
  return {};
}

Result<void> DeviceEngine::make_memory() {
  const SlabSizes& sizes = *sizes_;
  const std::size_t all = task_->slabs.size();
  if (task_->labels) {
    const auto bytes = static_cast<std::size_t>(std::max<std::int64_t>(task_->kept_bytes, 0));
    kept_ = std::min(all, bytes / sizes.place_bytes * parts_.size());
  }
  if (task_->rows && !task_->labels) kept_rows_.resize(all);
  if (task_->measured()) table_rows_ = static_cast<std::uint32_t>(sizes.table_rows());
  const Extent slab = slab_of(task_->source.extent, task_->slabs.front().planes);
  slots_ = std::vector<DeviceSlot>(parts_.size() == 1 ? std::min<std::size_t>(options_.in_flight, all)
                                                      : parts_.size() * static_cast<std::size_t>(options_.in_flight));
  const Result<void> made = on_all_parts([&](std::size_t index) -> Result<void> {
    Part& part = parts_[index];
    const std::size_t kept = (kept_ + parts_.size() - 1) / parts_.size() * sizes.place_bytes;
    if (Result<void> status = part.kept_elements.reserve(kept); !status) return status;
    if (Result<void> status = part.border.reserve(sizes.border_bytes()); !status) return status;
    if (Result<void> status = part.labeler.prepare({task_->source.format}, slab, spec_); !status) return status;
    for (std::size_t i = index; i < slots_.size(); i += parts_.size()) {
      if (Result<void> status = make_slot(slots_[i]); !status) return status;
    }
    return {};
  });
  if (!made) return made;
  const int buffers = static_cast<int>(slots_.size());
  const int device = parts_.front().labeler.device();
  if (!in_place_ && !task_->source.noise) {
    reader_.emplace(*task_, device);
    if (Result<void> status = reader_->reserve(buffers, sizes.slab_bytes); !status) return status;
  }
  if (!task_->has_sink) return {};
  writer_.emplace(*task_, device);
  // Rows are delivered as they are, so that two buffers keep a bus busy.
  const int written = task_->labels ? buffers : std::min(buffers, 2 * static_cast<int>(parts_.size()));
  return writer_->start(written, task_->labels && options_.labels == nullptr ? sizes.label_bytes() : 0);
}

Result<void> DeviceEngine::make_slot(DeviceSlot& slot) {
  if (kept_ < task_->slabs.size()) {
    if (Result<void> status = slot.elements.reserve(sizes_->place_bytes); !status) return status;
  }
  if (Result<void> status = slot.labels.reserve(sizes_->label_bytes()); !status) return status;
  if (parts_.size() > 1) {
    if (Result<void> status = slot.above.reserve(sizes_->places_bytes()); !status) return status;
  }
  return slot.reserve(*sizes_);
}

/// Lets the reader read the slabs of a pass.
void DeviceEngine::begin_reading() {
  if (!reader_) return;
  std::vector<std::size_t> slabs;
  for (std::size_t slab = 0; slab < task_->slabs.size(); ++slab) {
    if (!second_pass_ || !(has_elements(slab) || has_result(slab))) slabs.push_back(slab);
  }
  reader_->start(std::move(slabs));
}

std::uint8_t* DeviceEngine::elements_of(std::size_t slab) {
  if (!has_elements(slab)) return slot_of(slab).elements.as<std::uint8_t>() + sizes_->above_bytes;
  const std::size_t place = slab / parts_.size() * sizes_->place_bytes;
  return part_of(slab).kept_elements.as<std::uint8_t>() + place + sizes_->above_bytes;
}

ImageView DeviceEngine::image_of(std::size_t slab) {
  return {elements_of(slab), task_->source.format, slab_of(task_->source.extent, task_->slabs[slab].planes)};
}

std::size_t DeviceEngine::elements_in(std::size_t slab) const {
  return sizes_->plane * static_cast<std::size_t>(task_->slabs[slab].planes);
}

/// Puts the elements of a slab on its device, with the plane before it for the seam.
Result<void> DeviceEngine::upload(std::size_t slab, bool with_seam) {
  DeviceSlot& slot = slot_of(slab);
  const cuda::Stream& stream = part_of(slab).upload;
  // The kernels that read what lay there, and the copy of its last plane for the slab behind it.
  if (Result<void> status = stream.wait_for(*slot.solved); !status) return status;
  if (Result<void> status = stream.wait_for(*slot_of(slab + 1).uploaded); !status) return status;
  std::uint8_t* const elements = elements_of(slab);
  std::optional<std::size_t> buffer;
  if (Result<void> status = copy_elements(slab, elements, buffer); !status) return status;
  if (with_seam) {
    if (Result<void> status = stream.wait_for(*slot_of(slab - 1).uploaded); !status) return status;
    const std::uint8_t* const above = elements_of(slab - 1) + sizes_->slab_bytes - sizes_->plane_bytes;
    const Result<void> copied = check(
        cudaMemcpyAsync(elements - sizes_->plane_bytes, above, sizes_->plane_bytes, cudaMemcpyDefault, stream.get()),
        "cudaMemcpyAsync of a plane");
    if (!copied) return copied;
  }
  if (Result<void> status = slot.uploaded->record(stream.get()); !status) return status;
  if (buffer) reader_->release(*buffer, *slot.uploaded);
  return {};
}

/// Takes the elements from where they are. `buffer` is that of the reader, if it has read them.
Result<void> DeviceEngine::copy_elements(std::size_t slab, std::uint8_t* to, std::optional<std::size_t>& buffer) {
  const SlabSource& source = task_->source;
  const cuda::Stream& stream = part_of(slab).upload;
  const std::size_t place = static_cast<std::size_t>(task_->slabs[slab].first) * sizes_->plane;
  const std::size_t bytes = elements_in(slab) * bytes_per_pixel(source.format);
  if (source.noise) {
    return cuda::make_hash_noise(to, place, static_cast<std::int64_t>(elements_in(slab)), source.noise->limit,
                                 source.noise->seed, stream.get());
  }
  const void* from = static_cast<const std::uint8_t*>(source.memory) + place * bytes_per_pixel(source.format);
  if (!in_place_) {
    const Result<SlabReader::Elements> read = reader_->next();
    if (!read) return read.error();
    from = read->bytes;
    buffer = read->buffer;
  }
  return check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, stream.get()), "cudaMemcpyAsync to the GPU");
}

Result<void> DeviceEngine::begin_solving(std::size_t slab) {
  DeviceSlot& slot = slot_of(slab);
  if (Result<void> status = upload(slab, slab > 0); !status) return status;
  const cuda::Stream& compute = part_of(slab).compute;
  if (Result<void> status = compute.wait_for(*slot.uploaded); !status) return status;
  if (slab > 0) {
    const ImageView seam{elements_of(slab) - sizes_->plane_bytes, task_->source.format,
                         slab_of(task_->source.extent, 2)};
    LabelingSpec unmeasured = spec_;
    unmeasured.columns = 0;
    const Result<cuda::Labels> labeled = part_of(slab).labeler.label(
        {seam}, unmeasured, {.target = cuda::DeviceLabels{slot.seam.as<void>()}}, compute.get());
    if (!labeled) return labeled.error();
  }
  slot.table_rows = table_rows_;
  if (Result<void> status = label(slab); !status) return status;
  return tell(slab);
}

/// Labels a slab, with a table of DeviceSlot::table_rows rows, on the compute stream.
Result<void> DeviceEngine::label(std::size_t slab) {
  DeviceSlot& slot = slot_of(slab);
  const cuda::Stream& compute = part_of(slab).compute;
  const ImageView image = image_of(slab);
  if (Result<void> status = compute.wait_for(*slot.kept); !status) return status;
  cuda::Outputs outputs{.target = cuda::DeviceLabels{slot.labels.as<void>()}};
  if (slot.table_rows > 0) {
    const std::size_t bytes = table_bytes(slot.table_rows, columns_of(slab));
    if (Result<void> status = slot.table.reserve(bytes); !status) return status;
    outputs.table = {slot.table.as<void>(), slot.table_rows};
  }
  const Result<cuda::Labels> labeled = part_of(slab).labeler.label({image}, spec_, outputs, compute.get());
  if (!labeled) return labeled.error();
  if (!second_pass_) {
    const Result<void> told = cuda::tell_count(static_cast<const std::uint32_t*>(labeled->count),
                                               slot.count.as<std::uint32_t>(), slot.facts.count(), compute.get());
    if (!told) return told;
  }
  return slot.solved->record(compute.get());
}

/// Finds the border of a slab, and tells the host.
Result<void> DeviceEngine::tell(std::size_t slab) {
  DeviceSlot& slot = slot_of(slab);
  const Part& part = part_of(slab);
  if (Result<void> status = part.download.wait_for(*slot.solved); !status) return status;
  // The copy of the places that lay in `last` before, for the slab behind that one.
  if (Result<void> status = part.download.wait_for(*slot_of(slab + 1).retrieved); !status) return status;
  if (Result<void> status = fetch_above(slab); !status) return status;
  const bool on_other_device = parts_.size() > 1;
  cuda::SlabBorderJob job{.labels = slot.labels.as<std::uint32_t>(),
                          .count = slot.count.as<std::uint32_t>(),
                          .elements = static_cast<std::int64_t>(elements_in(slab)),
                          .plane = static_cast<std::int64_t>(sizes_->plane),
                          .last = slot.last.as<std::uint32_t>(),
                          .scratch = part.border.as<void>(),
                          .facts = slot.facts.border()};
  if (slab > 0) {
    job.seam = slot.seam.as<std::uint32_t>();
    job.above = (on_other_device ? slot.above : slot_of(slab - 1).last).as<std::uint32_t>();
  }
  if (task_->measured()) {
    const std::size_t row_bytes = row_bytes_of(columns_of(slab));
    slot.row_room = static_cast<std::uint32_t>(slot.border_rows.bytes() / row_bytes);
    job.rows = slot.rows();
    job.row_bytes = static_cast<std::uint32_t>(row_bytes);
    job.table_rows = slot.table_rows;
    job.facts.rows = slot.border_rows.as<void>();
    job.facts.row_room = slot.row_room;
  }
  if (Result<void> status = cuda::find_border(job, part.download.get()); !status) return status;
  if (Result<void> status = sum_areas(slab, part.download); !status) return status;
  return slot.retrieved->record(part.download.get());
}

/// Copies the places of the components in the plane before a slab from the device that has the slab before.
Result<void> DeviceEngine::fetch_above(std::size_t slab) {
  if (slab == 0 || parts_.size() == 1) return {};
  const cuda::Stream& stream = part_of(slab).download;
  DeviceSlot& before = slot_of(slab - 1);
  if (Result<void> status = stream.wait_for(*before.retrieved); !status) return status;
  return check(cudaMemcpyAsync(slot_of(slab).above.as<void>(), before.last.as<void>(), sizes_->places_bytes(),
                               cudaMemcpyDefault, stream.get()),
               "cudaMemcpyAsync of the components of a plane");
}

Result<void> DeviceEngine::solve(std::size_t slab, SolvedSlab& solved) {
  const std::size_t ahead = std::min(slab + slots_.size(), task_->slabs.size());
  for (; begun_ < ahead; ++begun_) {
    if (Result<void> status = on_device(begun_, [&] { return begin_solving(begun_); }); !status) return status;
  }
  return on_device(slab, [&]() -> Result<void> {
    const DeviceSlot& slot = slot_of(slab);
    if (Result<void> waited = slot.retrieved->wait(); !waited) return waited;
    solved.count = *slot.facts.count();
    if (solved.count == cuda::too_many_components) {
      return Error{ErrorCode::too_large, "it has more components than 32 bits count: make the slabs thinner"};
    }
    most_rows_ = std::max(most_rows_, solved.count);
    // Slabs are alike, and their rows are never without bytes.
    if (slab == 0 && task_->rows) writer_->make_room(final_bytes(std::size_t{solved.count} + solved.count / 8 + 1));
    slot.read_border(solved, above_listed_);
    return task_->measured() ? collect_rows(slab, solved) : Result<void>();
  });
}

/// The sums of a slab, and the rows of the components in its border planes. The host has them already, unless there was
/// no room: then it waits for them, and the slabs that have the slot later find room.
Result<void> DeviceEngine::collect_rows(std::size_t slab, SolvedSlab& solved) {
  DeviceSlot& slot = slot_of(slab);
  const cuda::Stream& stream = part_of(slab).rows;
  const bool is_incomplete = solved.count > slot.table_rows;
  if (is_incomplete) {  // the table was too small: again, and larger ones from now on
    table_rows_ = solved.count + solved.count / 4;
    slot.table_rows = table_rows_;
    if (Result<void> status = label(slab); !status) return status;
    if (Result<void> status = stream.wait_for(*slot.solved); !status) return status;
    if (Result<void> status = sum_areas(slab, stream); !status) return status;
  }
  const std::vector<std::uint32_t>& labels = solved.border;
  if (is_incomplete || labels.size() > slot.row_room) {
    if (Result<void> status = begin_gathering(slab, labels); !status) return status;
    if (Result<void> status = slot.retrieved->record(stream.get()); !status) return status;
    if (Result<void> status = slot.retrieved->wait(); !status) return status;
  }
  if (Result<void> status = keep_rows(slab, solved.count); !status) return status;
  if (task_->sums) {
    solved.elements = slot.facts.areas()->sum;
    solved.largest = slot.facts.areas()->largest;
  }
  const std::uint32_t columns = columns_of(slab);
  solved.rows.resize(labels.size(), task_->moments());
  const auto* row = slot.border_rows.as<std::uint8_t>();
  for (std::size_t i = 0; i < labels.size(); ++i, row += row_bytes_of(columns)) {
    solved.rows.components[i] = read_row(row, columns);
    if (task_->moments()) solved.rows.moments[i] = read_measurements(row, columns).moments;
  }
  return {};
}

Result<void> DeviceEngine::sum_areas(std::size_t slab, const cuda::Stream& stream) {
  if (!task_->sums) return {};
  DeviceSlot& slot = slot_of(slab);
  if (Result<void> status = slot.areas.reserve(sizeof(cuda::AreaSums)); !status) return status;
  return cuda::sum_areas(slot.rows(), row_bytes_of(columns_of(slab)), slot.count.as<std::uint32_t>(), slot.table_rows,
                         slot.areas.as<cuda::AreaSums>(), slot.facts.areas(), stream.get());
}

/// Copies the rows of some labels to DeviceSlot::border_rows.
Result<void> DeviceEngine::begin_gathering(std::size_t slab, const std::vector<std::uint32_t>& labels) {
  if (labels.empty()) return {};
  DeviceSlot& slot = slot_of(slab);
  const std::size_t row_bytes = row_bytes_of(columns_of(slab));
  // Sizes differ a little from slab to slab, and memory is rather taken seldom.
  const std::size_t room = std::bit_ceil(labels.size());
  if (Result<void> status = slot.border_labels.reserve(room * sizeof(std::uint32_t)); !status) return status;
  if (Result<void> status = slot.border_rows.reserve(room * row_bytes); !status) return status;
  std::copy(labels.begin(), labels.end(), slot.border_labels.as<std::uint32_t>());
  return cuda::gather_rows(slot.rows(), row_bytes, slot.border_labels.as<std::uint32_t>(),
                           static_cast<std::uint32_t>(labels.size()), slot.border_rows.as<void>(),
                           part_of(slab).rows.get());
}

/// Copies the table's rows to memory of their own, if there is room and no labels are asked for.
Result<void> DeviceEngine::keep_rows(std::size_t slab, std::uint32_t count) {
  if (kept_rows_.empty()) return {};
  const std::size_t bytes = count * row_bytes_of(columns_of(slab));
  const Result<std::uint8_t*> kept = part_of(slab).kept_rows.take(bytes, task_->kept_bytes);
  if (!kept) return kept.error();
  if (*kept == nullptr) return {};
  kept_rows_[slab] = *kept;
  const cuda::Stream& stream = part_of(slab).rows;
  if (Result<void> status = cuda::copy_rows(slot_of(slab).rows(), bytes, *kept, stream.get()); !status) return status;
  return slot_of(slab).kept->record(stream.get());
}

}  // namespace glccl::host::tiled
