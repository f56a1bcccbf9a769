// compare_labels: discards the texels in which two label images or volumes agree, so that an occlusion query counts the
// others. Writes nothing.
//
// reads slice; binding 0, `labels`, and binding 1, `other`, or of volumes bindings 2 and 3: R32UI, NEAREST filters

layout(binding = 0) uniform usampler2D labels;
layout(binding = 1) uniform usampler2D other;
layout(binding = 2) uniform usampler3D volume;
layout(binding = 3) uniform usampler3D other_volume;
layout(location = 0) uniform bool in_space;

flat in int slice;

void main() {
  ivec3 texel = ivec3(gl_FragCoord.xy, slice);
  bool agree = in_space ? texelFetch(volume, texel, 0).x == texelFetch(other_volume, texel, 0).x
                        : texelFetch(labels, texel.xy, 0).x == texelFetch(other, texel.xy, 0).x;
  if (agree) discard;
}
