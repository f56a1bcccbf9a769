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
  std::vector<double> limits;
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
              {-infinity, 0.0F, 1.0F, 70000.0F, 16777216.0, 4294967294.0, 4294967296.0F},
              {0.0F, 1.0F, 69999.0F, 4294967296.0F}};
    case PixelFormat::i8:
    case PixelFormat::i16:
    case PixelFormat::i32:
      return {{0, 1, 2, 0xFFFFFFFF, 0x8080807F, 0x7F7F7F80},
              {-infinity, -129.0F, -1.0F, -0.5F, 0.0F, 127.0F, 3e9F},
              {0.0F, 1.0F, 2.5F, 255.0F, 4294967296.0F}};
    case PixelFormat::rg32u:
      return {{0, 1, 2, 4294967295U}, {-1.0F, 0.0F, 1.0F, 4294967296.0F}, {0.0F}};
    case PixelFormat::unorm8:
      return {{0, 1, 10, 128, 255}, {-1e-40F, 0.0F, 0.02F, 0.5F, 1.0F}, {0.0F, 1.0F, 9.5F, 300.0F}};
    case PixelFormat::f32:
    case PixelFormat::rg32f:
      return {bits_of({0.0F, -0.0F, 1e-45F, 1e-40F, -1e-40F, 1.2e-38F, 1.0F, 1.5F, -3e38F, 3e38F, infinity, nan}),
              {-infinity, -1e-40F, 0.0F, 1e-40F, 1.0F, 3e38F},
              {0.0F, 1e-45F, 1e-40F, 0.5F, 3e38F, infinity}};
    case PixelFormat::rgba8:
    case PixelFormat::srgb8_alpha8:
      return {{0, 50, 51, 200, 255}, {-1.0F, 0.0F, 0.1F, 0.55F, 1.5F}, {0.0F, 1.0F, 60.0F, 300.0F}};
    case PixelFormat::f16:
    case PixelFormat::rg16f:
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

/// The formats whose pixels Plane::image can store. tests/engine/sources/all_formats.cpp labels the others.
std::vector<PixelFormat> formats_with_copy() {
  std::vector<PixelFormat> formats;
  for (const FormatTraits& traits : pixel_formats()) {
    if (bytes_per_pixel(format_of_copy(traits.format)) != 0) formats.push_back(traits.format);
  }
  return formats;
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

/// Memory of the planes: levels and layers of a GL_TEXTURE_2D or GL_TEXTURE_2D_ARRAY.
gl::Texture allocate(const gl::TextureFormat& format, bool layered, bool immutable, const std::vector<Plane>& planes) {
  const GLenum target = layered ? GL_TEXTURE_2D_ARRAY : GL_TEXTURE_2D;
  GLuint name = 0;
  glCreateTextures(target, 1, &name);
  const GLsizei levels = planes.back().level + 1;
  const GLsizei layers = planes.back().layer + 1;
  const Extent extent = planes.front().image.extent;
  if (immutable && layered) {
    glTextureStorage3D(name, levels, format.internal_format, extent.width, extent.height, layers);
  } else if (immutable) {
    glTextureStorage2D(name, levels, format.internal_format, extent.width, extent.height);
  } else {
    const gl::TightTransfer tight(gl::unpack);
    GLint bound = 0;
    glGetIntegerv(layered ? GL_TEXTURE_BINDING_2D_ARRAY : GL_TEXTURE_BINDING_2D, &bound);
    glBindTexture(target, name);
    const auto internal_format = static_cast<GLint>(format.internal_format);
    for (const Plane& plane : planes) {
      const Extent& size = plane.image.extent;
      if (plane.layer != 0) continue;
      if (layered) {
        glTexImage3D(target, plane.level, internal_format, size.width, size.height, layers, 0, format.transfer_format,
                     format.transfer_type, nullptr);
      } else {
        glTexImage2D(target, plane.level, internal_format, size.width, size.height, 0, format.transfer_format,
                     format.transfer_type, nullptr);
      }
    }
    glTextureParameteri(name, GL_TEXTURE_MAX_LEVEL, levels - 1);
    glBindTexture(target, static_cast<GLuint>(bound));
  }
  return gl::Texture(name);
}

/// The type of the pixels of Plane::image.
GLenum transfer_type_of(const gl::TextureFormat& format) {
  return format.transfer_format == GL_DEPTH_COMPONENT ? GL_FLOAT : format.transfer_type;
}

/// The number that a channel of these bits stores; not of half floats.
double number_of(std::uint32_t bits, const FormatTraits& traits) {
  if (!traits.is_integer && traits.scale == 1.0F) return std::bit_cast<float>(bits);
  if (!traits.is_signed) return bits;
  if (traits.bytes == 1) return static_cast<std::int8_t>(bits);
  return traits.bytes == 2 ? static_cast<std::int16_t>(bits) : static_cast<std::int32_t>(bits);
}

/// None, zero, or a pixel of the palette. Half floats other than zero are left to the conformance suite. Depths of 24
/// bits are 0 or 1, because drivers round the others to store and to sample them.
std::optional<PixelValue> draw_background(FuzzedDataProvider& data, const Palette& palette, PixelFormat format) {
  if (data.ConsumeBool()) return std::nullopt;
  PixelValue value{};
  const FormatTraits& traits = traits_of(format);
  if (traits.has_floats() && traits.bytes == 2 * traits.channels) return value;
  if (format == PixelFormat::depth24) {
    value[0] = data.ConsumeBool() ? 1.0 : 0.0;
    return value;
  }
  for (int c = 0; c < traits.channels; ++c) {
    const double number = number_of(pick(data, palette.values), traits);
    if (!std::isnan(number)) value[static_cast<std::size_t>(c)] = number;
  }
  return value;
}

}  // namespace

