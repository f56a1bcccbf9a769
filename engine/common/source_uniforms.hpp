// The source and the criterion as glsl/common/criterion.glsl takes them.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/common/source.hpp"
#include "engine/vocabulary/uniform_values.hpp"
#include "glccl/image.hpp"
#include "glccl/spec.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// The values that shaders read from a source. They compare them differently, with different programs.
enum class Texels {
  integers,         ///< Unsigned integers.
  signed_integers,  ///< Signed integers.
  fractions,        ///< 0..1, of bytes.
  floats,           ///< Any float, or depths.
};

/// What programs that read a source are compiled for.
struct SourceKind {
  Texels texels = Texels::fractions;
  int channels = 1;  ///< That are compared, 1, 2 or 4.
  SourceShape shape = SourceShape::flat;
  int bytes = 0;                   ///< Of a channel in a buffer; 0: a texture.
  Measure measure = Measure::sum;  ///< Of Difference.

  friend auto operator<=>(const SourceKind&, const SourceKind&) = default;
};

/// The channels of a texel that programs compare. Of formats of three channels, and of two of bytes, they take the
/// missing ones too, which are the same everywhere: so these formats need no programs of their own.
int compared_channels(const FormatTraits& format);

SourceKind kind_of(const CheckedSource& source, const Criterion& criterion);

/// The defines, "NAME value" each, of a program that reads a source, which are no constants.
std::vector<std::string> source_defines(const SourceKind& kind, CriterionKind criterion);

/// A constant of a program. OpenGL compiles it in; a pipeline of Vulkan is given it.
struct ProgramConstant {
  const char* name;
  std::uint32_t value;
};

/// The constants of a program that reads a source.
std::vector<ProgramConstant> source_constants(const SourceKind& kind);

/// The kind of source without what these constants say.
SourceKind without_constants(SourceKind kind);

/// Sets a program's uniforms for the rectangle and level of the source and for the criterion.
void set_source_uniforms(UniformValues& uniforms, const CheckedSource& source, const Criterion& criterion);

}  // namespace glccl
