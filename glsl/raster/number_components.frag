// number_components: every pixel takes the number of its component, or for Numbering::root the place of the component's first
// pixel, y << 15 | x, plus 1. In the turned image the number is that of the roots from the component's own to the last. Turns the
// image back.
// reads  binding 0, `ids`: final roots; binding 4, `ranks`: RG32UI, see rank_masks.frag
// writes labels: R32UI

layout(binding = 4) uniform usampler2D ranks;
layout(location = 2) uniform int by_root;  // 1: Numbering::root
layout(location = 0) out uint label;

uint number_of(ivec2 root) {
  uvec2 rank = texelFetch(ranks, ivec2(root.x / PIXELS_IN_MASK, root.y), 0).xy;
  return rank.x - uint(bitCount(rank.y & (1u << root.x % PIXELS_IN_MASK) - 1u));
}

void main() {
  float id = id_of(turned(ivec2(gl_FragCoord.xy), image_size));
  label = 0u;
  if (id == 0.0) return;
  ivec2 root = decode(id);
  label = by_root != 0 ? floatBitsToUint(encode(turned(root, image_size))) - ID_BASE + 1u : number_of(root);
}
