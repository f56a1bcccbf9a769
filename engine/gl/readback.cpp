#include "engine/gl/readback.hpp"

#include <algorithm>
#include <string>

#include "engine/gl/objects.hpp"
#include "engine/gl/state_guard.hpp"
#include "glccl/table.hpp"

namespace glccl::gl {

LabelImage read_labels(GLuint texture, Size size) {
  const PackGuard guard;
  LabelImage image{size, std::vector<std::uint32_t>(static_cast<std::size_t>(size.pixels()))};
  // OpenGL counts the bytes of a transfer in an int: bands of rows keep below it.
  const int band = std::max(1, (1 << 28) / size.width);
  for (int y = 0; y < size.height; y += band) {
    const int rows = std::min(band, size.height - y);
    std::uint32_t* to = image.values.data() + std::int64_t{y} * size.width;
    glGetTextureSubImage(texture, 0, 0, y, 0, size.width, rows, 1, GL_RED_INTEGER, GL_UNSIGNED_INT,
                         static_cast<GLsizei>(std::int64_t{rows} * size.width * 4), to);
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
  if (header.count > header.rows) {
    return Error{ErrorCode::too_large, "there are " + std::to_string(header.count) + " components and the table has " +
                                           std::to_string(header.rows) + " rows: label again with table_rows of " +
                                           std::to_string(header.count) + " or more"};
  }
  std::vector<ComponentRow> rows(header.rows);
  if (!rows.empty()) {
    read_buffer(buffer, sizeof header, static_cast<GLsizeiptr>(rows.size() * sizeof(ComponentRow)), rows.data());
  }
  std::vector<Component> components(rows.size());
  std::transform(rows.begin(), rows.end(), components.begin(), to_component);
  return components;
}

}  // namespace glccl::gl
