// encode_ids (chapter 4): writes the id of its place to every foreground pixel, and 0 to every other pixel. Turns the
// image by half a turn; ids.glsl says why.
// needs  criterion, ids, parts/source_texels
// reads  binding 1, `source`
// writes ids

layout(location = 0) out float id;

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  id = is_foreground(pixel) ? encode(pixel) : 0.0;
}
