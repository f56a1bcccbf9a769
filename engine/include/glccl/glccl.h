// glccl for C, and for every language that calls C: what glccl::Labeler (labeler.hpp) can do, function by function.
//
// Failure: a function that can fail returns a code, GLCCL_OK being 0, and fills `error` unless that is a null pointer.
// After a failure every output is untouched, unless the function says otherwise. A null pointer where none is allowed
// is GLCCL_ERROR_INVALID_ARGUMENT, and so is a number outside its enumeration; the message names it.
// No exception crosses this interface, nothing is printed, and there is no state outside a glccl_labeler.
//
// Lists: a function that fills `capacity` elements of the caller's always sets `count` to the number of elements. With
// a null pointer and a capacity of 0 it does only that, and succeeds. With fewer elements than there are it fails with
// GLCCL_ERROR_BUFFER_TOO_SMALL, names the number in its message and writes none.
//
// Threads and contexts: as for glccl::Labeler. Every function that takes a glccl_labeler needs the OpenGL context in
// which it was created to be current on the calling thread, and fails with GLCCL_ERROR_INVALID_ARGUMENT in another one
// or without one. glccl_destroy() deletes nothing there.
//
// Orientation: row 0 of a texture is row 0 of an array and the top row of an image file. x grows to the right, y
// downwards, z from slice to slice. Nothing is ever flipped.
//
// Numbers that come in are int32_t rather than enumerations, so that a number outside its enumeration is detected. Each
// names its enumeration.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "glccl/api.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Bytes of the texts in the structs below, with the null character at the end. Longer texts are cut.
enum { GLCCL_MESSAGE_SIZE = 512, GLCCL_NAME_SIZE = 32, GLCCL_TEXT_SIZE = 256 };

/// The kind of a failure, so that a caller can react without reading the message.
typedef enum glccl_error_code {
  GLCCL_OK = 0,                      ///< Success.
  GLCCL_ERROR_INVALID_ARGUMENT = 1,  ///< A value or a combination of values that can never work.
  GLCCL_ERROR_UNSUPPORTED = 2,       ///< Valid, but this engine, format or context does not have it.
  GLCCL_ERROR_TOO_LARGE = 3,         ///< Beyond a limit of the device or of the table; the message names it.
  GLCCL_ERROR_FILE = 4,              ///< Part of the C++ vocabulary; no function here works with files.
  GLCCL_ERROR_NO_DEVICE = 5,         ///< No OpenGL 4.5 context is current.
  GLCCL_ERROR_GPU = 6,               ///< The driver reported an error: compilation, memory, lost context.
  GLCCL_ERROR_BUFFER_TOO_SMALL = 7,  ///< The caller's memory is too small; the message says how much is needed.
  GLCCL_ERROR_OUT_OF_MEMORY = 8,     ///< Out of memory on the CPU.
  GLCCL_ERROR_INTERNAL = 9           ///< A mistake in glccl.
} glccl_error_code;

/// A failure, or GLCCL_OK with an empty message.
typedef struct glccl_error {
  glccl_error_code code;             ///< The kind of failure.
  char message[GLCCL_MESSAGE_SIZE];  ///< One line: what was asked, what was found, what would work.
} glccl_error;

/// The OpenGL engines.
typedef enum glccl_engine {
  GLCCL_ENGINE_AUTOMATIC = 0,     ///< `compute` where it can do what is asked, else `raster`; decided for each label.
  GLCCL_ENGINE_RASTER = 1,        ///< O'Connell's render passes followed by `merge_rounds`: exact for every input.
  GLCCL_ENGINE_RASTER_PAPER = 2,  ///< The schedule as published: splits components in the case of its figure 5.8.
  GLCCL_ENGINE_COMPUTE = 3        ///< Compute shaders, union-find over runs of bits: exact for every input.
} glccl_engine;

