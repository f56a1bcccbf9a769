#include "engine/source_uniforms.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

namespace glccl {
namespace {

/// Uniform locations that criterion.glsl names.
enum Location : GLint {
  at_threshold = 3,
  at_inverted = 4,
  at_channel = 5,
  at_channels = 6,
  at_origin = 11,
  at_scale = 12,
  at_is_srgb = 13,
};

/// v > threshold on unsigned integers, for any float threshold: v > floor(threshold); below 0 every value is above.
struct IntegerThreshold {
  GLuint value = 0;
  bool all_above = false;
};

IntegerThreshold integer_threshold(float threshold) {
  if (!(threshold >= 0.0F)) return {0, true};
  const double floor = std::floor(static_cast<double>(threshold));
  return {static_cast<GLuint>(std::min(floor, 4294967295.0)), false};
}

void set_foreground(GLuint program, const SourceView& source, const Foreground& foreground) {
  bool inverted = foreground.inverted;
  if (source.kind == SourceKind::floating) {
    glProgramUniform1f(program, at_threshold, foreground.threshold);
  } else {
    // A threshold that every value is above is the inverse of one that no value is above.
    const IntegerThreshold threshold = integer_threshold(foreground.threshold);
    glProgramUniform1ui(program, at_threshold, threshold.all_above ? ~0U : threshold.value);
    if (threshold.all_above) inverted = !inverted;
  }
  glProgramUniform1i(program, at_inverted, inverted ? 1 : 0);
  const Channel channel = source.channels == 1 ? Channel::red : foreground.channel;
  glProgramUniform1i(program, at_channel, static_cast<int>(channel));
}

void set_difference(GLuint program, const SourceView& source, const Difference& difference) {
  if (source.kind == SourceKind::unsigned_integer) {
    glProgramUniform1ui(program, at_threshold, integer_threshold(difference.largest).value);
    return;
  }
  glProgramUniform1f(program, at_threshold, difference.largest);
  glProgramUniform1f(program, at_scale, source.scale);
  glProgramUniform1i(program, at_is_srgb, source.is_srgb ? 1 : 0);
}

}  // namespace

CriterionKind kind_of(const Criterion& criterion) {
  if (std::holds_alternative<Foreground>(criterion)) return CriterionKind::foreground;
  return std::holds_alternative<Equal>(criterion) ? CriterionKind::equal : CriterionKind::difference;
}

std::vector<std::string> source_defines(SourceKind kind, bool layered, CriterionKind criterion) {
  const bool integer = kind == SourceKind::unsigned_integer;
  const std::string sampler = layered ? "sampler2DArray" : "sampler2D";
  constexpr const char* criteria[] = {"FOREGROUND", "EQUAL", "DIFFERENCE"};
  return {"FOREGROUND 0",
          "EQUAL 1",
          "DIFFERENCE 2",
          std::string("CRITERION ") + criteria[static_cast<int>(criterion)],
          "SOURCE_SAMPLER " + (integer ? "u" + sampler : sampler),
          std::string("SOURCE_VECTOR ") + (integer ? "uvec4" : "vec4"),
          std::string("SOURCE_VALUE ") + (integer ? "uint" : "float"),
          std::string("SOURCE_LAYERED ") + (layered ? "1" : "0")};
}

void set_source_uniforms(GLuint name, const SourceView& source, const Criterion& criterion) {
  // A location that a program does not use is not an error for glProgramUniform only if it is -1.
  const auto has = [&](const char* uniform) { return glGetUniformLocation(name, uniform) >= 0; };
  if (has("origin")) glProgramUniform4i(name, at_origin, source.x, source.y, source.layer, source.level);
  if (has("channels")) glProgramUniform1i(name, at_channels, source.channels);
  if (!has("threshold")) return;
  if (const auto* foreground = std::get_if<Foreground>(&criterion)) set_foreground(name, source, *foreground);
  if (const auto* difference = std::get_if<Difference>(&criterion)) set_difference(name, source, *difference);
}

}  // namespace glccl