SourceTexture::SourceTexture(FuzzedDataProvider& data) : format_(pick(data, formats_with_copy())) {
  const Extent extent{draw_side(data), draw_side(data)};
  const int shape = data.ConsumeIntegralInRange(0, 7);  // mostly one plane
  layered_ = shape == 0 && traits_of(format_).is_integer;
  immutable_ = data.ConsumeBool();
  const int most = std::bit_width(static_cast<unsigned>(std::max(extent.width, extent.height)));
  const int levels = shape <= 1 ? data.ConsumeIntegralInRange(1, layered_ ? std::min(most, 2) : most) : 1;
  const int layers = layered_ ? data.ConsumeIntegralInRange(1, 3) : 1;
  for (int i = 0; i < levels * layers; ++i) {
    const int level = i % levels;
    const Extent size{std::max(1, extent.width >> level), std::max(1, extent.height >> level)};
    Plane plane{level, i / levels, {size, format_of_copy(format_), {}}};
    plane.image.bytes = draw_pixels(data, size, format_);
    planes_.push_back(std::move(plane));
  }
  texture_ = allocate(gl::texture_format_of(format_), layered_, immutable_, planes_);
  for (const Plane& plane : planes_) upload(plane);
}

bool SourceTexture::shares_texels() const {
  const bool is_depth = gl::texture_format_of(format_).transfer_format == GL_DEPTH_COMPONENT;
  return immutable_ && !is_depth && traits_of(format_).bytes == 4;
}

void SourceTexture::redraw(FuzzedDataProvider& data) {
  Plane& plane = planes_[data.ConsumeIntegralInRange<std::size_t>(0, planes_.size() - 1)];
  plane.image.bytes = draw_pixels(data, plane.image.extent, format_);
  upload(plane);
}

bool SourceTexture::is_unchanged() const {
  if (format_ == PixelFormat::depth24) return true;  // What was uploaded is rounded.
  const gl::TextureFormat& format = gl::texture_format_of(format_);
  const gl::TightTransfer tight(gl::pack);
  return std::ranges::all_of(planes_, [&](const Plane& plane) {
    const Extent& extent = plane.image.extent;
    std::vector<std::uint8_t> found(plane.image.bytes.size());
    glGetTextureSubImage(name(), plane.level, 0, 0, plane.layer, extent.width, extent.height, 1, format.transfer_format,
                         transfer_type_of(format), static_cast<GLsizei>(found.size()), found.data());
    return found == plane.image.bytes;
  });
}

void SourceTexture::upload(const Plane& plane) const {
  const gl::TextureFormat& format = gl::texture_format_of(format_);
  const GLenum type = transfer_type_of(format);
  const Extent& extent = plane.image.extent;
  const gl::TightTransfer tight(gl::unpack);
  if (layered_) {
    glTextureSubImage3D(name(), plane.level, 0, 0, plane.layer, extent.width, extent.height, 1, format.transfer_format,
                        type, plane.image.bytes.data());
  } else {
    glTextureSubImage2D(name(), plane.level, 0, 0, extent.width, extent.height, format.transfer_format, type,
                        plane.image.bytes.data());
  }
}

host::Image draw_image(FuzzedDataProvider& data, const Extent& extent, PixelFormat format) {
  return {extent, format, draw_pixels(data, extent, format)};
}

std::vector<std::uint32_t> read_texture(GLuint texture, const Extent& extent) {
  std::vector<std::uint32_t> values(static_cast<std::size_t>(extent.elements()));
  const gl::TightTransfer tight(gl::pack);
  glGetTextureImage(texture, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, static_cast<GLsizei>(values.size() * 4),
                    values.data());
  return values;
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
      return Equal{draw_background(data, palette, format)};
    case 1: {
      const double largest = pick(data, palette.differences);
      const std::optional<PixelValue> background = draw_background(data, palette, format);
      const auto measure = static_cast<Measure>(std::max(0, data.ConsumeIntegralInRange(-3, 2)));
      return Difference{largest, background, measure};
    }
    default:
      break;
  }
  Foreground foreground{.low = pick(data, palette.limits), .inverted = data.ConsumeBool()};
  const double high = pick(data, palette.limits);
  if (high > foreground.low) foreground.high = high;
  // Alpha of sRGB textures is not encoded: criterion_of_copy() is for the colours.
  const int last = format == PixelFormat::srgb8_alpha8 ? 2 : 4;
  const int channel = data.ConsumeIntegralInRange(0, last);
  // Formats of two channels refuse blue and alpha.
  foreground.channel = traits_of(format).channels == 2 && channel > 1 ? Channel::any : static_cast<Channel>(channel);
  return foreground;
}

Criterion criterion_of_copy(const Criterion& criterion, PixelFormat format) {
  const auto* foreground = std::get_if<Foreground>(&criterion);
  if (foreground == nullptr || format != PixelFormat::srgb8_alpha8) return criterion;
  Foreground encoded = *foreground;
  for (double* const limit : {&encoded.low, &encoded.high}) {
    if (*limit > 0.0031308) *limit = 1.055 * std::pow(*limit, 1.0 / 2.4) - 0.055;
  }
  return encoded;
}

}  // namespace glccl::fuzz
