// The second pass of DeviceEngine.
#include <algorithm>
#include <utility>

#include "cuda/slabs/final_rows.hpp"
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
  OutgoingSlab out{.slab = slab, .buffer = *buffer};
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
  if (Result<void> status = finish_on_device(slab, numbers, out); !status) return status;
  if (Result<void> status = download.wait_for(*slot.solved); !status) return status;
  if (task_->rows) {
    if (Result<void> status = download_rows(slab, numbers.own(), out); !status) return status;
  }
  if (task_->labels) {
    if (Result<void> status = download_labels(slab, out); !status) return status;
  }
  out.ready = &*slot.retrieved;
  return slot.retrieved->record(download.get());
}

/// Gives labels their final numbers, and makes the final rows.
Result<void> DeviceEngine::finish_on_device(std::size_t slab, const Renumbering& numbers, OutgoingSlab& out) {
  DeviceSlot& slot = slot_of(slab);
  const cuda::Stream& compute = part_of(slab).compute;
  // Labels of 64 bits leave the device as 32 bits: the writer widens them.
  const bool widened = task_->labels && task_->wide_labels;
  if (widened) out.numbers = &numbers;
  Result<cuda::LabelNumbers> sent = slot.send_numbers(widened ? relative_numbers(numbers) : numbers, compute.get());
  if (!sent) return sent.error();
  if (task_->labels) {
    const auto elements = static_cast<std::int64_t>(elements_in(slab));
    const Result<void> status = cuda::renumber_labels(slot.labels.as<std::uint32_t>(), elements, *sent, compute.get());
    if (!status) return status;
  }
  if (task_->rows) {
    sent->before = static_cast<std::uint32_t>(numbers.before);
    if (Result<void> status = make_final_rows(slab, numbers, *sent); !status) return status;
  }
  return slot.solved->record(compute.get());
}

/// The rows of so many components in memory with room for them, and behind them their moments.
FinalRows DeviceEngine::rows_in(void* memory, std::size_t count) const {
  auto* const components = static_cast<Component*>(memory);
  auto* const moments = reinterpret_cast<Moments*>(components + count);
  return {{components, count}, {moments, task_->moments() ? count : 0}};
}

/// Bytes of rows_in().
std::size_t DeviceEngine::final_bytes(std::size_t count) const {
  return count * (sizeof(Component) + (task_->moments() ? sizeof(Moments) : 0));
}

/// Writes the rows to DeviceSlot::final_rows.
Result<void> DeviceEngine::make_final_rows(std::size_t slab, const Renumbering& numbers,
                                           const cuda::LabelNumbers& sent) {
  DeviceSlot& slot = slot_of(slab);
  const cuda::Stream& compute = part_of(slab).compute;
  if (Result<void> status = compute.wait_for(*slot.kept); !status) return status;
  if (Result<void> status = slot.final_rows.reserve(final_bytes(most_rows_)); !status) return status;
  const FinalRows rows = rows_in(slot.final_rows.as<void>(), numbers.own());
  const cuda::SlabRows own{has_result(slab) ? kept_rows_[slab] : slot.rows(), columns_of(slab), numbers.count,
                           static_cast<std::uint32_t>(task_->slabs[slab].first)};
  return cuda::write_final_rows(own, sent, task_->source.extent, rows.components.data(),
                                task_->moments() ? rows.moments.data() : nullptr, compute.get());
}

Result<void> DeviceEngine::download_rows(std::size_t slab, std::uint32_t count, OutgoingSlab& out) {
  SlabWriter::Buffer& buffer = (*writer_)[out.buffer];
  if (Result<void> status = buffer.rows.reserve(final_bytes(most_rows_)); !status) return status;
  if (count == 0) return {};
  out.rows = rows_in(buffer.rows.as<void>(), count);
  return check(cudaMemcpyAsync(buffer.rows.as<void>(), slot_of(slab).final_rows.as<void>(), final_bytes(count),
                               cudaMemcpyDeviceToHost, part_of(slab).download.get()),
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
