// Stencil routing (chapter 8): a round gathers 255 roots in a region of 16x16 texels. Four rounds lie below one
// another.

const int ROUTED_SIDE = 16;
const int ROUTED_A_ROUND = 255;
const int ROUTED_MOST = 1020;

// The texel of root number `k` in raster order.
ivec2 routed_texel(int k) {
  int round = k / ROUTED_A_ROUND;
  int place = k % ROUTED_A_ROUND;
  return ivec2(place % ROUTED_SIDE, round * ROUTED_SIDE + place / ROUTED_SIDE);
}
