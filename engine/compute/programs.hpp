// The programs of the compute engine's passes and their uniforms.
#pragma once

#include <tuple>

#include "compute/plan.hpp"
#include "gl/objects.hpp"
#include "source.hpp"
#include "source_uniforms.hpp"

namespace glccl::compute {

/// What a program is compiled for: pass, connectivity, criterion, numbering, and for those that read the source its
/// kind and whether it is an array.
using ProgramKey = std::tuple<PassName, Connectivity, CriterionKind, Numbering, SourceKind, bool>;

ProgramKey key_of(PassName pass, const SourceView& source, const Options& options);

/// Whether this context has subgroups of 32 invocations that can vote, as GL_KHR_shader_subgroup tells: then a subgroup
/// packs a word at once.
bool has_subgroups();

/// Compiles and links. Error `gpu`: the driver's words.
Result<gl::Program> build_program(const ProgramKey& key, bool subgroups);

/// Sets the uniforms for a plan and a source.
void set_uniforms(GLuint program, const Plan& plan, const SourceView& source, const Criterion& criterion);

}  // namespace glccl::compute
