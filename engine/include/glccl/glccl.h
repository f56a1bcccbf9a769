// glccl for C, and for everything that calls C: the reach of glccl::Labeler (labeler.hpp), function by function.
//
// Failure: a function that can fail returns a code, GLCCL_OK being 0, and fills `error` where that is no null pointer.
// After a failure everything that the function would have written is untouched, unless it says otherwise. A null
// pointer where none is allowed is GLCCL_ERROR_INVALID_ARGUMENT, and so is a number outside its enumeration: the
// message names it.
// No exception crosses this interface, nothing is printed, and there is no state outside a glccl_labeler.
//
// Lists: a function that fills `capacity` elements of the caller's always sets `count` to how many there are. With a
// null pointer and a capacity of 0 that is all it does, and it succeeds. With fewer elements than there are it fails
// with GLCCL_ERROR_BUFFER_TOO_SMALL, says in its message how many are needed and writes none.
//
// Threads and contexts: as for glccl::Labeler. Every function that takes a glccl_labeler needs the OpenGL context in
// which it was created to be current on the calling thread.
//
// Orientation: row 0 of a texture is row 0 of an array and the top row of an image file; x grows to the right, y
// downwards. Nothing is ever flipped.
//
// Numbers that come in are int32_t rather than enumerations, so that one that is in no enumeration can be told from
// one that is; each names the enumeration it is of.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Bytes of the texts in the structs below, with the null character at the end. Longer texts are cut.
enum { GLCCL_MESSAGE_SIZE = 512, GLCCL_NAME_SIZE = 32, GLCCL_TEXT_SIZE = 256 };

/// What kind of thing went wrong, so that a caller can react without reading the message.
typedef enum glccl_error_code {
  GLCCL_OK = 0,
  GLCCL_ERROR_INVALID_ARGUMENT = 1,  ///< a value or a combination of values that can never work
  GLCCL_ERROR_UNSUPPORTED = 2,       ///< valid, but not something this engine, format or context has
  GLCCL_ERROR_TOO_LARGE = 3,         ///< beyond a limit of the device or of the table (the message names it)
  GLCCL_ERROR_FILE = 4,              ///< of the C++ vocabulary; no function here works with files
  GLCCL_ERROR_NO_DEVICE = 5,         ///< no OpenGL 4.5 context is current
  GLCCL_ERROR_GPU = 6,               ///< the driver reported an error: compilation, memory, lost context
  GLCCL_ERROR_BUFFER_TOO_SMALL = 7,  ///< the caller's memory; the message says how much is needed
  GLCCL_ERROR_OUT_OF_MEMORY = 8,     ///< on the CPU
  GLCCL_ERROR_INTERNAL = 9           ///< a mistake of glccl's
} glccl_error_code;

/// A failure, or GLCCL_OK with an empty message.
typedef struct glccl_error {
  glccl_error_code code;
  char message[GLCCL_MESSAGE_SIZE];  ///< one line: what was asked, what was found, what would work
} glccl_error;

/// Which passes a labeler runs.
typedef enum glccl_engine {
  GLCCL_ENGINE_RASTER = 0,        ///< O'Connell's render passes followed by `merge_rounds`: exact for every input
  GLCCL_ENGINE_RASTER_PAPER = 1,  ///< the schedule as published: splits components in the case of its figure 5.8
  GLCCL_ENGINE_COMPUTE = 2        ///< compute shaders, union-find over runs of bits: exact for every input
} glccl_engine;

/// Which of the eight pixels around a pixel are its neighbours: those that share an edge, or a corner too.
typedef enum glccl_connectivity { GLCCL_CONNECTIVITY_FOUR = 4, GLCCL_CONNECTIVITY_EIGHT = 8 } glccl_connectivity;

/// Which neighbours are linked.
typedef enum glccl_criterion_kind {
  /// Foreground pixels: those whose channel is above the threshold, or with `inverted` those whose channel is not.
  GLCCL_CRITERION_FOREGROUND = 0,
  GLCCL_CRITERION_EQUAL = 1,  ///< pixels of equal value; the value zero (of colours: all channels) is background
  /// Pixels whose sum of absolute differences of channels is at most `largest_difference`. There is no background.
  GLCCL_CRITERION_DIFFERENCE = 2
} glccl_criterion_kind;

