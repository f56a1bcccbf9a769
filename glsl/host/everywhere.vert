// A triangle that covers the whole viewport, from gl_VertexID alone; an instance for each slice of a volume.
// writes slice

flat out int slice;

void main() {
  slice = gl_InstanceID;
  gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
}
