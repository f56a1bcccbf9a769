// Ids: every pixel in the colour of the place that its id names, its root. A pixel that is its own root has a light
// middle, once pixels are large enough. The passes work on the image turned by half a turn (ids.glsl); here it is
// turned back.
// reads  binding 2, `ids`: R32F; the source

layout(binding = 2) uniform sampler2D ids;

void main() {
  ivec2 pixel = pixel_here();
  float id = texelFetch(ids, turned(pixel, image_size), 0).r;
  vec3 base = backdrop(pixel);
  if (id != 0.0) {
    ivec2 root = turned(decode(id), image_size);
    base = place_color(root);
    vec2 from_middle = abs(fract(position) - 0.5);
    if (root == pixel && zoom >= 6 && max(from_middle.x, from_middle.y) < 0.2) base = mix(base, vec3(1), 0.75);
  }
  color = vec4(with_grid(base), 1);
}
