// The component table as columns: every measure of all components in an array of its own, as libraries of arrays have
// them, in one block of memory.
//
// A block has the number of components as an integer of 64 bits, in 16 bytes, then the columns, in the order of
// BlockColumn. A column has `width` numbers for each row; its rows are padded to a multiple of 16.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "engine/vocabulary/host_device.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::cuda {

/// The columns. D is the number of the array's axes.
enum class BlockColumn : std::uint8_t {
  area,            ///< int64.
  bbox,            ///< 2 * D int64: the first element along each axis, then the one behind the last.
  sums,            ///< D uint64: sums of coordinates.
  centroid,        ///< D float64.
  first,           ///< int64: the place of the first element in the array.
  label,           ///< int64 or uint32.
  value,           ///< The bytes of the first element.
  crosses,         ///< D bytes: 1 where the component crosses the seam of an axis. This and the next two need seams.
  unwrapped_bbox,  ///< As bbox, with the parts of a component side by side; -1 where there is no begin.
  unwrapped_centroid,  ///< As centroid, likewise; NaN.
};

/// Their number.
constexpr std::size_t column_count = 10;

/// Where the columns of a table lie in a block.
struct ColumnLayout {
  static constexpr std::uint32_t absent = 0xFFFFFFFF;
  static constexpr std::size_t most_axes = 64;
  static constexpr std::uint8_t no_coordinate = 3;

  std::uint32_t axes = 0;                    ///< D.
  std::uint8_t coordinates[most_axes] = {};  ///< Of each axis: 0 x, 1 y, 2 z; no_coordinate: its side is 1.
  std::uint32_t label_bytes = 0;             ///< 4 or 8.
  std::uint32_t value_bytes = 0;             ///< 1, 2, 4 or 8.
  std::uint32_t before[column_count] = {};   ///< Bytes of a row in the columns before; absent: no such column.
  std::uint32_t row_bytes = 0;               ///< Bytes of a row in all columns.

  /// Bytes of a row in the columns before a column.
  GLCCL_HOST_DEVICE std::uint32_t before_column(BlockColumn column) const {
    return before[static_cast<std::size_t>(column)];
  }
  /// Byte of a block of so many rows at which a column begins.
  GLCCL_HOST_DEVICE std::uint64_t offset(BlockColumn column, std::uint32_t rows) const {
    return header_bytes + padded(rows) * before_column(column);
  }
  /// Bytes of a block of so many rows.
  GLCCL_HOST_DEVICE std::uint64_t block_bytes(std::uint32_t rows) const {
    return header_bytes + padded(rows) * row_bytes;
  }
  /// The rows of columns for so many rows.
  GLCCL_HOST_DEVICE static std::uint64_t padded(std::uint32_t rows) { return (std::uint64_t{rows} + 15) / 16 * 16; }

 private:
  static constexpr std::uint64_t header_bytes = 16;
};

/// The layout for an array with these axes (ColumnLayout::coordinates). Requires at most ColumnLayout::most_axes.
ColumnLayout make_column_layout(std::span<const std::uint8_t> axes, std::uint32_t label_bytes,
                                std::uint32_t value_bytes, bool seams);

/// The component tables of a batch of arrays (glccl/table.hpp) in device memory.
struct ComponentTables {
  const void* first = nullptr;  ///< The table of the first array.
  std::size_t stride = 0;       ///< Bytes from a table to the next.
  std::uint32_t images = 1;     ///< Number of tables.
  std::uint32_t most_rows = 0;  ///< Rows of a table, at most.
  std::size_t seams = 0;        ///< Byte of a row at which table_column_seams begins.
  Extent extent;                ///< Of the labels of each table.
};

/// The arrays, in device memory, for the values of first elements.
struct ValueSource {
  const void* data = nullptr;   ///< The first element of the first array.
  std::size_t row_bytes = 0;    ///< From a row to the next.
  std::size_t slice_bytes = 0;  ///< From a slice to the next.
  std::size_t image_bytes = 0;  ///< From an array to the next.
};

/// Writes a block for each table, one behind the other, in the order of `stream`. With `rows` a block has so many rows,
/// of which those behind the last component, and the padding, are 0; with 0 it has a row for each component, which
/// tables then have too. Error `gpu`: the launch failed.
Result<void> write_columns(const ComponentTables& tables, const ValueSource& values, const ColumnLayout& layout,
                           std::uint32_t rows, void* blocks, cudaStream_t stream);

}  // namespace glccl::cuda
