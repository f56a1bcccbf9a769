// number_components: every pixel takes the number of its component, or for Numbering::root 1 + the linear place of the
// component's first pixel. Turns the image back.
// reads  binding 0, `ids`: final roots; and binding 4, `ranks`: RG32UI, see rank_masks.frag (in the turned image the
//        number of a component is the number of roots from its own to the last), or binding 5, `points`: R32UI, see
//        number_roots.vert
// writes labels: R32UI

const int BY_RANK = 0;
const int BY_ROOT = 1;  // Numbering::root
const int BY_ROUTING = 2;

layout(binding = 4) uniform usampler2D ranks;
layout(binding = 5) uniform usampler2D points;
layout(location = AT_ARGUMENT) uniform int numbered;
layout(location = 0) out uint label;

// 1 + its linear place.
uint root_label(ivec2 first) { return 1u + uint(first.y) * uint(image_size.x) + uint(first.x); }

uint rank_of(ivec2 root) {
  uvec2 rank = texelFetch(ranks, ivec2(root.x / PIXELS_IN_MASK, root.y), 0).xy;
  return rank.x - uint(bitCount(rank.y & (1u << root.x % PIXELS_IN_MASK) - 1u));
}

void main() {
  float id = id_of(turned(ivec2(gl_FragCoord.xy), image_size));
  label = 0u;
  if (id == 0.0) return;
  ivec2 root = decode(id);
  if (numbered == BY_RANK) label = rank_of(root);
  if (numbered == BY_ROOT) label = root_label(turned(root, image_size));
  if (numbered == BY_ROUTING) label = texelFetch(points, root, 0).x;
}
