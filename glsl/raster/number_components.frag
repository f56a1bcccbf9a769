// number_components: every pixel takes the number of its root, or for Numbering::root the position bits
// of the root's id plus 1.
// reads  binding 0, `ids`: final roots; binding 4, `numbers`: R32UI at roots
// writes labels: R32UI

layout(binding = 4) uniform usampler2D numbers;
layout(location = 2) uniform int by_root;  // 1: Numbering::root
layout(location = 0) out uint label;

void main() {
  float root = id_at(ivec2(gl_FragCoord.xy));
  label = 0u;
  if (root == 0.0) return;
  label = by_root != 0 ? floatBitsToUint(root) - ID_BASE + 1u : texelFetch(numbers, decode(root), 0).x;
}
