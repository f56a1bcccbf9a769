// count_points (ours): turns the top of the pyramid into the arguments of an indirect draw with one vertex per point of
// the list. One vertex, captured by transform feedback; nothing is rasterized.
// reads  `sums`

layout(location = AT_ARGUMENT) uniform int instances;
flat out uvec4 draw_arguments;  // vertices, instances, first vertex, base instance

void main() {
  draw_arguments = uvec4(count_of_all(), uint(instances), 0u, 0u);
  gl_Position = vec4(0.0);
}
