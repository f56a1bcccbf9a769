#include "host/gl/buffer.hpp"

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "engine/gl/memory.hpp"
#include "glccl/spec.hpp"
#include "host/gl/texture_storage.hpp"

namespace glccl::host {
namespace {

std::size_t rounded_up(std::size_t bytes) { return (bytes + 15) / 16 * 16; }

}  // namespace

Result<gl::Buffer> make_buffer(std::size_t bytes, const void* data) {
  gl::Buffer buffer = gl::try_make_buffer(static_cast<std::int64_t>(rounded_up(bytes)), "glccl image or labels", data);
  if (buffer) return buffer;
  return Error{ErrorCode::gpu,
               "a buffer of " + std::to_string(bytes) + " bytes: the device is out of memory; a smaller image may fit"};
}

Result<gl::Buffer> upload_to_buffer(const ImageView& image) {
  if (Result<void> status = check_view(image); !status) return status.error();
  if (Result<void> status = check_not_empty(image.extent); !status) return status.error();
  const auto row_bytes = static_cast<std::size_t>(image.extent.width) * bytes_per_pixel(image.format);
  const std::size_t rows = static_cast<std::size_t>(image.extent.height) * static_cast<std::size_t>(image.extent.depth);
  std::vector<std::uint8_t> tight(rounded_up(row_bytes * rows));
  std::uint8_t* to = tight.data();
  for (int z = 0; z < image.extent.depth; ++z) {
    for (int y = 0; y < image.extent.height; ++y, to += row_bytes) std::memcpy(to, image.row(y, z), row_bytes);
  }
  return make_buffer(tight.size(), tight.data());
}

}  // namespace glccl::host
