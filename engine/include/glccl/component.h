// Rectangles, boxes, components, their measurements, and their rows in the component table: structs that C and C++
// share. C++ has them in the namespace glccl by names of its own (types.hpp, table.hpp).
#pragma once

#include <stdint.h>

#include "glccl/api.h"

/// Coordinates of an element. z is 0 in images.
typedef struct glccl_position {
  int32_t x GLCCL_INITIAL(0);  ///< Column, from the left.
  int32_t y GLCCL_INITIAL(0);  ///< Row, from the top.
  int32_t z GLCCL_INITIAL(0);  ///< Slice.
  GLCCL_COMPARED(glccl_position)
} glccl_position;

/// The elements that a caller asks for: a rectangle of an image, or a box of a volume. Ends are exclusive, as those of
/// slices in Python: the extent is x1 - x0, y1 - y0, z1 - z0. z0 and z1 come last so that {x0, y0, x1, y1} is a
/// rectangle of an image in C++20. C has no initial values: write 1 for z1 there. A z1 of 0 is an empty range, and is
/// refused.
typedef struct glccl_rectangle {
  int32_t x0 GLCCL_INITIAL(0);  ///< First column.
  int32_t y0 GLCCL_INITIAL(0);  ///< First row.
  int32_t x1 GLCCL_INITIAL(0);  ///< The column behind the last one.
  int32_t y1 GLCCL_INITIAL(0);  ///< The row behind the last one.
  int32_t z0 GLCCL_INITIAL(0);  ///< First slice; 0 in images.
  int32_t z1 GLCCL_INITIAL(1);  ///< The slice behind the last one; 1 in images.
  GLCCL_COMPARED(glccl_rectangle)
} glccl_rectangle;

/// The elements that are measured: minima and maxima of coordinates. Ends are inclusive, as in glccl_component_row,
/// which shaders read: the extent is x1 - x0 + 1, y1 - y0 + 1, z1 - z0 + 1. A caller asks by glccl_rectangle instead.
typedef struct glccl_box {
  int32_t x0 GLCCL_INITIAL(0);  ///< First column.
  int32_t y0 GLCCL_INITIAL(0);  ///< First row.
  int32_t x1 GLCCL_INITIAL(0);  ///< Last column, inclusive.
  int32_t y1 GLCCL_INITIAL(0);  ///< Last row, inclusive.
  int32_t z0 GLCCL_INITIAL(0);  ///< First slice; 0 in images.
  int32_t z1 GLCCL_INITIAL(0);  ///< Last slice, inclusive; 0 in images.
  GLCCL_COMPARED(glccl_box)
} glccl_box;

/// One component, in elements of the label image. The centroid is (sum_x, sum_y, sum_z) / area: exact integer sums of
/// the coordinates of element centres, counted from 0. A sum fits its 64 bits where the number of elements times
/// half the longest side stays below 2^64: in every volume of up to 2^34 elements.
typedef struct glccl_component {
  uint32_t label GLCCL_INITIAL(0);  ///< Its label in the label image.
  uint64_t area GLCCL_INITIAL(0);   ///< Number of elements.
  glccl_box box;                    ///< Smallest box that has all of its elements; ends inclusive.
  uint64_t sum_x GLCCL_INITIAL(0);  ///< Sum of the x coordinates of its elements.
  uint64_t sum_y GLCCL_INITIAL(0);  ///< Sum of the y coordinates of its elements.
  uint64_t sum_z GLCCL_INITIAL(0);  ///< Sum of the z coordinates of its elements; 0 in images.
  uint64_t first GLCCL_INITIAL(0);  ///< Linear place of the component's first element in raster order.
  /// With the criterion of equal values the value of its elements, colours as red | green << 8 | blue << 16 | alpha <<
  /// 24, signed integers as the bits of one of 32 bits, of RG32UI the first channel. Else 0.
  uint32_t value GLCCL_INITIAL(0);
  GLCCL_COMPARED(glccl_component)
} glccl_component;

