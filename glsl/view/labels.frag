// Labels: every component has one colour, with a darker rim, over the dimmed source.
// needs  picture, plane, table, view
// reads  labels; the table; the source

uint label_at(ivec2 pixel) { return label_in(element_at(clamp(pixel, ivec2(0), image_extent - 1))); }

bool on_rim(ivec2 pixel, uint label) {
  return label_at(pixel + ivec2(1, 0)) != label || label_at(pixel - ivec2(1, 0)) != label ||
         label_at(pixel + ivec2(0, 1)) != label || label_at(pixel - ivec2(0, 1)) != label;
}

void main() {
  ivec2 pixel = pixel_here();
  uint label = label_at(pixel);
  vec3 base = backdrop(pixel);
  if (label != 0u) {
    base = veiled(component_color(label) * (on_rim(pixel, label) ? 0.8 : 1.0), source_at(pixel));
  }
  color = vec4(with_grid(base), 1);
}
