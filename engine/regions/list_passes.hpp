// The passes of Regions that list the elements of each component.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "engine/gl/compute_pass.hpp"
#include "engine/gl/functions/opengl.hpp"
#include "engine/gl/objects.hpp"
#include "engine/gl/pass_marks.hpp"
#include "engine/regions/plan.hpp"
#include "engine/regions/sort_passes.hpp"
#include "glccl/region_results.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::regions {

/// The passes that glsl/regions/lists.glsl lists.
class ListPasses {
 public:
  /// Compiles the programs and makes the buffers. Requires check_regions(). Errors: `too_large` (a buffer beyond this
  /// context's limit), `gpu` (no memory, or the driver rejects a shader).
  static Result<ListPasses> create(const gl::Programs& programs, const Extent& extent, const RegionOptions& options);

  /// Issues all passes. The labels are bound to texture unit 0; `table` has the number of their components.
  void run(GLuint table, gl::PassMarks& marks);

  /// The buffer of header and offsets.
  GLuint lists() const { return lists_.name(); }

  /// The buffer of places.
  GLuint places() const { return places_.name(); }

  /// How many passes run() issues.
  std::size_t dispatches() const;

  /// Bytes of all buffers.
  std::int64_t bytes() const { return bytes_ + sort_.bytes(); }

 private:
  explicit ListPasses(SortPasses sort) : sort_(std::move(sort)) {}

  SortPasses sort_;
  std::vector<gl::CompiledPass> passes_;
  gl::Buffer lists_;
  gl::Buffer places_;
  int end_bit_ = 0;  ///< Of the words of runs, behind the labels.
  std::int64_t bytes_ = 0;
};

}  // namespace glccl::regions
