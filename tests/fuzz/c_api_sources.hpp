// Textures of random contents for the fuzzer of the C API, with a copy of their pixels that cpu-serial can label.
#pragma once

#include <GL/glew.h>
#include <fuzzer/FuzzedDataProvider.h>

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/gl/objects.hpp"
#include "glccl/host/image.hpp"
#include "glccl/types.hpp"

namespace glccl::fuzz {

/// A level and layer of a texture.
struct Plane {
  GLint level = 0;
  GLint layer = 0;
  host::Image image;  ///< A copy. Depths are f32 there, and srgb8_alpha8 is rgba8.
};

/// A texture that a caller could make: mutable or immutable, with levels or layers.
class SourceTexture {
 public:
  /// Makes one, or has no name where the driver refuses it.
  explicit SourceTexture(FuzzedDataProvider& data);

  GLuint name() const { return texture_.name(); }
  PixelFormat format() const { return format_; }
  const std::vector<Plane>& planes() const { return planes_; }

  /// Whether an R32UI view of its planes can be made.
  bool shares_texels() const;

  /// Draws new pixels into one plane.
  void redraw(FuzzedDataProvider& data);

  /// Whether the texture has the pixels of the planes.
  bool is_unchanged() const;

 private:
  void upload(const Plane& plane) const;

  gl::Texture texture_;
  PixelFormat format_ = PixelFormat::u8;
  bool layered_ = false;
  bool immutable_ = false;
  std::vector<Plane> planes_;
};

/// Level 0 of an R32UI texture.
std::vector<std::uint32_t> read_texture(GLuint texture, const Extent& extent);

/// An image or volume of a few colours in blocks of a few elements, in a format that has bytes in memory.
host::Image draw_image(FuzzedDataProvider& data, const Extent& extent, PixelFormat format);

/// A side of an image: mostly 1 to 70, often beside a multiple of 32.
int draw_side(FuzzedDataProvider& data);

/// A criterion in the units of a format that tells its pixels apart.
Criterion draw_criterion(FuzzedDataProvider& data, PixelFormat format);

/// The same criterion for Plane::image: sRGB limits are encoded.
Criterion criterion_of_copy(const Criterion& criterion, PixelFormat format);

}  // namespace glccl::fuzz