/// Which elements around an element are its neighbours. In images: those that share an edge (4), or a corner too (8).
/// In volumes: those that share a face (6), an edge too (18), or a corner too (26); no OpenGL engine labels volumes
/// yet.
typedef enum glccl_connectivity {
  GLCCL_CONNECTIVITY_FOUR = 4,        ///< Images: pixels that share an edge.
  GLCCL_CONNECTIVITY_EIGHT = 8,       ///< Images: pixels that share an edge or a corner.
  GLCCL_CONNECTIVITY_SIX = 6,         ///< Volumes: voxels that share a face.
  GLCCL_CONNECTIVITY_EIGHTEEN = 18,   ///< Volumes: voxels that share a face or an edge.
  GLCCL_CONNECTIVITY_TWENTY_SIX = 26  ///< Volumes: voxels that share a face, an edge or a corner.
} glccl_connectivity;

/// Which neighbouring pixels are connected.
typedef enum glccl_criterion_kind {
  /// Two foreground pixels. The channel of a foreground pixel is above `low` and not above `high`; with `inverted` it
  /// is not.
  GLCCL_CRITERION_FOREGROUND = 0,
  GLCCL_CRITERION_EQUAL = 1,      ///< Two pixels of equal value.
  GLCCL_CRITERION_DIFFERENCE = 2  ///< Two pixels that differ by at most `largest_difference`.
} glccl_criterion_kind;

/// How much two pixels differ.
typedef enum glccl_measure {
  GLCCL_MEASURE_SUM = 0,        ///< The sum of the absolute differences of their channels.
  GLCCL_MEASURE_LUMINANCE = 1,  ///< The difference of (77 R + 150 G + 29 B) / 256: RGBA8 and SRGB8_ALPHA8.
  GLCCL_MEASURE_LARGEST = 2     ///< The largest of these absolute differences: formats of several channels.
} glccl_measure;

/// Which pixels get label 0 with the criteria `equal` and `difference`.
typedef enum glccl_background_kind {
  /// With `equal` the value zero (of several channels: all of them), with `difference` none.
  GLCCL_BACKGROUND_DEFAULT = 0,
  GLCCL_BACKGROUND_NONE = 1,  ///< No pixel is background.
  GLCCL_BACKGROUND_VALUE = 2  ///< Pixels of the value glccl_criterion.background.
} glccl_background_kind;

/// The channel of the source that decides what is foreground. Formats of one channel always use that channel, whichever
/// is named. Formats of two channels refuse blue and alpha.
typedef enum glccl_channel {
  GLCCL_CHANNEL_RED = 0,    ///< The first channel.
  GLCCL_CHANNEL_GREEN = 1,  ///< The second channel.
  GLCCL_CHANNEL_BLUE = 2,   ///< The third channel.
  GLCCL_CHANNEL_ALPHA = 3,  ///< The fourth channel.
  GLCCL_CHANNEL_ANY = 4     ///< Any channel that the format has: it is enough that one lies in the range.
} glccl_channel;

/// What is labeled of a texture that has both (GL_DEPTH24_STENCIL8, GL_DEPTH32F_STENCIL8).
typedef enum glccl_aspect {
  GLCCL_ASPECT_DEPTH = 0,   ///< Its depth, 0..1. All of a texture of another format.
  GLCCL_ASPECT_STENCIL = 1  ///< Its stencil, as R8UI. Textures of other formats refuse it.
} glccl_aspect;

/// The values of labels.
typedef enum glccl_numbering {
  GLCCL_NUMBERING_RASTER = 0,  ///< 1..N in the raster order of each component's first pixel.
  GLCCL_NUMBERING_ROOT = 1     ///< Any non-zero value unique to the component, the cheapest that the engine has.
} glccl_numbering;

/// How `raster` and `raster-paper` gather and number the roots of components.
typedef enum glccl_compaction {
  GLCCL_COMPACTION_HISTOGRAM_PYRAMID = 0,  ///< Any number of components.
  GLCCL_COMPACTION_STENCIL_ROUTING = 1     ///< Chapter 8. Beyond 1020 components the pyramid takes over.
} glccl_compaction;

