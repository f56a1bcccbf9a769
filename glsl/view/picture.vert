// The rectangle of the window that a picture fills: a strip of four vertices.
// needs  view
// writes position: in texels of `extent`

out vec2 position;

void main() {
  vec2 corner = vec2(gl_VertexID % 2, gl_VertexID / 2);
  position = corner * extent;
  gl_Position = clip_position(rectangle.xy + corner * rectangle.zw);
}
