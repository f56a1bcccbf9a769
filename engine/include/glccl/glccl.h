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
// or without one. glccl_labeler_destroy() deletes there what that context shares with its own, and nothing without one.
//
// Orientation: row 0 of a texture is row 0 of an array and the top row of an image file. x grows to the right, y
// downwards, z from slice to slice. Nothing is ever flipped.
//
// Sizes: a struct that functions take or fill by a pointer begins with `size`, its sizeof where the caller is compiled.
// glccl_default_...() sets it; write `glccl_labels labels = {.size = sizeof labels};` for a result. So a program of an
// older header works with a newer library: members that its struct lacks have their defaults, and are not written. A
// size of 0, or above that of this library, is GLCCL_ERROR_INVALID_ARGUMENT. Structs without a size, which are those
// inside of others, elements of lists, and glccl_source, keep their members.
//
// Numbers that come in are int32_t rather than enumerations, so that a number outside its enumeration is detected. Each
// names its enumeration.
//
// c_types.h has failures and enumerations, component.h components and their table; this header includes both.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "glccl/api.h"
#include "glccl/c_types.h"
#include "glccl/component.h"

#ifdef __cplusplus
extern "C" {
#endif

/// An image or volume in a buffer object, as BufferImage in buffers.hpp says.
typedef struct glccl_buffer_image {
  uint32_t name;             ///< Name of a buffer object; 0: none.
  uint32_t internal_format;  ///< As which an element is stored, GL_R8UI for bytes.
  glccl_extent extent;       ///< Width, height and depth in elements.
  size_t offset;             ///< Bytes before element (0, 0, 0).
  size_t row_bytes;          ///< Bytes from a row to the next; 0: rows have no gaps.
  size_t slice_bytes;        ///< Bytes from a slice to the next; 0: slices have no gaps.
} glccl_buffer_image;

/// Labels as 32-bit integers in a buffer object, as BufferLabels in buffers.hpp says.
typedef struct glccl_buffer_labels {
  uint32_t name;       ///< Name of a buffer object; 0: none.
  size_t offset;       ///< Bytes before the first label.
  size_t row_bytes;    ///< Bytes from a row to the next, a multiple of 4; 0: rows have no gaps.
  size_t slice_bytes;  ///< Bytes from a slice to the next, a multiple of 4; 0: slices have no gaps.
} glccl_buffer_labels;

/// An image: a level of a texture, a renderbuffer, an attachment of a framebuffer, or a buffer; or a part of it. With
/// only `texture` set, all of level 0. Source in options.hpp tells which images are copied first.
typedef struct glccl_source {
  uint32_t texture;  ///< Name of a texture of any target but 1-D and buffer textures.
  int32_t level;     ///< Mip level.
  int32_t layer;     ///< Layer of an array texture, face of a cube map; else 0, and with `all_layers`.
  /// A part of the level, in its elements; of a GL_TEXTURE_3D, and with `all_layers`, a box. Ends are exclusive; z1 is
  /// 1 for an image, and a z1 of 0 is refused. Coordinates of labels and components count from its corner. Null: the
  /// whole level; the default framebuffer needs one. A box of one slice is an image.
  const glccl_rectangle* rectangle;
  /// A glccl_aspect. glccl_label() sets GL_DEPTH_STENCIL_TEXTURE_MODE of the texture if it is that of the other aspect,
  /// and sets it back when it has issued its commands. No other context may read the texture meanwhile.
  int32_t aspect;
  /// 0, or any other number for a GL_TEXTURE_2D_ARRAY that is a volume whose slices are its layers.
  int32_t all_layers;
  uint32_t renderbuffer;  ///< Name of a renderbuffer, in place of a texture; 0: none.
  uint32_t framebuffer;   ///< Name of a framebuffer, in place of a texture; 0: the default one if `attachment` is set.
  uint32_t attachment;    ///< GL_DEPTH_ATTACHMENT and so on; 0: GL_COLOR_ATTACHMENT0 of `framebuffer`.
  int32_t samples;        ///< A glccl_samples, of multisampled images.
  /// In place of a texture, for `compute` and `automatic`. Only `rectangle` goes with it.
  glccl_buffer_image buffer;
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
  /// Keeps at most this many components: the largest of those that pass the other limits. Components of equal area are
  /// kept in the raster order of their first elements. At least 1.
  uint64_t largest;
  /// 0, or any other number: components with an element in the first or last column, row, or, of volumes, slice are
  /// dropped.
  int32_t clear_border;
  /// With `clear_border`: elements up to so many columns, rows and slices further in count as at the border too. 0: the
  /// first and the last alone.
  uint64_t border_width;
} glccl_filter;

/// The axes along which an image or volume is periodic: components that meet across their seams are one. 0, or any
/// other number for a periodic axis. z is of volumes.
typedef struct glccl_periodic_axes {
  int32_t x;  ///< The last column is beside the first one.
  int32_t y;  ///< The last row is above the first one.
  int32_t z;  ///< The last slice is before the first one.
} glccl_periodic_axes;

/// glccl_labeling_spec.fraction_bits of components that have their own.
#define GLCCL_OWN_FRACTION_BITS INT32_MIN

/// Neighbours, criterion, numbering, filter, holes and measurements of a labeling. Start from glccl_default_spec(): a
/// struct of zeros has full connectivity, and a range and a filter that are refused because they keep nothing.
typedef struct glccl_labeling_spec {
  uint32_t size;              ///< Bytes of the struct.
  int32_t connectivity;       ///< A glccl_connectivity.
  glccl_criterion criterion;  ///< Which neighbours are connected.
  int32_t numbering;          ///< A glccl_numbering.
  glccl_filter filter;        ///< Which components are kept: COMPUTE and AUTOMATIC. Needs GLCCL_NUMBERING_RASTER.
  /// Holes of up to so many elements become foreground before components are labeled, measured, counted and filtered. A
  /// hole is a component of the background that does not touch the border, of which periodic axes have none; its
  /// connectivity is 8 for 4, 4 for 8, 26 for 6, and 6 for 18 and 26. Needs GLCCL_CRITERION_FOREGROUND, and no mask. 0:
  /// none; UINT64_MAX: all. COMPUTE and AUTOMATIC.
  uint64_t fill_holes;
  /// What is measured of components besides glccl_component: a set of GLCCL_COLUMN_MOMENTS, GLCCL_COLUMN_QUADS,
  /// GLCCL_COLUMN_INTENSITY, GLCCL_COLUMN_CUBES and GLCCL_COLUMN_SEAMS. 0: nothing. COMPUTE and AUTOMATIC. Needs a
  /// component table.
  uint32_t columns;
  /// With GLCCL_COLUMN_INTENSITY on R16F and R32F: the bits behind the binary point of intensities, -64 to 64, or
  /// GLCCL_OWN_FRACTION_BITS, so that each component has as many as its values leave.
  int32_t fraction_bits;
  glccl_periodic_axes periodic;  ///< The axes that are periodic: COMPUTE and AUTOMATIC.
} glccl_labeling_spec;

/// The textures that a labeling reads. glccl_inputs_of() has those of a texture alone.
typedef struct glccl_inputs {
  uint32_t size;       ///< Bytes of the struct.
  glccl_source image;  ///< The image or volume that is labeled.
  /// The mask: of format R8UI or R8, of the extent of the image. Only the elements at which it is not 0 are labeled;
  /// the others are background for every criterion. All zeros: no mask. It may be the image. COMPUTE and AUTOMATIC.
  glccl_source mask;
  /// The image that GLCCL_COLUMN_INTENSITY measures: of one channel that is no depth, of the extent of the image. All
  /// zeros: none. It may be the image, but not share texels with the target.
  glccl_source intensity;
} glccl_inputs;

/// The internal formats of the textures that a labeling reads, GL_R8UI for example, for glccl_prepare().
typedef struct glccl_input_formats {
  uint32_t size;       ///< Bytes of the struct.
  uint32_t image;      ///< One that glccl_label() names. Formats of depth and stencil stand for their depth.
  uint32_t mask;       ///< GL_R8UI or GL_R8; 0: no mask.
  uint32_t intensity;  ///< A format of one channel; 0: no intensities.
} glccl_input_formats;

/// What glccl_inspect() finds.
typedef struct glccl_source_traits {
  /// Bytes of the struct.
  uint32_t size GLCCL_INITIAL(sizeof(glccl_source_traits));
  uint32_t internal_format;  ///< The format in which shaders read the source, for glccl_input_formats.
  glccl_extent extent;       ///< Extent of its labels.
} glccl_source_traits;

/// Tuning of `raster` and `raster-paper`. `compute` refuses values that differ from the defaults.
typedef struct glccl_raster_options {
  /// Vertical blocks that the column sweep works on at once, 1 up to the image's width; 0 lets the plan choose.
  int32_t blocks;
  int32_t compaction;  ///< A glccl_compaction.
} glccl_raster_options;

/// Where results go and how the context is treated. Start from glccl_default_outputs(), whose members are 0 but for the
/// size.
typedef struct glccl_outputs {
  uint32_t size;  ///< Bytes of the struct.
  /// The caller's texture for the labels: a GL_TEXTURE_2D, for an extent of several slices a GL_TEXTURE_3D; R32UI,
  /// level 0 of the labeled extent, without swizzle and base level. It may be an input but the intensities. 0: the
  /// labeler's own.
  uint32_t target;
  /// Capacity of the component table in rows; 0: no table is made. Needs GLCCL_NUMBERING_RASTER.
  uint32_t table_rows;
  int32_t state_policy;         ///< A glccl_state_policy.
  int32_t timing;               ///< A glccl_timing_detail; read the times with glccl_times().
  glccl_raster_options raster;  ///< Tuning of `raster` and `raster-paper`.
  int32_t debug_groups;         ///< A glccl_debug_groups.
  /// The caller's buffer for the labels, in place of a texture, for `compute` and `automatic`. It may be an input but
  /// the intensities.
  glccl_buffer_labels target_buffer;
} glccl_outputs;

/// A component table that stays on the GPU: a glccl_component_table_header, then the rows.
typedef struct glccl_component_table {
  uint32_t buffer;  ///< Name of a buffer object; 0 without a table.
  uint32_t rows;    ///< Capacity in rows, glccl_outputs.table_rows.
} glccl_component_table;

/// A result that stays on the GPU. Except for the caller's own target, its objects belong to the labeler and hold their
/// contents until the next glccl_label() or glccl_labeler_destroy(). Commands that the caller issues later may read
/// them in any way, without a barrier.
typedef struct glccl_labels {
  /// Bytes of the struct.
  uint32_t size GLCCL_INITIAL(sizeof(glccl_labels));
  /// Name of a GL_TEXTURE_2D, of a volume a GL_TEXTURE_3D; R32UI; 0 is background. 0: the labels are in
  /// glccl_outputs.target_buffer.
  uint32_t texture;
  glccl_extent extent;          ///< Extent of the labels.
  glccl_component_table table;  ///< Its buffer is 0 unless glccl_outputs.table_rows asked for one.
} glccl_labels;

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
  /// Bytes of the struct.
  uint32_t size GLCCL_INITIAL(sizeof(glccl_step));
  char image[GLCCL_NAME_SIZE];  ///< Name of the texture in the plan: ids_a, ids_b, masks, sums, labels, ...
  int32_t contents;             ///< A glccl_step_contents.
  uint32_t texture;             ///< 0 where the contents are none.
  glccl_extent extent;          ///< Extent of that texture.
} glccl_step;