/// How a labeling leaves the state of the caller's context.
typedef enum glccl_state_policy {
  GLCCL_STATE_PRESERVE = 0,  ///< Every piece of state is as it was found.
  GLCCL_STATE_CLOBBER = 1    ///< Left as the engine needs it; StatePolicy in options.hpp lists what that is.
} glccl_state_policy;

/// How finely GPU time is measured.
typedef enum glccl_timing_detail {
  GLCCL_TIMING_NONE = 0,    ///< No times.
  GLCCL_TIMING_WHOLE = 1,   ///< One time for the labeling, named `labeling`.
  GLCCL_TIMING_STAGES = 2,  ///< One time per stage of the plan.
  GLCCL_TIMING_PASSES = 3   ///< One time per pass. Adds overhead to merge rounds that are skipped.
} glccl_timing_detail;

/// What the texture of a glccl_step holds.
typedef enum glccl_step_contents {
  GLCCL_STEP_NONE = 0,    ///< No texture: buffers only.
  GLCCL_STEP_SOURCE = 1,  ///< The caller's source.
  GLCCL_STEP_IDS = 2,     ///< R32F: the bits of ids, 0.0 for background.
  GLCCL_STEP_MASKS = 3,   ///< R32UI: bits of 32 pixels of a row.
  GLCCL_STEP_SUMS = 4,    ///< R32UI: levels of the histogram pyramid.
  GLCCL_STEP_POINTS = 5,  ///< R32UI or RG32UI: a list of places.
  GLCCL_STEP_LABELS = 6,  ///< R32UI: labels, 0 for background.
  GLCCL_STEP_BOXES = 7,   ///< RGBA32F: bounding boxes, one texel per row of the table.
  GLCCL_STEP_RANKS = 8,   ///< RG32UI: running totals of marked pixels, and the masks that mark them.
  GLCCL_STEP_ROOTS = 9,   ///< R32F: a list of ids.
  GLCCL_STEP_WORDS = 10   ///< R32UI or RGBA32UI: bits of 32 pixels of a column.
} glccl_step_contents;

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
  GLCCL_COLUMN_INTENSITY_Z = 64
} glccl_table_column;

/// Width, height and depth in elements (pixels or voxels). An image has depth 1.
typedef struct glccl_extent {
  int32_t width;   ///< Elements in a row.
  int32_t height;  ///< Rows in a slice.
  int32_t depth;   ///< Slices.
} glccl_extent;

/// Coordinates of an element. z is 0 in images.
typedef struct glccl_position {
  int32_t x;  ///< Column, from the left.
  int32_t y;  ///< Row, from the top.
  int32_t z;  ///< Slice.
} glccl_position;

/// A range of elements, all corners inclusive. z0 and z1 are 0 in images.
typedef struct glccl_box {
  int32_t x0;  ///< First column.
  int32_t y0;  ///< First row.
  int32_t x1;  ///< Last column.
  int32_t y1;  ///< Last row.
  int32_t z0;  ///< First slice.
  int32_t z1;  ///< Last slice.
} glccl_box;

/// The input of a labeling: a level of a texture, or a part of it. With only `texture` set, all of level 0.
typedef struct glccl_source {
  uint32_t texture;  ///< Name of a GL_TEXTURE_2D, GL_TEXTURE_2D_ARRAY or GL_TEXTURE_3D.
  int32_t level;     ///< Mip level.
  int32_t layer;     ///< Layer of an array texture; 0 for other textures, and with `all_layers`.
  /// A part of the level, in its elements; of a GL_TEXTURE_3D, and with `all_layers`, a box. Coordinates of labels and
  /// components count from its corner. Null: the whole level. A box of one slice is an image.
  const glccl_box* rectangle;
  /// A glccl_aspect. glccl_label() sets GL_DEPTH_STENCIL_TEXTURE_MODE of the texture if it is that of the other aspect,
  /// and sets it back when it has issued its commands. No other context may read the texture meanwhile.
  int32_t aspect;
  /// 0, or any other number for a GL_TEXTURE_2D_ARRAY that is a volume whose slices are its layers.
  int32_t all_layers;
} glccl_source;

