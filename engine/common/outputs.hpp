// The results of a labeling: the label texture and the component table (glccl/table.hpp).
#pragma once

#include <cstdint>

#include "engine/gl/objects.hpp"
#include "engine/gl/state/replaced_objects.hpp"
#include "glccl/labels.hpp"
#include "glccl/options.hpp"
#include "glccl/result.hpp"

namespace glccl {

/// Binding of the table among shader storage buffers.
constexpr GLuint table_binding = 0;

/// Where a labeling writes.
struct Targets {
  GLuint labels = 0;       ///< The caller's texture or one of OutputObjects; 0: the caller's buffer.
  bool own_labels = true;  ///< Whether the texture is one of OutputObjects.
  GLuint table = 0;        ///< 0 without a table.
  std::uint32_t rows = 0;  ///< Capacity of the table.
};

/// Owns the label texture and the component table. Everything that the next labeling needs is allocated before
/// anything of the last one is replaced, so that a failure keeps the last result.
class OutputObjects {
 public:
  /// Allocated for a labeling, not yet in use. Empty where what is there already fits.
  struct Fresh {
    gl::Texture labels;
    gl::Buffer table;
  };

  /// `largest_block`: GL_MAX_SHADER_STORAGE_BLOCK_SIZE, which limits the table.
  explicit OutputObjects(std::int64_t largest_block) : largest_block_(largest_block) {}

  /// Allocates what a labeling of `extent` with a table of `columns` lacks. Errors: `too_large` (this context cannot
  /// bind a table of that capacity), `gpu` (the driver has no memory).
  Result<Fresh> allocate(const Extent& extent, std::uint32_t columns, const Outputs& output) const;

  /// Takes what allocate() made for the same arguments.
  void adopt(Fresh fresh, const Extent& extent, std::uint32_t columns, const Outputs& output,
             gl::ReplacedObjects& replaced);

  /// Where a labeling with these options writes, after adopt().
  Targets targets(const Outputs& output) const;

 private:
  std::int64_t largest_block_;
  gl::Texture labels_;
  Extent labels_extent_;
  gl::Buffer table_;
  std::int64_t table_bytes_ = 0;
};

}  // namespace glccl
