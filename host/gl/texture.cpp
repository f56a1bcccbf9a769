#include "glccl/host/texture.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <climits>
#include <cstddef>
#include <string>
#include <utility>

#include "engine/gl/context_traits.hpp"
#include "engine/gl/formats.hpp"
#include "engine/gl/readback.hpp"
#include "engine/gl/state/tight_transfer.hpp"
#include "glccl/spec.hpp"
#include "host/gl/texture_storage.hpp"

namespace glccl::host {
namespace {

Result<void> check_gl(const std::string& what) {
  const GLenum error = glGetError();
  if (error == GL_NO_ERROR) return {};
  return Error{ErrorCode::gpu,
               what + (error == GL_OUT_OF_MEMORY ? ": the device is out of memory; a smaller image may fit"
                                                 : ": OpenGL error " + std::to_string(error))};
}

}  // namespace

Result<void> check_view(const ImageView& image) {
  const std::string what = (image.extent.is_volume() ? "a volume of " : "an image of ") + to_string(image.extent);
  const std::size_t pixel = bytes_per_pixel(image.format);
  if (pixel == 0) {
    return Error{ErrorCode::unsupported, what + " of format " + std::string(traits_of(image.format).name) +
                                             ": only textures have this format, upload one with bytes in memory"};
  }
  const bool empty = image.extent.width < 1 || image.extent.height < 1;
  if (!empty && image.data == nullptr) return Error{ErrorCode::invalid_argument, what + " has no data"};
  if (!empty && image.row_pitch() < static_cast<std::size_t>(image.extent.width) * pixel) {
    return Error{ErrorCode::invalid_argument, what + " with rows " + std::to_string(image.row_pitch()) +
                                                  " bytes apart: a row has " +
                                                  std::to_string(static_cast<std::size_t>(image.extent.width) * pixel)};
  }
  return {};
}

OwnedTexture::OwnedTexture(OwnedTexture&& other) noexcept
    : name_(std::exchange(other.name_, 0)), extent_(other.extent_) {}

OwnedTexture& OwnedTexture::operator=(OwnedTexture&& other) noexcept {
  std::swap(name_, other.name_);
  std::swap(extent_, other.extent_);
  return *this;
}

OwnedTexture::~OwnedTexture() {
  if (name_ != 0) glDeleteTextures(1, &name_);
}

Result<OwnedTexture> allocate_texture(const Extent& extent, GLenum internal_format) {
  if (const Result<void> status = check_not_empty(extent); !status) return status.error();
  const bool volume = extent.is_volume();
  const GLint limit = gl::context_integer(volume ? GL_MAX_3D_TEXTURE_SIZE : GL_MAX_TEXTURE_SIZE);
  if (limit <= 0) return Error{ErrorCode::no_device, "no OpenGL context is current in this thread; make one current"};
  if (std::max({extent.width, extent.height, extent.depth}) > limit) {
    return Error{ErrorCode::too_large, "a texture of " + to_string(extent) + (volume ? " voxels" : " pixels") +
                                           ": this device's GL_MAX_" + (volume ? "3D_" : "") + "TEXTURE_SIZE is " +
                                           std::to_string(limit) +
                                           " in each direction; the engine cpu-serial has no such limit"};
  }
  while (glGetError() != GL_NO_ERROR) {  // Later errors then come from this function.
  }
  GLuint name = 0;
  glCreateTextures(volume ? GL_TEXTURE_3D : GL_TEXTURE_2D, 1, &name);
  OwnedTexture texture(name, extent);
  if (volume) {
    glTextureStorage3D(name, 1, internal_format, extent.width, extent.height, extent.depth);
  } else {
    glTextureStorage2D(name, 1, internal_format, extent.width, extent.height);
  }
  // The default filters need mipmaps and interpolation, with which an integer texture is incomplete and reads as 0.
  glTextureParameteri(name, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTextureParameteri(name, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  if (Result<void> status = check_gl("a texture of " + to_string(extent)); !status) return status.error();
  return texture;
}

namespace {

/// Uploads a view that check_view() does not refuse, into a texture of `format`.
Result<OwnedTexture> upload_as(const ImageView& image, const gl::TextureFormat& format) {
  const Extent& extent = image.extent;
  Result<OwnedTexture> texture = allocate_texture(extent, format.internal_format);
  if (!texture) return texture;
  {
    const gl::TightTransfer tight(gl::unpack);
    // OpenGL counts the distance of rows in pixels. Rows at other distances are uploaded one by one.
    const std::size_t pixel = bytes_per_pixel(image.format);
    const bool whole_pixels = image.row_pitch() % pixel == 0 && image.row_pitch() / pixel <= INT_MAX;
    if (whole_pixels) glPixelStorei(GL_UNPACK_ROW_LENGTH, static_cast<GLint>(image.row_pitch() / pixel));
    const int rows = whole_pixels ? extent.height : 1;
    for (int z = 0; z < extent.depth; ++z) {
      for (int y = 0; y < extent.height; y += rows) {
        if (extent.is_volume()) {
          glTextureSubImage3D(texture->name(), 0, 0, y, z, extent.width, rows, 1, format.transfer_format,
                              format.transfer_type, image.row(y, z));
        } else {
          glTextureSubImage2D(texture->name(), 0, 0, y, extent.width, rows, format.transfer_format,
                              format.transfer_type, image.row(y));
        }
      }
    }
  }
  // Some drivers allocate memory only during the upload.
  if (Result<void> status = check_gl("uploading " + to_string(extent) + " elements"); !status) return status.error();
  return texture;
}

}  // namespace

Result<OwnedTexture> upload(const ImageView& image) {
  if (Result<void> status = check_view(image); !status) return status.error();
  return upload_as(image, gl::texture_format_of(image.format));
}

Result<OwnedTexture> upload_depth(const ImageView& image) {
  if (image.format != PixelFormat::f32) {
    return Error{ErrorCode::invalid_argument, "a depth texture of format " + std::string(traits_of(image.format).name) +
                                                  ": depths are floats, upload f32"};
  }
  if (Result<void> status = check_view(image); !status) return status.error();
  return upload_as(image, gl::texture_format_of(PixelFormat::depth32f));
}

Result<OwnedTexture> make_label_texture(const Extent& extent) { return allocate_texture(extent, GL_R32UI); }

LabelImage download_labels(const OwnedTexture& texture) { return gl::read_labels(texture.name(), texture.extent()); }

Image download(const OwnedTexture& texture, PixelFormat format) {
  const Extent& extent = texture.extent();
  const gl::TextureFormat& transfer = gl::texture_format_of(format);
  const PixelFormat read = format == PixelFormat::depth32f ? PixelFormat::f32 : format;
  const std::size_t row = static_cast<std::size_t>(extent.width) * bytes_per_pixel(read);
  const std::size_t slice = row * static_cast<std::size_t>(extent.height);
  Image image{extent, read, std::vector<std::uint8_t>(slice * static_cast<std::size_t>(extent.depth))};
  if (image.bytes.empty()) return image;
  const gl::TightTransfer tight(gl::pack);
  // In bands, because OpenGL counts the bytes of one transfer in 31 bits.
  constexpr std::size_t band_bytes = std::size_t{1} << 28;
  const int rows = static_cast<int>(std::max<std::size_t>(1, band_bytes / row));
  for (int z = 0; z < extent.depth; ++z) {
    for (int y = 0; y < extent.height; y += rows) {
      const int count = std::min(rows, extent.height - y);
      glGetTextureSubImage(
          texture.name(), 0, 0, y, z, extent.width, count, 1, transfer.transfer_format, transfer.transfer_type,
          static_cast<GLsizei>(row * static_cast<std::size_t>(count)),
          image.bytes.data() + slice * static_cast<std::size_t>(z) + row * static_cast<std::size_t>(y));
    }
  }
  return image;
}

Image download_rgba8(const OwnedTexture& texture) { return download(texture, PixelFormat::rgba8); }

}  // namespace glccl::host