/// Which channel of the source decides what is foreground; `any` takes the largest of them.
typedef enum glccl_channel {
  GLCCL_CHANNEL_RED = 0,
  GLCCL_CHANNEL_GREEN = 1,
  GLCCL_CHANNEL_BLUE = 2,
  GLCCL_CHANNEL_ALPHA = 3,
  GLCCL_CHANNEL_ANY = 4
} glccl_channel;

/// What the labels of a result are.
typedef enum glccl_numbering {
  /// 1..N in the order in which a scan over rows from row 0, each from left to right, first meets each component.
  GLCCL_NUMBERING_RASTER = 0,
  GLCCL_NUMBERING_ROOT = 1  ///< any non-zero value unique to the component, the cheapest that the engine has
} glccl_numbering;

/// How the roots of components are gathered and numbered.
typedef enum glccl_compaction {
  GLCCL_COMPACTION_HISTOGRAM_PYRAMID = 0,  ///< any number of components
  GLCCL_COMPACTION_STENCIL_ROUTING = 1     ///< chapter 8; beyond 1020 components the pyramid takes over
} glccl_compaction;

/// What happens to the state of the caller's context.
typedef enum glccl_state_policy {
  GLCCL_STATE_PRESERVE = 0,  ///< every piece of state is as it was found
  GLCCL_STATE_CLOBBER = 1    ///< left as the engine needs it; StatePolicy in labeler.hpp lists what that is
} glccl_state_policy;

/// What GPU timestamps are taken of.
typedef enum glccl_timing {
  GLCCL_TIMING_NONE = 0,
  GLCCL_TIMING_STAGES = 1,  ///< a few for a labeling
  GLCCL_TIMING_PASSES = 2   ///< every pass by itself, which slows down the rounds that are skipped
} glccl_timing;

/// Width and height in pixels.
typedef struct glccl_size {
  int32_t width;
  int32_t height;
} glccl_size;

/// A rectangle of pixels, both corners inclusive.
typedef struct glccl_box {
  int32_t x0;
  int32_t y0;
  int32_t x1;
  int32_t y1;
} glccl_box;

/// What is labeled: a level of a texture, or a part of it. With only `texture` set, all of its level 0.
typedef struct glccl_source {
  uint32_t texture;  ///< name of a GL_TEXTURE_2D or GL_TEXTURE_2D_ARRAY
  int32_t level;     ///< mip level
  int32_t layer;     ///< of an array
  /// In pixels of the level; coordinates of labels and components count from its corner. Null: the whole level.
  const glccl_box* rectangle;
} glccl_source;

/// A criterion with the fields of every kind; each kind looks at its own only.
typedef struct glccl_criterion {
  int32_t kind;  ///< a glccl_criterion_kind
  /// Foreground: in the units a shader reads: integers for R8UI, R16UI and R32UI; 0..1 for R8, RGBA8 and depth; linear
  /// 0..1 for SRGB8_ALPHA8; floats for R32F and RGBA16F. Not NaN.
  float threshold;
  int32_t inverted;  ///< foreground: 0, or any other number for the pixels that are not above the threshold
  int32_t channel;   ///< foreground: a glccl_channel
  /// Difference: in the units of the stored values: 0..255 for R8, RGBA8 and SRGB8_ALPHA8, integers for R8UI, R16UI and
  /// R32UI, floats for R32F and RGBA16F, 0..1 for depth.
  float largest_difference;
} glccl_criterion;

/// What to label for. Start from glccl_default_options(): a struct full of zeros has a connectivity that is none.
typedef struct glccl_options {
  int32_t connectivity;  ///< a glccl_connectivity: 4 or 8
  glccl_criterion criterion;
  int32_t numbering;  ///< a glccl_numbering
  /// The caller's texture for the labels: a GL_TEXTURE_2D, R32UI, level 0 of the labeled size. 0: the labeler's own.
  uint32_t target;
  uint32_t table_rows;  ///< of the component table; 0: none is made. Needs GLCCL_NUMBERING_RASTER.
  /// Vertical blocks that the column sweep works on at once, 1 up to the image's width; 0 lets the plan choose.
  int32_t blocks;
  int32_t compaction;    ///< a glccl_compaction
  int32_t state_policy;  ///< a glccl_state_policy
  int32_t timing;        ///< a glccl_timing; read the times with glccl_timings()
} glccl_options;

