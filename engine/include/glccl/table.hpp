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
#include "glccl/types.hpp"

namespace glccl {

/// Bits of ComponentTableHeader::columns. The first 64 bytes of a row are `base` and always present.
enum TableColumn : std::uint32_t {
  table_column_base = 1U << 0,       ///< ComponentRow.
  table_column_sum_z = 1U << 1,      ///< 64 bits: the sum of z coordinates. Present in tables of volumes.
  table_column_moments = 1U << 2,    ///< Moments, without those of z. Present where LabelingSpec::columns asks for it.
  table_column_moments_z = 1U << 3,  ///< Moments of z. Present in tables of volumes that have table_column_moments.
  table_column_quads = 1U << 4,      ///< Quads, of images. Present where LabelingSpec::columns asks for it.
  /// Intensity, without sum_z, as IntensityColumn. Present where LabelingSpec::columns asks for it.
  table_column_intensity = 1U << 5,
  /// Intensity::sum_z, of 128 bits. Present in tables of volumes that have table_column_intensity.
  table_column_intensity_z = 1U << 6,
  table_column_cubes = 1U << 7,  ///< Cubes, of volumes. Present where LabelingSpec::columns asks for it.
  table_column_seams = 1U << 8,  ///< Seams. Present where LabelingSpec::columns asks for it.
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
struct ComponentTableHeader {
  /// Arguments of glDrawArraysIndirect, at offset 0: one instance of four vertices (a strip, or a line loop) per row.
  std::uint32_t vertices = 4;
  std::uint32_t rows = 0;           ///< Rows in the table: the smaller of `count` and the table's capacity.
  std::uint32_t first_vertex = 0;   ///< 0.
  std::uint32_t base_instance = 0;  ///< 0.
  /// Arguments of glDispatchComputeIndirect, at offset 16: workgroups of 64 rows.
  std::uint32_t groups_x = 0;
  std::uint32_t groups_y = 1;                 ///< 1.
  std::uint32_t groups_z = 1;                 ///< 1.
  std::uint32_t row_bytes = 64;               ///< Bytes from a row to the next.
  std::uint32_t count[2] = {};                ///< Components in the labels: low word, high word.
  std::uint32_t columns = table_column_base;  ///< A set of TableColumn.
  std::uint32_t width = 0;                    ///< Width of the labels in elements.
  std::uint32_t height = 0;                   ///< Height of the labels in elements.
  std::uint32_t depth = 1;                    ///< Depth of the labels in elements; 1 for images.
  std::uint32_t found[2] = {};                ///< Components before the filter: low word, high word.
};
static_assert(sizeof(ComponentTableHeader) == 64);

/// The first 64 bytes of a row, in the units of glccl::Component. 64-bit integers are two words: low, high.
struct ComponentRow {
  std::uint32_t label = 0;      ///< Component::label: the row's index plus 1.
  std::uint32_t value = 0;      ///< Component::value.
  std::uint32_t area[2] = {};   ///< Component::area.
  std::uint32_t x0 = 0;         ///< Box::x0.
  std::uint32_t y0 = 0;         ///< Box::y0.
  std::uint32_t x1 = 0;         ///< Box::x1.
  std::uint32_t y1 = 0;         ///< Box::y1.
  std::uint32_t sum_x[2] = {};  ///< Component::sum_x.
  std::uint32_t sum_y[2] = {};  ///< Component::sum_y.
  std::uint32_t first[2] = {};  ///< Component::first.
  std::uint32_t z0 = 0;         ///< Box::z0; 0 in images.
  std::uint32_t z1 = 0;         ///< Box::z1; 0 in images.
};
static_assert(sizeof(ComponentRow) == 64);

/// Two words as one integer.
inline std::uint64_t join_words(const std::uint32_t (&words)[2]) { return std::uint64_t{words[1]} << 32 | words[0]; }

/// Sums of products of the coordinates of a component's elements, counted from 0: its raw moments of second order. All
/// are exact: check() refuses images and volumes of which 64 bits do not hold a sum.
struct Moments {
  std::uint64_t xx = 0;  ///< Sum of x * x.
  std::uint64_t xy = 0;  ///< Sum of x * y.
  std::uint64_t yy = 0;  ///< Sum of y * y.
  std::uint64_t xz = 0;  ///< Sum of x * z; 0 in images.
  std::uint64_t yz = 0;  ///< Sum of y * z; 0 in images.
  std::uint64_t zz = 0;  ///< Sum of z * z; 0 in images.
  friend bool operator==(const Moments&, const Moments&) = default;
};

/// Numbers of windows of 2x2 pixels by the pixels in them that a component has, after S. B. Gray, Local properties of
/// binary images in two dimensions, 1971. Windows reach over the border of the image, where no pixel belongs to a
/// component. Windows of which it has all four pixels follow from the area, and are not counted.
struct Quads {
  std::uint64_t one = 0;       ///< Windows of which it has one pixel.
  std::uint64_t two = 0;       ///< Windows of which it has two pixels, side by side or one above the other.
  std::uint64_t three = 0;     ///< Windows of which it has three pixels.
  std::uint64_t diagonal = 0;  ///< Windows of which it has two pixels that share a corner alone.
  friend bool operator==(const Quads&, const Quads&) = default;
};

/// Exposed faces and Euler numbers of a component of a volume, exact. Both are sums over windows of 2x2x2 voxels, which
/// reach over the border of the volume, where no voxel belongs to a component; glsl/shared/cubes.h has the formulas,
/// why they hold, and their source. A face is exposed if the component has the voxel on one of its sides alone. An
/// Euler number is that of components (1), less tunnels, plus cavities.
struct Cubes {
  std::uint64_t faces_x = 0;  ///< Exposed faces across the x axis.
  std::uint64_t faces_y = 0;  ///< Exposed faces across the y axis.
  std::uint64_t faces_z = 0;  ///< Exposed faces across the z axis.
  std::int64_t euler_6 = 0;  ///< The Euler number of voxels that are connected by faces; the background by corners too.
  /// The Euler number of voxels that are connected by faces and edges: closed cubes that are glued along these.
  std::int64_t euler_18 = 0;
  std::int64_t euler_26 = 0;  ///< The Euler number of closed cubes: connected by faces, edges and corners.
  friend bool operator==(const Cubes&, const Cubes&) = default;
};

/// A component at the seam of a periodic axis (LabelingSpec::periodic) of `size` elements. All members are 0 unless the
/// component crosses the seam: two of its elements are neighbours across it, one at the last coordinate and one at
/// coordinate 0. Neighbours are those of the connectivity, also across several seams at once. The lower half of the
/// axis has the coordinates below size / 2.
struct AxisSeam {
  std::int32_t lower = 0;  ///< Coordinates from 0 to its last element in the lower half; 0 where it has none there.
  std::int32_t upper = 0;  ///< Coordinates from its first element in the upper half to the end of the axis.
  std::uint64_t lower_area = 0;  ///< Number of its elements in the lower half.
  friend bool operator==(const AxisSeam&, const AxisSeam&) = default;

