// A texture that is a list: its texels in their order, in rows of `cells_across`. Small counts are dark. A texel that
// names a place has the colour of that place, a box the colour of its corner.
// needs  ids, colors, picture, view
// reads  binding 2, `values`: R32UI, or binding 3, `floats`: R32F or RGBA32F

layout(binding = 2) uniform usampler2D values;
layout(binding = 3) uniform sampler2D floats;

const int PLACES = 1;
const int ROOTS = 2;
const int BOXES = 3;

ivec2 texel_of(ivec2 cell, int width) {
  int index = cell.y * cells_across + cell.x;
  return ivec2(index % width, index / width);
}

vec3 color_of_place(ivec2 cell) {
  uint point = texelFetch(values, texel_of(cell, textureSize(values, 0).x), 0).r;
  return point == 0u ? NOTHING : place_color(turned(unpacked(point), image_extent));
}

vec3 color_of_root(ivec2 cell) {
  float id = texelFetch(floats, texel_of(cell, textureSize(floats, 0).x), 0).r;
  return id == 0.0 ? NOTHING : place_color(turned(decode(id), image_extent));
}

// The texel of a box: width - 1 - x0, height - 1 - y0, x1, y1.
vec3 color_of_box(ivec2 cell) {
  vec4 box = texelFetch(floats, texel_of(cell, textureSize(floats, 0).x), 0);
  return box == vec4(0) ? NOTHING : place_color(image_extent - 1 - ivec2(box.xy));
}

void main() {
  ivec2 cell = pixel_here();
  vec3 base;
  if (bits == PLACES) {
    base = color_of_place(cell);
  } else if (bits == ROOTS) {
    base = color_of_root(cell);
  } else if (bits == BOXES) {
    base = color_of_box(cell);
  } else {
    base = count_color(texelFetch(values, texel_of(cell, textureSize(values, 0).x), 0).r);
  }
  color = vec4(with_grid(base), 1);
}
