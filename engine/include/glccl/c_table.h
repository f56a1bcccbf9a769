// Components and their table on the CPU, for C. Include glccl.h, which describes the C API.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "glccl/api.h"
#include "glccl/c_types.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Bits of glccl_component_table_header.columns.
typedef enum glccl_table_column {
  GLCCL_COLUMN_BASE = 1,       ///< glccl_component_row, always present.
  GLCCL_COLUMN_SUM_Z = 2,      ///< 64 bits: the sum of z coordinates. Present in tables of volumes.
  GLCCL_COLUMN_MOMENTS = 4,    ///< 24 bytes: xx, xy, yy of glccl_measurements. Present where asked for.
  GLCCL_COLUMN_MOMENTS_Z = 8,  ///< 24 bytes: xz, yz, zz. Present in tables of volumes with GLCCL_COLUMN_MOMENTS.
  GLCCL_COLUMN_QUADS = 16,     ///< 32 bytes: one, two, three, diagonal. Of images; present where asked for.
  /// 80 bytes: sums over the values of a second image, IntensityColumn of table.hpp. Present where asked for.
  GLCCL_COLUMN_INTENSITY = 32,
  /// 16 bytes: intensity_z. Present in tables of volumes with GLCCL_COLUMN_INTENSITY.
  GLCCL_COLUMN_INTENSITY_Z = 64,
  GLCCL_COLUMN_CUBES = 128,  ///< 48 bytes: faces_x to euler_26 of glccl_measurements. Of volumes; where asked for.
  GLCCL_COLUMN_SEAMS = 256   ///< 48 bytes: seam_x, seam_y and seam_z of glccl_measurements. Present where asked for.
} glccl_table_column;

/// The first 64 bytes of a component table. table.hpp has its declaration for shaders.
typedef struct glccl_component_table_header {
  uint32_t vertices;       ///< 4: from here the arguments of glDrawArraysIndirect, an instance per row.
  uint32_t rows;           ///< Rows in the table: the smaller of `count` and the table's capacity.
  uint32_t first_vertex;   ///< 0.
  uint32_t base_instance;  ///< 0.
  uint32_t groups_x;       ///< From here, offset 16, the arguments of glDispatchComputeIndirect: workgroups of 64 rows.
  uint32_t groups_y;       ///< 1.
  uint32_t groups_z;       ///< 1.
  uint32_t row_bytes;      ///< Bytes from a row to the next.
  uint32_t count[2];       ///< Components in the labels: low word, high word.
  uint32_t columns;        ///< A set of glccl_table_column.
  uint32_t width;          ///< Width of the labels in elements.
  uint32_t height;         ///< Height of the labels in elements.
  uint32_t depth;          ///< Depth of the labels in elements; 1 for images.
  uint32_t found[2];       ///< Components before the filter: low word, high word.
} glccl_component_table_header;

/// The first 64 bytes of a row of a component table, in the units of glccl_component. 64-bit integers are two words:
/// low, high.
typedef struct glccl_component_row {
  uint32_t label;     ///< The row's index plus 1.
  uint32_t value;     ///< As glccl_component.value.
  uint32_t area[2];   ///< As glccl_component.area.
  uint32_t x0;        ///< First column.
  uint32_t y0;        ///< First row.
  uint32_t x1;        ///< Last column.
  uint32_t y1;        ///< Last row.
  uint32_t sum_x[2];  ///< As glccl_component.sum_x.
  uint32_t sum_y[2];  ///< As glccl_component.sum_y.
  uint32_t first[2];  ///< As glccl_component.first.
  uint32_t z0;        ///< First slice; 0 in images.
  uint32_t z1;        ///< Last slice; 0 in images.
} glccl_component_row;

/// A component on the CPU, in elements of the label image. The centroid is (sum_x, sum_y, sum_z) / area: exact integer
/// sums of the coordinates of element centres, counted from 0.
typedef struct glccl_component {
  uint32_t label;  ///< Its label in the label image.
  uint64_t area;   ///< Number of elements.
  glccl_box box;   ///< Smallest box that has all of its elements.
  uint64_t sum_x;  ///< Sum of the x coordinates of its elements.
  uint64_t sum_y;  ///< Sum of the y coordinates of its elements.
  uint64_t sum_z;  ///< Sum of the z coordinates of its elements; 0 in images.
  uint64_t first;  ///< Linear place of the first element in raster order; glccl_position_of() has its coordinates.
  /// With EQUAL the value of its elements, colours as red | green << 8 | blue << 16 | alpha << 24, signed integers as
  /// the bits of one of 32 bits, of RG32UI the first channel. Else 0.
  uint32_t value;
} glccl_component;

