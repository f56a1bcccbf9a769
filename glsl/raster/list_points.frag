// list_points (ours): writes the k-th set bit of the masks to texel k, and finds it by walking down the pyramid.
// reads  masks (two bits a pixel), `sums`
// writes points: R32UI, x | y << 15 | (0 or 1, which bit of the pixel) << 30

layout(location = 0) out uint point;

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  uint k = uint(texel.y) * uint(image_size.x) + uint(texel.x);
  if (k >= count_of_all()) discard;
  Item item = item_of(k);
  point = pack_pixel(item.first.x + item.bit / 2, item.first.y) | uint(item.bit % 2) << (2 * COORDINATE_BITS);
}
