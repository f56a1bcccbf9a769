// The buffer of a component table (glccl/table.hpp).
#pragma once

#include <cstdint>

#include "engine/gl/objects.hpp"
#include "glccl/result.hpp"

namespace glccl {

/// Where shaders find the table among storage buffers.
constexpr GLuint table_binding = 0;

/// Whether this context can bind a table of so many rows. Error `too_large`.
Status check_table_rows(std::uint32_t rows);

/// A buffer for a table of so many rows. Error `gpu`: the driver has no memory for it.
Result<gl::Buffer> make_table(std::uint32_t rows);

}  // namespace glccl
