// update_roots (chapter 6): every marked root follows the chain of roots to its end. The depth test (GL_EQUAL to the
// mark) keeps all other pixels away. As published, one pass walks the whole chain. In the exact schedule a pass makes
// at most `hops` steps; what is left of a longer chain is walked where a root is looked up (trees.glsl). Along a chain
// ids grow. Where they do not, there is no chain: a list has rows with places that no run has, and what an earlier
// image left there may lead in a circle.
// needs  locations, ids, parts/neighbors
// reads  binding 0, `ids`
// writes ids, where marked, GL_MAX: the target may already be further along the chain

layout(location = AT_HOPS) uniform int hops;
layout(location = 0) out float id;

void main() {
  id = id_of(ivec2(gl_FragCoord.xy));
  for (int hop = 0; hop < hops; ++hop) {
    float next = id_of(decode(id));
    if (!(next > id)) break;
    id = next;
  }
}
