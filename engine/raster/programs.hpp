// The programs of the raster engine's passes and their uniforms.
#pragma once

#include <compare>

#include "engine/common/pass_engine.hpp"
#include "engine/common/source_uniforms.hpp"
#include "engine/gl/program.hpp"
#include "engine/gl/uniforms.hpp"
#include "engine/raster/passes.hpp"
#include "engine/raster/plan.hpp"

namespace glccl::raster {

/// What a program is compiled for. Fields that its pass does not depend on have the values below.
struct RasterProgramKey {
  RasterPass pass = RasterPass::encode_ids;
  Connectivity connectivity = Connectivity::eight;
  CriterionKind criterion = CriterionKind::foreground;
  SourceKind source;

  friend auto operator<=>(const RasterProgramKey&, const RasterProgramKey&) = default;
};

/// The key of the program that a pass needs for a request.
RasterProgramKey key_of(const RasterPassTraits& traits, const Request& request);

/// The shaders of a program.
gl::ProgramText text_of(const RasterProgramKey& key);

/// Sets the uniforms that are the same for all draws of a plan.
void set_plan(gl::Uniforms& uniforms, const RasterPlan& plan);

/// Sets the uniforms of one draw into a target.
void set_draw(gl::Uniforms& uniforms, const Draw& draw, const Extent& target);

}  // namespace glccl::raster