/// A component table that stays on the GPU: a glccl_component_table_header, then a glccl_component_row for each.
typedef struct glccl_component_table {
  uint32_t buffer;  ///< name of a buffer object; 0 without a table
  uint32_t rows;    ///< that it has room for, glccl_options.table_rows
} glccl_component_table;

/// A result that stays on the GPU. Except for the caller's own target, its objects belong to the labeler and hold their
/// contents until the next glccl_label() or glccl_destroy(). Commands that the caller issues later may read them in any
/// way, without a barrier.
typedef struct glccl_labels {
  uint32_t texture;  ///< name of a GL_TEXTURE_2D, R32UI; 0 is background
  glccl_size size;
  glccl_component_table table;
} glccl_labels;

/// The first 64 bytes of a component table; table.hpp has its declaration for shaders.
typedef struct glccl_component_table_header {
  uint32_t vertices;  ///< 4: from here the arguments of glDrawArraysIndirect, an instance for every row
  uint32_t rows;      ///< that the table holds: `count`, or as many as were asked for where there are more
  uint32_t first_vertex;
  uint32_t base_instance;
  uint32_t groups_x;  ///< from here, offset 16, the arguments of glDispatchComputeIndirect: groups of 64 rows
  uint32_t groups_y;
  uint32_t groups_z;
  uint32_t count;  ///< components in the image
  uint32_t unused[8];
} glccl_component_table_header;

/// A row of 64 bytes of a component table, in the units of glccl_component.
typedef struct glccl_component_row {
  uint32_t label;
  uint32_t area;
  uint32_t first_x;
  uint32_t first_y;
  uint32_t x0;
  uint32_t y0;
  uint32_t x1;
  uint32_t y1;
  uint32_t sum_x[2];  ///< low word, high word
  uint32_t sum_y[2];
  uint32_t value;
  uint32_t unused[3];
} glccl_component_row;

/// A component on the CPU, in pixels of the label image. The centroid is (sum_x / area, sum_y / area), kept as exact
/// integer sums of the coordinates of pixel centres counted from 0.
typedef struct glccl_component {
  uint32_t label;
  uint64_t area;  ///< pixels
  glccl_box box;
  uint64_t sum_x;
  uint64_t sum_y;
  int32_t first_x;  ///< the component's first pixel in raster order
  int32_t first_y;
  uint32_t value;  ///< of its pixels with EQUAL; of colours red | green << 8 | blue << 16 | alpha << 24
} glccl_component;

/// GPU time of one stage of the last labeling, or with GLCCL_TIMING_PASSES of all draws of one pass in it.
typedef struct glccl_stage_time {
  char stage[GLCCL_NAME_SIZE];
  char pass[GLCCL_NAME_SIZE];  ///< empty with GLCCL_TIMING_STAGES
  double milliseconds;
} glccl_stage_time;

/// One pass of a plan, for people who follow the method.
typedef struct glccl_planned_pass {
  char pass[GLCCL_NAME_SIZE];
  char stage[GLCCL_NAME_SIZE];
  char text[GLCCL_TEXT_SIZE];  ///< one line: what it reads and writes and how it is drawn
} glccl_planned_pass;

/// The texture that a pass has written. Its contents last until the next labeling.
typedef struct glccl_step {
  char image[GLCCL_NAME_SIZE];  ///< its name in the plan: ids_a, ids_b, masks, sums, contacts, ranks, labels, ...
  uint32_t texture;             ///< R32F ids, R32UI, RG32UI or RGBA32F; 0 where it is no texture
  glccl_size size;              ///< of that texture
} glccl_step;

/// Labels textures in the OpenGL context that is current when it is created.
typedef struct glccl_labeler glccl_labeler;

/// The version of the library, "major.minor.patch"; a constant.
const char* glccl_version(void);

/// Every non-zero pixel of the red channel, 8-connected, numbered in raster order, no table, state preserved, no times.
glccl_options glccl_default_options(void);