/// Sums of products of the coordinates of a component's elements, counted from 0: its raw moments of second order. All
/// are exact: images and volumes of which 64 bits do not hold a sum are refused.
typedef struct glccl_moments {
  uint64_t xx GLCCL_INITIAL(0);  ///< Sum of x * x.
  uint64_t xy GLCCL_INITIAL(0);  ///< Sum of x * y.
  uint64_t yy GLCCL_INITIAL(0);  ///< Sum of y * y.
  uint64_t xz GLCCL_INITIAL(0);  ///< Sum of x * z; 0 in images.
  uint64_t yz GLCCL_INITIAL(0);  ///< Sum of y * z; 0 in images.
  uint64_t zz GLCCL_INITIAL(0);  ///< Sum of z * z; 0 in images.
  GLCCL_COMPARED(glccl_moments)
} glccl_moments;

/// Numbers of windows of 2x2 pixels by the pixels in them that a component has, after S. B. Gray, Local properties of
/// binary images in two dimensions, 1971. Windows reach over the border of the image, where no pixel belongs to a
/// component. Windows of which it has all four pixels follow from the area, and are not counted.
typedef struct glccl_quads {
  uint64_t one GLCCL_INITIAL(0);       ///< Windows of which it has one pixel.
  uint64_t two GLCCL_INITIAL(0);       ///< Windows of which it has two pixels, side by side or one above the other.
  uint64_t three GLCCL_INITIAL(0);     ///< Windows of which it has three pixels.
  uint64_t diagonal GLCCL_INITIAL(0);  ///< Windows of which it has two pixels that share a corner alone.
  GLCCL_COMPARED(glccl_quads)
} glccl_quads;

/// Exposed faces and Euler numbers of a component of a volume, exact. Both are sums over windows of 2x2x2 voxels, which
/// reach over the border of the volume, where no voxel belongs to a component; glsl/shared/cubes.h has the formulas,
/// why they hold, and their source. A face is exposed if the component has the voxel on one of its sides alone. An
/// Euler number is that of components (1), less tunnels, plus cavities.
typedef struct glccl_cubes {
  uint64_t faces_x GLCCL_INITIAL(0);  ///< Exposed faces across the x axis.
  uint64_t faces_y GLCCL_INITIAL(0);  ///< Exposed faces across the y axis.
  uint64_t faces_z GLCCL_INITIAL(0);  ///< Exposed faces across the z axis.
  /// The Euler number of voxels that are connected by faces; the background by corners too.
  int64_t euler_6 GLCCL_INITIAL(0);
  /// The Euler number of voxels that are connected by faces and edges: closed cubes that are glued along these.
  int64_t euler_18 GLCCL_INITIAL(0);
  /// The Euler number of closed cubes: connected by faces, edges and corners.
  int64_t euler_26 GLCCL_INITIAL(0);
  GLCCL_COMPARED(glccl_cubes)
} glccl_cubes;

/// A component at the seam of a periodic axis of `size` elements. All members are 0 unless the component crosses the
/// seam: two of its elements are neighbours across it, one at the last coordinate and one at coordinate 0. Neighbours
/// are those of the connectivity, also across several seams at once. The lower half of the axis has the coordinates
/// below size / 2.
typedef struct glccl_axis_seam {
  /// Coordinates from 0 to its last element in the lower half; 0 where it has none there.
  int32_t lower GLCCL_INITIAL(0);
  /// Coordinates from its first element in the upper half to the end of the axis.
  int32_t upper GLCCL_INITIAL(0);
  uint64_t lower_area GLCCL_INITIAL(0);  ///< Number of its elements in the lower half.
  GLCCL_COMPARED(glccl_axis_seam)
} glccl_axis_seam;

/// A component at the seams of all axes.
typedef struct glccl_seams {
  glccl_axis_seam x;  ///< At the seam of the axis x.
  glccl_axis_seam y;  ///< At the seam of the axis y.
  glccl_axis_seam z;  ///< At the seam of the axis z; all 0 in images.
  GLCCL_COMPARED(glccl_seams)
} glccl_seams;

/// A signed integer of 128 bits, high * 2^64 + low.
typedef struct glccl_integer128 {
  uint64_t low GLCCL_INITIAL(0);  ///< The lower 64 bits.
  int64_t high GLCCL_INITIAL(0);  ///< The upper 64 bits, with the sign.
  GLCCL_COMPARED(glccl_integer128)
} glccl_integer128;

