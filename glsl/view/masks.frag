// Masks: marked pixels are bright over the dimmed source. One mask holds the bits of 32 pixels of a row, or of a
// column, of the turned image (ids.glsl). A marked pixel has a halo, so that it is seen where pixels are small.
// Numbered pixels have the colour of their number. A rank is the number of set bits in its mask and in all masks after
// it, so the number of a pixel is the rank minus the set bits below the pixel's own bit.
// needs  raster_layout, ids, colors, picture, view
// reads  the source; binding 2, `masks`, whose format depends on `bits`:
//        MASKS    R32UI: masks of rows
//        WORDS    R32UI or RGBA32UI: masks of columns; a pixel in one of the first three is marked
//        RANKS    RG32UI: ranks, and masks of rows
//        NUMBERS  R32UI: one texel per pixel, its number up to 1020; larger values were left by earlier passes

layout(binding = 2) uniform usampler2D masks;

const int MASKS = 1;
const int WORDS = 2;
const int RANKS = 3;
const int NUMBERS = 4;

// The mark or number of a pixel; 0: none.
uint mark_at(ivec2 pixel) {
  ivec2 place = turned(pixel, image_extent);
  uint mark;
  if (any(lessThan(pixel, ivec2(0))) || any(greaterThanEqual(pixel, image_extent))) {
    mark = 0u;
  } else if (bits == NUMBERS) {
    uint number = texelFetch(masks, place, 0).r;
    mark = number <= 1020u ? number : 0u;
  } else if (bits == WORDS) {
    uvec3 word = texelFetch(masks, ivec2(place.x, place.y / ROWS_IN_WORD), 0).rgb;
    mark = (word.r | word.g | word.b) >> place.y % ROWS_IN_WORD & 1u;
  } else {
    uvec2 texel = texelFetch(masks, ivec2(place.x / PIXELS_IN_MASK, place.y), 0).rg;
    int bit = place.x % PIXELS_IN_MASK;
    bool marked = (texel.y >> bit & 1u) != 0u;
    mark = marked ? texel.x - uint(bitCount(texel.y & (1u << bit) - 1u)) : 0u;
    if (bits == MASKS) mark = texel.x >> bit & 1u;
  }
  return mark;
}

vec3 mark_color(uint mark) { return bits == RANKS || bits == NUMBERS ? number_color(mark) : vec3(1.0, 0.83, 0.32); }

void main() {
  ivec2 pixel = pixel_here();
  vec3 base = backdrop(pixel);
  uint mark = mark_at(pixel);
  if (mark != 0u) {
    base = mark_color(mark);
  } else if (zoom < 6) {
    for (int i = 0; i < 9 && mark == 0u; ++i) mark = mark_at(pixel + ivec2(i % 3, i / 3) - 1);
    if (mark != 0u) base = mix(base, mark_color(mark), 0.45);
  }
  color = vec4(with_grid(base), 1);
}
