#include "engine/common/source_uniforms.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <variant>

#include "glsl/shared/float_order.h"
#include "glsl/shared/locations.h"

namespace glccl {
namespace {

Texels texels_of(const FormatTraits& format) {
  if (format.is_integer) return format.is_signed ? Texels::signed_integers : Texels::integers;
  return format.has_floats() ? Texels::floats : Texels::fractions;
}

/// A buffer has single bytes that stand for 0..1 as the integers that they are.
Texels texels_of(const CheckedSource& source) {
  const FormatTraits& format = traits_of(source.format);
  const Texels texels = texels_of(format);
  const bool stored = source.shape == SourceShape::buffer && format.channels == 1;
  return stored && texels == Texels::fractions ? Texels::integers : texels;
}

GLint float_order(double limit) { return shared::float_order(std::bit_cast<GLint>(largest_float_below(limit))); }

/// The range of floats as integers of the same order.
IntegerRange order_range(const Foreground& foreground) {
  const GLint below = float_order(foreground.low);
  const GLint last = float_order(foreground.high);
  if (below == last) return {0, std::numeric_limits<GLuint>::max(), !foreground.inverted};  // as integer_range()
  return {static_cast<GLuint>(below + 1), static_cast<GLuint>(last) - static_cast<GLuint>(below) - 1,
          foreground.inverted};
}

/// A limit of fractions that is not denormal: a comparison may flush denormals to zero. No fraction lies between.
float without_denormals(float limit) {
  constexpr float least = std::numeric_limits<float>::min();
  if (std::abs(limit) >= least) return limit;
  return limit < 0.0F ? -least : 0.0F;
}

/// Sets the limits of bytes that stand for 0..1. Where bytes are not decoded, the limits lie between them: what a
/// shader reads may be rounded. Returns whether the range is inverted.
bool set_fractions(UniformValues& uniforms, const FormatTraits& format, const Foreground& foreground) {
  if (format.is_srgb) {
    uniforms.set(shared::AT_LOW, without_denormals(largest_float_below(foreground.low)));
    uniforms.set(shared::AT_HIGH, without_denormals(largest_float_below(foreground.high)));
    return foreground.inverted;
  }
  const IntegerRange range = integer_range(foreground, format.format);
  const float first = static_cast<float>(range.first);
  uniforms.set(shared::AT_LOW, (first - 0.5F) / format.scale);
  uniforms.set(shared::AT_HIGH, (first + static_cast<float>(range.span) + 0.5F) / format.scale);
  return range.inverted;
}

void set_foreground(UniformValues& uniforms, const CheckedSource& source, const Foreground& foreground) {
  const FormatTraits& format = traits_of(source.format);
  bool inverted = false;
  if (texels_of(source) == Texels::fractions) {
    inverted = set_fractions(uniforms, format, foreground);
  } else {
    const IntegerRange range =
        texels_of(source) == Texels::floats ? order_range(foreground) : integer_range(foreground, source.format);
    uniforms.set(shared::AT_LOW, GLuint{range.first});
    uniforms.set(shared::AT_HIGH, GLuint{range.span});
    inverted = range.inverted;
  }
  uniforms.set(shared::AT_INVERTED, inverted ? 1 : 0);
  const Channel channel = format.channels == 1 ? Channel::red : foreground.channel;
  uniforms.set(shared::AT_CHANNEL, channel == Channel::any ? 4 + format.channels : static_cast<GLint>(channel));
}

void set_difference(UniformValues& uniforms, const CheckedSource& source, const Difference& difference) {
  switch (texels_of(source)) {
    case Texels::integers:
    case Texels::signed_integers:
      return uniforms.set(shared::AT_LARGEST, GLuint{largest_integer_below(difference.largest)});
    case Texels::floats:
      return uniforms.set(shared::AT_LARGEST, float_order(difference.largest));
    case Texels::fractions:
      return uniforms.set(shared::AT_LARGEST, largest_float_below(scaled_largest(difference)));
  }
}

void set_background(UniformValues& uniforms, const CheckedSource& source, const Criterion& criterion) {
  const PixelValue* const background = background_of(criterion);
  uniforms.set(shared::AT_HAS_BACKGROUND, background != nullptr ? 1 : 0);
  if (background == nullptr) return;
  const FormatTraits& format = traits_of(source.format);
  const bool floats = texels_of(format) == Texels::floats;
  std::array<GLint, 4> stored{};
  for (std::size_t c = 0; c < stored.size(); ++c) {
    const bool lacks_alpha = c == 3 && format.channels < 4;  // a fetch then gives one
    const double value = lacks_alpha ? double{format.scale} : (*background)[c];
    stored[c] = floats ? shared::float_order(std::bit_cast<GLint>(static_cast<float>(value)))
                       : static_cast<GLint>(static_cast<std::int64_t>(value));
  }
  uniforms.set(shared::AT_BACKGROUND, stored);
}

}  // namespace

int compared_channels(const FormatTraits& format) {
  if (format.channels == 2 && texels_of(format) == Texels::fractions) return 4;
  return format.channels == 3 ? 4 : format.channels;
}

SourceKind kind_of(const CheckedSource& source, const Criterion& criterion) {
  const FormatTraits& format = traits_of(source.format);
  const auto* difference = std::get_if<Difference>(&criterion);
  return {texels_of(source), compared_channels(format), source.shape,
          source.shape == SourceShape::buffer ? format.bytes / format.channels : 0,
          difference != nullptr ? difference->measure : Measure::sum};
}

std::vector<std::string> source_defines(const SourceKind& kind, CriterionKind criterion) {
  const bool reads_signed = kind.texels == Texels::signed_integers;
  const bool reads_integers = kind.texels == Texels::integers || reads_signed;
  constexpr const char* samplers[] = {"sampler2D", "sampler2DArray", "sampler3D", "sampler2D"};
  const std::string sampler = samplers[static_cast<int>(kind.shape)];
  constexpr const char* criteria[] = {"FOREGROUND", "EQUAL", "DIFFERENCE"};
  constexpr const char* measures[] = {"SUM", "LUMINANCE", "LARGEST"};
  constexpr const char* limits[] = {"uint", "uint", "float", "int"};
  return {"FOREGROUND 0",
          "EQUAL 1",
          "DIFFERENCE 2",
          std::string("CRITERION ") + criteria[static_cast<int>(criterion)],
          "SUM 0",
          "LUMINANCE 1",
          "LARGEST 2",
          std::string("MEASURE ") + measures[static_cast<int>(kind.measure)],
          "SOURCE_SAMPLER " + (reads_signed     ? "i" + sampler
                               : reads_integers ? "u" + sampler
                                                : sampler),
          std::string("SOURCE_VECTOR ") + (reads_integers ? "uvec4" : "vec4"),
          std::string("SOURCE_VALUE ") + (reads_integers ? "uint" : "float"),
          std::string("SOURCE_LIMIT ") + limits[static_cast<int>(kind.texels)],
          std::string("SOURCE_INTEGERS ") + (reads_integers ? "1" : "0"),
          "SOURCE_SIGN (SOURCE_SIGNED != 0 ? 0x80000000u : 0u)",
          std::string("SOURCE_FLOATS ") + (kind.texels == Texels::floats ? "1" : "0"),
          "SOURCE_CHANNELS " + std::to_string(kind.channels),
          std::string("SOURCE_IN_BUFFER ") + (kind.shape == SourceShape::buffer ? "1" : "0"),
          std::string("SOURCE_LAYERED ") + (kind.shape == SourceShape::flat ? "0" : "1")};
}

std::vector<ProgramConstant> source_constants(const SourceKind& kind) {
  return {{"SOURCE_BYTES", static_cast<std::uint32_t>(kind.bytes)},
          {"SOURCE_SIGNED", kind.texels == Texels::signed_integers ? 1U : 0U}};
}

SourceKind without_constants(SourceKind kind) {
  if (kind.shape != SourceShape::buffer) return kind;  // the type of a sampler depends on the sign
  kind.bytes = SourceKind{}.bytes;
  if (kind.texels == Texels::signed_integers) kind.texels = Texels::integers;
  return kind;
}

void set_source_uniforms(UniformValues& uniforms, const CheckedSource& source, const Criterion& criterion) {
  if (source.shape == SourceShape::buffer) {
    uniforms.set(shared::AT_SOURCE_PLACE, source.place.uniform(1));
  } else {
    uniforms.set(shared::AT_ORIGIN, std::array<GLint, 4>{source.x, source.y, source.layer, source.level});
  }
  const FormatTraits& format = traits_of(source.format);
  uniforms.set(shared::AT_SCALE, format.scale);
  uniforms.set(shared::AT_IS_SRGB, format.is_srgb ? 1 : 0);
  if (const auto* foreground = std::get_if<Foreground>(&criterion)) set_foreground(uniforms, source, *foreground);
  if (const auto* difference = std::get_if<Difference>(&criterion)) set_difference(uniforms, source, *difference);
  set_background(uniforms, source, criterion);
}

}  // namespace glccl
