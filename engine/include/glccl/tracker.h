// Following components from frame to frame, for C: what glccl::Tracker (tracker.hpp) can do, function by function.
// Failures, lists, threads and contexts are as in glccl.h; tracks.hpp has the rules.
#pragma once

#include "glccl/glccl.h"
#include "glccl/tracks.h"

#ifdef __cplusplus
extern "C" {
#endif

/// The memory of a tracker, and how its calls leave the context. Start from glccl_default_tracker().
typedef struct glccl_tracker_options {
  uint32_t size;            ///< Bytes of the struct.
  uint32_t max_components;  ///< Components of a frame, 1 to 4194304.
  uint32_t max_pairs;       ///< Pairs of overlapping components of two frames; 0: four per component.
  uint32_t first_id;        ///< The first id that is given. At least 1.
  int32_t id_labels;        ///< Not 0: labels in ids are written too.
  int32_t state_policy;     ///< A glccl_state_policy.
  /// That of glccl_labeler_options.
  glccl_get_proc_address get_proc_address;
  int32_t debug_groups;                     ///< A glccl_debug_groups.
  glccl_program_binaries program_binaries;  ///< Those of glccl_labeler_options.
} glccl_tracker_options;

/// A result that stays on the GPU until the next glccl_tracker_track() or glccl_tracker_destroy().
typedef struct glccl_tracks {
  /// Bytes of the struct.
  uint32_t size GLCCL_INITIAL(sizeof(glccl_tracks));
  uint32_t buffer;      ///< Name of the buffer object with header, rows and deaths.
  uint32_t id_labels;   ///< Name of the texture of ids; 0 without one.
  glccl_extent extent;  ///< Extent of the labels.
} glccl_tracks;

/// Follows components in the OpenGL context that is current when it is created.
typedef struct glccl_tracker glccl_tracker;

/// Sets `*options`, a struct of `size` bytes, to what glccl_default_tracker() returns.
GLCCL_API void glccl_set_default_tracker(glccl_tracker_options* options, uint32_t size);

/// 65536 components, four pairs each, ids from 1 on, no labels in ids, state preserved.
static inline glccl_tracker_options glccl_default_tracker(void) {
  glccl_tracker_options options;
  glccl_set_default_tracker(&options, sizeof options);
  return options;
}

/// Creates a tracker for labels of this extent and sets `*tracker`, to a null pointer after a failure. Null `options`
/// have the defaults. glccl_tracker_destroy() ends it. Errors: those of glccl::Tracker::create().
GLCCL_API glccl_error_code glccl_tracker_create(glccl_extent extent, const glccl_tracker_options* options,
                                                glccl_tracker** tracker, glccl_error* error);

/// Ends a tracker and deletes its OpenGL objects. Ignores a null pointer.
GLCCL_API void glccl_tracker_destroy(glccl_tracker* tracker);

/// Sets `*texture` to that for glccl_outputs.target of the next glccl_label(): another one after each
/// glccl_tracker_track().
GLCCL_API glccl_error_code glccl_tracker_target(const glccl_tracker* tracker, uint32_t* texture, glccl_error* error);

/// Follows the components of labels of GLCCL_NUMBERING_RASTER with a table of at least one row. Returns once the
/// commands are issued; `tracks` may be null. Errors, which leave everything as it was: those of
/// glccl::Tracker::track().
GLCCL_API glccl_error_code glccl_tracker_track(glccl_tracker* tracker, const glccl_labels* labels, glccl_tracks* tracks,
                                               glccl_error* error);

/// Forgets the last frame, after a cut: all ids of the next frame are new, and none die.
GLCCL_API glccl_error_code glccl_tracker_forget(glccl_tracker* tracker, glccl_error* error);

/// Copies the header of the last tracks; waits for the GPU. Error: INVALID_ARGUMENT before the first
/// glccl_tracker_track().
GLCCL_API glccl_error_code glccl_readback_tracks_header(glccl_tracker* tracker, glccl_tracks_header* header,
                                                        glccl_error* error);

/// Copies the last rows, in the order of the labels; a list. Waits for the GPU. Errors: INVALID_ARGUMENT before the
/// first glccl_tracker_track(), BUFFER_TOO_SMALL.
GLCCL_API glccl_error_code glccl_readback_tracks(glccl_tracker* tracker, glccl_track* tracks, size_t capacity,
                                                 size_t* count, glccl_error* error);

/// Copies the ids that died, in the order of the last frame's labels; a list. Waits for the GPU. Errors: those of
/// glccl_readback_tracks().
GLCCL_API glccl_error_code glccl_readback_deaths(glccl_tracker* tracker, glccl_death* deaths, size_t capacity,
                                                 size_t* count, glccl_error* error);

#ifdef __cplusplus
}  // extern "C"
#endif
