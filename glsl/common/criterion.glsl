// The criterion: which pixels are foreground, and which neighbours are linked.
//
//   CRITERION_EQUAL 0: a channel above a threshold, or not above it; all foreground neighbours are linked
//   CRITERION_EQUAL 1: a value other than zero (in colours: in any channel); neighbours of equal value are linked
//
// reads  binding 1, `source`: the caller's texture; SOURCE_SAMPLER is its sampler type, SOURCE_VECTOR and SOURCE_VALUE the types
//        of a texel and a channel. The image that the passes see is the source turned by half a turn (ids.glsl says why).

#ifndef CRITERION_EQUAL
#error CRITERION_EQUAL is not defined
#endif
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
layout(location = 5) uniform int channel;   // 0 to 3: red, green, blue, alpha; 4: the largest of them
layout(location = 6) uniform int channels;  // how many the format stores, 1 or 4

SOURCE_VECTOR value_of(ivec2 pixel) { return texelFetch(source, turned(pixel, image_size), 0); }

bool is_foreground(ivec2 pixel) {
  SOURCE_VECTOR color = value_of(pixel);
  SOURCE_VALUE value = color.r;
#if CRITERION_EQUAL
  if (channels == 4) value = max(max(color.r, color.g), max(color.b, color.a));
  return value != SOURCE_VALUE(0);
#else
  if (channel == 1) value = color.g;
  if (channel == 2) value = color.b;
  if (channel == 3) value = color.a;
  if (channel == 4 && channels == 4) value = max(max(color.r, color.g), max(color.b, color.a));
  return (value > threshold) != inverted;
#endif
}

// The id of a neighbour as a foreground pixel sees it: background where the two are not linked.
float if_linked(float id, ivec2 pixel, ivec2 neighbor) {
#if CRITERION_EQUAL
  if (id != 0.0 && value_of(pixel) != value_of(neighbor)) return 0.0;
#endif
  return id;
}

float linked_id(ivec2 pixel, ivec2 offset) { return if_linked(id_at(pixel + offset), pixel, pixel + offset); }
