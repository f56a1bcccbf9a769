#include "engine/gl/readback.hpp"

#include <algorithm>
#include <cstring>
#include <string>

#include "engine/gl/objects.hpp"
#include "engine/gl/state/tight_transfer.hpp"
#include "glccl/table.hpp"

namespace glccl::gl {

LabelImage read_labels(GLuint texture, Extent extent) {
  const TightTransfer tight(pack);
  LabelImage image{extent, std::vector<std::uint32_t>(static_cast<std::size_t>(extent.elements()))};
  // OpenGL counts the bytes of a transfer in an int: bands of rows, and of slices, keep below it.
  constexpr std::int64_t most = 1 << 28;
  const std::int64_t slice = std::int64_t{extent.width} * extent.height;
  const int slices_at_once = static_cast<int>(std::clamp<std::int64_t>(most / slice, 1, extent.depth));
  const int rows_at_once = static_cast<int>(std::clamp<std::int64_t>(most / extent.width, 1, extent.height));
  for (int z = 0; z < extent.depth; z += slices_at_once) {
    const int slices = std::min(slices_at_once, extent.depth - z);
    for (int y = 0; y < extent.height; y += rows_at_once) {
      const int rows = std::min(rows_at_once, extent.height - y);
      const std::int64_t count = std::int64_t{slices} * rows * extent.width;
      api().GetTextureSubImage(texture, 0, 0, y, z, extent.width, rows, slices, GL_RED_INTEGER, GL_UNSIGNED_INT,
                               static_cast<GLsizei>(count * 4),
                               image.values.data() + z * slice + std::int64_t{y} * extent.width);
    }
  }
  return image;
}

LabelImage read_labels(GLuint buffer, Extent extent, const BufferRows& rows) {
  LabelImage image{extent, std::vector<std::uint32_t>(static_cast<std::size_t>(extent.elements()))};
  std::vector<unsigned char> bytes(static_cast<std::size_t>(rows.taken));
  read_buffer(buffer, rows.first, rows.taken, bytes.data());
  const std::size_t row_bytes = static_cast<std::size_t>(extent.width) * sizeof(std::uint32_t);
  std::uint32_t* to = image.values.data();
  for (int z = 0; z < extent.depth; ++z) {
    for (int y = 0; y < extent.height; ++y) {
      std::memcpy(to, bytes.data() + z * rows.slice_bytes + y * rows.row_bytes, row_bytes);
      to += extent.width;
    }
  }
  return image;
}

void read_buffer(GLuint buffer, GLintptr offset, GLsizeiptr bytes, void* to) {
  GLuint name = 0;
  api().CreateBuffers(1, &name);
  const Buffer staging(name);
  api().NamedBufferStorage(name, bytes, nullptr, GL_CLIENT_STORAGE_BIT);
  api().CopyNamedBufferSubData(buffer, name, offset, 0, bytes);
  api().GetNamedBufferSubData(name, 0, bytes, to);
}

ComponentTableHeader read_header(GLuint buffer) {
  ComponentTableHeader header;
  read_buffer(buffer, 0, sizeof header, &header);
  return header;
}

namespace {

/// The rows of a table, each read by `read`.
template <class Row>
Result<std::vector<Row>> read_table(GLuint buffer, Row (*read)(const void* row, std::uint32_t columns)) {
  const ComponentTableHeader header = read_header(buffer);
  const std::uint64_t count = join_words(header.count);
  if (count > header.rows) {
    return Error{ErrorCode::too_large, "there are " + std::to_string(count) + " components and the table has " +
                                           std::to_string(header.rows) + " rows: label again with table_rows of " +
                                           std::to_string(count) + " or more"};
  }
  const std::size_t row_bytes = header.row_bytes;
  std::vector<unsigned char> bytes(header.rows * row_bytes);
  if (!bytes.empty()) read_buffer(buffer, sizeof header, static_cast<GLsizeiptr>(bytes.size()), bytes.data());
  std::vector<Row> rows(header.rows);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = read(bytes.data() + i * row_bytes, header.columns);
  return rows;
}

}  // namespace

Result<std::vector<Component>> read_components(GLuint buffer) { return read_table(buffer, read_row); }

Result<std::vector<Measurements>> read_measurements(GLuint buffer) {
  return read_table(buffer, glccl::read_measurements);
}

}  // namespace glccl::gl
