// The component table in GPU memory: one buffer with a header of 64 bytes, then one row per component in the order of
// the labels. Declaration for the caller's shaders:
//
//   struct Component {           // 64 bytes
//     uint label, value;
//     uvec2 area;                // 64-bit integers are two words: low, high
//     uint x0, y0, x1, y1;       // the bounding box, inclusive
//     uvec2 sum_x, sum_y;
//     uvec2 first;               // linear place of the first element in raster order
//     uint z0, z1;               // 0 in images
//   };
//   layout(std430, binding = 0) readonly buffer Components {
//     uint vertices, rows, first_vertex, base_instance;  // arguments of glDrawArraysIndirect
//     uint groups_x, groups_y, groups_z;                 // arguments of glDispatchComputeIndirect
//     uint row_bytes;                                    // bytes from a row to the next
//     uvec2 count;                                       // components in the labels
//     uint columns;                                      // which columns the rows have
//     uint width, height, depth;                         // extent of the labels
//     uvec2 found;                                       // components before the filter
//     Component component[];
//   };
//
// Columns beyond the first 64 bytes of a row are optional. `columns` says which are present; `row_bytes` is the length
// of a row. Optional columns follow in the order of the bits of TableColumn, each aligned to 8 bytes. A row is padded
// to a multiple of 16 bytes. column_offset() is the place of a column. They are 64-bit integers unless said otherwise:
//
//   column                  present in        bytes  integers
//   table_column_sum_z      volumes               8  sum_z
//   table_column_moments    where asked for      24  Moments: xx, xy, yy
//   table_column_moments_z  volumes, likewise    24  Moments: xz, yz, zz
//   table_column_quads      where asked for      32  Quads: one, two, three, diagonal
//   table_column_intensity  where asked for      80  IntensityColumn: of 128 and 32 bits
//   table_column_intensity_z  volumes, likewise  16  Intensity: sum_z, of 128 bits
//   table_column_cubes      where asked for      48  Cubes: faces_x, faces_y, faces_z, euler_6, euler_18, euler_26
//   table_column_seams      where asked for      48  Seams: for x, y and z lower and upper, of 32 bits, and lower_area
//
// Areas and sums are exact. In OpenGL, 64-bit sums are made of 32-bit atomic additions to the low word, each of which
// carries into the high word when it wraps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

#include "glccl/api.h"
#include "glccl/component.h"
#include "glccl/types.hpp"

