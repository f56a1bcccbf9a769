#include "engine/component_table.hpp"

#include <algorithm>
#include <string>

#include "engine/gl/memory.hpp"
#include "glccl/table.hpp"

namespace glccl {
namespace {

std::int64_t bytes_of_table(std::uint32_t rows) {
  return static_cast<std::int64_t>(sizeof(ComponentTableHeader)) +
         std::int64_t{rows} * std::int64_t{sizeof(ComponentRow)};
}

}  // namespace

Status check_table_rows(std::uint32_t rows) {
  GLint64 largest = 0;
  glGetInteger64v(GL_MAX_SHADER_STORAGE_BLOCK_SIZE, &largest);
  const std::int64_t most =
      std::min<std::int64_t>((largest - bytes_of_table(0)) / std::int64_t{sizeof(ComponentRow)}, std::int64_t{1} << 26);
  if (rows <= most) return {};
  return Error{ErrorCode::too_large, "a component table of " + std::to_string(rows) +
                                         " rows: this context has room for " + std::to_string(most) +
                                         " (GL_MAX_SHADER_STORAGE_BLOCK_SIZE)"};
}

Result<gl::Buffer> make_table(std::uint32_t rows) {
  gl::Buffer table = gl::try_make_buffer(bytes_of_table(rows), "glccl components");
  if (table) return table;
  return Error{ErrorCode::gpu, "no GPU memory for a component table of " + std::to_string(rows) +
                                   " rows: ask for fewer (64 bytes a row are needed)"};
}

}  // namespace glccl
