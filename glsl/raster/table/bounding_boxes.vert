// bounding_boxes (chapter 7): corners scatter their coordinates to the texel of their component, and GL_MAX keeps the
// largest. Left and top are kept as their distances from the right and the bottom of the image, so that they are maxima
// too. The paper scatters from every pixel into 16-bit floats, which count to 2048; 32-bit floats are exact far beyond
// 32768.
// needs  shared/ids, raster_layout, image_size, table, parts/labels, parts/lists, parts/points
// reads  binding 5, `points`: the corners; binding 6, `labels`
// writes boxes: RGBA32F (width - 1 - x0, height - 1 - y0, x1, y1), GL_MAX

layout(binding = 5) uniform usampler2D points;
flat out vec4 scattered;

void main() {
  uint point = texelFetch(points, place_of(uint(gl_VertexID)), 0).x;
  ivec2 pixel = ivec2(packed_x(point), packed_y(point));
  scattered = vec4(image_size - 1 - pixel, pixel);
  uint row = label_at(pixel) - 1u;
  gl_Position = row < table_rows ? center_of(ivec2(row % ROWS_ACROSS, row / ROWS_ACROSS)) : NOWHERE;
}