/// A function of OpenGL, of any type.
typedef void (*glccl_function)(void);

/// A function that finds OpenGL's functions by their names, of the current context: eglGetProcAddress(),
/// glfwGetProcAddress(). Null for a name that it does not know.
typedef glccl_function (*glccl_get_proc_address)(const char* name);

/// The caller's functions that keep binaries of compiled programs, so that later contexts and processes compile
/// nothing; null: nothing is loaded, or stored. They are called while programs are made, on the thread of the call, and
/// may not call OpenGL. A key has at most 64 characters, which may stand in the name of a file; it names the program,
/// its shaders and the driver. A binary that is damaged, or that the driver refuses, is replaced. Neither function is
/// called where the driver has no binary format, nor for a program that another object of the context uses.
typedef struct glccl_program_binaries {
  /// Returns the number of bytes that `store` got with `key`, 0 if there are none. Copies them to `bytes` if
  /// `capacity`, which may be 0, has room for all.
  size_t (*load)(void* user, const char* key, void* bytes, size_t capacity);
  /// Keeps the bytes of a program.
  void (*store)(void* user, const char* key, const void* bytes, size_t size);
  void* user;  ///< The first argument of both.
} glccl_program_binaries;

/// What a labeler is created with. Start from glccl_default_labeler().
typedef struct glccl_labeler_options {
  uint32_t size;   ///< Bytes of the struct.
  int32_t engine;  ///< A glccl_engine.
  /// Finds the OpenGL functions that the labeler calls, while it is created. Null: the function of the library that has
  /// a current context, EGL, GLX or OSMesa, on Windows WGL.
  glccl_get_proc_address get_proc_address;
  glccl_program_binaries program_binaries;  ///< Keep the binaries of programs.
} glccl_labeler_options;

