// count_roots (chapter 8): roots leave a fragment, for an occlusion query to count. Nothing is written.
// needs  ids, parts/neighbors
// reads  binding 0, `ids`: final roots

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  if (id_of(pixel) != encode(pixel)) discard;
}
