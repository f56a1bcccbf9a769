// Numbers of components from their roots.
// needs  raster_layout, image_size
// reads  binding 4, `ranks`: RG32UI, the number of roots from a mask to the last, and the mask

layout(binding = 4) uniform usampler2D ranks;

// The number of roots from this one to the last. The passes work on the turned image, where the last root is that of
// label 1.
uint rank_of(ivec2 root) {
  uvec2 rank = texelFetch(ranks, ivec2(root.x / PIXELS_IN_MASK, root.y), 0).xy;
  return rank.x - uint(bitCount(rank.y & (1u << root.x % PIXELS_IN_MASK) - 1u));
}

// The label of a component by its first pixel (Numbering::root).
uint label_of_place(ivec2 first) { return 1u + uint(first.y) * uint(image_size.x) + uint(first.x); }
