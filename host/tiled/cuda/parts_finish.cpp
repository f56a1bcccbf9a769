// The second pass of PartsEngine.
#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

#include "cuda/slabs/part_rows.hpp"
#include "host/tiled/cuda/parts_engine.hpp"

namespace glccl::host::tiled {

cuda::PartTable PartsEngine::table_of(std::size_t part) const {
  return {image_.parts[part].table, image_.extent, static_cast<std::uint32_t>(report_.parts[part].before)};
}

Result<void> PartsEngine::finish(std::size_t slab, const Renumbering& numbers) {
  PartNumbers& part = report_.parts[slabs_[slab].part];
  if (begins_part(slab)) part = {numbers.before, 0};
  part.count += numbers.own();
  listed_[slab] = static_cast<std::uint32_t>(numbers.labels.size());
  const Result<void> done = on_device(slab, [&]() -> Result<void> {
    const cuda::Stream& compute = memory_of(slab).compute;
    const Result<cuda::LabelNumbers> sent = slot_of(slab).send_numbers(numbers, compute.get());
    if (!sent) return sent.error();
    if (Result<void> written = write_final_labels(slab, numbers, *sent); !written) return written;
    return has_table() ? finish_table(slab, numbers, *sent) : Result<void>();
  });
  return done ? task_->deliver(slab, {}, {}) : done;
}

Result<void> PartsEngine::write_final_labels(std::size_t slab, const Renumbering& numbers,
                                             const cuda::LabelNumbers& sent) {
  const cuda::Stream& compute = memory_of(slab).compute;
  if (!is_split_) {
    // Without earlier components a slab's own labels are final.
    if (numbers.before == 0 && sent.listed == 0) return {};
    return cuda::renumber_labels(labels_of(slab), extent_of(slab).elements(), sent, compute.get());
  }
  cuda::DeviceTable table;
  if (has_table()) {
    if (Result<void> status = make_table(slab, numbers.count); !status) return status;
    table = {slot_of(slab).table.as<void>(), slot_of(slab).table_rows};
  }
  const ImageView image{elements_of(slab), image_.format, extent_of(slab)};
  return cuda::finish_slab(labeler_of(slab), cuda::DeviceImage{image}, cuda::DeviceLabels{labels_of(slab)}, spec_,
                           table, sent, compute.get());
}

/// Moves the rows of a slab to the table of its part, and those of components that begin earlier to the host.
Result<void> PartsEngine::finish_table(std::size_t slab, const Renumbering& numbers, const cuda::LabelNumbers& sent) {
  DeviceSlot& slot = slot_of(slab);
  const cuda::SlabRows rows{slot.rows(), table_columns_of(extent_of(slab)), numbers.count,
                            static_cast<std::uint32_t>(slabs_[slab].place.first)};
  const std::size_t bytes = sent.listed * row_bytes_of(table_columns_of(image_.extent));
  if (Result<void> status = slot.border_rows.reserve(std::bit_ceil(bytes)); !status) return status;
  return cuda::finish_rows(rows, sent, table_of(slabs_[slab].part), slot.border_rows.as<void>(),
                           memory_of(slab).compute.get());
}

/// Sorts the rows that came to the host by the parts in which their components begin, into PartMemory::added.
Result<void> PartsEngine::collect_listed_rows() {
  const std::size_t row_bytes = row_bytes_of(table_columns_of(image_.extent));
  const auto part_of_number = [&](std::uint32_t number) {
    const auto behind = std::partition_point(report_.parts.begin(), report_.parts.end(),
                                             [&](const PartNumbers& part) { return part.before < number; });
    return static_cast<std::size_t>(behind - report_.parts.begin()) - 1;
  };
  const auto visit_rows = [&](const auto& visit) {
    for (std::size_t slab = 0; slab < slabs_.size(); ++slab) {
      const auto* row = slot_of(slab).border_rows.as<std::uint8_t>();
      for (std::uint32_t i = 0; i < listed_[slab]; ++i, row += row_bytes) {
        std::uint32_t number = 0;
        std::memcpy(&number, row, sizeof number);
        visit(part_of_number(number), row);
      }
    }
  };
  std::vector<std::size_t> counts(image_.parts.size(), 0);
  visit_rows([&](std::size_t part, const std::uint8_t*) { ++counts[part]; });
  for (std::size_t part = 0; part < counts.size(); ++part) {
    if (Result<void> status = memory_[part].added.reserve(std::bit_ceil(counts[part] * row_bytes)); !status)
      return status;
  }
  added_.assign(counts.size(), 0);
  visit_rows([&](std::size_t part, const std::uint8_t* row) {
    std::memcpy(memory_[part].added.as<std::uint8_t>() + added_[part]++ * row_bytes, row, row_bytes);
  });
  return {};
}

/// Completes the table of a part: rows of components that reach into later slabs, and the header.
Result<void> PartsEngine::end_table(std::size_t part) {
  const PartMemory& memory = memory_[part];
  const cuda::DeviceGuard guard(memory.device());
  if (Result<void> status = guard.status(); !status) return status;
  const cuda::PartTable table = table_of(part);
  const Result<void> added = cuda::add_rows(memory.added.as<void>(), added_[part], table, memory.compute.get());
  return added ? cuda::write_part_header(table, report_.parts[part].count, memory.compute.get()) : added;
}

Result<void> PartsEngine::end() {
  const auto wait_for_all = [&]() -> Result<void> {
    for (std::size_t part = 0; part < image_.parts.size(); ++part) {
      const cuda::DeviceGuard guard(memory_[part].device());
      if (Result<void> status = guard.status(); !status) return status;
      if (Result<void> status = memory_[part].compute.wait(); !status) return status;
    }
    return {};
  };
  if (Result<void> status = wait_for_all(); !status || !has_table()) return status;
  if (Result<void> status = collect_listed_rows(); !status) return status;
  for (std::size_t part = 0; part < image_.parts.size(); ++part) {
    if (Result<void> status = end_table(part); !status) return status;
  }
  return wait_for_all();
}

void PartsEngine::describe(SlabReport& report) const {
  for (const PartMemory& memory : memory_) report.device_bytes += static_cast<std::int64_t>(memory.device_bytes());
}

}  // namespace glccl::host::tiled
