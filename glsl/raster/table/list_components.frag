// list_components (ours): starts the component table: the header, and of every row the label, the first pixel and the
// value. The roots come from the pyramid over find_roots' masks of pixels or runs, or from stencil_routing.
// needs  locations, raster_layout, ids, image_size, begin_rows, table, parts/pyramid, parts/routing
// needs  parts/source_texels
// reads  masks, `sums`, of runs also binding 5, `points`; or binding 7, `roots`: R32F, and the count that count_roots
//        left in the table
// writes the component table; areas and sums start at 0

layout(binding = 7) uniform sampler2D roots;
layout(binding = 5) uniform usampler2D points;
layout(location = AT_ARGUMENT) uniform int from;  // ROOTS_OF_PIXELS, ROOTS_ROUTED or ROOTS_OF_TREES

// In the turned image the last root is that of label 1.
ivec2 root_of(uint row, uint all) {
  ivec2 root = pixel_of(all - 1u - row);
  if (from == ROOTS_ROUTED) root = decode(texelFetch(roots, routed_texel(int(row)), 0).x);
  if (from == ROOTS_OF_TREES) root = unpacked(texelFetch(points, root, 0).x);
  return root;
}

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  uint row = uint(texel.y * ROWS_ACROSS + texel.x);
  bool routed = from == ROOTS_ROUTED;
  uint all = routed ? count.x : count_of_all();
  if (row == 0u) write_header(all, all);
  if (row >= min(all, table_rows) || (routed && row >= uint(ROUTED_A_ROUND * ROUTING_ROUNDS))) return;
  ivec2 root = root_of(row, all);
  begin_row(row, turned(root, image_size), uvec4(0u), packed_value(root));  // write_boxes has the box
}
