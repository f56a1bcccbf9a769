#include "glccl/host/buffer.hpp"

#include <GL/glew.h>

#include <string>
#include <utility>

#include "glccl/spec.hpp"
#include "host/gl/check_gl.hpp"

namespace glccl::host {

OwnedBuffer::OwnedBuffer(OwnedBuffer&& other) noexcept : name_(std::exchange(other.name_, 0)) {}

OwnedBuffer& OwnedBuffer::operator=(OwnedBuffer&& other) noexcept {
  std::swap(name_, other.name_);
  return *this;
}

OwnedBuffer::~OwnedBuffer() {
  if (name_ != 0) glDeleteBuffers(1, &name_);
}

Result<OwnedBuffer> make_buffer(std::size_t bytes, bool written) {
  discard_gl_errors();
  GLuint name = 0;
  glCreateBuffers(1, &name);
  OwnedBuffer buffer(name);
  const std::size_t rounded = (bytes + 15) / 16 * 16;
  glNamedBufferStorage(name, static_cast<GLsizeiptr>(rounded), nullptr, written ? GL_DYNAMIC_STORAGE_BIT : 0);
  if (Result<void> status = check_gl("a buffer of " + std::to_string(rounded) + " bytes"); !status)
    return status.error();
  return buffer;
}

Result<OwnedBuffer> upload_to_buffer(const ImageView& image) {
  if (Result<void> status = check_view(image); !status) return status.error();
  if (const Result<void> status = check_not_empty(image.extent); !status) return status.error();
  const auto row_bytes = static_cast<std::size_t>(image.extent.width) * bytes_per_pixel(image.format);
  const auto height = static_cast<std::size_t>(image.extent.height);
  Result<OwnedBuffer> buffer = make_buffer(row_bytes * height * static_cast<std::size_t>(image.extent.depth), true);
  if (!buffer) return buffer;
  const int rows = image.row_pitch() == row_bytes ? image.extent.height : 1;  // by one call
  std::size_t at = 0;
  for (int z = 0; z < image.extent.depth; ++z) {
    for (int y = 0; y < image.extent.height; y += rows) {
      const std::size_t bytes = row_bytes * static_cast<std::size_t>(rows);
      glNamedBufferSubData(buffer->name(), static_cast<GLintptr>(at), static_cast<GLsizeiptr>(bytes), image.row(y, z));
      at += bytes;
    }
  }
  if (Result<void> status = check_gl("uploading " + to_string(image.extent) + " elements"); !status)
    return status.error();
  return buffer;
}

}  // namespace glccl::host
