// Stencil routing (chapter 8): a round gathers 255 roots in a region of 16x16 texels. Four rounds lie below one
// another. shared/raster_layout.h has the numbers.
// needs  raster_layout

// The texel of root number `k` in raster order.
ivec2 routed_texel(int k) {
  int round = k / ROUTED_A_ROUND;
  int place = k % ROUTED_A_ROUND;
  return ivec2(place % ROUTING_SIDE, round * ROUTING_SIDE + place / ROUTING_SIDE);
}
