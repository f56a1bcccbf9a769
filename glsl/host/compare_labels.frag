// compare_labels: only texels in which two label images differ leave a fragment, for an occlusion query to count.
// Nothing is written.
// reads  binding 0, `labels`, and binding 1, `other`: R32UI, both with NEAREST filters

layout(binding = 0) uniform usampler2D labels;
layout(binding = 1) uniform usampler2D other;

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  if (texelFetch(labels, texel, 0).x == texelFetch(other, texel, 0).x) discard;
}
