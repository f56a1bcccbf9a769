// A texture that is a list rather than a picture: its texels in their order, in rows of `columns`. Counts are dark where they are
// small; contacts are shown in the colour of the place they name; floats as they are.
// reads  binding 2 `values`: R32UI or RG32UI, or binding 3 `floats`: RGBA32F

layout(binding = 2) uniform usampler2D values;
layout(binding = 3) uniform sampler2D floats;

const int CONTACTS = 1;
const int FLOATS = 2;

void main() {
  ivec2 cell = pixel_here();
  int width = bits == FLOATS ? textureSize(floats, 0).x : textureSize(values, 0).x;
  int index = cell.y * columns + cell.x;
  ivec2 texel = ivec2(index % width, index / width);
  vec3 base;
  if (bits == FLOATS) {
    vec3 value = texelFetch(floats, texel, 0).rgb;
    base = log2(1 + abs(value)) / 16;
  } else if (bits == CONTACTS) {
    uint contact = texelFetch(values, texel, 0).r;
    ivec2 place = turned(ivec2(contact & 0x7FFFu, contact >> 15 & 0x7FFFu), image_size);
    base = contact == 0u ? NOTHING : place_color(place);
  } else {
    base = count_color(texelFetch(values, texel, 0).r);
  }
  color = vec4(with_grid(base), 1);
}
