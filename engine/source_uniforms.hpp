// The source and the criterion as glsl/common/criterion.glsl takes them.
#pragma once

#include <string>
#include <vector>

#include "engine/gl/uniforms.hpp"
#include "engine/source.hpp"
#include "glccl/spec.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// The defines, "NAME value" each, of a program that reads a source. `reads_integers` tells the type of its texels.
std::vector<std::string> source_defines(bool reads_integers, bool layered, CriterionKind criterion);

/// Sets a program's uniforms for the rectangle and level of the source and for the criterion.
void set_source_uniforms(gl::Uniforms& uniforms, const CheckedSource& source, const Criterion& criterion);

}  // namespace glccl
