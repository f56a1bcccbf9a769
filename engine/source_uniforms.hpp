// The source and the criterion as glsl/common/criterion.glsl wants them.
#pragma once

#include <GL/glew.h>

#include <string>
#include <vector>

#include "engine/source.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// The criteria by the names of criterion.glsl.
enum class CriterionKind { foreground, equal, difference };

CriterionKind kind_of(const Criterion& criterion);

/// The defines that a program which reads such sources is compiled with, "NAME value" each.
std::vector<std::string> source_defines(SourceKind kind, bool layered, CriterionKind criterion);

/// Sets the program's uniforms for the rectangle and level of the source and for the criterion.
void set_source_uniforms(GLuint program, const SourceView& source, const Criterion& criterion);

}  // namespace glccl
