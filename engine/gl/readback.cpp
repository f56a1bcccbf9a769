#include "engine/gl/readback.hpp"

#include <algorithm>
#include <string>

#include "engine/gl/objects.hpp"
#include "engine/gl/state/tight_transfer.hpp"
#include "glccl/table.hpp"

namespace glccl::gl {

LabelImage read_labels(GLuint texture, Extent extent) {
  const TightTransfer tight(pack);
  LabelImage image{extent, std::vector<std::uint32_t>(static_cast<std::size_t>(extent.elements()))};
  // OpenGL counts the bytes of a transfer in an int: bands of rows keep below it.
  const int band = std::max(1, (1 << 28) / extent.width);
  for (int y = 0; y < extent.height; y += band) {
    const int rows = std::min(band, extent.height - y);
    std::uint32_t* to = image.values.data() + std::int64_t{y} * extent.width;
    glGetTextureSubImage(texture, 0, 0, y, 0, extent.width, rows, 1, GL_RED_INTEGER, GL_UNSIGNED_INT,
                         static_cast<GLsizei>(std::int64_t{rows} * extent.width * 4), to);
  }
  return image;
}

void read_buffer(GLuint buffer, GLintptr offset, GLsizeiptr bytes, void* to) {
  GLuint name = 0;
  glCreateBuffers(1, &name);
  const Buffer staging(name);
  glNamedBufferStorage(name, bytes, nullptr, GL_CLIENT_STORAGE_BIT);
  glCopyNamedBufferSubData(buffer, name, offset, 0, bytes);
  glGetNamedBufferSubData(name, 0, bytes, to);
}

Result<std::vector<Component>> read_components(GLuint buffer) {
  ComponentTableHeader header;
  read_buffer(buffer, 0, sizeof header, &header);
  const std::uint64_t count = join_words(header.count);
  if (count > header.rows) {
    return Error{ErrorCode::too_large, "there are " + std::to_string(count) + " components and the table has " +
                                           std::to_string(header.rows) + " rows: label again with table_rows of " +
                                           std::to_string(count) + " or more"};
  }
  const std::size_t row_bytes = header.row_bytes;
  std::vector<unsigned char> rows(header.rows * row_bytes);
  if (!rows.empty()) read_buffer(buffer, sizeof header, static_cast<GLsizeiptr>(rows.size()), rows.data());
  std::vector<Component> components(header.rows);
  for (std::size_t i = 0; i < components.size(); ++i) {
    components[i] = read_row(rows.data() + i * row_bytes, header.columns);
  }
  return components;
}

}  // namespace glccl::gl