/// A criterion with the fields of every kind. Each kind looks only at its own.
typedef struct glccl_criterion {
  int32_t kind;  ///< A glccl_criterion_kind.
  /// Foreground: pixels are strictly above `low`, in the units a shader reads: integers for stored integers; 0..1 for
  /// R8, RGBA8 and depth; linear 0..1 for SRGB8_ALPHA8; floats for stored floats. The comparison is exact: byte b of R8
  /// and RGBA8 is the float b / 255.0f. NaN is refused.
  double low;
  /// Foreground: and not above `high`, in the same units. It must be above `low`, so a struct of zeros is refused:
  /// glccl_default_spec() has INFINITY, which is no limit.
  double high;
  int32_t inverted;  ///< Foreground: 0, or any other number for the pixels outside the range.
  int32_t channel;   ///< Foreground: a glccl_channel.
  /// Difference: in the units of the stored values: 0..255 for R8, RGBA8 and SRGB8_ALPHA8, integers for stored
  /// integers, floats for stored floats, 0..1 for depth. Negative values and NaN are refused.
  double largest_difference;
  int32_t background_kind;  ///< Equal and Difference: a glccl_background_kind.
  /// With GLCCL_BACKGROUND_VALUE: red, green, blue and alpha as they are stored, in the units of `largest_difference`;
  /// zeros for channels that the format lacks. A value that the format does not store is refused.
  double background[4];
  int32_t measure;  ///< Difference: a glccl_measure. Formats without the measure are refused.
} glccl_criterion;

/// Which components are kept. All others become background, and the kept ones are numbered 1..N as if there were no
/// others. Start from glccl_default_spec(), whose filter keeps all: a struct of zeros is refused. UINT64_MAX is no
/// limit.
typedef struct glccl_filter {
  uint64_t min_area;  ///< Components of fewer elements are dropped.
  uint64_t max_area;  ///< Components of more elements are dropped. At least 1, and `min_area`.
  /// Of the components that the other members keep, only so many are kept, those of the largest area; of equal areas
  /// those whose first element comes earlier in raster order. At least 1.
  uint64_t largest;
  /// 0: components with an element in the first or last column, row, or, of volumes, slice are dropped.
  int32_t touching_border;
} glccl_filter;

/// Neighbours, criterion, numbering, filter and measurements of a labeling. Start from glccl_default_spec(): a struct
/// of zeros has no valid connectivity.
typedef struct glccl_labeling_spec {
  int32_t connectivity;       ///< A glccl_connectivity.
  glccl_criterion criterion;  ///< Which neighbours are connected.
  int32_t numbering;          ///< A glccl_numbering.
  glccl_filter filter;        ///< Which components are kept: COMPUTE and AUTOMATIC. Needs GLCCL_NUMBERING_RASTER.
  /// What is measured of components besides glccl_component: a set of GLCCL_COLUMN_MOMENTS, GLCCL_COLUMN_QUADS and
  /// GLCCL_COLUMN_INTENSITY. 0: nothing. COMPUTE and AUTOMATIC. Needs a component table.
  uint32_t columns;
  /// 0, or any other number to count only the elements at which glccl_output_options.mask is not 0: the others are
  /// background for every criterion. COMPUTE and AUTOMATIC.
  int32_t masked;
  /// With GLCCL_COLUMN_INTENSITY on R16F and R32F: the bits behind the binary point of intensities, -64 to 64.
  int32_t fraction_bits;
} glccl_labeling_spec;

