// Results of the OpenGL engines, which stay on the GPU, and plans and steps for people who follow the method.
#pragma once

#include <cstdint>
#include <string>

#include "glccl/buffers.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// A component table that stays on the GPU; table.hpp has its layout.
struct ComponentTable {
  std::uint32_t buffer = 0;  ///< Name of a buffer object; 0 without a table.
  std::uint32_t rows = 0;    ///< Capacity in rows, Outputs::table_rows.
};

/// A result that stays on the GPU. Except for the caller's own target, its objects belong to the Labeler and hold their
/// contents until the next label() or the Labeler's end. Commands that the caller issues later may read them in any
/// way, without a barrier.
struct Labels {
  /// Name of a GL_TEXTURE_2D, of a volume a GL_TEXTURE_3D; R32UI; 0 is background. 0: the labels are in `buffer`.
  std::uint32_t texture = 0;
  Extent extent;             ///< Extent of the labels.
  ComponentTable table;      ///< Its buffer is 0 unless Outputs::table_rows asked for one.
  BufferLabels buffer = {};  ///< Outputs::target_buffer.
};

/// One pass of a plan, for people who follow the method.
struct PlannedPass {
  std::string pass;   ///< Name of the pass.
  std::string stage;  ///< Name of the stage that it is timed with.
  std::string text;   ///< One line: what the pass reads and writes and how it is drawn or dispatched.
};

/// The kind of texels in the texture of a Step.
enum class StepContents {
  none,    ///< No texture: buffers only.
  source,  ///< The caller's source.
  ids,     ///< R32F: the bits of ids (glsl/shared/ids.h), 0.0 for background.
  masks,   ///< R32UI: bits of 32 pixels of a row.
  sums,    ///< R32UI: levels of the histogram pyramid.
  points,  ///< R32UI or RG32UI: a list of places.
  labels,  ///< R32UI: labels, 0 for background.
  boxes,   ///< RGBA32F: bounding boxes, one texel per row of the table.
  ranks,   ///< RG32UI: running totals of marked pixels, and the masks that mark them.
  roots,   ///< R32F: a list of ids.
  words,   ///< R32UI or RGBA32UI: bits of 32 pixels of a column.
};

/// The texture that a pass has written. Its contents last until the next labeling.
struct Step {
  std::string image;  ///< Name of the texture in the plan, such as ids_a, masks or labels; "-", "rows" and "buffers"
                      ///< have no texture.
  StepContents contents = StepContents::none;  ///< The kind of its texels.
  std::uint32_t texture = 0;                   ///< Name of the texture; 0 where the contents are none.
  Extent extent;                               ///< Extent of that texture.
};

}  // namespace glccl
