// write_boxes (ours): copies the boxes from their texture into the rows of the table.
// needs  raster_layout, table_layout, image_size, table
// reads  binding 0, `boxes`: RGBA32F, see bounding_boxes.vert
// writes the component table: x0, y0, x1, y1

layout(binding = 0) uniform sampler2D boxes;

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  uint row = uint(texel.y * ROWS_ACROSS + texel.x);
  if (row >= rows) return;
  ivec4 box = ivec4(texelFetch(boxes, texel, 0));
  table_vectors[vector_at(row, ROW_BOX)] = uvec4(image_size - 1 - box.xy, box.zw);
}