/// Compiles the programs of `engine` (a glccl_engine) and sets `*labeler`, which glccl_destroy() ends; to a null
/// pointer after a failure. Errors: NO_DEVICE without a current OpenGL 4.5 context, GPU when the driver rejects a
/// shader.
glccl_error_code glccl_create(int32_t engine, glccl_labeler** labeler, glccl_error* error);

/// Ends a labeler and deletes its OpenGL objects. A null pointer is left alone.
void glccl_destroy(glccl_labeler* labeler);

/// Labels a texture of format R8, R8UI, R16UI, R32UI, R32F, RGBA8, SRGB8_ALPHA8, RGBA16F, DEPTH_COMPONENT24 or
/// DEPTH_COMPONENT32F, of any size from 1x1 to GL_MAX_TEXTURE_SIZE (and at most 32768) in each direction. Returns once
/// the commands are issued, not when they are done, and reads nothing back. Null `options` are the defaults; `labels`
/// may be null. Errors leave the previous result untouched: INVALID_ARGUMENT (no such texture, level, layer or target;
/// a rectangle that reaches outside; options that contradict each other; a query or transform feedback under way),
/// UNSUPPORTED (format, kind of texture or criterion), TOO_LARGE, GPU (out of memory).
glccl_error_code glccl_label(glccl_labeler* labeler, const glccl_source* source, const glccl_options* options,
                             glccl_labels* labels, glccl_error* error);

/// Sets `*done` to 1 when the GPU is done with the last glccl_label() (or there was none), else to 0. Never waits.
glccl_error_code glccl_poll(glccl_labeler* labeler, int32_t* done, glccl_error* error);

/// Copies the last labels to `values[y * width + x]`; waits for the GPU. `capacity` counts values: width * height are
/// needed. `size`, which may be null, is set to the size of the labels, also where the capacity is too small. Errors:
/// INVALID_ARGUMENT before the first glccl_label() or when the caller has deleted its target, BUFFER_TOO_SMALL.
glccl_error_code glccl_readback_labels(glccl_labeler* labeler, uint32_t* values, size_t capacity, glccl_size* size,
                                       glccl_error* error);

/// Copies the last component table to `components`, in the order of the labels; a list, as above. The first call after
/// a labeling copies the table from the GPU and waits for it; the labeler keeps the copy for the calls after that.
/// Errors: INVALID_ARGUMENT without a table, TOO_LARGE where there are more components than rows (the message has both
/// numbers; `count` is untouched), BUFFER_TOO_SMALL.
glccl_error_code glccl_readback_components(glccl_labeler* labeler, glccl_component* components, size_t capacity,
                                           size_t* count, glccl_error* error);

/// GPU times of the last glccl_label() in the order of its plan; a list, as above, and an empty one unless
/// glccl_options.timing was set. Waits for the GPU. Error: BUFFER_TOO_SMALL.
glccl_error_code glccl_timings(glccl_labeler* labeler, glccl_stage_time* times, size_t capacity, size_t* count,
                               glccl_error* error);

/// Runs the first `passes` passes of the plan, for people who follow the method, and leaves no result: labels and table
/// have to be made by glccl_label() again. Errors: those of glccl_label(), and INVALID_ARGUMENT for `passes` below 1 or
/// above the length of the plan.
glccl_error_code glccl_run_step(glccl_labeler* labeler, const glccl_source* source, const glccl_options* options,
                                int32_t passes, glccl_step* step, glccl_error* error);

/// The plan that `engine` (a glccl_engine) follows for images of this size, 1 to 32768 pixels in each direction; a
/// list, as above. Null `options` are the defaults. Needs no context. Errors: INVALID_ARGUMENT, BUFFER_TOO_SMALL.
glccl_error_code glccl_plan(int32_t engine, glccl_size size, const glccl_options* options, glccl_planned_pass* passes,
                            size_t capacity, size_t* count, glccl_error* error);

/// The same for people to read: one line a pass, long repetitions cut. A list, as above, of characters with the null
/// character at the end. Errors: INVALID_ARGUMENT, BUFFER_TOO_SMALL.
glccl_error_code glccl_describe_plan(int32_t engine, glccl_size size, const glccl_options* options, char* text,
                                     size_t capacity, size_t* count, glccl_error* error);

#ifdef __cplusplus
}  // extern "C"
#endif
