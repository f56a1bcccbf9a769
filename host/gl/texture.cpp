#include "glccl/host/texture.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include "host/gl/texture_storage.hpp"

namespace glccl::host {
namespace {

struct TransferFormat {
  GLenum internal_format;
  GLenum format;
  GLenum type;
};

TransferFormat transfer_format(PixelFormat format) {
  switch (format) {
    case PixelFormat::grey8:
      return {GL_R8UI, GL_RED_INTEGER, GL_UNSIGNED_BYTE};
    case PixelFormat::grey16:
      return {GL_R16UI, GL_RED_INTEGER, GL_UNSIGNED_SHORT};
    case PixelFormat::rgba8:
      break;
  }
  return {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE};
}

// Which of the two sets of pixel-store state a transfer obeys.
struct Direction {
  GLenum buffer;
  GLenum buffer_binding;
  std::array<GLenum, 6> parameters;  // alignment first
};

constexpr Direction unpack = {GL_PIXEL_UNPACK_BUFFER,
                              GL_PIXEL_UNPACK_BUFFER_BINDING,
                              {GL_UNPACK_ALIGNMENT, GL_UNPACK_ROW_LENGTH, GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_PIXELS,
                               GL_UNPACK_SWAP_BYTES, GL_UNPACK_LSB_FIRST}};
constexpr Direction pack = {GL_PIXEL_PACK_BUFFER,
                            GL_PIXEL_PACK_BUFFER_BINDING,
                            {GL_PACK_ALIGNMENT, GL_PACK_ROW_LENGTH, GL_PACK_SKIP_ROWS, GL_PACK_SKIP_PIXELS,
                             GL_PACK_SWAP_BYTES, GL_PACK_LSB_FIRST}};

// Makes transfers read and write tightly packed client memory, until it ends.
class TightTransfer {
 public:
  explicit TightTransfer(const Direction& direction) : direction_(direction) {
    glGetIntegerv(direction_.buffer_binding, &buffer_);
    glBindBuffer(direction_.buffer, 0);
    for (std::size_t i = 0; i < values_.size(); ++i) {
      glGetIntegerv(direction_.parameters[i], &values_[i]);
      glPixelStorei(direction_.parameters[i], i == 0 ? 1 : 0);
    }
  }
  TightTransfer(const TightTransfer&) = delete;
  TightTransfer& operator=(const TightTransfer&) = delete;
  ~TightTransfer() {
    for (std::size_t i = 0; i < values_.size(); ++i) glPixelStorei(direction_.parameters[i], values_[i]);
    glBindBuffer(direction_.buffer, static_cast<GLuint>(buffer_));
  }

 private:
  const Direction& direction_;
  GLint buffer_ = 0;
  std::array<GLint, 6> values_ = {};
};

std::string in_words(Size size) { return std::to_string(size.width) + "x" + std::to_string(size.height); }

Status check_gl(const std::string& what) {
  const GLenum error = glGetError();
  if (error == GL_NO_ERROR) return {};
  return Error{ErrorCode::gpu,
               what + (error == GL_OUT_OF_MEMORY ? ": the device is out of memory; a smaller image may fit"
                                                 : ": OpenGL error " + std::to_string(error))};
}

}  // namespace

Texture::Texture(Texture&& other) noexcept : name_(std::exchange(other.name_, 0)), size_(other.size_) {}

Texture& Texture::operator=(Texture&& other) noexcept {
  std::swap(name_, other.name_);
  std::swap(size_, other.size_);
  return *this;
}

Texture::~Texture() {
  if (name_ != 0) glDeleteTextures(1, &name_);
}

Result<Texture> allocate_texture(Size size, GLenum internal_format) {
  if (size.width < 1 || size.height < 1) {
    return Error{ErrorCode::invalid_argument, "a texture of " + in_words(size) + " pixels: it needs at least 1x1"};
  }
  GLint limit = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
  if (size.width > limit || size.height > limit) {
    return Error{ErrorCode::too_large, "a texture of " + in_words(size) +
                                           " pixels: this device's GL_MAX_TEXTURE_SIZE is " + std::to_string(limit) +
                                           " in each direction; the engine cpu-serial has no such limit"};
  }
  while (glGetError() != GL_NO_ERROR) {  // so that what is seen below comes from here
  }
  GLuint name = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &name);
  Texture texture(name, size);
  glTextureStorage2D(name, 1, internal_format, size.width, size.height);
  // With the default filters, which want mipmaps and interpolation, an integer texture is incomplete and reads as 0.
  glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTextureParameteri(name, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  if (Status status = check_gl("a texture of " + in_words(size) + " pixels"); !status) return status.error();
  return texture;
}

Result<Texture> upload(const Image& image) {
  const std::size_t expected = static_cast<std::size_t>(image.size.pixels()) * bytes_per_pixel(image.format);
  if (image.size.width > 0 && image.size.height > 0 && image.bytes.size() != expected) {
    return Error{ErrorCode::invalid_argument, "an image of " + in_words(image.size) + " pixels with " +
                                                  std::to_string(image.bytes.size()) + " bytes: it needs " +
                                                  std::to_string(expected)};
  }
  const TransferFormat transfer = transfer_format(image.format);
  Result<Texture> texture = allocate_texture(image.size, transfer.internal_format);
  if (!texture) return texture;
  {
    const TightTransfer tight(unpack);
    glTextureSubImage2D(texture->name(), 0, 0, 0, image.size.width, image.size.height, transfer.format, transfer.type,
                        image.bytes.data());
  }
  // Some drivers allocate only now.
  if (Status status = check_gl("uploading " + in_words(image.size) + " pixels"); !status) return status.error();
  return texture;
}

Image download_rgba8(const Texture& texture) {
  const Size size = texture.size();
  const std::size_t row = static_cast<std::size_t>(size.width) * 4;
  Image image{size, PixelFormat::rgba8, std::vector<std::uint8_t>(row * static_cast<std::size_t>(size.height))};
  if (image.bytes.empty()) return image;
  const TightTransfer tight(pack);
  // In bands, because OpenGL counts the bytes of one transfer in 31 bits.
  constexpr std::size_t band_bytes = std::size_t{1} << 28;
  const int rows = static_cast<int>(std::max<std::size_t>(1, band_bytes / row));
  for (int y = 0; y < size.height; y += rows) {
    const int count = std::min(rows, size.height - y);
    glGetTextureSubImage(texture.name(), 0, 0, y, 0, size.width, count, 1, GL_RGBA, GL_UNSIGNED_BYTE,
                         static_cast<GLsizei>(row * static_cast<std::size_t>(count)),
                         image.bytes.data() + row * static_cast<std::size_t>(y));
  }
  return image;
}

}  // namespace glccl::host
