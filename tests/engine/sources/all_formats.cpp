// Every format that OpenGL 4.5 requires: labeled as the texels that glGetTextureImage() gives, or refused by name.
#include <GL/glew.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/common/source.hpp"
#include "engine/gl/formats.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/textures.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

constexpr Extent format_extent{37, 29};

/// The formats of OpenGL 4.5's tables 8.12, 8.13 and 8.14 that every driver has.
constexpr GLenum color_formats[] = {
    GL_RGBA32F,     GL_RGBA32I,    GL_RGBA32UI,   GL_RGBA16,       GL_RGBA16F,     GL_RGBA16I,    GL_RGBA16UI,
    GL_RGBA8,       GL_RGBA8I,     GL_RGBA8UI,    GL_SRGB8_ALPHA8, GL_RGB10_A2,    GL_RGB10_A2UI, GL_R11F_G11F_B10F,
    GL_RG32F,       GL_RG32I,      GL_RG32UI,     GL_RG16,         GL_RG16F,       GL_RG16I,      GL_RG16UI,
    GL_RG8,         GL_RG8I,       GL_RG8UI,      GL_R32F,         GL_R32I,        GL_R32UI,      GL_R16F,
    GL_R16I,        GL_R16UI,      GL_R16,        GL_R8,           GL_R8I,         GL_R8UI,       GL_RGBA16_SNORM,
    GL_RGBA8_SNORM, GL_RGB32F,     GL_RGB32I,     GL_RGB32UI,      GL_RGB16_SNORM, GL_RGB16F,     GL_RGB16I,
    GL_RGB16UI,     GL_RGB16,      GL_RGB8_SNORM, GL_RGB8,         GL_RGB8I,       GL_RGB8UI,     GL_SRGB8,
    GL_RGB9_E5,     GL_RG16_SNORM, GL_RG8_SNORM,  GL_R16_SNORM,    GL_R8_SNORM,    GL_RGB565,     GL_RGBA4,
    GL_RGB5_A1};
constexpr GLenum depth_formats[] = {GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT16,
                                    GL_DEPTH32F_STENCIL8, GL_DEPTH24_STENCIL8};
constexpr GLenum compressed_formats[] = {GL_COMPRESSED_RED_RGTC1,
                                         GL_COMPRESSED_SIGNED_RED_RGTC1,
                                         GL_COMPRESSED_RG_RGTC2,
                                         GL_COMPRESSED_SIGNED_RG_RGTC2,
                                         GL_COMPRESSED_RGBA_BPTC_UNORM,
                                         GL_COMPRESSED_SRGB_ALPHA_BPTC_UNORM,
                                         GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT,
                                         GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT,
                                         GL_COMPRESSED_RGB8_ETC2,
                                         GL_COMPRESSED_SRGB8_ETC2,
                                         GL_COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2,
                                         GL_COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2,
                                         GL_COMPRESSED_RGBA8_ETC2_EAC,
                                         GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC,
                                         GL_COMPRESSED_R11_EAC,
                                         GL_COMPRESSED_SIGNED_R11_EAC,
                                         GL_COMPRESSED_RG11_EAC,
                                         GL_COMPRESSED_SIGNED_RG11_EAC};

/// An image as criteria see it: the numbers of its limits, and those that are compared.
struct FormatTexels {
  std::vector<std::array<double, 4>> fractions;  ///< In the unit of Foreground.
  std::vector<std::array<double, 4>> stored;     ///< In the unit of Equal and Difference.
  int channels = 1;
};

using Linked = std::function<bool(std::size_t, std::size_t)>;
using IsSet = std::function<bool(std::size_t)>;

/// The labels 1..N in raster order, by flood fill.
std::vector<std::uint32_t> flood(const IsSet& is_set, const Linked& linked) {
  std::vector<std::uint32_t> labels(static_cast<std::size_t>(format_extent.elements()));
  std::uint32_t count = 0;
  for (std::size_t start = 0; start < labels.size(); ++start) {
    if (labels[start] != 0 || !is_set(start)) continue;
    labels[start] = ++count;
    std::vector<std::size_t> open = {start};
    while (!open.empty()) {
      const std::size_t at = open.back();
      open.pop_back();
      const int x = static_cast<int>(at) % format_extent.width;
      const int y = static_cast<int>(at) / format_extent.width;
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          if (x + dx < 0 || x + dx >= format_extent.width || y + dy < 0 || y + dy >= format_extent.height) continue;
          const auto next = static_cast<std::size_t>((y + dy) * format_extent.width + x + dx);
          if (labels[next] != 0 || !is_set(next) || !linked(at, next)) continue;
          labels[next] = count;
          open.push_back(next);
        }
      }
    }
  }
  return labels;
}