/// Tuning of `raster` and `raster-paper`. `compute` refuses values that differ from the defaults.
typedef struct glccl_raster_options {
  /// Vertical blocks that the column sweep works on at once, 1 up to the image's width; 0 lets the plan choose.
  int32_t blocks;
  int32_t compaction;  ///< A glccl_compaction.
} glccl_raster_options;

/// Where results go and how the context is treated. A struct of zeros has the defaults.
typedef struct glccl_output_options {
  /// The caller's texture for the labels: a GL_TEXTURE_2D, for an extent of several slices a GL_TEXTURE_3D; R32UI,
  /// level 0 of the labeled extent, without swizzle and base level. It may be the source. 0: the labeler's own.
  uint32_t target;
  /// Capacity of the component table in rows; 0: no table is made. Needs GLCCL_NUMBERING_RASTER.
  uint32_t table_rows;
  int32_t state_policy;         ///< A glccl_state_policy.
  int32_t timing;               ///< A glccl_timing_detail; read the times with glccl_times().
  glccl_raster_options raster;  ///< Tuning of `raster` and `raster-paper`.
  /// The mask of glccl_labeling_spec.masked: a texture of format R8UI or R8, of the extent of the source. Texture 0: no
  /// mask. It may be the source.
  glccl_source mask;
  /// The image that GLCCL_COLUMN_INTENSITY measures: a texture of one channel that is no depth, of the extent of the
  /// source. Texture 0: none. It may be the source, but not share texels with the target.
  glccl_source intensity;
} glccl_output_options;

/// A component table that stays on the GPU: a glccl_component_table_header, then the rows.
typedef struct glccl_component_table {
  uint32_t buffer;  ///< Name of a buffer object; 0 without a table.
  uint32_t rows;    ///< Capacity in rows, glccl_output_options.table_rows.
} glccl_component_table;

/// A result that stays on the GPU. Except for the caller's own target, its objects belong to the labeler and hold their
/// contents until the next glccl_label() or glccl_destroy(). Commands that the caller issues later may read them in any
/// way, without a barrier.
typedef struct glccl_labels {
  uint32_t texture;             ///< Name of a GL_TEXTURE_2D, of a volume a GL_TEXTURE_3D; R32UI; 0 is background.
  glccl_extent extent;          ///< Extent of the labels.
  glccl_component_table table;  ///< Its buffer is 0 unless glccl_output_options.table_rows asked for one.
} glccl_labels;

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
  /// Sums over the values v of a second image, which are integers. Floats are multiplied by 2^fraction_bits, rounded
  /// and limited to 2^31 - 1 in absolute value; table.hpp has the rule.
  glccl_integer128 intensity_sum;
  glccl_integer128 intensity_squares;  ///< Sum of v * v.
  glccl_integer128 intensity_x;        ///< Sum of v * x.
  glccl_integer128 intensity_y;        ///< Sum of v * y.
  glccl_integer128 intensity_z;        ///< Sum of v * z; 0 in images.
  int64_t minimum;                     ///< The smallest value.
  int64_t maximum;                     ///< The largest value.
  int64_t fraction_bits;               ///< A value stands for v * 2^-fraction_bits; 0 for formats of integers.
} glccl_measurements;

/// GPU time of one stage of the last labeling, or with GLCCL_TIMING_PASSES of all draws of one pass in it.
typedef struct glccl_stage_time {
  char stage[GLCCL_NAME_SIZE];  ///< Name of the stage in the plan.
  char pass[GLCCL_NAME_SIZE];   ///< Name of the pass; empty unless GLCCL_TIMING_PASSES was asked for.
  double milliseconds;          ///< Duration.
} glccl_stage_time;

/// One pass of a plan, for people who follow the method.
typedef struct glccl_planned_pass {
  char pass[GLCCL_NAME_SIZE];   ///< Name of the pass.
  char stage[GLCCL_NAME_SIZE];  ///< Name of the stage that it is timed with.
  char text[GLCCL_TEXT_SIZE];   ///< One line: what the pass reads and writes and how it is drawn or dispatched.
} glccl_planned_pass;

