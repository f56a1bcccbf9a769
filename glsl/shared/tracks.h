// Following components from frame to frame: what glsl/tracks, cuda/tracks and host/tracks share.
// engine/include/glccl/tracks.hpp has the rules and describes rows and bits.
#ifndef GLCCL_SHARED_TRACKS_H
#define GLCCL_SHARED_TRACKS_H
#include "glsl/shared/prelude.h"

GLCCL_SHARED_BEGIN

const uint TRACK_BIRTH = 1u;
const uint TRACK_CONTINUED = 2u;
const uint TRACK_SPLIT = 4u;
const uint TRACK_MERGE = 8u;

const uint TRACK_TOO_MANY_COMPONENTS = 1u;
const uint TRACK_TOO_MANY_PAIRS = 2u;
const uint TRACK_TOO_MANY_IDS = 4u;

const int TRACKS_HEADER_WORDS = 16;
const int TRACK_WORDS = 6;
const int DEATH_WORDS = 4;

const uint NO_LABEL = 0xFFFFFFFFu;  // greater than every label and every id

const int TRACK_CHUNK = 1024;  // components for each workgroup that gives ids
const int MOST_CHUNKS = 4096;  // of the largest number of components

// What happened to a component: whether it keeps its parent's id, how many components have that parent (0: it has
// none), and whether it is an heir.
GLCCL_PURE uint events_of(bool keeps, uint claims, bool is_heir) {
  return (keeps ? TRACK_CONTINUED : TRACK_BIRTH) | (claims > 1u ? TRACK_SPLIT : 0u) | (is_heir ? TRACK_MERGE : 0u);
}

// Why a frame cannot be followed: a set of TRACK_TOO_MANY_..., 0 if it can. Whether there are ids enough is asked for
// all components, as if each were new.
GLCCL_PURE uint overflow_of(uint components, uint most_components, uint pairs, uint most_pairs, uint last_id) {
  uint others =
      (pairs > most_pairs ? TRACK_TOO_MANY_PAIRS : 0u) | (components > 0xFFFFFFFFu - last_id ? TRACK_TOO_MANY_IDS : 0u);
  return components > most_components ? TRACK_TOO_MANY_COMPONENTS : others;
}

GLCCL_SHARED_END

#endif
