// encode_ids (chapter 4): every foreground pixel gets the id of its place, every other pixel 0. Turns the image by half a turn
// (ids.glsl says why).
// reads  binding 1, `source`: the caller's texture; SOURCE_SAMPLER is its sampler type, SOURCE_VECTOR and
//        SOURCE_VALUE the types of a texel and a channel
// writes ids

#ifndef SOURCE_SAMPLER
#error SOURCE_SAMPLER is not defined
#endif
#ifndef SOURCE_VECTOR
#error SOURCE_VECTOR is not defined
#endif
#ifndef SOURCE_VALUE
#error SOURCE_VALUE is not defined
#endif

layout(binding = 1) uniform SOURCE_SAMPLER source;
layout(location = 3) uniform SOURCE_VALUE threshold;
layout(location = 4) uniform bool inverted;
layout(location = 5) uniform int channel;  // 0 to 3: red, green, blue, alpha; 4: the largest of them
layout(location = 10) uniform ivec2 image_size;
layout(location = 6) uniform int channels;  // how many the format stores, 1 or 4
layout(location = 0) out float id;

bool foreground(ivec2 pixel) {
  SOURCE_VECTOR color = texelFetch(source, pixel, 0);
  SOURCE_VALUE value = color.r;
  if (channel == 1) value = color.g;
  if (channel == 2) value = color.b;
  if (channel == 3) value = color.a;
  if (channel == 4 && channels == 4) value = max(max(color.r, color.g), max(color.b, color.a));
  return (value > threshold) != inverted;
}

void main() {
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  id = foreground(turned(pixel, image_size)) ? encode(pixel) : 0.0;
}