std::vector<std::uint32_t> expected_labels(const FormatTexels& texels, const Criterion& criterion) {
  const auto channels = static_cast<std::size_t>(texels.channels);
  const auto all = [](std::size_t, std::size_t) { return true; };
  if (const auto* foreground = std::get_if<Foreground>(&criterion)) {
    const auto inside = [&](std::size_t at, std::size_t channel) {
      const double value = texels.fractions[at][channel];
      return value > foreground->low && value <= foreground->high;
    };
    const IsSet is_set = [&](std::size_t at) {
      if (foreground->channel != Channel::any) {
        return inside(at, channels == 1 ? 0 : static_cast<std::size_t>(foreground->channel)) != foreground->inverted;
      }
      bool any = false;
      for (std::size_t c = 0; c < channels; ++c) any = any || inside(at, c);
      return any != foreground->inverted;
    };
    return flood(is_set, all);
  }
  const auto* equal = std::get_if<Equal>(&criterion);
  const auto* difference = std::get_if<Difference>(&criterion);
  const auto& background = equal != nullptr ? equal->background : difference->background;
  const IsSet is_set = [&](std::size_t at) { return !background || texels.stored[at] != *background; };
  const Linked linked = [&](std::size_t a, std::size_t b) {
    if (equal != nullptr) return texels.stored[a] == texels.stored[b];
    double sum = 0.0;
    double largest = 0.0;
    for (std::size_t c = 0; c < channels; ++c) {
      const double one = std::abs(texels.stored[a][c] - texels.stored[b][c]);
      sum += one;
      largest = std::max(largest, one);
    }
    return (difference->measure == Measure::largest ? largest : sum) <= difference->largest;
  };
  return flood(is_set, linked);
}

/// Fills a texture with few different numbers, as any driver converts them.
void fill(GLuint texture, const gl::StoredTexels& stored) {
  std::mt19937 random(static_cast<std::uint32_t>(stored.bits[0]) * 8 + static_cast<std::uint32_t>(stored.numbers));
  const auto count = static_cast<std::size_t>(format_extent.elements()) * 4;
  const bool integers =
      stored.numbers == gl::Numbers::unsigned_integer || stored.numbers == gl::Numbers::signed_integer;
  if (integers) {
    std::vector<GLint> values(count);
    for (GLint& value : values) {
      value = static_cast<GLint>(random() % 3) - (stored.numbers == gl::Numbers::signed_integer ? 1 : 0);
    }
    glTextureSubImage2D(texture, 0, 0, 0, format_extent.width, format_extent.height, GL_RGBA_INTEGER, GL_INT,
                        values.data());
    return;
  }
  std::vector<GLfloat> values(count);
  const bool is_signed = stored.numbers == gl::Numbers::signed_normalized;
  for (GLfloat& value : values) value = static_cast<GLfloat>(random() % 4) / 3.0F - (is_signed ? 0.4F : 0.0F);
  if (!stored.is_depth()) {
    glTextureSubImage2D(texture, 0, 0, 0, format_extent.width, format_extent.height, GL_RGBA, GL_FLOAT, values.data());
    return;
  }
  if (!stored.has_both_aspects()) {
    glTextureSubImage2D(texture, 0, 0, 0, format_extent.width, format_extent.height, GL_DEPTH_COMPONENT, GL_FLOAT,
                        values.data());
    return;
  }
  std::vector<std::uint32_t> words;
  for (std::size_t i = 0; i < count / 4; ++i) {
    words.push_back(static_cast<std::uint32_t>((random() % 4) * 0x555555U << 8U | random() % 3));
  }
  glTextureSubImage2D(texture, 0, 0, 0, format_extent.width, format_extent.height, GL_DEPTH_STENCIL,
                      GL_UNSIGNED_INT_24_8, words.data());
}

/// What the texture has, by glGetTextureImage().
FormatTexels texels_of(GLuint texture, const gl::StoredTexels& stored) {
  FormatTexels texels;
  texels.channels = static_cast<int>(std::ranges::count_if(stored.bits, [](int bits) { return bits != 0; }));
  if (stored.is_depth()) texels.channels = 1;
  const auto count = static_cast<std::size_t>(format_extent.elements());
  const auto channels = static_cast<std::size_t>(texels.channels);
  std::vector<std::array<double, 4>> read(count);
  const auto get = [&]<class Number>(GLenum format, GLenum type, Number) {
    const std::size_t width = format == GL_DEPTH_COMPONENT ? 1 : 4;
    std::vector<Number> numbers(count * width);
    glGetTextureImage(texture, 0, format, type, static_cast<GLsizei>(numbers.size() * sizeof(Number)), numbers.data());
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t c = 0; c < channels; ++c) read[i][c] = static_cast<double>(numbers[i * width + c]);
    }
  };
  const FormatTraits& format = traits_of(*gl::pixel_format_of(stored));
  if (format.is_integer) {
    if (format.is_signed) {
      get(GL_RGBA_INTEGER, GL_INT, GLint{});
    } else {
      get(GL_RGBA_INTEGER, GL_UNSIGNED_INT, GLuint{});
    }
    texels.fractions = texels.stored = read;
    return texels;
  }
  if (stored.is_depth()) {
    get(GL_DEPTH_COMPONENT, GL_FLOAT, GLfloat{});
    texels.fractions = texels.stored = read;
    return texels;
  }
  if (format.scale == 255.0F) {
    get(GL_RGBA, GL_UNSIGNED_BYTE, GLubyte{});
    texels.stored = read;
    texels.fractions = read;
    for (auto& texel : texels.fractions) {
      for (std::size_t c = 0; c < 4; ++c) {
        const double fraction = double{static_cast<float>(texel[c]) / 255.0F};
        texel[c] = format.is_srgb && c < 3 ? std::pow((fraction + 0.055) / 1.055, 2.4) : fraction;
        if (format.is_srgb && c < 3 && fraction <= 0.04045) texel[c] = fraction / 12.92;
      }
    }
    return texels;
  }
  get(GL_RGBA, GL_FLOAT, GLfloat{});
  if (stored.has_wide_fractions()) {
    for (auto& texel : read) {
      for (std::size_t c = 0; c < channels; ++c) {
        const int bits = stored.bits[c] - (stored.numbers == gl::Numbers::signed_normalized ? 1 : 0);
        const auto steps = static_cast<float>((1 << bits) - 1);
        texel[c] = double{static_cast<float>(std::round(texel[c] * steps)) / steps};
      }
    }
  }
  texels.fractions = texels.stored = read;
  return texels;
}

