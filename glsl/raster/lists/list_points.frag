// list_points (ours): writes the pixel of the k-th set bit of the masks to element k of the list, and finds it by
// walking down the pyramid.
// reads  masks, `sums`
// writes points: R32UI, x | y << 15

layout(location = 0) out uint point;

void main() {
  uint k = element_at(ivec2(gl_FragCoord.xy));
  if (k >= count_of_all()) discard;
  ivec2 pixel = pixel_of(k);
  point = pack_pixel(pixel.x, pixel.y);
}
