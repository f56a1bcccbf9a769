// Failures and enumerations of the C API. Include glccl.h, which describes it.
#pragma once

#include <stdint.h>

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
/// In volumes: those that share a face (6), an edge too (18), or a corner too (26).
typedef enum glccl_connectivity {
  GLCCL_CONNECTIVITY_FULL = 0,        ///< All elements around an element: 8 in images, 26 in volumes.
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

/// The aspect that is labeled of an image with depth and stencil (GL_DEPTH24_STENCIL8, GL_DEPTH32F_STENCIL8).
typedef enum glccl_aspect {
  GLCCL_ASPECT_DEPTH = 0,   ///< Its depth, 0..1. All of a texture of another format.
  GLCCL_ASPECT_STENCIL = 1  ///< Its stencil, as R8UI. Textures of other formats refuse it.
} glccl_aspect;

/// The value of a multisampled pixel.
typedef enum glccl_samples {
  GLCCL_SAMPLES_FIRST = 0,   ///< That of sample 0, which is a value that was drawn.
  GLCCL_SAMPLES_AVERAGE = 1  ///< The average of all samples, of colours alone.
} glccl_samples;

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

/// The debug groups (glPushDebugGroup) that a call puts its commands in. A debug callback of the caller gets two
/// messages for each group.
typedef enum glccl_debug_groups {
  GLCCL_DEBUG_GROUPS_STAGES = 0,  ///< A group for each stage of the plan; in debug contexts also one for each pass.
  GLCCL_DEBUG_GROUPS_NONE = 1     ///< No groups, so no messages.
} glccl_debug_groups;

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

/// Width, height and depth in elements (pixels or voxels). An image has depth 1.
typedef struct glccl_extent {
  int32_t width;   ///< Elements in a row.
  int32_t height;  ///< Rows in a slice.
  int32_t depth;   ///< Slices.
} glccl_extent;
