// The programs of the compute engine's passes and their uniforms.
#pragma once

#include <compare>

#include "engine/compute/plan.hpp"
#include "engine/gl/objects.hpp"
#include "engine/source.hpp"
#include "engine/source_uniforms.hpp"

namespace glccl::compute {

/// What a program is compiled for. What its pass does not depend on is left as it is here.
struct ProgramKey {
  PassName pass = PassName::label_tiles;
  int group_size = 1;
  Connectivity connectivity = Connectivity::eight;
  CriterionKind criterion = CriterionKind::foreground;
  Numbering numbering = Numbering::raster;
  SourceKind kind = SourceKind::floating;
  bool layered = false;    ///< the source is an array
  bool gathered = false;   ///< four pixels of the source are fetched at once
  bool subgroups = false;  ///< has_subgroups()

  friend auto operator<=>(const ProgramKey&, const ProgramKey&) = default;
};

ProgramKey key_of(const Pass& pass, const SourceView& source, const Options& options, bool subgroups);

/// Whether this context has subgroups of 32 invocations that can vote and add, as GL_KHR_shader_subgroup tells: then a
/// subgroup packs words by votes, and sums over a group take two steps.
bool has_subgroups();

/// Compiles and links. Error `gpu`: the driver's words.
Result<gl::Program> build_program(const ProgramKey& key);

/// Sets the uniforms for a plan and a source.
void set_uniforms(GLuint program, const Plan& plan, const SourceView& source, const Criterion& criterion);

}  // namespace glccl::compute
