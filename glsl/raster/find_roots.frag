// find_roots (ours): finds the roots of components. A fragment looks at 16 pixels of a row: bit i of its mask is pixel
// i.
// reads  binding 0, `ids`: final roots
// writes masks: R32UI

layout(location = 0) out uint mask;

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  mask = 0u;
  for (int i = 0; i < PIXELS_IN_MASK; ++i) {
    ivec2 pixel = ivec2(texel.x * PIXELS_IN_MASK + i, texel.y);
    if (id_of(pixel) == encode(pixel)) mask |= 1u << i;
  }
}
