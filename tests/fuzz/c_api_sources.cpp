#include "tests/fuzz/c_api_sources.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <span>

#include "engine/gl/formats.hpp"
#include "engine/gl/state/tight_transfer.hpp"

namespace glccl::fuzz {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// Values of a channel of a format, as Plane::image stores them, and numbers that lie between or at them.
struct Palette {
  std::vector<std::uint32_t> values;
  std::vector<float> thresholds;
  std::vector<float> differences;
};

std::vector<std::uint32_t> bits_of(std::initializer_list<float> values) {
  std::vector<std::uint32_t> bits;
  for (const float value : values) bits.push_back(std::bit_cast<std::uint32_t>(value));
  return bits;
}

Palette palette_of(PixelFormat format) {
  switch (format) {
    case PixelFormat::u8:
      return {{0, 1, 2, 7, 255}, {-1.0F, 0.0F, 1.5F, 7.0F, 300.0F}, {0.0F, 1.0F, 5.5F, 255.0F}};
    case PixelFormat::u16:
      return {{0, 1, 2, 300, 65535}, {-1.0F, 0.0F, 1.5F, 300.0F, 65535.0F}, {0.0F, 1.0F, 299.0F, infinity}};
    case PixelFormat::u32:
      return {{0, 1, 70000, 16777217, 4294967295U},
              {-infinity, 0.0F, 1.0F, 70000.0F, 4294967296.0F},
              {0.0F, 1.0F, 69999.0F, 4294967296.0F}};
    case PixelFormat::unorm8:
      return {{0, 1, 10, 128, 255}, {-1e-40F, 0.0F, 0.02F, 0.5F, 1.0F}, {0.0F, 1.0F, 9.5F, 300.0F}};
    case PixelFormat::f32:
      return {bits_of({0.0F, -0.0F, 1e-45F, 1e-40F, -1e-40F, 1.2e-38F, 1.0F, 1.5F, -3e38F, 3e38F, infinity, nan}),
              {-infinity, -1e-40F, 0.0F, 1e-40F, 1.0F, 3e38F},
              {0.0F, 1e-45F, 1e-40F, 0.5F, 3e38F, infinity}};
    case PixelFormat::rgba8:
    case PixelFormat::srgb8_alpha8:
      return {{0, 50, 51, 200, 255}, {-1.0F, 0.0F, 0.1F, 0.55F, 1.5F}, {0.0F, 1.0F, 60.0F, 300.0F}};
    case PixelFormat::rgba16f:
      return {{0, 0x8000, 1, 0x3C00, 0x3C01, 0x7BFF, 0xFBFF, 0x7C00, 0x7E00},
              {-infinity, 0.0F, 1e-8F, 1.0F, 65504.0F},
              {0.0F, 0x1p-24F, 0.001F, 2.0F, 131008.0F, infinity}};
    default:  // depths
      return {bits_of({0.0F, 0.25F, 0.5F, 0.75F, 1.0F}), {-0.5F, 0.1F, 0.3F, 0.6F, 0.9F}, {0.0F, 0.1F, 0.3F, 0.6F}};
  }
}

/// The format of Plane::image.
PixelFormat format_of_copy(PixelFormat format) {
  if (format == PixelFormat::srgb8_alpha8) return PixelFormat::rgba8;
  return format == PixelFormat::depth24 || format == PixelFormat::depth32f ? PixelFormat::f32 : format;
}

template <class Value>
Value pick(FuzzedDataProvider& data, const std::vector<Value>& values) {
  return values[data.ConsumeIntegralInRange<std::size_t>(0, values.size() - 1)];
}

/// A few colours in blocks of a few pixels.
std::vector<std::uint8_t> draw_pixels(FuzzedDataProvider& data, const Extent& extent, PixelFormat format) {
  const Palette palette = palette_of(format);
  const FormatTraits& traits = traits_of(format_of_copy(format));
  const auto pixel_bytes = static_cast<std::size_t>(traits.bytes);
  const std::size_t channel_bytes = pixel_bytes / static_cast<std::size_t>(traits.channels);
  std::array<std::uint8_t, 4 * 8> colors{};
  const auto color_count = data.ConsumeIntegralInRange<std::uint32_t>(1, 4);
  for (std::size_t at = 0; at < color_count * pixel_bytes; at += channel_bytes) {
    const std::uint32_t value = pick(data, palette.values);
    std::memcpy(&colors[at], &value, channel_bytes);
  }
  const auto block = data.ConsumeIntegralInRange<std::uint32_t>(1, 4);
  const auto seed = data.ConsumeIntegral<std::uint16_t>();
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(extent.elements()) * pixel_bytes);
  for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(extent.elements()); ++i) {
    const auto width = static_cast<std::uint32_t>(extent.width);
    const std::uint32_t mixed =
        (i % width / block * 0x9E3779B1U ^ i / width / block * 0x85EBCA77U ^ seed) * 0xC2B2AE3DU;
    std::memcpy(&pixels[i * pixel_bytes], &colors[(mixed >> 16U) % color_count * pixel_bytes], pixel_bytes);
  }
  return pixels;
}

