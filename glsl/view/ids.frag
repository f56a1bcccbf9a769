// Ids: every pixel has the colour of the place that its id names, its root. A pixel that is its own root has a light
// frame, if pixels are large enough. The passes work on the image turned by half a turn (ids.glsl); this shader turns
// it back. With `bits` 1 it follows ids to the end of their chain: merged components then have one colour before
// update_roots and update_children have run.
// needs  ids, colors, picture, view
// reads  binding 2, `ids`: R32F; the source

layout(binding = 2) uniform sampler2D ids;

const int LONGEST_CHAIN = 4096;  // ends the loop whatever the texture holds

float end_of_chain(float id) {
  for (int hops = 0; hops < LONGEST_CHAIN; ++hops) {
    float next = texelFetch(ids, decode(id), 0).r;
    if (next <= id) break;  // ids only grow along a chain
    id = next;
  }
  return id;
}

void main() {
  ivec2 pixel = pixel_here();
  float id = texelFetch(ids, turned(pixel, image_extent), 0).r;
  vec3 base = backdrop(pixel);
  if (id != 0.0) {
    ivec2 root = turned(decode(bits == 1 ? end_of_chain(id) : id), image_extent);
    base = place_color(root);
    vec2 from_middle = abs(fract(position) - 0.5);
    bool framed = max(from_middle.x, from_middle.y) > 0.5 - max(0.12, 2 / zoom);
    if (root == pixel && zoom >= 6 && framed) base = mix(base, vec3(1), 0.75);
  }
  color = vec4(with_grid(base), 1);
}
