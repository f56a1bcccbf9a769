// The second pass of DeviceEngine.
#include <algorithm>
#include <bit>
#include <utility>

#include "cuda/slabs/slabs.hpp"
#include "host/tiled/cuda/device_engine.hpp"

namespace glccl::host::tiled {

using cuda::check;

Result<void> DeviceEngine::finish(std::size_t slab, const Renumbering& numbers) {
  if (!second_pass_) {
    second_pass_ = true;
    if (task_->labels || task_->rows) begin_reading();
  }
  const Result<std::size_t> buffer = writer_->acquire();
  if (!buffer) return buffer.error();
  OutgoingSlab out{slab, *buffer};
  if (task_->labels || task_->rows) {
    if (Result<void> status = on_device(slab, [&] { return solve_again(slab, numbers, out); }); !status) return status;
  }
  writer_->put(out);
  return {};
}

/// Labels a slab, this time with its final numbers, and copies what is asked for to the host.
Result<void> DeviceEngine::solve_again(std::size_t slab, const Renumbering& numbers, OutgoingSlab& out) {
  DeviceSlot& slot = slot_of(slab);
  const cuda::Stream& download = part_of(slab).download;
  // The downloads of the slab that had the slot before.
  if (Result<void> status = slot.retrieved->wait(); !status) return status;
  if (!has_result(slab)) {
    if (!has_elements(slab)) {
      ++read_again_;
      if (reader_) planes_read_again_ += task_->slabs[slab].planes;
      if (Result<void> status = upload(slab, false); !status) return status;
      if (Result<void> status = part_of(slab).compute.wait_for(*slot.uploaded); !status) return status;
    }
    if (has_elements(slab)) ++solved_from_kept_;
    slot.table_rows = task_->rows ? std::max(numbers.count, 1U) : 0;
    if (Result<void> status = label(slab); !status) return status;
  }
  if (task_->labels) {
    // Labels of 64 bits leave the device as 32 bits: the writer widens them.
    if (task_->wide_labels) out.numbers = &numbers;
    const Result<void> status =
        task_->wide_labels ? renumber_on_device(slab, relative_numbers(numbers)) : renumber_on_device(slab, numbers);
    if (!status) return status;
  }
  if (Result<void> status = download.wait_for(*slot.solved); !status) return status;
  if (task_->rows) {
    if (Result<void> status = download_rows(slab, numbers.count, out); !status) return status;
  }
  if (task_->labels) {
    if (Result<void> status = download_labels(slab, out); !status) return status;
  }
  out.ready = &*slot.retrieved;
  return slot.retrieved->record(download.get());
}

Result<void> DeviceEngine::renumber_on_device(std::size_t slab, const Renumbering& numbers) {
  DeviceSlot& slot = slot_of(slab);
  const cuda::Stream& compute = part_of(slab).compute;
  const Result<cuda::LabelNumbers> sent = slot.send_numbers(numbers, compute.get());
  if (!sent) return sent.error();
  const auto elements = static_cast<std::int64_t>(elements_in(slab));
  if (Result<void> status = cuda::renumber_labels(slot.labels.as<std::uint32_t>(), elements, *sent, compute.get());
      !status) {
    return status;
  }
  return slot.solved->record(compute.get());
}

Result<void> DeviceEngine::download_rows(std::size_t slab, std::uint32_t count, OutgoingSlab& out) {
  out.columns = columns_of(slab);
  if (count == 0) return {};
  const std::size_t bytes = count * row_bytes_of(out.columns);
  SlabWriter::Buffer& buffer = (*writer_)[out.buffer];
  if (Result<void> status = buffer.rows.reserve(std::bit_ceil(bytes)); !status) return status;
  const auto* const rows = has_result(slab) ? kept_rows_[slab] : slot_of(slab).rows();
  return check(
      cudaMemcpyAsync(buffer.rows.as<void>(), rows, bytes, cudaMemcpyDeviceToHost, part_of(slab).download.get()),
      "cudaMemcpyAsync of rows");
}

Result<void> DeviceEngine::download_labels(std::size_t slab, OutgoingSlab& out) {
  const std::size_t first = static_cast<std::size_t>(task_->slabs[slab].first) * sizes_->plane;
  auto* const to =
      options_.labels != nullptr ? options_.labels + first : (*writer_)[out.buffer].labels.as<std::uint32_t>();
  out.labels = {to, elements_in(slab)};
  return check(cudaMemcpyAsync(to, slot_of(slab).labels.as<void>(), out.labels.size_bytes(), cudaMemcpyDeviceToHost,
                               part_of(slab).download.get()),
               "cudaMemcpyAsync of labels");
}

Result<void> DeviceEngine::end() { return writer_->end(); }

void DeviceEngine::describe(SlabReport& report) const {
  report.solved_again = read_again_;
  report.solved_from_kept = solved_from_kept_;
  report.planes_read = reader_ ? planes_of(task_->source.extent) + planes_read_again_ : 0;
  report.planes_read_again = planes_read_again_;
  report.kept_bytes = static_cast<std::int64_t>(kept_ * sizes_->place_bytes);
  report.elements_held = reader_ ? static_cast<std::int64_t>(slots_.size() * sizes_->slab) : 0;
  for (const Part& part : parts_) {
    const auto rows = static_cast<std::int64_t>(part.kept_rows.bytes());
    report.kept_bytes += rows;
    report.device_bytes += static_cast<std::int64_t>(part.kept_elements.bytes() + part.border.bytes()) + rows +
                           part.labeler.scratch_bytes();
  }
  std::size_t pinned = (reader_ ? reader_->bytes() : 0) + (writer_ ? writer_->bytes() : 0);
  for (const DeviceSlot& slot : slots_) {
    report.device_bytes += static_cast<std::int64_t>(slot.device_bytes());
    pinned += slot.pinned_bytes();
  }
  report.pinned_bytes = static_cast<std::int64_t>(pinned);
}

}  // namespace glccl::host::tiled