/// Labelings to come, for glccl_prepare_all(): of textures of these formats, from `smallest` to `largest` in each
/// direction. Both are images, or both are volumes.
typedef struct glccl_expected_labelings {
  const glccl_input_formats* formats;  ///< Formats of the inputs.
  glccl_extent smallest;               ///< The smallest extent.
  glccl_extent largest;                ///< The largest extent.
  const glccl_labeling_spec* spec;     ///< Null: the defaults.
  const glccl_outputs* outputs;        ///< Null: the defaults.
} glccl_expected_labelings;

/// Labels textures in the OpenGL context that is current when it is created.
typedef struct glccl_labeler glccl_labeler;

/// The version of the library, "major.minor.patch"; a constant.
GLCCL_API const char* glccl_version(void);

/// Sets `*spec`, a struct of `size` bytes, to what glccl_default_spec() returns.
GLCCL_API void glccl_set_default_spec(glccl_labeling_spec* spec, uint32_t size);

/// Sets `*outputs`, a struct of `size` bytes, to what glccl_default_outputs() returns.
GLCCL_API void glccl_set_default_outputs(glccl_outputs* outputs, uint32_t size);

/// Sets `*options`, a struct of `size` bytes, to what glccl_default_labeler() returns.
GLCCL_API void glccl_set_default_labeler(glccl_labeler_options* options, uint32_t size);

