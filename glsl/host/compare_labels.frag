// compare_labels: discards the texels in which two label images agree, so that an occlusion query counts the others.
// Writes nothing.
//
// reads binding 0, `labels`, and binding 1, `other`: R32UI, both with NEAREST filters

layout(binding = 0) uniform usampler2D labels;
layout(binding = 1) uniform usampler2D other;

void main() {
  ivec2 texel = ivec2(gl_FragCoord.xy);
  if (texelFetch(labels, texel, 0).x == texelFetch(other, texel, 0).x) discard;
}
