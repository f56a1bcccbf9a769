// The id of a label.
// reads  storage binding 2: the tracks, laid out as in glccl/tracks.hpp

struct Track {
  uint id, age, overlap, events, parent, before;
};

layout(std430, binding = 2) readonly buffer Tracks {
  uint frame, components, track_rows, births, deaths, pairs, overflow, last_id, capacity, deaths_at, track_bytes;
  uint unused[5];
  Track track[];
};

// The label itself where there is no row, as after an overflow.
uint id_of(uint label) { return label - 1u < track_rows ? track[label - 1u].id : label; }