/// Every non-zero pixel of the red channel, 8-connected, numbered in raster order.
static inline glccl_labeling_spec glccl_default_spec(void) {
  glccl_labeling_spec spec;
  glccl_set_default_spec(&spec, sizeof spec);
  return spec;
}

/// The labeler's own texture, no table, state preserved, no times, no tuning.
static inline glccl_outputs glccl_default_outputs(void) {
  glccl_outputs outputs;
  glccl_set_default_outputs(&outputs, sizeof outputs);
  return outputs;
}

/// GLCCL_ENGINE_AUTOMATIC, functions of the library that has the current context.
static inline glccl_labeler_options glccl_default_labeler(void) {
  glccl_labeler_options options;
  glccl_set_default_labeler(&options, sizeof options);
  return options;
}

/// Level 0 of a texture, without mask and intensities.
static inline glccl_inputs glccl_inputs_of(uint32_t texture) {
  const glccl_source none = {0, 0, 0, NULL, 0, 0, 0, 0, 0, 0, {0, 0, {0, 0, 0}, 0, 0, 0}};
  glccl_inputs inputs = {sizeof(glccl_inputs), none, none, none};
  inputs.image.texture = texture;
  return inputs;
}

/// The format of a texture, without mask and intensities.
static inline glccl_input_formats glccl_formats_of(uint32_t internal_format) {
  glccl_input_formats formats = {sizeof(glccl_input_formats), internal_format, 0, 0};
  return formats;
}

