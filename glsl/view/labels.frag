// Labels: every component has one colour, with a darker rim, over the dimmed source.
// reads  binding 2, `labels`: R32UI; the table; the source

layout(binding = 2) uniform usampler2D labels;

uint label_at(ivec2 pixel) { return texelFetch(labels, clamp(pixel, ivec2(0), image_extent - 1), 0).r; }

bool on_rim(ivec2 pixel, uint label) {
  return label_at(pixel + ivec2(1, 0)) != label || label_at(pixel - ivec2(1, 0)) != label ||
         label_at(pixel + ivec2(0, 1)) != label || label_at(pixel - ivec2(0, 1)) != label;
}

void main() {
  ivec2 pixel = pixel_here();
  uint label = label_at(pixel);
  vec3 base = backdrop(pixel);
  if (label != 0u) {
    base = component_color(label) * (on_rim(pixel, label) ? 0.8 : 1.0);
    float grey = dot(source_at(pixel), vec3(0.299, 0.587, 0.114));
    base = mix(base, base * (0.35 + 1.1 * grey), veil);
  }
  color = vec4(with_grid(base), 1);
}
