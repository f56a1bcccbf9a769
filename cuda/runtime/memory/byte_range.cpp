#include "cuda/runtime/memory/byte_range.hpp"

#include "glccl/table.hpp"

namespace glccl::cuda {
namespace {

/// The first `bytes` bytes from `address` on.
ByteRange range_of(const void* address, std::size_t bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  return {begin, begin + bytes};
}

/// Bytes of elements of `element_bytes` bytes, from the first to behind the last.
std::size_t bytes_of(const Extent& extent, std::size_t slice_pitch, std::size_t pitch, std::size_t element_bytes) {
  return static_cast<std::size_t>(extent.depth - 1) * slice_pitch +
         static_cast<std::size_t>(extent.height - 1) * pitch + static_cast<std::size_t>(extent.width) * element_bytes;
}

}  // namespace

std::size_t row_pitch(const DeviceLabels& labels, const Extent& extent) {
  return labels.row_bytes != 0 ? labels.row_bytes : sizeof(std::uint32_t) * static_cast<std::size_t>(extent.width);
}

std::size_t slice_pitch(const DeviceLabels& labels, const Extent& extent) {
  return labels.slice_bytes != 0 ? labels.slice_bytes
                                 : row_pitch(labels, extent) * static_cast<std::size_t>(extent.height);
}

ByteRange range_of(const SourceImage& image) {
  const auto* memory = std::get_if<DeviceImage>(&image);
  if (memory == nullptr) return {};
  return range_of(memory->data, bytes_of(memory->extent, memory->slice_pitch(), memory->row_pitch(),
                                         bytes_per_pixel(memory->format)));
}

ByteRange range_of(const Target& target, const Extent& extent) {
  const auto* memory = std::get_if<DeviceLabels>(&target);
  if (memory == nullptr) return {};
  return range_of(memory->values,
                  bytes_of(extent, slice_pitch(*memory, extent), row_pitch(*memory, extent), sizeof(std::uint32_t)));
}

ByteRange range_of(const DeviceTable& table, std::uint32_t columns) {
  if (table.data == nullptr) return {};
  return range_of(table.data, table_bytes(table.rows, columns));
}

}  // namespace glccl::cuda
