// Header and rows of tracks: structs that C and C++ share. tracks.hpp has the rules, and the declaration for shaders.
#pragma once

#include <stdint.h>

#include "glccl/api.h"

/// What happened to a component between the last frame and this one: bits of glccl_track.events. A component has either
/// GLCCL_TRACK_BIRTH or GLCCL_TRACK_CONTINUED.
typedef enum glccl_track_event {
  GLCCL_TRACK_BIRTH = 1,      ///< Its id is new.
  GLCCL_TRACK_CONTINUED = 2,  ///< It keeps its parent's id.
  GLCCL_TRACK_SPLIT = 4,      ///< Its parent fell apart: the parent of other components too.
  GLCCL_TRACK_MERGE = 8       ///< It took over others: it is the heir of an id that died.
} glccl_track_event;

/// Why a frame was not followed: bits of glccl_tracks_header.overflow. Such a frame has no rows, all ids of the last
/// frame die without heirs, and the next frame begins anew. Nothing is wrong silently, and no memory outside is
/// touched.
typedef enum glccl_track_overflow {
  GLCCL_TRACK_TOO_MANY_COMPONENTS = 1,  ///< More components than glccl_tracks_header.capacity.
  GLCCL_TRACK_TOO_MANY_PAIRS = 2,       ///< More pairs of overlapping components than `max_pairs` of the options.
  GLCCL_TRACK_TOO_MANY_IDS = 4          ///< The 32-bit integers after the last id are fewer than the components.
} glccl_track_overflow;

/// The first 64 bytes of the tracks.
typedef struct glccl_tracks_header {
  uint32_t frame GLCCL_INITIAL(0);       ///< Number of frames so far; 1 in the first.
  uint32_t components GLCCL_INITIAL(0);  ///< Components in the labels of this frame; 2^32 - 1 if there are more.
  uint32_t rows GLCCL_INITIAL(0);        ///< Rows: `components`, or 0 after an overflow.
  uint32_t births GLCCL_INITIAL(0);      ///< Rows with GLCCL_TRACK_BIRTH.
  uint32_t deaths GLCCL_INITIAL(0);      ///< Ids of the last frame that no component kept.
  /// Pairs of a component of this frame and one of the last that overlap; max_pairs + 1 if there are more. 0 with
  /// GLCCL_TRACK_TOO_MANY_COMPONENTS.
  uint32_t pairs GLCCL_INITIAL(0);
  uint32_t overflow GLCCL_INITIAL(0);    ///< A set of glccl_track_overflow; 0: the frame was followed.
  uint32_t last_id GLCCL_INITIAL(0);     ///< The largest id that was given so far; 0: none.
  uint32_t capacity GLCCL_INITIAL(0);    ///< `max_components` of the options, the capacity of rows and deaths.
  uint32_t deaths_at GLCCL_INITIAL(0);   ///< Offset of the deaths in bytes.
  uint32_t row_bytes GLCCL_INITIAL(24);  ///< Bytes from a row to the next.
  uint32_t unused[5] GLCCL_INITIAL({});  ///< 0.
  GLCCL_COMPARED(glccl_tracks_header)
} glccl_tracks_header;

/// A component of this frame. Row i is that of label i + 1.
typedef struct glccl_track {
  uint32_t id GLCCL_INITIAL(0);       ///< Its id, from `first_id` of the options on.
  uint32_t age GLCCL_INITIAL(0);      ///< Frames that the id has been there, this one included: 1 at birth.
  uint32_t overlap GLCCL_INITIAL(0);  ///< Elements in common with its parent; 0 without one.
  uint32_t events GLCCL_INITIAL(0);   ///< A set of glccl_track_event.
  uint32_t parent GLCCL_INITIAL(0);   ///< The parent's id; 0: it overlaps no component of the last frame.
  uint32_t before GLCCL_INITIAL(0);   ///< The parent's label in the last frame; 0 without one.
  GLCCL_COMPARED(glccl_track)
} glccl_track;

/// An id that no component keeps.
typedef struct glccl_death {
  uint32_t id GLCCL_INITIAL(0);      ///< The id.
  uint32_t age GLCCL_INITIAL(0);     ///< Frames that it was there.
  uint32_t heir GLCCL_INITIAL(0);    ///< The heir's label in this frame; 0: no component overlaps it.
  uint32_t before GLCCL_INITIAL(0);  ///< The label that it had in the last frame.
  GLCCL_COMPARED(glccl_death)
} glccl_death;