namespace glccl {

/// Bits of ComponentTableHeader::columns: glccl_table_column by the names of C++.
enum TableColumn : std::uint32_t {
  table_column_base = GLCCL_COLUMN_BASE,                ///< ComponentRow.
  table_column_sum_z = GLCCL_COLUMN_SUM_Z,              ///< Component::sum_z.
  table_column_moments = GLCCL_COLUMN_MOMENTS,          ///< Moments, without those of z.
  table_column_moments_z = GLCCL_COLUMN_MOMENTS_Z,      ///< Moments of z.
  table_column_quads = GLCCL_COLUMN_QUADS,              ///< Quads.
  table_column_intensity = GLCCL_COLUMN_INTENSITY,      ///< IntensityColumn.
  table_column_intensity_z = GLCCL_COLUMN_INTENSITY_Z,  ///< Intensity::sum_z.
  table_column_cubes = GLCCL_COLUMN_CUBES,              ///< Cubes.
  table_column_seams = GLCCL_COLUMN_SEAMS,              ///< Seams.
};

/// The columns of images that the shapes of components decide.
inline constexpr std::uint32_t shape_columns = table_column_moments | table_column_quads;

/// The columns of volumes that the shapes of components decide.
inline constexpr std::uint32_t volume_shape_columns = table_column_moments | table_column_cubes;

/// The columns that are measured from labels alone, without a second image.
inline constexpr std::uint32_t label_columns = shape_columns | volume_shape_columns | table_column_seams;

/// The columns that LabelingSpec::columns can ask for.
inline constexpr std::uint32_t measured_columns = label_columns | table_column_intensity;

/// The first 64 bytes of a component table.
using ComponentTableHeader = glccl_component_table_header;
static_assert(sizeof(ComponentTableHeader) == 64);

/// The first 64 bytes of a row.
using ComponentRow = glccl_component_row;
static_assert(sizeof(ComponentRow) == 64);

/// Two words as one integer.
inline std::uint64_t join_words(const std::uint32_t (&words)[2]) { return std::uint64_t{words[1]} << 32 | words[0]; }

/// The raw moments of second order of a component. shape.hpp has functions of them.
using Moments = glccl_moments;

/// Numbers of windows of 2x2 pixels of a component. shape.hpp has functions of them.
using Quads = glccl_quads;

/// Exposed faces and Euler numbers of a component of a volume. shape.hpp has functions of them.
using Cubes = glccl_cubes;

/// A component at the seam of a periodic axis (LabelingSpec::periodic).
using AxisSeam = glccl_axis_seam;

/// Whether the component crosses the seam.
inline bool crosses_seam(const AxisSeam& seam) { return seam.upper != 0; }

/// A component at the seams of all axes. seams.hpp puts its parts side by side.
using Seams = glccl_seams;

/// A signed integer of 128 bits.
using Integer128 = glccl_integer128;

/// The integer as a double, with a relative error below 2^-52.
GLCCL_API double to_double(const Integer128& integer);

/// Sums over the values that a second image has at a component's elements. intensity.hpp has functions of them.
using Intensity = glccl_intensity;

/// table_column_intensity of a row.
using IntensityColumn = glccl_intensity_column;
static_assert(sizeof(IntensityColumn) == 80);

/// The optional measurements of a component.
using Measurements = glccl_measurements;

/// The columns of the table of labels of this extent with the measurements `measured`, a set as LabelingSpec::columns.
inline std::uint32_t table_columns_of(const Extent& extent, std::uint32_t measured = 0) {
  const bool moments = (measured & table_column_moments) != 0;
  const bool intensity = (measured & table_column_intensity) != 0;
  const std::uint32_t of_volumes =
      table_column_sum_z | (moments ? table_column_moments_z : 0U) | (intensity ? table_column_intensity_z : 0U);
  return table_column_base | measured | (extent.is_volume() ? of_volumes : 0U);
}

/// Bytes from the begin of a row with these columns to where the column with the bit `column` begins, or would begin.
/// Beyond the last bit it is the row's length without padding.
constexpr std::size_t column_offset(std::uint32_t columns, std::uint32_t column) {
  constexpr std::size_t bytes[] = {sizeof(ComponentRow), 8, 24, 24, 32, sizeof(IntensityColumn), 16, 48, 48};
  std::size_t offset = 0;
  for (std::uint32_t i = 0; i < std::size(bytes) && (1U << i) < column; ++i) {
    if ((columns >> i & 1U) != 0) offset += bytes[i];
  }
  return offset;
}

/// Bytes of a row with these columns.
constexpr std::size_t row_bytes_of(std::uint32_t columns) {
  return (column_offset(columns, table_column_seams << 1) + 15) / 16 * 16;
}

/// Bytes of a table with room for `rows` rows.
constexpr std::size_t table_bytes(std::uint32_t rows, std::uint32_t columns = table_column_base) {
  return sizeof(ComponentTableHeader) + rows * row_bytes_of(columns);
}

/// An integer of all rows of a table as libraries of arrays take it, without a copy: that of row i is `begin` + i *
/// `stride` bytes behind the begin of the table.
struct StridedColumn {
  std::size_t begin = 0;   ///< A multiple of the integer's size.
  std::size_t stride = 0;  ///< A multiple of 16.
};

/// The integer `byte` bytes behind the begin of a column: strided_column(columns, table_column_base,
/// offsetof(ComponentRow, area)) is the area.
constexpr StridedColumn strided_column(std::uint32_t columns, std::uint32_t column, std::size_t byte = 0) {
  return {sizeof(ComponentTableHeader) + column_offset(columns, column) + byte, row_bytes_of(columns)};
}

/// The row at `row`, which has the columns `columns`.
GLCCL_API Component read_row(const void* row, std::uint32_t columns = table_column_base);

/// The optional measurements of the row at `row`, which has the columns `columns`.
GLCCL_API Measurements read_measurements(const void* row, std::uint32_t columns);

/// The moments of a component that was measured in two parts which share no element, both in the coordinates of the
/// whole image or volume. (Quads, cubes and seams of two parts do not give those of the whole: neither part knows which
/// elements of the other are its neighbours.)
GLCCL_API Moments merge(const Moments& a, const Moments& b);

/// The row of a component that was measured in two parts which share no element, both in the coordinates of the whole
/// image or volume. Areas and sums are added, boxes united. Label, value and first element are those of the part whose
/// first element comes earlier in raster order.
GLCCL_API Component merge(const Component& a, const Component& b);

}  // namespace glccl
