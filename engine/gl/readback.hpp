// Copying textures and buffers to the CPU.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/gl/functions/opengl.hpp"
#include "glccl/result.hpp"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl::gl {

/// Level 0 of an R32UI texture of `extent`, of two or three dimensions; waits for the GPU. The caller's pixel-pack
/// state is as before afterwards.
LabelImage read_labels(GLuint texture, Extent extent);

/// Bytes of a buffer that hold rows: before the first one, from a row to the next, from a slice to the next, and from
/// the first element to the end of the last one.
struct BufferRows {
  std::int64_t first = 0;
  std::int64_t row_bytes = 0;
  std::int64_t slice_bytes = 0;
  std::int64_t taken = 0;
};

/// Labels of `extent` in a buffer; waits for the GPU.
LabelImage read_labels(GLuint buffer, Extent extent, const BufferRows& rows);

/// Copies bytes of a buffer to `to` through a second buffer in host memory: a driver that is asked for the first one's
/// contents moves that buffer to the host and leaves it there. Waits for the GPU.
void read_buffer(GLuint buffer, GLintptr offset, GLsizeiptr bytes, void* to);

/// The header of a component table; waits for the GPU.
ComponentTableHeader read_header(GLuint buffer);

/// The rows of a component table (table.hpp); waits for the GPU. Error `too_large` where there are more components than
/// rows.
Result<std::vector<Component>> read_components(GLuint buffer);

/// The optional measurements of these rows, likewise.
Result<std::vector<Measurements>> read_measurements(GLuint buffer);

}  // namespace glccl::gl
