// list_points (ours): writes the pixel of the k-th set bit of the masks to element k of the list. A fragment stands for
// a mask, by the number of its texel, and stores as many elements as the mask has bits.
// needs  shared/ids, raster_layout, parts/lists
// reads  binding 4, `ranks`: RG32UI, the bits set before a mask, and the mask
// stores points: R32UI, x | y << 15

layout(binding = 4) uniform usampler2D ranks;
layout(binding = 0, r32ui) uniform restrict writeonly uimage2D list;

void main() {
  ivec2 size = textureSize(ranks, 0);
  int index = int(element_at(ivec2(gl_FragCoord.xy)));
  if (index >= size.x * size.y) return;
  ivec2 texel = ivec2(index % size.x, index / size.x);
  uvec2 rank = texelFetch(ranks, texel, 0).xy;
  for (uint bits = rank.y; bits != 0u; bits &= bits - 1u) {
    int x = texel.x * PIXELS_IN_MASK + findLSB(bits);
    imageStore(list, place_of(rank.x++), uvec4(pack_pixel(x, texel.y)));
  }
}