/// Sums over the values that a second image, of the labeled one's extent, has at a component's elements. Values are
/// integers, so all sums are exact, and equal in every engine and every run.
///
///   formats that store integers, and R8   the stored integer: 0..255 for R8
///   R16F, R32F                            the float times 2^fraction_bits, rounded to the nearest integer, of two
///                                         equally near ones to the even one
///
/// A component has its own fraction_bits, whatever values others have: with M the largest magnitude of its values and E
/// the exponent of M, that is 2^E <= M < 2^(E + 1), they are 30 - E. So values from 2^-7 M on are exact, others have an
/// error of at most 2^-31 M, and so has the mean. If a value is infinite or NaN, all sums and fraction_bits are 0, and
/// minimum and maximum tell: both are NaN if one value is.
///
/// With `fraction_bits` of the specification all components have those. What is then beyond 2^31 - 1 in absolute value,
/// as infinities are, becomes 2^31 - 1 with its sign, NaN becomes 0, and minimum and maximum are those of rounded
/// values.
typedef struct glccl_intensity {
  glccl_integer128 sum GLCCL_INITIAL({});      ///< Sum of the values v.
  glccl_integer128 squares GLCCL_INITIAL({});  ///< Sum of v * v.
  glccl_integer128 sum_x GLCCL_INITIAL({});    ///< Sum of v * x, with coordinates counted from 0.
  glccl_integer128 sum_y GLCCL_INITIAL({});    ///< Sum of v * y.
  glccl_integer128 sum_z GLCCL_INITIAL({});    ///< Sum of v * z; 0 in images.
  double minimum GLCCL_INITIAL(0);             ///< The smallest value, in the units of the image: exact.
  double maximum GLCCL_INITIAL(0);             ///< The largest value, likewise.
  int64_t fraction_bits GLCCL_INITIAL(0);      ///< A value stands for v * 2^-fraction_bits; 0 for formats of integers.
#if GLCCL_CPLUSPLUS >= 202002L
  /// NaN equals NaN here.
  friend bool operator==(const glccl_intensity& a, const glccl_intensity& b) {
    const auto same = [](double one, double other) { return one == other || (one != one && other != other); };
    return a.sum == b.sum && a.squares == b.squares && a.sum_x == b.sum_x && a.sum_y == b.sum_y && a.sum_z == b.sum_z &&
           same(a.minimum, b.minimum) && same(a.maximum, b.maximum) && a.fraction_bits == b.fraction_bits;
  }
#endif
} glccl_intensity;

/// The optional measurements of a component. Members that were not asked for are 0.
typedef struct glccl_measurements {
  glccl_moments moments;      ///< GLCCL_COLUMN_MOMENTS.
  glccl_quads quads;          ///< GLCCL_COLUMN_QUADS.
  glccl_intensity intensity;  ///< GLCCL_COLUMN_INTENSITY.
  glccl_cubes cubes;          ///< GLCCL_COLUMN_CUBES.
  glccl_seams seams;          ///< GLCCL_COLUMN_SEAMS.
  GLCCL_COMPARED(glccl_measurements)
} glccl_measurements;

/// Bits of glccl_component_table_header.columns.
typedef enum glccl_table_column {
  GLCCL_COLUMN_BASE = 1,       ///< glccl_component_row, always present.
  GLCCL_COLUMN_SUM_Z = 2,      ///< 64 bits: the sum of z coordinates. Present in tables of volumes.
  GLCCL_COLUMN_MOMENTS = 4,    ///< glccl_moments, without those of z. Present where asked for.
  GLCCL_COLUMN_MOMENTS_Z = 8,  ///< Moments of z. Present in tables of volumes with GLCCL_COLUMN_MOMENTS.
  GLCCL_COLUMN_QUADS = 16,     ///< glccl_quads, of images. Present where asked for.
  /// glccl_intensity, without sum_z, as glccl_intensity_column. Present where asked for.
  GLCCL_COLUMN_INTENSITY = 32,
  /// glccl_intensity.sum_z, of 128 bits. Present in tables of volumes with GLCCL_COLUMN_INTENSITY.
  GLCCL_COLUMN_INTENSITY_Z = 64,
  GLCCL_COLUMN_CUBES = 128,  ///< glccl_cubes, of volumes. Present where asked for.
  GLCCL_COLUMN_SEAMS = 256   ///< glccl_seams. Present where asked for.
} glccl_table_column;

