#include "cuda/core/byte_range.hpp"

#include "glccl/table.hpp"

namespace glccl::cuda {
namespace {

/// Rows of `width` bytes.
ByteRange range_of_rows(const void* address, std::size_t pitch, int height, std::size_t width) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  return {begin, begin + static_cast<std::size_t>(height - 1) * pitch + width};
}

}  // namespace

std::size_t row_pitch(const DeviceLabels& labels, const Extent& extent) {
  return labels.row_bytes != 0 ? labels.row_bytes : sizeof(std::uint32_t) * static_cast<std::size_t>(extent.width);
}

ByteRange range_of(const SourceImage& image) {
  const auto* memory = std::get_if<DeviceImage>(&image);
  if (memory == nullptr) return {};
  const ImageView& view = memory->view;
  return range_of_rows(view.data, view.row_pitch(), view.extent.height,
                       static_cast<std::size_t>(view.extent.width) * bytes_per_pixel(view.format));
}

ByteRange range_of(const Target& target, const Extent& extent) {
  const auto* memory = std::get_if<DeviceLabels>(&target);
  if (memory == nullptr) return {};
  return range_of_rows(memory->values, row_pitch(*memory, extent), extent.height,
                       static_cast<std::size_t>(extent.width) * sizeof(std::uint32_t));
}

ByteRange range_of(const DeviceTable& table) {
  if (table.data == nullptr) return {};
  return range_of_rows(table.data, 0, 1, table_bytes(table.rows));
}

}  // namespace glccl::cuda
