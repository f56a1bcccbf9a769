// The passes of Regions that find which components touch.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/gl/compute_pass.hpp"
#include "engine/gl/functions/opengl.hpp"
#include "engine/gl/objects.hpp"
#include "engine/gl/pass_marks.hpp"
#include "engine/regions/plan.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::regions {

/// The passes that glsl/regions/contacts.glsl lists.
class ContactPasses {
 public:
  /// Compiles the programs and makes the buffers, for up to `max_contacts` pairs. Errors: `too_large` (a buffer beyond
  /// this context's limit), `gpu` (no memory, or the driver rejects a shader).
  static Result<ContactPasses> create(const gl::Programs& programs, const Extent& extent, std::uint32_t max_contacts);

  /// Issues all passes. The labels are bound to texture unit 0.
  void run(int hops, gl::PassMarks& marks);

  /// The buffer of header and rows.
  GLuint contacts() const { return buffers_[0].name(); }

  /// How many passes run() issues.
  std::size_t dispatches() const;

  /// Bytes of all buffers.
  std::int64_t bytes() const { return bytes_; }

 private:
  std::vector<gl::CompiledPass> passes_;
  std::array<gl::Buffer, ContactPlan::buffers> buffers_;
  int merges_ = 0;  ///< Dispatches of merge_contacts.
  std::int64_t bytes_ = 0;
};

}  // namespace glccl::regions
