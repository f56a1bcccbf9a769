// The forest of runs over the whole image, in the texture that the labels come into. The texel of a run's node is the
// label of its parent; a root's is its own. A label is 1 + (y << 15 | x) of a node, so parents come before their children
// in raster order, and a root is the first pixel of its component. All other texels are nobody's until write_labels.
// reads and writes image binding 0

layout(r32ui, binding = 0) coherent volatile uniform uimage2D forest;

uint label_of(ivec2 pixel) { return 1u + (uint(pixel.y) << 15 | uint(pixel.x)); }
ivec2 pixel_of(uint label) { return ivec2((label - 1u) & 0x7FFFu, (label - 1u) >> 15); }

uint parent_of(uint label) { return imageLoad(forest, pixel_of(label)).r; }

uint find_root(uint label) {
  for (uint parent = parent_of(label); parent != label; parent = parent_of(label)) label = parent;
  return label;
}

// Hangs the larger of two roots below the smaller. Where another invocation was quicker, what it has hung there is united
// with the other instead, so that no link is lost (Komura 2015; Playne and Hawick 2018; cuda/fast.cu has the argument).
void unite(uint a, uint b) {
  while (true) {
    a = find_root(a);
    b = find_root(b);
    if (a == b) return;
    uint larger = max(a, b);
    uint smaller = min(a, b);
    uint before = imageAtomicMin(forest, pixel_of(larger), smaller);
    if (before == larger) return;
    a = before;
    b = smaller;
  }
}

// The pixel of the node of the run that starts there.
ivec2 node_pixel(Word word, int index, int band, int start) { return ivec2(32 * index, band * ROWS) + node_of(word, start); }