std::vector<Criterion> criteria_for(const FormatTraits& format) {
  std::vector<Criterion> criteria = {
      Foreground{},
      Foreground{.low = 0.5, .inverted = true},
      Foreground{.low = -2.0, .high = 0.1, .channel = Channel::any},
      Foreground{.low = 0.9, .channel = Channel::any},
  };
  if (format.channels > 1) criteria.emplace_back(Foreground{.low = 0.5, .channel = Channel::green});
  if (format.channels > 2) criteria.emplace_back(Foreground{.low = 0.5, .channel = Channel::blue});
  if (format.channels > 3) criteria.emplace_back(Foreground{.low = 0.5, .channel = Channel::alpha});
  if (format.has_equal) {
    criteria.emplace_back(Equal{});
    criteria.emplace_back(Equal{std::nullopt});
  }
  if (format.has_difference()) {
    const double unit = format.scale;
    for (const double largest : {0.0, 0.4 * unit, 0.7 * unit, 1.1 * unit}) {
      criteria.emplace_back(Difference{largest});
      if (format.has_measure(Measure::largest)) {
        criteria.emplace_back(Difference{.largest = largest, .measure = Measure::largest});
      }
    }
    criteria.emplace_back(Difference{0.4 * unit, PixelValue{}});
  }
  return criteria;
}

/// The row of docs/use/formats.md about the formats that are read as one: "| `u8` | R8UI | |".
using Readings = std::map<PixelFormat, std::pair<std::vector<std::string>, std::vector<std::string>>>;

std::string joined(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

}  // namespace

TEST_CASE_METHOD(GlFixture, "label() reads every format that OpenGL requires, or refuses it by its name",
                 "[engine][slow][source]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  std::vector<GLenum> formats(std::begin(color_formats), std::end(color_formats));
  formats.insert(formats.end(), std::begin(depth_formats), std::end(depth_formats));
  Readings readings;
  for (const GLenum format : formats) {
    const std::string name = gl::name_of_format(format);
    CAPTURE(name);
    const gl::Texture texture = make_texture(GL_TEXTURE_2D, format, format_extent);
    const gl::StoredTexels stored = gl::find_stored(format).value();
    fill(texture.name(), stored);
    const Result<CheckedSource> source = inspect_source({texture.name()});
    REQUIRE(source);
    auto& [in_place, copied] = readings[source->format];
    (source->copy.is_needed() ? copied : in_place).push_back(name.substr(3));
    const FormatTexels texels = texels_of(texture.name(), stored);
    std::size_t labeled = 0;
    for (const Criterion& criterion : criteria_for(traits_of(source->format))) {
      CAPTURE(labeled++);
      const Result<Labels> labels = labeler().label({{texture.name()}}, {.criterion = criterion});
      REQUIRE(labels);
      CHECK(labeler().readback()->values == expected_labels(texels, criterion));
    }
  }
  for (const GLenum format : compressed_formats) {
    CAPTURE(gl::name_of_format(format));
    const gl::Texture texture = make_texture(GL_TEXTURE_2D, format, {8, 8});
    const Result<Labels> labels = labeler().label(texture.name());
    REQUIRE_FALSE(labels);
    CHECK(labels.error().code == ErrorCode::unsupported);
    CHECK_THAT(labels.error().message, contains(gl::name_of_format(format) + ", which is compressed"));
    CHECK(gl::name_of_format(format).starts_with("GL_COMPRESSED_"));
  }
  forgive_driver_messages();  // NVIDIA's driver tells which formats it emulates
  std::ifstream file(test_data("../../docs/use/formats.md"));
  const std::string page((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  for (const auto& [format, names] : readings) {
    const std::string row = "| `" + std::string(traits_of(format).name) + "` | " + joined(names.first) + " | " +
                            joined(names.second) + " |";
    CAPTURE(row);
    CHECK(page.find(row) != std::string::npos);
  }
}

}  // namespace glccl::tests
