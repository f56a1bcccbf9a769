// count_points (ours): turns the top of the pyramid into the arguments of an indirect draw with one vertex per element
// of the list. Where the list has no room for all, the draw has a vertex per pixel and direction instead, from
// VERTEX_OF_PIXELS on. One vertex, captured by transform feedback; nothing is rasterized.
// needs  locations, raster_layout, image_size, parts/pyramid
// reads  `sums`

layout(location = AT_ARGUMENT) uniform int capacity;
flat out uvec4 draw_arguments;  // vertices, instances, first vertex, base instance

void main() {
  uint count = count_of_all();
  draw_arguments = uvec4(count, 1u, 0u, 0u);
  if (count > uint(capacity)) {
    draw_arguments = uvec4(image_size.x * image_size.y, CONNECTIVITY == 8 ? 3 : 1, VERTEX_OF_PIXELS, 0);
  }
  gl_Position = vec4(0.0);
}