  /// Whether the component crosses the seam.
  bool crosses() const { return upper != 0; }
};

/// A component at the seams of all axes. seams.hpp puts its parts side by side.
struct Seams {
  AxisSeam x;  ///< At the seam of the axis x.
  AxisSeam y;  ///< At the seam of the axis y.
  AxisSeam z;  ///< At the seam of the axis z; all 0 in images.
  friend bool operator==(const Seams&, const Seams&) = default;
};

/// A signed integer of 128 bits, high * 2^64 + low.
struct Integer128 {
  std::uint64_t low = 0;  ///< The lower 64 bits.
  std::int64_t high = 0;  ///< The upper 64 bits, with the sign.
  friend bool operator==(const Integer128&, const Integer128&) = default;

  /// The integer as a double, with a relative error below 2^-52.
  GLCCL_API double value() const;
};

/// Sums over the values that a second image, of the labeled one's extent, has at a component's elements. intensity.hpp
/// has functions of them. Values are integers, so all sums are exact, and equal in every engine and every run.
///
///   formats that store integers, and unorm8   the stored integer: 0..255 for unorm8
///   f16, f32                                  the float times 2^fraction_bits, rounded to the nearest integer, of two
///                                             equally near ones to the even one
///
/// A component has its own fraction_bits, whatever values others have: with M the largest magnitude of its values and E
/// the exponent of M, that is 2^E <= M < 2^(E + 1), they are 30 - E. So values from 2^-7 M on are exact, others have an
/// error of at most 2^-31 M, and so has the mean. If a value is infinite or NaN, all sums and fraction_bits are 0, and
/// minimum and maximum tell: both are NaN if one value is.
///
/// With LabelingSpec::fraction_bits all components have those. What is then beyond 2^31 - 1 in absolute value, as
/// infinities are, becomes 2^31 - 1 with its sign, NaN becomes 0, and minimum and maximum are those of rounded values.
struct Intensity {
  Integer128 sum = {};             ///< Sum of the values v.
  Integer128 squares = {};         ///< Sum of v * v.
  Integer128 sum_x = {};           ///< Sum of v * x, with coordinates counted from 0.
  Integer128 sum_y = {};           ///< Sum of v * y.
  Integer128 sum_z = {};           ///< Sum of v * z; 0 in images.
  double minimum = 0.0;            ///< The smallest value, in the units of the image: exact.
  double maximum = 0.0;            ///< The largest value, likewise.
  std::int64_t fraction_bits = 0;  ///< A value stands for v * 2^-fraction_bits; 0 for formats of integers.
};

/// NaN equals NaN here.
GLCCL_API bool operator==(const Intensity& a, const Intensity& b);

/// table_column_intensity of a row. Integers of 128 bits are four words, the lowest first, in two's complement.
struct IntensityColumn {
  std::uint32_t sum[4] = {};           ///< Intensity::sum.
  std::uint32_t squares[4] = {};       ///< Intensity::squares.
  std::uint32_t sum_x[4] = {};         ///< Intensity::sum_x.
  std::uint32_t sum_y[4] = {};         ///< Intensity::sum_y.
  std::uint32_t minimum = 0xFFFFFFFF;  ///< Intensity::minimum, as `kind` says.
  std::uint32_t maximum = 0;           ///< Intensity::maximum, likewise.
  /// 0: minimum and maximum are the smallest and the largest v. 1: they are these plus 2^31. 2: they are keys of
  /// floats; the bits of the float with the key k are k & 0x7FFFFFFF if its highest bit is set, else ~k.
  std::uint32_t kind = 0;
  std::int32_t fraction_bits = 0;  ///< Intensity::fraction_bits.
};
static_assert(sizeof(IntensityColumn) == 80);

/// The optional measurements of a component. shape.hpp, intensity.hpp and seams.hpp have functions of them. Members
/// that were not asked for are 0.
struct Measurements {
  Moments moments;      ///< table_column_moments.
  Quads quads;          ///< table_column_quads.
  Intensity intensity;  ///< table_column_intensity.
  Cubes cubes;          ///< table_column_cubes.
  Seams seams;          ///< table_column_seams.
  friend bool operator==(const Measurements&, const Measurements&) = default;
};

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
