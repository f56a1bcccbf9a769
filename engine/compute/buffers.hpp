// The memory of the compute engine, besides the labels and the table.
#pragma once

#include <array>
#include <cstdint>

#include "engine/compute/plan.hpp"
#include "engine/gl/objects.hpp"
#include "glccl/result.hpp"

namespace glccl::compute {

/// Storage buffers for images of one plan's size. Bytes a pixel, of images without parts of tiles:
///
///                                  tiles    records    nodes    roots and ranks (numbered labels)
///     8-connected foreground       0.16     0.5        0.19     0.25
///     4-connected foreground       0.19     1          0.31     0.25
///     other criteria               1.31     1          0.63     0.25
///
/// and where the image shows little, most of that is never touched.
class Buffers {
 public:
  /// Errors, which keep nothing: `too_large`, where this context cannot bind a buffer of that size; `gpu`, where the
  /// driver has no memory for one.
  static Result<Buffers> create(const Plan& plan);

  /// Whether they do for that plan: of the same image size, and large enough.
  bool fit(const Plan& plan) const;

  /// Binds them where glsl/compute names them.
  void bind() const;

  /// Bytes of GPU memory that they take.
  std::int64_t bytes() const;

  /// Storage buffer bindings that they and the table (component_table.hpp) take, from 0 on: as many as OpenGL promises.
  static constexpr int bindings = 8;

 private:
  /// In the order of the bindings that glsl/compute names, the first of which is 1. 0 bytes: none is there.
  static constexpr int count = bindings - 1;
  using Bytes = std::array<std::int64_t, count>;

  static Bytes bytes_for(const Plan& plan);

  Size size_;
  Bytes bytes_{};
  std::array<gl::Buffer, count> buffers_;
};

}  // namespace glccl::compute