/// The first 64 bytes of a component table. table.hpp has its declaration for shaders.
typedef struct glccl_component_table_header {
  /// 4. From here the arguments of glDrawArraysIndirect: one instance of four vertices (a strip, or a line loop) per
  /// row.
  uint32_t vertices GLCCL_INITIAL(4);
  uint32_t rows GLCCL_INITIAL(0);           ///< Rows in the table: the smaller of `count` and the table's capacity.
  uint32_t first_vertex GLCCL_INITIAL(0);   ///< 0.
  uint32_t base_instance GLCCL_INITIAL(0);  ///< 0.
  /// From here, at offset 16, the arguments of glDispatchComputeIndirect: workgroups of 64 rows.
  uint32_t groups_x GLCCL_INITIAL(0);
  uint32_t groups_y GLCCL_INITIAL(1);                 ///< 1.
  uint32_t groups_z GLCCL_INITIAL(1);                 ///< 1.
  uint32_t row_bytes GLCCL_INITIAL(64);               ///< Bytes from a row to the next.
  uint32_t count[2] GLCCL_INITIAL({});                ///< Components in the labels: low word, high word.
  uint32_t columns GLCCL_INITIAL(GLCCL_COLUMN_BASE);  ///< A set of glccl_table_column.
  uint32_t width GLCCL_INITIAL(0);                    ///< Width of the labels in elements.
  uint32_t height GLCCL_INITIAL(0);                   ///< Height of the labels in elements.
  uint32_t depth GLCCL_INITIAL(1);                    ///< Depth of the labels in elements; 1 for images.
  uint32_t found[2] GLCCL_INITIAL({});                ///< Components before the filter: low word, high word.
} glccl_component_table_header;

/// The first 64 bytes of a row of a component table, in the units of glccl_component. 64-bit integers are two words:
/// low, high.
typedef struct glccl_component_row {
  uint32_t label GLCCL_INITIAL(0);      ///< The row's index plus 1.
  uint32_t value GLCCL_INITIAL(0);      ///< glccl_component.value.
  uint32_t area[2] GLCCL_INITIAL({});   ///< glccl_component.area.
  uint32_t x0 GLCCL_INITIAL(0);         ///< First column.
  uint32_t y0 GLCCL_INITIAL(0);         ///< First row.
  uint32_t x1 GLCCL_INITIAL(0);         ///< Last column, inclusive.
  uint32_t y1 GLCCL_INITIAL(0);         ///< Last row, inclusive.
  uint32_t sum_x[2] GLCCL_INITIAL({});  ///< glccl_component.sum_x.
  uint32_t sum_y[2] GLCCL_INITIAL({});  ///< glccl_component.sum_y.
  uint32_t first[2] GLCCL_INITIAL({});  ///< glccl_component.first.
  uint32_t z0 GLCCL_INITIAL(0);         ///< First slice; 0 in images.
  uint32_t z1 GLCCL_INITIAL(0);         ///< Last slice, inclusive; 0 in images.
} glccl_component_row;

/// GLCCL_COLUMN_INTENSITY of a row. Integers of 128 bits are four words, the lowest first, in two's complement.
typedef struct glccl_intensity_column {
  uint32_t sum[4] GLCCL_INITIAL({});            ///< glccl_intensity.sum.
  uint32_t squares[4] GLCCL_INITIAL({});        ///< glccl_intensity.squares.
  uint32_t sum_x[4] GLCCL_INITIAL({});          ///< glccl_intensity.sum_x.
  uint32_t sum_y[4] GLCCL_INITIAL({});          ///< glccl_intensity.sum_y.
  uint32_t minimum GLCCL_INITIAL(0xFFFFFFFFu);  ///< glccl_intensity.minimum, as `kind` says.
  uint32_t maximum GLCCL_INITIAL(0);            ///< glccl_intensity.maximum, likewise.
  /// 0: minimum and maximum are the smallest and the largest v. 1: they are these plus 2^31. 2: they are keys of
  /// floats; the bits of the float with the key k are k & 0x7FFFFFFF if its highest bit is set, else ~k.
  uint32_t kind GLCCL_INITIAL(0);
  int32_t fraction_bits GLCCL_INITIAL(0);  ///< glccl_intensity.fraction_bits.
} glccl_intensity_column;
