// count_pairs: counts the elements that each component of this frame has in common with each of the last.
// needs  shared/label_pairs, component_count, jobs, label_images, tracks, label_pairs
// reads  texture unit 0: the labels; texture unit 1: those of the last frame
// writes the hash table; image binding 0: a copy of the labels, if COPIES
//
// In Vulkan the labels of the last frame are a buffer of the Tracker, one behind the other. Each is replaced by that of
// this frame, in the invocation that has read it.
//
// A workgroup has 32 columns and 8 * 32 rows; a volume is the image of all its rows. An invocation goes down a column
// of 32 rows and counts the elements of one pair until it meets another.

#ifdef VULKAN
layout(std430, binding = 6) buffer LastLabels { uint last_label[]; };

uint last_label_at(uint x, uint y) { return last_label[y * uint(WIDTH) + x]; }
#else
layout(binding = 1) uniform LABEL_SAMPLER last_labels;
#ifdef COPIES
layout(r32ui, binding = 0) writeonly uniform LABEL_IMAGE copied;
#endif

uint last_label_at(uint x, uint y) { return texelFetch(last_labels, place_of(x, y), 0).r; }
#endif

// The labels of this frame and of the last.
uvec2 labels_at(uint x, uint y) { return uvec2(label_at(x, y), last_label_at(x, y)); }

void main() {
  clear_group_pairs();
  barrier();
  uint count = component_count();
  uint last_count = last_rows;
  bool follows = count <= uint(MAX_COMPONENTS);
  uint x = gl_WorkGroupID.x * uint(PAIR_COLUMNS) + invocation() % uint(PAIR_COLUMNS);
  uint strip = gl_WorkGroupID.y * uint(GROUP_SIZE / PAIR_COLUMNS) + invocation() / uint(PAIR_COLUMNS);
  uint top = strip * uint(PAIR_ROWS);
  uint bottom = x < uint(WIDTH) ? min(top + uint(PAIR_ROWS), uint(ROWS)) : 0u;
  uvec2 next = top < bottom ? labels_at(x, top) : uvec2(0u);
  for (uint y = top; y < bottom; ++y) {
    uvec2 found = next;
    next = labels_at(x, min(y + 1u, bottom - 1u));  // a fetch ahead
#if defined(VULKAN)
    last_label[y * uint(WIDTH) + x] = found.x;
#elif defined(COPIES)
    imageStore(copied, place_of(x, y), uvec4(found.x));
#endif
    // Labels above the number of components are none of theirs.
    if (follows && found.x - 1u < count && found.y - 1u < last_count) meet(found.x, found.y, 1u);
  }
  end_meeting();
}