/// The texture that a pass has written. Its contents last until the next labeling.
typedef struct glccl_step {
  char image[GLCCL_NAME_SIZE];  ///< Name of the texture in the plan: ids_a, ids_b, masks, sums, labels, ...
  int32_t contents;             ///< A glccl_step_contents.
  uint32_t texture;             ///< 0 where the contents are none.
  glccl_extent extent;          ///< Extent of that texture.
} glccl_step;

/// Labels textures in the OpenGL context that is current when it is created.
typedef struct glccl_labeler glccl_labeler;

/// The version of the library, "major.minor.patch"; a constant.
GLCCL_API const char* glccl_version(void);

/// Every non-zero pixel of the red channel, 8-connected, numbered in raster order.
GLCCL_API glccl_labeling_spec glccl_default_spec(void);

/// The labeler's own texture, no table, state preserved, no times, no tuning.
GLCCL_API glccl_output_options glccl_default_output(void);

/// Creates a labeler for `engine` (a glccl_engine) and sets `*labeler`, to a null pointer after a failure.
/// glccl_destroy() ends it. Programs are compiled by the first glccl_label() that needs them. Error: NO_DEVICE without
/// a current OpenGL 4.5 context, of the core or the compatibility profile.
GLCCL_API glccl_error_code glccl_create(int32_t engine, glccl_labeler** labeler, glccl_error* error);

/// Ends a labeler and deletes its OpenGL objects. Ignores a null pointer.
GLCCL_API void glccl_destroy(glccl_labeler* labeler);

/// Labels a texture of format R8, R8UI, R16UI, R32UI, R8I, R16I, R32I, RG32UI, R16F, R32F, RG16F, RG32F, RGBA8,
/// SRGB8_ALPHA8, RGBA16F, DEPTH_COMPONENT24, DEPTH_COMPONENT32F, DEPTH24_STENCIL8 or DEPTH32F_STENCIL8, of any size
/// from 1x1 to GL_MAX_TEXTURE_SIZE (and at most 32768) in each direction. A GL_TEXTURE_3D, or all layers of an array,
/// is a volume, which COMPUTE and AUTOMATIC label by connectivity 6, 18 and 26. Returns
/// once the commands are issued, not when they are done, and reads nothing back. A null `spec` or `output` has the
/// defaults; `labels` may be null. The source may share its texels with the target, or be the last result. Errors leave
/// the previous result untouched and no GL error behind: INVALID_ARGUMENT (no such texture, level, layer or target; an
/// incomplete texture; a texture that passes of this labeler work on; a rectangle that reaches outside; options that
/// contradict each other; an active query or transform feedback), UNSUPPORTED (format, kind of texture, connectivity or
/// criterion), TOO_LARGE, GPU (out of memory, or the driver rejects a shader).
GLCCL_API glccl_error_code glccl_label(glccl_labeler* labeler, const glccl_source* source,
                                       const glccl_labeling_spec* spec, const glccl_output_options* output,
                                       glccl_labels* labels, glccl_error* error);

/// Makes all that a glccl_label() of a GL_TEXTURE_2D (of several slices: a GL_TEXTURE_3D), level 0, with these
/// arguments needs, so that it compiles nothing and allocates nothing. `internal_format` is OpenGL's, GL_R8UI for
/// example, one that glccl_label() names; with depth and stencil it stands for the depth, and GL_R8UI prepares for a
/// stencil. It labels a blank image and waits for the compiler; the last result is given up,
/// glccl_output_options.target is not touched. A null `spec` or `output` has the defaults. For arrays and other levels
/// call glccl_label() once instead. Errors: those of glccl_label() that do not depend on a texture.
GLCCL_API glccl_error_code glccl_prepare(glccl_labeler* labeler, uint32_t internal_format, glccl_extent extent,
                                         const glccl_labeling_spec* spec, const glccl_output_options* output,
                                         glccl_error* error);

