// The criterion: which pixels are foreground, and which neighbours are linked.
//
//   CRITERION FOREGROUND: a channel above a threshold, or not above it. All foreground neighbours are linked.
//   CRITERION EQUAL:      a value other than zero (in colours: in any channel). Neighbours of equal value are linked.
//   CRITERION DIFFERENCE: every pixel. Neighbours whose channels differ by at most `threshold` in sum are linked.
//
// reads  binding 1, `source`: the caller's texture. SOURCE_SAMPLER is its sampler type, SOURCE_VECTOR and SOURCE_VALUE
//        the types of a texel and a channel, SOURCE_LIMIT that of the threshold, SOURCE_LAYERED whether it is an array.
//        SOURCE_INTEGERS tells whether channels are integers. Their bits SOURCE_SIGN are flipped where they are
//        ordered, so that signed integers become unsigned ones of the same order. SOURCE_FLOATS tells whether channels
//        can be any float: float_difference.glsl says what that changes. Otherwise they are bytes as fractions of 255.
//        SOURCE_CHANNELS is the number of channels that the format stores, 1, 2 or 4.
//        source_texel() tells which texel of the labeled rectangle a pixel of a pass is; each engine defines it.

#ifndef CRITERION
#error CRITERION is not defined
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
#ifndef SOURCE_LIMIT
#error SOURCE_LIMIT is not defined
#endif
#ifndef SOURCE_INTEGERS
#error SOURCE_INTEGERS is not defined
#endif
#ifndef SOURCE_SIGN
#error SOURCE_SIGN is not defined
#endif
#ifndef SOURCE_FLOATS
#error SOURCE_FLOATS is not defined
#endif
#ifndef SOURCE_CHANNELS
#error SOURCE_CHANNELS is not defined
#endif
#ifndef SOURCE_LAYERED
#error SOURCE_LAYERED is not defined
#endif

layout(binding = 1) uniform SOURCE_SAMPLER source;
layout(location = AT_THRESHOLD) uniform SOURCE_LIMIT threshold;  // or largest difference; of floats its float_order()
layout(location = AT_INVERTED) uniform bool inverted;
layout(location = AT_CHANNEL) uniform int channel;  // 0 to 3: red, green, blue, alpha; 4: any that the format stores
layout(location = AT_ORIGIN) uniform ivec4 origin;  // x, y of the labeled rectangle; layer; level

ivec2 source_texel(ivec2 pixel);

SOURCE_VECTOR value_of(ivec2 pixel) {
  ivec2 texel = origin.xy + source_texel(pixel);
#if SOURCE_LAYERED
  return SOURCE_VECTOR(texelFetch(source, ivec3(texel, origin.z), origin.w));
#else
  return SOURCE_VECTOR(texelFetch(source, texel, origin.w));
#endif
}

// Whether a channel exceeds the threshold. NaN exceeds nothing.
bool is_above(SOURCE_VALUE value) {
#if SOURCE_FLOATS
  int order = float_order(floatBitsToInt(value));
  return order > threshold && order <= ORDER_OF_INFINITY;
#elif SOURCE_INTEGERS
  return (value ^ SOURCE_SIGN) > threshold;
#else
  return value > threshold;
#endif
}

// Whether a pixel with this value is foreground.
bool is_foreground(SOURCE_VECTOR color) {
#if CRITERION == DIFFERENCE
  return true;
#else
#if CRITERION == EQUAL
  SOURCE_VALUE value = color.r;
#if SOURCE_CHANNELS == 2
  value = max(color.r, color.g);
#elif SOURCE_CHANNELS == 4
  value = max(max(color.r, color.g), max(color.b, color.a));
#endif
  return value != SOURCE_VALUE(0);
#else
#if SOURCE_CHANNELS == 1
  bool above = is_above(color.r);
#elif SOURCE_CHANNELS == 2
  bool above = is_above(channel == 1 ? color.g : color.r);
  if (channel == 4) above = above || is_above(color.g);
#else
  SOURCE_VALUE value = color.r;
  if (channel == 1) value = color.g;
  if (channel == 2) value = color.b;
  if (channel == 3) value = color.a;
  bool above = is_above(value);
  if (channel == 4) above = above || is_above(color.g) || is_above(color.b) || is_above(color.a);
#endif
  return above != inverted;
#endif
#endif
}

bool is_foreground(ivec2 pixel) { return is_foreground(value_of(pixel)); }

#if CRITERION != FOREGROUND && !SOURCE_FLOATS && !SOURCE_INTEGERS
layout(location = AT_SCALE) uniform float scale;     // stored values are what a fetch gives times this
layout(location = AT_IS_SRGB) uniform bool is_srgb;  // a fetch gives decoded colours

// The integers that an 8-bit format stores (sRGB by the equations of IEC 61966-2-1).
vec4 stored(vec4 color) {
  if (is_srgb) {
    vec3 curve = 1.055 * pow(color.rgb, vec3(1.0 / 2.4)) - 0.055;
    color.rgb = mix(12.92 * color.rgb, curve, greaterThan(color.rgb, vec3(0.0031308)));
  }
  return round(color * scale);
}
#endif

#if SOURCE_INTEGERS
uint difference_of(uint a, uint b) {
  return max(a ^ SOURCE_SIGN, b ^ SOURCE_SIGN) - min(a ^ SOURCE_SIGN, b ^ SOURCE_SIGN);
}
#endif

#if CRITERION == DIFFERENCE
#if SOURCE_FLOATS
#if SOURCE_CHANNELS == 1
bool is_similar(vec4 a, vec4 b) { return differs_at_most(a.r, b.r, threshold); }
#elif SOURCE_CHANNELS == 2
bool is_similar(vec4 a, vec4 b) { return differs_at_most(a.rg, b.rg, threshold); }
#else
bool is_similar(vec4 a, vec4 b) { return differs_at_most(a, b, threshold); }
#endif
#elif SOURCE_INTEGERS
bool is_similar(uvec4 a, uvec4 b) { return difference_of(a.r, b.r) <= threshold; }
#else
bool is_similar(vec4 a, vec4 b) { return dot(abs(stored(a) - stored(b)), vec4(1.0)) <= threshold; }
#endif
#endif

// Whether two neighbours with these values, both foreground, are linked.
bool are_linked(SOURCE_VECTOR a, SOURCE_VECTOR b) {
#if CRITERION == EQUAL
  return a == b;
#elif CRITERION == DIFFERENCE
  return is_similar(a, b);
#else
  return true;
#endif
}

bool is_linked(ivec2 pixel, ivec2 neighbor) { return are_linked(value_of(pixel), value_of(neighbor)); }
