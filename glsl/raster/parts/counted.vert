// Covers the rows of a list that have elements: as many as the pyramid has counted, but no more than the rectangle has.
// needs  locations, lists, points, pyramid

layout(location = AT_RECTANGLE) uniform ivec4 rectangle;  // x0, y0, x1, y1; the last two exclusive

void main() {
  uint rows = (count_of_all() + (1u << list_bits) - 1u) >> list_bits;
  gl_Position = at_place(vec2(gl_VertexID % 2 == 0 ? 0 : rectangle.z,
                              gl_VertexID < 2 ? 0u : min(rows, uint(rectangle.w))));
}
