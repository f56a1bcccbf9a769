#include "host/tiled/cuda/device_engine.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "cuda/slabs/slabs.hpp"

namespace glccl::host::tiled {

using cuda::check;

DeviceEngine::~DeviceEngine() {
  reader_.reset();
  writer_.reset();
  if (!streams_) return;
  // Copies may still use memory of the caller, and kernels that of the slots. Whatever failed has been reported.
  const cuda::DeviceGuard guard(labeler_->device());
  for (const cuda::Stream* stream : {&streams_->upload, &streams_->compute, &streams_->download, &streams_->rows}) {
    static_cast<void>(stream->wait());
  }
  slots_.clear();
  kept_elements_ = {};
  streams_.reset();
}

Status DeviceEngine::begin(const SlabTask& task) {
  task_ = &task;
  sizes_.emplace(task.source, task.slabs.front().planes, task.slabs.size() == 1);
  if (options_.in_flight < 2) {
    return Error{ErrorCode::invalid_argument,
                 std::to_string(options_.in_flight) + " slabs in flight: pass 2 or more, so that work overlaps"};
  }
  Result<cuda::Labeler> labeler = cuda::Labeler::create(cuda::Method::fast, options_.device);
  if (!labeler) return labeler.error();
  labeler_ = *std::move(labeler);
  const cuda::DeviceGuard guard(labeler_->device());
  if (Status status = guard.status(); !status) return status;
  if (Status status = make_objects(); !status) return status;
  if (Status status = make_memory(); !status) return status;
  begin_reading();
  return {};
}

Status DeviceEngine::make_objects() {
  Result<cuda::Stream> upload = cuda::Stream::create();
  if (!upload) return upload.error();
  Result<cuda::Stream> compute = cuda::Stream::create();
  if (!compute) return compute.error();
  Result<cuda::Stream> download = cuda::Stream::create();
  if (!download) return download.error();
  Result<cuda::Stream> rows = cuda::Stream::create();
  if (!rows) return rows.error();
  streams_ = {*std::move(upload), *std::move(compute), *std::move(download), *std::move(rows)};
  cudaPointerAttributes memory = {};
  const void* const elements = task_->source.memory;
  in_place_ = elements != nullptr && cudaPointerGetAttributes(&memory, elements) == cudaSuccess &&
              memory.type == cudaMemoryTypeHost;
  return {};
}

Status DeviceEngine::make_memory() {
  const SlabSizes& sizes = *sizes_;
  const std::size_t all = task_->slabs.size();
  if (task_->labels) {
    kept_ = std::min(all, static_cast<std::size_t>(std::max<std::int64_t>(task_->kept_bytes, 0)) / sizes.place_bytes);
    if (Status status = kept_elements_.reserve(kept_ * sizes.place_bytes); !status) return status;
  }
  const Extent slab = slab_of(task_->source.extent, task_->slabs.front().planes);
  if (Status status = labeler_->reserve(task_->spec, task_->source.format, slab); !status) return status;
  if (task_->rows && !task_->labels) kept_rows_.resize(all);
  if (task_->rows) table_rows_ = static_cast<std::uint32_t>(sizes.table_rows());
  slots_ = std::vector<DeviceSlot>(std::min(static_cast<std::size_t>(options_.in_flight), all));
  for (DeviceSlot& slot : slots_) {
    if (Status status = make_slot(slot); !status) return status;
  }
  const int buffers = static_cast<int>(slots_.size());
  if (!in_place_ && !task_->source.noise) {
    reader_.emplace(*task_, labeler_->device());
    if (Status status = reader_->reserve(buffers, sizes.slab_bytes); !status) return status;
  }
  if (!task_->has_sink) return {};
  writer_.emplace(*task_, labeler_->device());
  return writer_->start(buffers, task_->labels && options_.labels == nullptr ? sizes.label_bytes() : 0);
}

Status DeviceEngine::make_slot(DeviceSlot& slot) {
  if (kept_ < task_->slabs.size()) {
    if (Status status = slot.elements.reserve(sizes_->place_bytes); !status) return status;
  }
  if (Status status = slot.labels.reserve(sizes_->label_bytes()); !status) return status;
  if (Status status = slot.seam.reserve(sizes_->seam_bytes()); !status) return status;
  if (Status status = slot.facts.reserve(sizes_->plane); !status) return status;
  for (std::optional<cuda::Event>* event : {&slot.uploaded, &slot.solved, &slot.retrieved}) {
    Result<cuda::Event> made = cuda::Event::create(cudaEventDisableTiming | cudaEventBlockingSync);
    if (!made) return made.error();
    *event = *std::move(made);
  }
  return {};
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
  if (has_elements(slab)) return kept_elements_.as<std::uint8_t>() + slab * sizes_->place_bytes + sizes_->above_bytes;
  return slot_of(slab).elements.as<std::uint8_t>() + sizes_->above_bytes;
}

ImageView DeviceEngine::image_of(std::size_t slab) {
  return {elements_of(slab), task_->source.format, slab_of(task_->source.extent, task_->slabs[slab].planes)};
}

std::size_t DeviceEngine::elements_in(std::size_t slab) const {
  return sizes_->plane * static_cast<std::size_t>(task_->slabs[slab].planes);
}

/// Puts the elements of a slab on the device, with the plane before it for the seam.
Status DeviceEngine::upload(std::size_t slab, bool with_seam) {
  DeviceSlot& slot = slot_of(slab);
  const cuda::Stream& stream = streams_->upload;
  // The kernels that read what lay there.
  if (Status status = stream.wait_for(*slot.solved); !status) return status;
  std::uint8_t* const elements = elements_of(slab);
  if (Status status = copy_elements(slab, elements); !status) return status;
  if (with_seam) {
    const std::uint8_t* const above = elements_of(slab - 1) + sizes_->slab_bytes - sizes_->plane_bytes;
    const Status copied = check(cudaMemcpyAsync(elements - sizes_->plane_bytes, above, sizes_->plane_bytes,
                                                cudaMemcpyDeviceToDevice, stream.get()),
                                "cudaMemcpyAsync of a plane");
    if (!copied) return copied;
  }
  return slot.uploaded->record(stream.get());
}

Status DeviceEngine::copy_elements(std::size_t slab, std::uint8_t* to) {
  const SlabSource& source = task_->source;
  const cuda::Stream& stream = streams_->upload;
  const std::size_t place = static_cast<std::size_t>(task_->slabs[slab].first) * sizes_->plane;
  const std::size_t bytes = elements_in(slab) * bytes_per_pixel(source.format);
  if (source.noise) {
    return cuda::make_hash_noise(to, place, static_cast<std::int64_t>(elements_in(slab)), source.noise->limit,
                                 source.noise->seed, stream.get());
  }
  SlabReader::Elements from;
  if (in_place_) {
    from.bytes = static_cast<const std::uint8_t*>(source.memory) + place * bytes_per_pixel(source.format);
  } else {
    const Result<SlabReader::Elements> read = reader_->next();
    if (!read) return read.error();
    from = *read;
  }
  const Status copied =
      check(cudaMemcpyAsync(to, from.bytes, bytes, cudaMemcpyHostToDevice, stream.get()), "cudaMemcpyAsync to the GPU");
  if (!copied || in_place_) return copied;
  return reader_->release(from.buffer, stream);
}

Status DeviceEngine::begin_solving(std::size_t slab) {
  DeviceSlot& slot = slot_of(slab);
  if (Status status = upload(slab, slab > 0); !status) return status;
  const cuda::Stream& compute = streams_->compute;
  if (Status status = compute.wait_for(*slot.uploaded); !status) return status;
  if (slab > 0) {
    const ImageView seam{elements_of(slab) - sizes_->plane_bytes, task_->source.format,
                         slab_of(task_->source.extent, 2)};
    const Result<cuda::Launched> labeled = labeler_->label(
        cuda::DeviceImage{seam}, cuda::DeviceLabels{slot.seam.as<void>()}, task_->spec, {}, compute.get());
    if (!labeled) return labeled.error();
  }
  slot.table_rows = table_rows_;
  if (Status status = label(slab); !status) return status;
  return tell(slab);
}

/// Labels a slab, with a table of DeviceSlot::table_rows rows, on the compute stream.
Status DeviceEngine::label(std::size_t slab) {
  DeviceSlot& slot = slot_of(slab);
  const cuda::Stream& compute = streams_->compute;
  const ImageView image = image_of(slab);
  cuda::Options options;
  if (slot.table_rows > 0) {
    const std::size_t bytes = table_bytes(slot.table_rows, table_columns_of(image.extent));
    if (Status status = slot.table.reserve(bytes); !status) return status;
    options.table = {slot.table.as<void>(), slot.table_rows};
  }
  LabelingSpec spec = task_->spec;
  spec.numbering = Numbering::raster;
  const Result<cuda::Launched> labeled = labeler_->label(
      cuda::DeviceImage{image}, cuda::DeviceLabels{slot.labels.as<void>()}, spec, options, compute.get());
  if (!labeled) return labeled.error();
  const Status copied = check(
      cudaMemcpyAsync(slot.facts.count(), labeled->count, sizeof(std::uint32_t), cudaMemcpyDeviceToHost, compute.get()),
      "cudaMemcpyAsync of the number of components");
  if (!copied) return copied;
  return slot.solved->record(compute.get());
}

/// Copies the labels of planes to the host.
Status DeviceEngine::tell(std::size_t slab) {
  DeviceSlot& slot = slot_of(slab);
  const cuda::Stream& stream = streams_->download;
  if (Status status = stream.wait_for(*slot.solved); !status) return status;
  const auto* const labels = slot.labels.as<std::uint32_t>();
  const auto copy = [&](std::span<std::uint32_t> to, const std::uint32_t* from) {
    return check(cudaMemcpyAsync(to.data(), from, to.size_bytes(), cudaMemcpyDeviceToHost, stream.get()),
                 "cudaMemcpyAsync of labels of a plane");
  };
  if (Status status = copy(slot.facts.first(), labels); !status) return status;
  if (Status status = copy(slot.facts.last(), labels + elements_in(slab) - sizes_->plane); !status) return status;
  if (slab > 0) {
    if (Status status = copy(slot.facts.seam(), slot.seam.as<std::uint32_t>()); !status) return status;
  }
  return slot.retrieved->record(stream.get());
}

Result<SolvedSlab> DeviceEngine::solve(std::size_t slab) {
  const std::size_t ahead = std::min(slab + slots_.size(), task_->slabs.size());
  for (; begun_ < ahead; ++begun_) {
    if (Status status = on_device(begun_, [&] { return begin_solving(begun_); }); !status) return status.error();
  }
  SolvedSlab solved;
  const Status status = on_device(slab, [&]() -> Status {
    const DeviceSlot& slot = slot_of(slab);
    if (Status waited = slot.retrieved->wait(); !waited) return waited;
    solved.count = *slot.facts.count();
    if (solved.count == cuda::too_many_components) {
      return Error{ErrorCode::too_large, "it has more components than 32 bits count: make the slabs thinner"};
    }
    solved.border = find_border(slot.facts.first(), slot.facts.last());
    if (slab > 0) solved.seam.assign(slot.facts.seam().begin(), slot.facts.seam().end());
    return task_->rows ? collect_rows(slab, solved) : Status();
  });
  if (!status) return status.error();
  return solved;
}

/// The rows of the components in a slab's border planes.
Status DeviceEngine::collect_rows(std::size_t slab, SolvedSlab& solved) {
  DeviceSlot& slot = slot_of(slab);
  if (solved.count > slot.table_rows) {  // the table was too small: again, and larger ones from now on
    table_rows_ = solved.count + solved.count / 4;
    slot.table_rows = table_rows_;
    if (Status status = label(slab); !status) return status;
  }
  const std::vector<std::uint32_t>& labels = solved.border.labels;
  if (Status status = streams_->rows.wait_for(*slot.solved); !status) return status;
  if (Status status = keep_rows(slab, solved.count); !status) return status;
  if (labels.empty()) return {};
  const std::uint32_t columns = table_columns_of(image_of(slab).extent);
  const std::size_t row_bytes = row_bytes_of(columns);
  if (Status status = slot.border_labels.reserve(labels.size() * sizeof(std::uint32_t)); !status) return status;
  if (Status status = slot.border_rows.reserve(labels.size() * row_bytes); !status) return status;
  std::copy(labels.begin(), labels.end(), slot.border_labels.as<std::uint32_t>());
  const cuda::Stream& stream = streams_->rows;
  const auto* const table = slot.table.as<std::uint8_t>();
  const Status gathered =
      cuda::gather_rows(table + sizeof(ComponentTableHeader), row_bytes, slot.border_labels.as<std::uint32_t>(),
                        static_cast<std::uint32_t>(labels.size()), slot.border_rows.as<void>(), stream.get());
  if (!gathered) return gathered;
  if (Status status = slot.retrieved->record(stream.get()); !status) return status;
  if (Status status = slot.retrieved->wait(); !status) return status;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    solved.rows.push_back(read_row(slot.border_rows.as<std::uint8_t>() + i * row_bytes, columns));
  }
  return {};
}

/// Copies the table's rows to memory of their own, if there is room and no labels are asked for.
Status DeviceEngine::keep_rows(std::size_t slab, std::uint32_t count) {
  const std::size_t bytes = count * row_bytes_of(table_columns_of(image_of(slab).extent));
  if (kept_rows_.empty() || kept_row_bytes_ + static_cast<std::int64_t>(bytes) > task_->kept_bytes) return {};
  cuda::Scratch& kept = kept_rows_[slab].emplace();
  if (bytes == 0) return {};
  if (Status status = kept.reserve(bytes); !status) return status;
  kept_row_bytes_ += static_cast<std::int64_t>(bytes);
  DeviceSlot& slot = slot_of(slab);
  const auto* const rows = slot.table.as<std::uint8_t>() + sizeof(ComponentTableHeader);
  const cuda::Stream& stream = streams_->rows;
  const Status copied = check(cudaMemcpyAsync(kept.as<void>(), rows, bytes, cudaMemcpyDeviceToDevice, stream.get()),
                              "cudaMemcpyAsync of rows");
  if (!copied) return copied;
  if (Status status = slot.retrieved->record(stream.get()); !status) return status;
  return slot.retrieved->wait();
}

}  // namespace glccl::host::tiled
