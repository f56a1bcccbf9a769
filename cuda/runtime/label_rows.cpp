#include "cuda/runtime/label_rows.hpp"

#include <string>
#include <variant>

#include "cuda/runtime/memory/byte_range.hpp"
#include "cuda/runtime/memory/check_reach.hpp"

namespace glccl::cuda {

LabelRows rows_of(const DeviceLabels& labels, const Extent& extent) {
  return {static_cast<const std::uint32_t*>(labels.values), row_pitch(labels, extent), slice_pitch(labels, extent)};
}

Result<LabelRows> check_labels(const Labels& given, const Extent& extent, int device) {
  const auto* const memory = std::get_if<DeviceLabels>(&given.target);
  if (memory == nullptr) return invalid("the labels are in a CUDA array: label into device memory");
  const DeviceLabels& labels = *memory;
  if (labels.values == nullptr) return invalid("the labels are at a null pointer: pass those of a labeling");
  if (given.extent != extent) {
    return invalid("labels of " + to_string(given.extent) + " for " + to_string(extent) +
                   ": pass labels of that extent");
  }
  const std::size_t row = row_pitch(labels, extent);
  const std::size_t slice = slice_pitch(labels, extent);
  const std::size_t shortest = sizeof(std::uint32_t) * static_cast<std::size_t>(extent.width);
  const auto address = reinterpret_cast<std::uintptr_t>(labels.values);
  if (row < shortest || (extent.is_volume() && slice < row * static_cast<std::size_t>(extent.height))) {
    return invalid("labels of " + to_string(extent) + " with " + std::to_string(row) + " bytes from row to row and " +
                   std::to_string(slice) + " from slice to slice: a row has " + std::to_string(shortest));
  }
  if ((row | slice | address) % sizeof(std::uint32_t) != 0) {
    return invalid("labels at an address or with pitches that are no multiples of 4 bytes");
  }
  if (Result<void> status = check_reach(labels.values, "the labels", device); !status) return status.error();
  return rows_of(labels, extent);
}

Result<void> check_count(const void* count, int device) {
  if (count == nullptr)
    return invalid("no number of components: pass Labels::count of a labeling with Numbering::raster");
  return check_reach(count, "the numbers of components", device);
}

}  // namespace glccl::cuda