/// Creates a labeler for `engine` (a glccl_engine) and sets `*labeler`, to a null pointer after a failure.
/// glccl_labeler_destroy() ends it. Programs are compiled by the first glccl_label() that needs them. Error: NO_DEVICE
/// without a current OpenGL context, and in one that lacks what labeling needs (glccl::Labeler::create() has the list).
GLCCL_API glccl_error_code glccl_labeler_create(int32_t engine, glccl_labeler** labeler, glccl_error* error);

/// The same with all options. Null `options` have the defaults.
GLCCL_API glccl_error_code glccl_labeler_create_with(const glccl_labeler_options* options, glccl_labeler** labeler,
                                                     glccl_error* error);

/// Ends a labeler and deletes its OpenGL objects. Ignores a null pointer.
GLCCL_API void glccl_labeler_destroy(glccl_labeler* labeler);

/// Labels an image of any uncompressed format that OpenGL 4.5 requires (docs/use/formats.md tells their units), of any
/// size from 1x1 to GL_MAX_TEXTURE_SIZE (and at most 32768) in each direction. A GL_TEXTURE_3D, or all layers of an
/// array, is a volume, which COMPUTE and AUTOMATIC label by connectivity 6, 18 and 26. Returns once the commands are
/// issued, not when they are done, and reads nothing back. A null `spec` or `outputs` has the defaults; `labels` may be
/// null. The image may share its texels with the target, or be the last result. Errors leave the previous result
/// untouched and no GL error behind: INVALID_ARGUMENT (no such object, level, layer or target; an incomplete texture;
/// a texture that passes of this labeler work on; a buffer that is mapped, too short, or the component table that is
/// written; an offset or pitch that is misaligned or too small; a rectangle that reaches outside; options that
/// contradict each other; active transform feedback; with RASTER an active query that counts what is drawn),
/// UNSUPPORTED (format, kind of texture, connectivity or criterion; buffers for RASTER), TOO_LARGE, GPU (out of memory,
/// or the driver rejects a shader).
GLCCL_API glccl_error_code glccl_label(glccl_labeler* labeler, const glccl_inputs* inputs,
                                       const glccl_labeling_spec* spec, const glccl_outputs* outputs,
                                       glccl_labels* labels, glccl_error* error);

/// Makes all that a glccl_label() of GL_TEXTURE_2Ds (of several slices: GL_TEXTURE_3Ds), level 0, of these formats with
/// these arguments needs, so that it compiles nothing and allocates nothing. GL_R8UI prepares for a stencil. It labels
/// blank images and waits for the compiler; the last result is given up, glccl_outputs.target is not touched. A null
/// `spec` or `outputs` has the defaults. For arrays and other levels call glccl_label() once instead. Errors: those of
/// glccl_label() that do not depend on a texture.
GLCCL_API glccl_error_code glccl_prepare(glccl_labeler* labeler, const glccl_input_formats* formats,
                                         glccl_extent extent, const glccl_labeling_spec* spec,
                                         const glccl_outputs* outputs, glccl_error* error);

