// count_contacts: the top of the pyramid becomes the arguments of an indirect draw with a vertex for every contact. One vertex,
// captured by transform feedback; nothing is rasterized.
// reads  `sums`

flat out uvec4 draw_arguments;  // vertices, instances, first vertex, base instance

void main() {
  draw_arguments = uvec4(count_of_all(), 1u, 0u, 0u);
  gl_Position = vec4(0.0);
}
