// The passes of Regions that find selections and boundaries, and that write colours.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/gl/compute_pass.hpp"
#include "engine/gl/functions/opengl.hpp"
#include "engine/gl/objects.hpp"
#include "engine/gl/pass_marks.hpp"
#include "engine/regions/plan.hpp"
#include "glccl/region_results.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::regions {

/// Bindings of the shaders of glsl/regions.
inline constexpr int texture_units = 1;
inline constexpr int image_units = 2;

/// Textures and their place in a selection; 0: not asked for.
struct SelectionImages {
  GLuint mask = 0;
  GLuint labels = 0;
};

/// The passes that glsl/regions/regions.glsl lists, for selections. The labels are bound to texture unit 0.
class SelectionPasses {
 public:
  /// Compiles the programs and makes the buffers. Requires check_regions(). Error `gpu`.
  static Result<SelectionPasses> create(const gl::Programs& programs, const Extent& extent,
                                        const RegionOptions& options);

  /// Issues all passes. Requires check_seeds().
  void run(std::span<const Position> seeds, const SelectionImages& images, const Extent& extent, gl::PassMarks& marks);

  /// How many passes run() issues.
  std::size_t dispatches() const { return passes_.size(); }

  /// The buffer of seeds.
  GLuint seeds() const { return seeds_.name(); }

  /// Bytes of all buffers.
  std::int64_t bytes() const { return bytes_; }

 private:
  Result<void> make_buffers(const SelectionPlan& plan, std::uint32_t max_seeds);

  std::vector<gl::CompiledPass> passes_;  ///< In their order.
  gl::Buffer seeds_;
  gl::Buffer slots_;
  gl::Buffer positions_;
  std::int64_t bytes_ = 0;
};

/// The pass boundaries.
Result<gl::CompiledPass> make_boundary_pass(const gl::Programs& programs, const Extent& extent);

/// Runs it. The labels are bound to texture unit 0.
void run_boundary_pass(const gl::CompiledPass& pass, int hops, GLuint mask, const Extent& extent, gl::PassMarks& marks);

/// The pass write_colours.
Result<gl::CompiledPass> make_colour_pass(const gl::Programs& programs, const Extent& extent);

/// Runs it. The labels are bound to texture unit 0.
void run_colour_pass(const gl::CompiledPass& pass, GLuint colours, const Extent& extent, gl::PassMarks& marks);

}  // namespace glccl::regions
