#include "engine/outputs.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/gl/memory.hpp"
#include "glccl/table.hpp"

namespace glccl {
namespace {

Result<gl::Buffer> make_table(std::uint32_t rows, std::uint32_t most_rows) {
  if (rows > most_rows) {
    return Error{ErrorCode::too_large, "a component table of " + std::to_string(rows) +
                                           " rows: this context has room for " + std::to_string(most_rows) +
                                           " (GL_MAX_SHADER_STORAGE_BLOCK_SIZE)"};
  }
  gl::Buffer table = gl::try_make_buffer(static_cast<std::int64_t>(table_bytes(rows)), "glccl components");
  if (table) return table;
  return Error{ErrorCode::gpu, "no GPU memory for a component table of " + std::to_string(rows) +
                                   " rows: ask for fewer (64 bytes a row are needed)"};
}

}  // namespace

Outputs::Outputs(std::int64_t largest_block) {
  constexpr std::int64_t most = 1 << 26;
  const std::int64_t rows =
      (largest_block - std::int64_t{table_bytes(0)}) / std::int64_t{row_bytes_of(table_column_base)};
  most_rows_ = static_cast<std::uint32_t>(std::min(rows, most));
}

Result<Outputs::Fresh> Outputs::allocate(const Extent& extent, const OutputOptions& output) const {
  Fresh fresh;
  if (output.target == 0 && labels_extent_ != extent) {
    Result<gl::Texture> labels = gl::try_make_texture(GL_R32UI, extent, "glccl labels");
    if (!labels) return labels.error();
    fresh.labels = *std::move(labels);
  }
  if (output.table_rows > 0 && table_rows_ != output.table_rows) {
    Result<gl::Buffer> table = make_table(output.table_rows, most_rows_);
    if (!table) return table.error();
    fresh.table = *std::move(table);
  }
  return fresh;
}

void Outputs::adopt(Fresh fresh, const Extent& extent, const OutputOptions& output, gl::ReplacedObjects& replaced) {
  if (fresh.labels) {
    replaced.replace(labels_, std::move(fresh.labels));
    labels_extent_ = extent;
  }
  if (fresh.table) {
    replaced.replace(table_, std::move(fresh.table));
    table_rows_ = output.table_rows;
  }
}

Targets Outputs::targets(const OutputOptions& output) const {
  Targets targets;
  targets.own_labels = output.target == 0;
  targets.labels = targets.own_labels ? labels_.name() : output.target;
  if (output.table_rows > 0) {
    targets.table = table_.name();
    targets.rows = output.table_rows;
  }
  return targets;
}

}  // namespace glccl
