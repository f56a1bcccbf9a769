// find_links (ours): finds which pixels are foreground and which are linked, with the criteria that compare values. A
// fragment looks at 32 pixels of a column of the turned image and at the next column, and reads every value once.
//
//     . a      bit i of the words is pixel p in row i; x: p is linked with d, y: with b, z: with a, w: with c
//     p b
//     d c
//
// needs  raster_layout, criterion, linked, image_size, parts/source_texels
// reads  binding 1, `source`
// writes links: RGBA32UI
// stores foreground: R32UI

layout(binding = 0, r32ui) uniform restrict writeonly uimage2D foreground;
layout(location = 0) out uvec4 link;

struct Pixel {
  SOURCE_VECTOR value;
  uint inside;  // 1: a pixel of the image, and foreground
};

Pixel pixel_at(ivec2 pixel) {
  ivec2 nearest = clamp(pixel, ivec2(0), image_size - 1);
  SOURCE_VECTOR value = value_of(nearest);
  return Pixel(value, uint(nearest == pixel && is_foreground(value)));
}

uint linked(Pixel p, Pixel other) { return p.inside & other.inside & uint(are_linked(p.value, other.value)); }

void main() {
  ivec2 word = ivec2(gl_FragCoord.xy);
  ivec2 pixel = word * ivec2(1, ROWS_IN_WORD);
  link = uvec4(0u);
  uint here = 0u;
  Pixel p = pixel_at(pixel);
  Pixel a = pixel_at(pixel + ivec2(1, -1));
  Pixel b = pixel_at(pixel + ivec2(1, 0));
  int rows = min(ROWS_IN_WORD, image_size.y - pixel.y);
  for (int i = 0; i < rows; ++i) {
    ++pixel.y;
    Pixel d = pixel_at(pixel);
    Pixel c = pixel_at(pixel + ivec2(1, 0));
    here |= p.inside << i;
    link.x |= linked(p, d) << i;
    link.y |= linked(p, b) << i;
#if CONNECTIVITY == 8
    link.z |= linked(p, a) << i;
    link.w |= linked(p, c) << i;
#endif
    p = d;
    a = b;
    b = c;
  }
  imageStore(foreground, word, uvec4(here));
}