/// Sets `*engine` to the glccl_engine that ran the last glccl_label(): never AUTOMATIC after one succeeded.
GLCCL_API glccl_error_code glccl_engine_of(const glccl_labeler* labeler, int32_t* engine, glccl_error* error);

/// Sets `*done` to 1 when the GPU is done with the last glccl_label() (or there was none), else to 0. Never waits.
GLCCL_API glccl_error_code glccl_poll(glccl_labeler* labeler, int32_t* done, glccl_error* error);

/// Copies the last labels to `values[(z * height + y) * width + x]`; waits for the GPU. `capacity` counts values: width
/// * height * depth are needed. Sets `extent`, which may be null, to the extent of the labels, also where the capacity
/// is too small. Errors: INVALID_ARGUMENT before the first glccl_label() or when the caller has deleted its target or
/// given it other storage, BUFFER_TOO_SMALL.
GLCCL_API glccl_error_code glccl_readback_labels(glccl_labeler* labeler, uint32_t* values, size_t capacity,
                                                 glccl_extent* extent, glccl_error* error);

/// Copies the last component table to `components`, in the order of the labels; a list, as above. The first call after
/// a labeling copies the table from the GPU and waits for it; the labeler keeps the copy for later calls. Errors:
/// INVALID_ARGUMENT without a table, TOO_LARGE where there are more components than rows (the message has both numbers;
/// `count` is untouched), BUFFER_TOO_SMALL.
GLCCL_API glccl_error_code glccl_readback_components(glccl_labeler* labeler, glccl_component* components,
                                                     size_t capacity, size_t* count, glccl_error* error);

/// Copies what glccl_labeling_spec.columns asked for to `measurements`, in the order of the labels; a list, as above.
/// Waits for the GPU. Errors: those of glccl_readback_components(), INVALID_ARGUMENT if nothing was asked for.
GLCCL_API glccl_error_code glccl_readback_measurements(glccl_labeler* labeler, glccl_measurements* measurements,
                                                       size_t capacity, size_t* count, glccl_error* error);

/// GPU times of the last glccl_label() in the order of its plan; a list, as above, and an empty one unless
/// glccl_output_options.timing was set. Waits for the GPU. Error: BUFFER_TOO_SMALL.
GLCCL_API glccl_error_code glccl_times(glccl_labeler* labeler, glccl_stage_time* times, size_t capacity, size_t* count,
                                       glccl_error* error);

/// Runs the first `passes` passes of the plan, for people who follow the method. Leaves no result: labels and table
/// have to be made by glccl_label() again. Errors: those of glccl_label(), and INVALID_ARGUMENT for `passes` below 1 or
/// above the length of the plan.
GLCCL_API glccl_error_code glccl_run_step(glccl_labeler* labeler, const glccl_source* source,
                                          const glccl_labeling_spec* spec, const glccl_output_options* output,
                                          int32_t passes, glccl_step* step, glccl_error* error);

/// The plan of `engine` (a glccl_engine) for images of this extent; a list, as above. AUTOMATIC has the plan of the
/// engine that it would take. Needs no context. Errors: those of glccl_label() that do not depend on a texture,
/// BUFFER_TOO_SMALL.
GLCCL_API glccl_error_code glccl_plan(int32_t engine, glccl_extent extent, const glccl_labeling_spec* spec,
                                      const glccl_output_options* output, glccl_planned_pass* passes, size_t capacity,
                                      size_t* count, glccl_error* error);

/// The same plan as text: one line per pass, with long repetitions shortened. A list, as above, of characters with the
/// null character at the end. Errors: those of glccl_plan().
GLCCL_API glccl_error_code glccl_describe_plan(int32_t engine, glccl_extent extent, const glccl_labeling_spec* spec,
                                               const glccl_output_options* output, char* text, size_t capacity,
                                               size_t* count, glccl_error* error);

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
