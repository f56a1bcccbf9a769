// The passes that sort entries by words, for lists.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/gl/compute_pass.hpp"
#include "engine/gl/functions/opengl.hpp"
#include "engine/gl/objects.hpp"
#include "engine/gl/pass_marks.hpp"
#include "engine/regions/plan.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::regions {

/// The passes and buffers of glsl/regions/sort.glsl.
class SortPasses {
 public:
  /// For the runs of a plan. Errors, which begin with `what`: `too_large` (a buffer beyond this context's limit), `gpu`
  /// (no memory, or the driver rejects a shader).
  static Result<SortPasses> create(const gl::Programs& programs, const ListPlan& plan, const std::string& what);

  /// Binds the buffers. The next pass reads the entries that are in order, and writes to the other buffer.
  void bind() const;

  /// The next pass reads what the last one has written.
  void swap();

  /// Sorts by the bits from `first` to before `end` of the words, in digits of DIGIT_BITS.
  void run(int first, int end, gl::PassMarks& marks);

  /// How many passes such a run() issues.
  std::size_t dispatches(int first, int end) const;

  /// Bytes of all buffers.
  std::int64_t bytes() const { return bytes_; }

 private:
  std::vector<gl::CompiledPass> passes_;
  gl::Buffer counts_;
  std::array<gl::Buffer, 2> entries_;  ///< Those that are in order, and those that the next pass writes.
  std::int64_t bytes_ = 0;
};

}  // namespace glccl::regions
