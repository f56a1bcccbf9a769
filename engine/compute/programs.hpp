// The programs of the compute engine's passes and their uniforms.
#pragma once

#include <compare>
#include <cstdint>
#include <vector>

#include "engine/common/pass_engine.hpp"
#include "engine/common/source_uniforms.hpp"
#include "engine/compute/plan.hpp"
#include "engine/gl/program.hpp"
#include "engine/vocabulary/uniform_values.hpp"

namespace glccl::compute {

/// What a program is compiled for. Fields that its pass does not depend on have the values below.
struct ComputeProgramKey {
  ComputePass pass = ComputePass::label_tiles;
  int group_size = 1;
  Connectivity connectivity = Connectivity::eight;
  CriterionKind criterion = CriterionKind::foreground;
  Numbering numbering = Numbering::raster;
  SourceKind source;
  std::uint32_t columns = 0;   ///< Of the component table.
  bool volume = false;         ///< The program labels volumes.
  bool filtered = false;       ///< Roots may have been dropped.
  bool merges = false;         ///< label_tiles unites nodes too.
  bool masked = false;         ///< A tile's bits are combined with those of the mask.
  bool own_fractions = false;  ///< Components have their own bits of a fraction.
  bool seams = false;          ///< The seams of periodic axes are borders of tiles.
  bool measures = false;       ///< The areas of nodes are summed or read.
  bool continues = false;      ///< The last workgroup does what would otherwise be the next pass.
  bool gathered = false;       ///< Four pixels of the source are fetched at once.
  bool label_buffer = false;   ///< Labels are in a buffer.
  bool subgroups = false;      ///< Words are packed by votes, and sums over a workgroup take two steps.

  friend auto operator<=>(const ComputeProgramKey&, const ComputeProgramKey&) = default;
};

/// The key of the program that a dispatch of a plan needs for a request.
ComputeProgramKey key_of(const Dispatch& pass, const Request& request, bool subgroups);

/// The constants of a program. The number of one among them is its `constant_id` in Vulkan, of which 0 is the size of a
/// workgroup.
std::vector<ProgramConstant> constants_of(const ComputeProgramKey& key);

/// The key without what constants say: programs of Vulkan that differ in constants alone have one shader.
ComputeProgramKey without_constants(ComputeProgramKey key);

/// The shader of a program of OpenGL.
gl::ProgramText text_of(const ComputeProgramKey& key);

/// The shader of a program of Vulkan, for SPIR-V.
gl::ProgramText vulkan_text_of(const ComputeProgramKey& key);

/// The shader of a program of WebGPU, before it is translated: that of Vulkan with the size of a workgroup compiled in.
gl::ProgramText web_text_of(const ComputeProgramKey& key);

/// Sets the uniforms of a pass's program for a plan and a request.
void set_uniforms(UniformValues& uniforms, const ComputePlan& plan, const Request& request, ComputePass pass);

}  // namespace glccl::compute
