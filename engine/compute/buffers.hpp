// The memory of the compute engine, besides the labels and the table.
#pragma once

#include "compute/plan.hpp"
#include "gl/objects.hpp"
#include "glccl/result.hpp"

namespace glccl::compute {

/// Storage buffers for images of one plan's size: 1/8 byte a pixel for the bits of pixels, the same for those of roots,
/// and for runs' starts where the criterion compares values; the same for the ranks of roots.
class Buffers {
 public:
  /// Error `gpu`: the driver has no memory for one; nothing is kept.
  static Result<Buffers> create(const Plan& plan);

  /// Whether they do for that plan.
  bool fit(const Plan& plan) const;

  /// Binds them where glsl/compute names them.
  void bind() const;

  /// Storage buffer bindings that they and the table (component_table.hpp) take, from 0 on.
  static constexpr int bindings = 6;

 private:
  std::int64_t row_words_ = 0;
  gl::Buffer pixels_;
  gl::Buffer starts_;
  gl::Buffer roots_;
  gl::Buffer ranks_;
  gl::Buffer sums_;
};

/// Bytes that the buffers of a plan take.
std::int64_t bytes_of_buffers(const Plan& plan);

}  // namespace glccl::compute
