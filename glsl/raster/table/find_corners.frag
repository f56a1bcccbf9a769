// find_corners (ours): finds pixels of a component that have no neighbour of it above and none to their left, or none
// below and none to their right. The top of a component's leftmost column is one of them, and so is the left end of its
// topmost row: bounding_boxes scatters from these pixels.
//
//     . . #        the box of this component is that of the corners, marked o
//     o # #
//     # o .
//
// A fragment looks at 32 pixels of a row: bit i of its mask is pixel i.
// needs  raster_layout, parts/labels
// reads  binding 6, `labels`
// writes masks: R32UI

layout(location = 0) out uint mask;

bool is_corner(ivec2 pixel, uint label, uint left, uint right) {
  return (left != label && label_at(pixel - ivec2(0, 1)) != label) ||
         (right != label && label_at(pixel + ivec2(0, 1)) != label);
}

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  ivec2 pixel = ivec2(texel.x * PIXELS_IN_MASK, texel.y);
  mask = 0u;
  uint left = label_at(pixel - ivec2(1, 0));
  uint here = label_at(pixel);
  for (int i = 0; i < PIXELS_IN_MASK; ++i, ++pixel.x) {
    uint right = label_at(pixel + ivec2(1, 0));
    if (here != 0u && is_corner(pixel, here, left, right)) mask |= 1u << i;
    left = here;
    here = right;
  }
}