/// A signed integer of 128 bits, high * 2^64 + low.
typedef struct glccl_integer128 {
  uint64_t low;  ///< The lower 64 bits.
  int64_t high;  ///< The upper 64 bits, with the sign.
} glccl_integer128;

/// A component at the seam of a periodic axis of `size` elements. All members are 0 unless the component crosses the
/// seam: two of its elements are neighbours across it. The lower half has the coordinates below size / 2.
typedef struct glccl_axis_seam {
  int32_t lower;        ///< Coordinates from 0 to its last element in the lower half; 0 where it has none there.
  int32_t upper;        ///< Coordinates from its first element in the upper half to the end of the axis.
  uint64_t lower_area;  ///< Number of its elements in the lower half.
} glccl_axis_seam;

/// The optional measurements of a component, exact. Members that were not asked for are 0. table.hpp has more about
/// them, and shape.hpp functions of them in C++: orientation, axes, eccentricity, Euler number, perimeter.
typedef struct glccl_measurements {
  uint64_t xx;        ///< Sum of x * x over the component's elements, with coordinates counted from 0.
  uint64_t xy;        ///< Sum of x * y.
  uint64_t yy;        ///< Sum of y * y.
  uint64_t xz;        ///< Sum of x * z; 0 in images.
  uint64_t yz;        ///< Sum of y * z; 0 in images.
  uint64_t zz;        ///< Sum of z * z; 0 in images.
  uint64_t one;       ///< Windows of 2x2 pixels of which it has one pixel; windows reach over the image's border.
  uint64_t two;       ///< Windows of which it has two pixels, side by side or one above the other.
  uint64_t three;     ///< Windows of which it has three pixels.
  uint64_t diagonal;  ///< Windows of which it has two pixels that share a corner alone.
  /// Sums over the values v of a second image, which are integers. Floats are multiplied by 2^fraction_bits and
  /// rounded; table.hpp has the rule.
  glccl_integer128 intensity_sum;
  glccl_integer128 intensity_squares;  ///< Sum of v * v.
  glccl_integer128 intensity_x;        ///< Sum of v * x.
  glccl_integer128 intensity_y;        ///< Sum of v * y.
  glccl_integer128 intensity_z;        ///< Sum of v * z; 0 in images.
  double minimum;                      ///< The smallest value, in the units of the image. NaN if a value is.
  double maximum;                      ///< The largest value, likewise.
  int64_t fraction_bits;               ///< A value stands for v * 2^-fraction_bits; 0 for formats of integers.
  uint64_t faces_x;                    ///< Faces of voxels across the x axis that have the component on one side alone.
  uint64_t faces_y;                    ///< Such faces across the y axis.
  uint64_t faces_z;                    ///< Such faces across the z axis.
  int64_t euler_6;                     ///< The Euler number of a component of a volume, of 6 neighbours.
  int64_t euler_18;                    ///< The same of 18 neighbours.
  int64_t euler_26;                    ///< The same of 26 neighbours.
  glccl_axis_seam seam_x;              ///< At the seam of the axis x.
  glccl_axis_seam seam_y;              ///< At the seam of the axis y.
  glccl_axis_seam seam_z;              ///< At the seam of the axis z; all 0 in images.
} glccl_measurements;

/// Bytes of a row of a component table with these columns, a set of glccl_table_column.
GLCCL_API size_t glccl_row_bytes(uint32_t columns);

/// Converts the row at `row`, which has the columns `columns`. Error: INVALID_ARGUMENT for a null pointer.
GLCCL_API glccl_error_code glccl_read_row(const void* row, uint32_t columns, glccl_component* component,
                                          glccl_error* error);

/// Converts the optional measurements of the row at `row`, which has the columns `columns`. Error: INVALID_ARGUMENT for
/// a null pointer.
GLCCL_API glccl_error_code glccl_read_measurements(const void* row, uint32_t columns, glccl_measurements* measurements,
                                                   glccl_error* error);

/// Merges the rows of one component that was measured in two parts without a common element, both in the coordinates of
/// the whole image or volume: areas and sums are added, boxes united; label, value and first element are those of the
/// part whose first element comes earlier. Error: INVALID_ARGUMENT for a null pointer.
GLCCL_API glccl_error_code glccl_merge_components(const glccl_component* a, const glccl_component* b,
                                                  glccl_component* merged, glccl_error* error);

/// The coordinates of a linear place in an image or volume of `extent`, of which no side is 0.
GLCCL_API glccl_position glccl_position_of(uint64_t place, glccl_extent extent);

#ifdef __cplusplus
}  // extern "C"
#endif
