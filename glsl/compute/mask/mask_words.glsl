// The bits of the mask, in the order of root_bits (ranks.glsl): words of rows of pixels, row after row; of a volume
// slice after slice.
// reads and writes storage binding 0, which is the component table's in later passes

#if !MEASURES  // else label_tiles has no mask, and OpenGL guarantees no more than 8 buffers
layout(std430, binding = 0) buffer Mask { uint mask_words[]; };
#endif
