// Following components from frame to frame, for C: what glccl::Tracker (tracker.hpp) can do, function by function.
// Failures, lists, threads and contexts are as in glccl.h; tracks.hpp has the rules.
#pragma once

#include "glccl/glccl.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What happened to a component between the last frame and this one: bits of glccl_track.events.
typedef enum glccl_track_event {
  GLCCL_TRACK_BIRTH = 1,      ///< Its id is new.
  GLCCL_TRACK_CONTINUED = 2,  ///< It keeps its parent's id.
  GLCCL_TRACK_SPLIT = 4,      ///< Its parent fell apart: the parent of other components too.
  GLCCL_TRACK_MERGE = 8       ///< It took over others: it is the heir of an id that died.
} glccl_track_event;

/// Why a frame was not followed: bits of glccl_tracks_header.overflow.
typedef enum glccl_track_overflow {
  GLCCL_TRACK_TOO_MANY_COMPONENTS = 1,  ///< More components than glccl_tracker_options.max_components.
  GLCCL_TRACK_TOO_MANY_PAIRS = 2,       ///< More overlapping pairs than glccl_tracker_options.max_pairs.
  GLCCL_TRACK_TOO_MANY_IDS = 4          ///< The 32-bit integers after the last id are fewer than the components.
} glccl_track_overflow;

/// The first 64 bytes of the tracks: TracksHeader of tracks.hpp.
typedef struct glccl_tracks_header {
  uint32_t frame;       ///< Number of frames so far; 1 in the first.
  uint32_t components;  ///< Components in the labels of this frame; 2^32 - 1 if there are more.
  uint32_t rows;        ///< Rows: `components`, or 0 after an overflow.
  uint32_t births;      ///< Rows with GLCCL_TRACK_BIRTH.
  uint32_t deaths;      ///< Ids of the last frame that no component kept.
  uint32_t pairs;       ///< Pairs of components of the two frames that overlap.
  uint32_t overflow;    ///< A set of glccl_track_overflow; 0: the frame was followed.
  uint32_t last_id;     ///< The largest id that was given so far; 0: none.
  uint32_t capacity;    ///< glccl_tracker_options.max_components.
  uint32_t deaths_at;   ///< Offset of the deaths in bytes.
  uint32_t row_bytes;   ///< Bytes from a row to the next.
  uint32_t unused[5];   ///< 0.
} glccl_tracks_header;

/// A component of this frame. Row i is that of label i + 1.
typedef struct glccl_track {
  uint32_t id;       ///< Its id.
  uint32_t age;      ///< Frames that the id has been there, this one included: 1 at birth.
  uint32_t overlap;  ///< Elements in common with its parent; 0 without one.
  uint32_t events;   ///< A set of glccl_track_event.
  uint32_t parent;   ///< The parent's id; 0: it overlaps no component of the last frame.
  uint32_t before;   ///< The parent's label in the last frame; 0 without one.
} glccl_track;

/// An id that no component keeps.
typedef struct glccl_death {
  uint32_t id;      ///< The id.
  uint32_t age;     ///< Frames that it was there.
  uint32_t heir;    ///< The label in this frame of the component that took it over; 0: none.
  uint32_t before;  ///< The label that it had in the last frame.
} glccl_death;

/// The memory of a tracker, and how its calls leave the context. Start from glccl_default_tracker().
typedef struct glccl_tracker_options {
  uint32_t max_components;  ///< Components of a frame, 1 to 4194304.
  uint32_t max_pairs;       ///< Pairs of overlapping components of two frames; 0: four per component.
  uint32_t first_id;        ///< The first id that is given. At least 1.
  int32_t id_labels;        ///< Not 0: labels in ids are written too.
  int32_t state_policy;     ///< A glccl_state_policy.
} glccl_tracker_options;

/// A result that stays on the GPU until the next glccl_track_labels() or glccl_tracker_destroy().
typedef struct glccl_tracks {
  uint32_t buffer;      ///< Name of the buffer object with header, rows and deaths.
  uint32_t id_labels;   ///< Name of the texture of ids; 0 without one.
  glccl_extent extent;  ///< Extent of the labels.
} glccl_tracks;

/// Follows components in the OpenGL context that is current when it is created.
typedef struct glccl_tracker glccl_tracker;

/// 65536 components, four pairs each, ids from 1 on, no labels in ids, state preserved.
GLCCL_API glccl_tracker_options glccl_default_tracker(void);

/// Creates a tracker for labels of this extent and sets `*tracker`, to a null pointer after a failure. Null `options`
/// have the defaults. glccl_tracker_destroy() ends it. Errors: those of glccl::Tracker::create().
GLCCL_API glccl_error_code glccl_tracker_create(glccl_extent extent, const glccl_tracker_options* options,
                                                glccl_tracker** tracker, glccl_error* error);

/// Ends a tracker and deletes its OpenGL objects. Ignores a null pointer.
GLCCL_API void glccl_tracker_destroy(glccl_tracker* tracker);

/// Sets `*texture` to that for glccl_output_options.target of the next glccl_label(): another one after each
/// glccl_track_labels().
GLCCL_API glccl_error_code glccl_tracker_target(const glccl_tracker* tracker, uint32_t* texture, glccl_error* error);

/// Follows the components of labels of GLCCL_NUMBERING_RASTER with a table of at least one row. Returns once the
/// commands are issued; `tracks` may be null. Errors, which leave everything as it was: those of
/// glccl::Tracker::track().
GLCCL_API glccl_error_code glccl_track_labels(glccl_tracker* tracker, const glccl_labels* labels, glccl_tracks* tracks,
                                              glccl_error* error);

/// Forgets the last frame, after a cut: all ids of the next frame are new, and none die.
GLCCL_API glccl_error_code glccl_tracker_forget(glccl_tracker* tracker, glccl_error* error);

/// Copies the header of the last tracks; waits for the GPU. Error: INVALID_ARGUMENT before the first
/// glccl_track_labels().
GLCCL_API glccl_error_code glccl_readback_tracks_header(glccl_tracker* tracker, glccl_tracks_header* header,
                                                        glccl_error* error);

/// Copies the last rows, in the order of the labels; a list. Waits for the GPU. Errors: INVALID_ARGUMENT before the
/// first glccl_track_labels(), BUFFER_TOO_SMALL.
GLCCL_API glccl_error_code glccl_readback_tracks(glccl_tracker* tracker, glccl_track* tracks, size_t capacity,
                                                 size_t* count, glccl_error* error);

/// Copies the ids that died, in the order of the last frame's labels; a list. Waits for the GPU. Errors: those of
/// glccl_readback_tracks().
GLCCL_API glccl_error_code glccl_readback_deaths(glccl_tracker* tracker, glccl_death* deaths, size_t capacity,
                                                 size_t* count, glccl_error* error);

#ifdef __cplusplus
}  // extern "C"
#endif
