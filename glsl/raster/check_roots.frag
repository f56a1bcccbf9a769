// check_roots (ours): marked roots whose chain has not been followed to its end leave a fragment, for an occlusion
// query to see. Nothing is written.
// reads  binding 0, `ids`

void main() {
  float id = id_of(ivec2(gl_FragCoord.xy));
  if (id_of(decode(id)) == id) discard;
}
