// update_roots (chapter 6): every marked root follows the chain of roots to its end. The depth test (GL_EQUAL to the mark) keeps
// all other pixels away. As published, one pass walks the whole chain; in the exact schedule a pass makes at most `hops`
// steps and is repeated: chains shorten by that factor each time.
// reads  binding 0, `ids`
// writes ids, where marked

layout(location = 2) uniform int hops;
layout(location = 0) out float id;

void main() {
  id = id_at(ivec2(gl_FragCoord.xy));
  for (int hop = 0; hop < hops; ++hop) {
    float next = id_at(decode(id));
    if (next == id) break;
    id = next;
  }
}
