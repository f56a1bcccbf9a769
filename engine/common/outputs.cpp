#include "engine/common/outputs.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/gl/memory.hpp"
#include "glccl/table.hpp"

namespace glccl {
namespace {

/// Bytes of the table of a labeling; 0 without one.
std::int64_t table_bytes_of(std::uint32_t columns, const Outputs& output) {
  return output.table_rows == 0 ? 0 : static_cast<std::int64_t>(table_bytes(output.table_rows, columns));
}

Result<gl::Buffer> make_table(std::uint32_t columns, std::uint32_t rows, std::int64_t largest_block) {
  constexpr std::int64_t most = 1 << 26;
  const auto row_bytes = static_cast<std::int64_t>(row_bytes_of(columns));
  const std::int64_t most_rows =
      std::min((largest_block - static_cast<std::int64_t>(table_bytes(0))) / row_bytes, most);
  if (rows > most_rows) {
    return Error{ErrorCode::too_large, "a component table of " + std::to_string(rows) +
                                           " rows: this context has room for " + std::to_string(most_rows) +
                                           " (GL_MAX_SHADER_STORAGE_BLOCK_SIZE)"};
  }
  gl::Buffer table = gl::try_make_buffer(static_cast<std::int64_t>(table_bytes(rows, columns)), "glccl components");
  if (table) return table;
  return Error{ErrorCode::gpu, "no GPU memory for a component table of " + std::to_string(rows) +
                                   " rows: ask for fewer (" + std::to_string(row_bytes) + " bytes a row are needed)"};
}

}  // namespace

Result<OutputObjects::Fresh> OutputObjects::allocate(const Extent& extent, std::uint32_t columns,
                                                     const Outputs& output) const {
  Fresh fresh;
  if (output.target == 0 && output.target_buffer.name == 0 && labels_extent_ != extent) {
    Result<gl::Texture> labels = gl::try_make_texture(GL_R32UI, extent, "glccl labels");
    if (!labels) return labels.error();
    fresh.labels = *std::move(labels);
  }
  const std::int64_t bytes = table_bytes_of(columns, output);
  if (bytes > 0 && table_bytes_ != bytes) {
    Result<gl::Buffer> table = make_table(columns, output.table_rows, largest_block_);
    if (!table) return table.error();
    fresh.table = *std::move(table);
  }
  return fresh;
}

void OutputObjects::adopt(Fresh fresh, const Extent& extent, std::uint32_t columns, const Outputs& output,
                          gl::ReplacedObjects& replaced) {
  if (fresh.labels) {
    replaced.replace(labels_, std::move(fresh.labels));
    labels_extent_ = extent;
  }
  if (fresh.table) {
    replaced.replace(table_, std::move(fresh.table));
    table_bytes_ = table_bytes_of(columns, output);
  }
}

Targets OutputObjects::targets(const Outputs& output) const {
  Targets targets;
  targets.own_labels = output.target == 0 && output.target_buffer.name == 0;
  targets.labels = targets.own_labels ? labels_.name() : output.target;
  if (output.table_rows > 0) {
    targets.table = table_.name();
    targets.rows = output.table_rows;
  }
  return targets;
}

}  // namespace glccl