/// Memory of the planes: levels of a GL_TEXTURE_2D, or layers of a GL_TEXTURE_2D_ARRAY.
gl::Texture allocate(const gl::TextureFormat& format, bool layered, bool immutable, const std::vector<Plane>& planes) {
  GLuint name = 0;
  glCreateTextures(layered ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D, 1, &name);
  const auto count = static_cast<GLsizei>(planes.size());
  const Extent extent = planes.front().image.extent;
  if (layered) {
    glTextureStorage3D(name, 1, format.internal_format, extent.width, extent.height, count);
  } else if (immutable) {
    glTextureStorage2D(name, count, format.internal_format, extent.width, extent.height);
  } else {
    const gl::TightTransfer tight(gl::unpack);
    GLint bound = 0;
    glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
    glBindTexture(GL_TEXTURE_2D, name);
    for (const Plane& plane : planes) {
      glTexImage2D(GL_TEXTURE_2D, plane.level, static_cast<GLint>(format.internal_format), plane.image.extent.width,
                   plane.image.extent.height, 0, format.transfer_format, format.transfer_type, nullptr);
    }
    glTextureParameteri(name, GL_TEXTURE_MAX_LEVEL, count - 1);
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(bound));
  }
  return gl::Texture(name);
}

}  // namespace

SourceTexture::SourceTexture(FuzzedDataProvider& data)
    : format_(static_cast<PixelFormat>(data.ConsumeIntegralInRange<std::size_t>(0, pixel_formats().size() - 1))) {
  const Extent extent{draw_side(data), draw_side(data)};
  const int shape = data.ConsumeIntegralInRange(0, 7);  // mostly one plane
  layered_ = shape == 0 && traits_of(format_).is_integer;
  const int most = layered_     ? 3
                   : shape == 1 ? std::bit_width(static_cast<unsigned>(std::max(extent.width, extent.height)))
                                : 1;
  const int count = data.ConsumeIntegralInRange(1, most);
  for (int i = 0; i < count; ++i) {
    Plane plane{layered_ ? 0 : i, layered_ ? i : 0, {extent, format_of_copy(format_), {}}};
    if (!layered_) plane.image.extent = {std::max(1, extent.width >> i), std::max(1, extent.height >> i)};
    plane.image.bytes = draw_pixels(data, plane.image.extent, format_);
    planes_.push_back(std::move(plane));
  }
  texture_ = allocate(gl::texture_format_of(format_), layered_, data.ConsumeBool(), planes_);
  for (const Plane& plane : planes_) upload(plane);
}

void SourceTexture::redraw(FuzzedDataProvider& data) {
  Plane& plane = planes_[data.ConsumeIntegralInRange<std::size_t>(0, planes_.size() - 1)];
  plane.image.bytes = draw_pixels(data, plane.image.extent, format_);
  upload(plane);
}

void SourceTexture::upload(const Plane& plane) const {
  const gl::TextureFormat& format = gl::texture_format_of(format_);
  const bool depth = format.transfer_format == GL_DEPTH_COMPONENT;
  const GLenum type = depth ? GL_FLOAT : format.transfer_type;
  const Extent& extent = plane.image.extent;
  const gl::TightTransfer tight(gl::unpack);
  if (layered_) {
    glTextureSubImage3D(name(), 0, 0, 0, plane.layer, extent.width, extent.height, 1, format.transfer_format, type,
                        plane.image.bytes.data());
  } else {
    glTextureSubImage2D(name(), plane.level, 0, 0, extent.width, extent.height, format.transfer_format, type,
                        plane.image.bytes.data());
  }
}

int draw_side(FuzzedDataProvider& data) {
  constexpr int edges[] = {1, 2, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129};
  const auto choice = data.ConsumeIntegralInRange<std::size_t>(0, 63);
  return choice < std::size(edges) ? edges[choice] : static_cast<int>(choice);
}

Criterion draw_criterion(FuzzedDataProvider& data, PixelFormat format) {
  const Palette palette = palette_of(format);
  switch (data.ConsumeIntegralInRange(0, 2)) {
    case 0:
      return Equal{};
    case 1:
      return Difference{pick(data, palette.differences)};
    default:
      break;
  }
  Foreground foreground{pick(data, palette.thresholds), data.ConsumeBool()};
  // Alpha of sRGB textures is not encoded: criterion_of_copy() is for the colours.
  const int last = format == PixelFormat::srgb8_alpha8 ? 2 : 4;
  foreground.channel = static_cast<Channel>(data.ConsumeIntegralInRange(0, last));
  return foreground;
}

Criterion criterion_of_copy(const Criterion& criterion, PixelFormat format) {
  const auto* foreground = std::get_if<Foreground>(&criterion);
  if (foreground == nullptr || format != PixelFormat::srgb8_alpha8) return criterion;
  Foreground encoded = *foreground;
  if (encoded.threshold > 0.0031308F) encoded.threshold = 1.055F * std::pow(encoded.threshold, 1.0F / 2.4F) - 0.055F;
  return encoded;
}

}  // namespace glccl::fuzz
