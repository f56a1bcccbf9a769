// encode_ids (chapter 4): every foreground pixel gets the id of its place, every other pixel 0.
// reads  binding 1, `source`: the caller's texture; SOURCE_SAMPLER is its sampler type, SOURCE_VALUE the type of a channel
// writes ids

#ifndef SOURCE_SAMPLER
#error SOURCE_SAMPLER is not defined
#endif
#ifndef SOURCE_VALUE
#error SOURCE_VALUE is not defined
#endif

layout(binding = 1) uniform SOURCE_SAMPLER source;
layout(location = 3) uniform SOURCE_VALUE threshold;
layout(location = 4) uniform bool inverted;
layout(location = 5) uniform int channel;  // 0 to 3: red, green, blue, alpha; 4: the largest of them
layout(location = 6) uniform int channels;  // how many the format stores
layout(location = 0) out float id;

bool foreground(ivec2 pixel) {
  SOURCE_VALUE value = texelFetch(source, pixel, 0)[min(channel, 3)];
  if (channel == 4) {
    value = texelFetch(source, pixel, 0)[0];
    for (int i = 1; i < channels; ++i) value = max(value, texelFetch(source, pixel, 0)[i]);
  }
  return (value > threshold) != inverted;
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  id = foreground(pixel) ? encode(pixel) : 0.0;
}