/// Sets `*traits` to the format and the extent of a source, for glccl_prepare(). Reads no texel. Errors:
/// INVALID_ARGUMENT and UNSUPPORTED as glccl_label() has them for such an image.
GLCCL_API glccl_error_code glccl_inspect(const glccl_labeler* labeler, const glccl_source* source,
                                         glccl_source_traits* traits, glccl_error* error);

/// Begins to compile the programs of `count` kinds of labelings to come, and returns without waiting where the driver
/// compiles in threads of its own (GL_KHR_parallel_shader_compile); other drivers compile them before it returns. Makes
/// neither textures nor buffers, and keeps the last result. Errors: those of glccl_prepare(), but a shader that the
/// driver rejects may be reported by the first glccl_label() that needs it.
GLCCL_API glccl_error_code glccl_prepare_all(glccl_labeler* labeler, const glccl_expected_labelings* expected,
                                             size_t count, glccl_error* error);

/// Sets `*ready` to 1 when the programs of glccl_prepare_all() are compiled (or there were none), else to 0. Never
/// waits. glccl_label() may be called before: it waits for the programs that it needs.
GLCCL_API glccl_error_code glccl_is_ready(const glccl_labeler* labeler, int32_t* ready, glccl_error* error);

/// Sets `*bytes` to the bytes of GPU memory that such labelings take besides labels and table, in a labeler that has no
/// memory yet. Needs no context. A null `spec` or `outputs` has the defaults. Errors: those of glccl_prepare() that do
/// not depend on a context.
GLCCL_API glccl_error_code glccl_scratch_bytes_for(int32_t engine, const glccl_input_formats* formats,
                                                   glccl_extent extent, const glccl_labeling_spec* spec,
                                                   const glccl_outputs* outputs, int64_t* bytes, glccl_error* error);

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
/// glccl_outputs.timing was set. Waits for the GPU. Error: BUFFER_TOO_SMALL.
GLCCL_API glccl_error_code glccl_times(glccl_labeler* labeler, glccl_stage_time* times, size_t capacity, size_t* count,
                                       glccl_error* error);

/// Runs the first `passes` passes of the plan, for people who follow the method. Leaves no result: labels and table
/// have to be made by glccl_label() again. Errors: those of glccl_label(), and INVALID_ARGUMENT for `passes` below 1 or
/// above the length of the plan.
GLCCL_API glccl_error_code glccl_run_step(glccl_labeler* labeler, const glccl_inputs* inputs,
                                          const glccl_labeling_spec* spec, const glccl_outputs* outputs, int32_t passes,
                                          glccl_step* step, glccl_error* error);

/// The plan of `engine` (a glccl_engine) for images of this extent on a GPU; a list, as above. `masked` is 0, or any
/// other number for images with a mask. AUTOMATIC has the plan of the engine that it would take. Needs no context.
/// Errors: those of glccl_label() that do not depend on a texture, BUFFER_TOO_SMALL.
GLCCL_API glccl_error_code glccl_plan(int32_t engine, glccl_extent extent, const glccl_labeling_spec* spec,
                                      const glccl_outputs* outputs, int32_t masked, glccl_planned_pass* passes,
                                      size_t capacity, size_t* count, glccl_error* error);

/// The same plan as text: one line per pass, with long repetitions shortened. A list, as above, of characters with the
/// null character at the end. Errors: those of glccl_plan().
GLCCL_API glccl_error_code glccl_describe_plan(int32_t engine, glccl_extent extent, const glccl_labeling_spec* spec,
                                               const glccl_outputs* outputs, int32_t masked, char* text,
                                               size_t capacity, size_t* count, glccl_error* error);

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

/// Sets `*position` to the coordinates of a linear place in an image or volume of `extent`, of which no side is 0.
GLCCL_API void glccl_position_of(uint64_t place, glccl_extent extent, glccl_position* position);

#ifdef __cplusplus
}  // extern "C"
#endif
