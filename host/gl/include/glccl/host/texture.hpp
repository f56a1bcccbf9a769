// Textures made from images, and read back.
#pragma once

#include <cstdint>

#include "glccl/host/image.hpp"
#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// Owns a GL_TEXTURE_2D, of a volume a GL_TEXTURE_3D, of the context that was current when it was made. That context
/// must be current when it ends.
class OwnedTexture {
 public:
  /// Owns nothing: its name is 0.
  OwnedTexture() = default;

  /// Takes the ownership of a texture.
  OwnedTexture(std::uint32_t name, const Extent& extent) : name_(name), extent_(extent) {}
  /// Moves. The other object may only be destroyed or assigned to afterwards.
  OwnedTexture(OwnedTexture&& other) noexcept;
  /// Moves.
  OwnedTexture& operator=(OwnedTexture&& other) noexcept;
  ~OwnedTexture();

  /// OpenGL's name of the texture.
  std::uint32_t name() const { return name_; }

  /// Extent of level 0 in elements.
  const Extent& extent() const { return extent_; }

 private:
  std::uint32_t name_ = 0;
  Extent extent_;
};

/// Uploads an image or volume, row 0 first, into a texture of one level with NEAREST filters. Its internal format is
/// FormatTraits::gl_name: R8UI of u8. Leaves pixel-store state as it was. OpenGL errors that were pending before the
/// call are discarded.
///
/// Errors: `invalid_argument` (an extent below 1x1, no data, rows closer than their length), `unsupported`
/// (a format that only textures have), `too_large` (beyond GL_MAX_TEXTURE_SIZE or GL_MAX_3D_TEXTURE_SIZE; the message
/// has both sizes), `gpu` (the driver is out of memory).
Result<OwnedTexture> upload(const ImageView& image);

/// The same from f32 into a texture of DEPTH_COMPONENT32F. Drivers may clamp values to 0..1. Error `invalid_argument`
/// also for other formats.
Result<OwnedTexture> upload_depth(const ImageView& image);

/// Reads level 0 of a texture of this format back: of depth32f as f32. Requires depth32f or a format that has bytes in
/// memory. Waits for the GPU. Leaves pixel-store state as it was.
Image download(const OwnedTexture& texture, PixelFormat format);

/// The same of RGBA8.
Image download_rgba8(const OwnedTexture& texture);

/// A texture for labels: R32UI, one level, undefined contents. Errors: those of upload().
Result<OwnedTexture> make_label_texture(const Extent& extent);

/// Reads level 0 of an R32UI texture back. Waits for the GPU. Leaves pixel-store state as it was.
LabelImage download_labels(const OwnedTexture& texture);

}  // namespace glccl::host
