// The programs of passes and their uniforms.
#pragma once

#include <tuple>

#include "engine/gl/objects.hpp"
#include "engine/raster/passes.hpp"
#include "engine/raster/plan.hpp"
#include "engine/source.hpp"
#include "engine/source_uniforms.hpp"

namespace glccl::raster {

/// What a program is compiled for: pass, connectivity, and for those that read the source its kind, whether it is an
/// array, and the criterion.
using ProgramKey = std::tuple<PassName, Connectivity, SourceKind, bool, CriterionKind>;

ProgramKey key_of(const PassTraits& traits, const SourceView& source, const Options& options);

/// A program and where the uniforms are that not every pass has; -1 where it has none.
struct PassProgram {
  gl::Program program;
  GLint argument = -1;
  GLint hops = -1;
  GLint image_size = -1;
  GLint block_width = -1;
  GLint levels = -1;
  GLint level_count = -1;
  GLint table_rows = -1;
  bool has_source = false;
  bool has_target_size = false;
  bool has_rectangle = false;
  // What its uniforms were last set to.
  Size target;
  int argument_value = -1;
  int hops_value = -1;
  Box rectangle{-1, -1, -1, -1};
};

/// Compiles and links. Error `gpu`: the driver's words.
Result<PassProgram> build_program(const PassTraits& traits, const ProgramKey& key);

/// Sets the uniforms that are the same for all passes of a plan.
void set_plan(const PassProgram& program, const Plan& plan);

/// Sets what a program that reads the source needs for it.
void set_source(const PassProgram& program, const SourceView& source, const Criterion& criterion);

/// Sets what changes from pass to pass, where it has changed.
void set_pass(PassProgram& program, const Pass& pass, Size target);

}  // namespace glccl::raster
