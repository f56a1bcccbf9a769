#include "engine/source_uniforms.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <variant>

#include "glsl/shared/float_order.h"

namespace glccl {
namespace {

Texels texels_of(const FormatTraits& format) {
  if (format.is_integer) return format.is_signed ? Texels::signed_integers : Texels::integers;
  return format.has_floats() ? Texels::floats : Texels::fractions;
}

constexpr std::int64_t most = std::numeric_limits<GLuint>::max();

GLint float_order(float value) { return shared::float_order(std::bit_cast<GLint>(value)); }

/// A threshold for bytes that stand for 0..1 with the same bytes above it, but none near it and never denormal: what a
/// shader reads may be rounded, and a comparison may flush denormals to zero.
float fraction_threshold(float threshold, const FormatTraits& format) {
  if (!format.is_srgb) return (static_cast<float>(integer_threshold(threshold, format.format)) + 0.5F) / format.scale;
  constexpr float least = std::numeric_limits<float>::min();
  if (std::abs(threshold) >= least) return threshold;
  return threshold < 0.0F ? -least : 0.0F;
}

void set_foreground(gl::Uniforms& uniforms, const CheckedSource& source, const Foreground& foreground) {
  const FormatTraits& format = traits_of(source.format);
  bool inverted = foreground.inverted;
  if (format.is_integer) {
    // Every value is above -1, and none is above 2^32 - 1: the one is the inverse of the other.
    const std::int64_t threshold = integer_threshold(foreground.threshold, source.format) + format.sign_bit();
    if (threshold < 0) inverted = !inverted;
    uniforms.set(shared::AT_THRESHOLD, static_cast<GLuint>(threshold < 0 ? most : std::min(threshold, most)));
  } else if (texels_of(format) == Texels::floats) {
    uniforms.set(shared::AT_THRESHOLD, float_order(foreground.threshold));
  } else {
    uniforms.set(shared::AT_THRESHOLD, fraction_threshold(foreground.threshold, format));
  }
  uniforms.set(shared::AT_INVERTED, inverted ? 1 : 0);
  const Channel channel = format.channels == 1 ? Channel::red : foreground.channel;
  uniforms.set(shared::AT_CHANNEL, static_cast<GLint>(channel));
}

void set_difference(gl::Uniforms& uniforms, const CheckedSource& source, const Difference& difference) {
  const FormatTraits& format = traits_of(source.format);
  if (format.is_integer) {
    const std::int64_t largest = largest_integer_below(static_cast<double>(difference.largest));
    uniforms.set(shared::AT_THRESHOLD, static_cast<GLuint>(std::clamp<std::int64_t>(largest, 0, most)));
    return;
  }
  if (texels_of(format) == Texels::floats) {
    uniforms.set(shared::AT_THRESHOLD, float_order(difference.largest));
    return;
  }
  uniforms.set(shared::AT_THRESHOLD, difference.largest);
}

}  // namespace

SourceKind kind_of(const CheckedSource& source) {
  const FormatTraits& format = traits_of(source.format);
  return {texels_of(format), static_cast<int>(format.channels), source.layered};
}

std::vector<std::string> source_defines(const SourceKind& kind, CriterionKind criterion) {
  const bool reads_signed = kind.texels == Texels::signed_integers;
  const bool reads_integers = kind.texels == Texels::integers || reads_signed;
  const std::string sampler = kind.layered ? "sampler2DArray" : "sampler2D";
  constexpr const char* criteria[] = {"FOREGROUND", "EQUAL", "DIFFERENCE"};
  constexpr const char* limits[] = {"uint", "uint", "float", "int"};
  return {"FOREGROUND 0",
          "EQUAL 1",
          "DIFFERENCE 2",
          std::string("CRITERION ") + criteria[static_cast<int>(criterion)],
          "SOURCE_SAMPLER " + (reads_signed     ? "i" + sampler
                               : reads_integers ? "u" + sampler
                                                : sampler),
          std::string("SOURCE_VECTOR ") + (reads_integers ? "uvec4" : "vec4"),
          std::string("SOURCE_VALUE ") + (reads_integers ? "uint" : "float"),
          std::string("SOURCE_LIMIT ") + limits[static_cast<int>(kind.texels)],
          std::string("SOURCE_INTEGERS ") + (reads_integers ? "1" : "0"),
          std::string("SOURCE_SIGN ") + (reads_signed ? "0x80000000u" : "0u"),
          std::string("SOURCE_FLOATS ") + (kind.texels == Texels::floats ? "1" : "0"),
          "SOURCE_CHANNELS " + std::to_string(kind.channels),
          std::string("SOURCE_LAYERED ") + (kind.layered ? "1" : "0")};
}

void set_source_uniforms(gl::Uniforms& uniforms, const CheckedSource& source, const Criterion& criterion) {
  uniforms.set(shared::AT_ORIGIN, std::array<GLint, 4>{source.x, source.y, source.layer, source.level});
  const FormatTraits& format = traits_of(source.format);
  uniforms.set(shared::AT_SCALE, format.scale);
  uniforms.set(shared::AT_IS_SRGB, format.is_srgb ? 1 : 0);
  if (const auto* foreground = std::get_if<Foreground>(&criterion)) set_foreground(uniforms, source, *foreground);
  if (const auto* difference = std::get_if<Difference>(&criterion)) set_difference(uniforms, source, *difference);
}

}  // namespace glccl
