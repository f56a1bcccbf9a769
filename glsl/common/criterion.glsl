// The criterion: which pixels are foreground. linked.glsl tells which neighbours are linked.
//
//   CRITERION FOREGROUND: a channel in a range, or not in it.
//   CRITERION EQUAL:      a value other than the background, if there is one.
//   CRITERION DIFFERENCE: the same.
//
// needs  uniforms, float_order, source
// reads  the source. SOURCE_VECTOR and SOURCE_VALUE are the types of a texel and a channel, SOURCE_LIMIT that of the
//        largest difference. SOURCE_INTEGERS tells whether channels are integers. Their bits SOURCE_SIGN are flipped
//        where they are ordered, so that signed integers become unsigned ones of the same order. SOURCE_FLOATS tells
//        whether channels can be any float: float_difference.glsl says what that changes. Otherwise they are bytes as
//        fractions of 255. SOURCE_CHANNELS is the number of channels that are compared, 1, 2 or 4. A channel that the
//        format lacks is the same everywhere.
//        source_texel() tells which texel of the labeled rectangle a pixel of a pass is; each engine defines it.

#ifndef CRITERION
#error CRITERION is not defined
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

#ifdef VOLUME
ivec3 voxel_of(ivec2 pixel);  // compute/tiles/tiles.glsl

SOURCE_VECTOR value_of(ivec2 pixel) { return fetched(voxel_of(pixel)); }
#else
ivec2 source_texel(ivec2 pixel);

SOURCE_VECTOR value_of(ivec2 pixel) { return fetched(ivec3(source_texel(pixel), 0)); }
#endif

#if CRITERION == FOREGROUND
GLCCL_UNIFORM(AT_INVERTED, bool, inverted)
GLCCL_UNIFORM(AT_CHANNEL, int, channel)  // 0 to 3: red, green, blue, alpha; 4 + n: any of the first n
#if SOURCE_FLOATS || SOURCE_INTEGERS
GLCCL_UNIFORM(AT_LOW, uint, range_first)  // of floats its float_order()
GLCCL_UNIFORM(AT_HIGH, uint, range_span)  // from the first value to the last

// Whether a channel lies in the range. NaN does not: its order is beyond those of infinities.
bool is_in_range(SOURCE_VALUE value) {
#if SOURCE_FLOATS
  return uint(float_order(floatBitsToInt(value))) - range_first <= range_span;
#else
  return value - range_first <= range_span;
#endif
}
#else
GLCCL_UNIFORM(AT_LOW, float, range_low)
GLCCL_UNIFORM(AT_HIGH, float, range_high)

bool is_in_range(float value) { return value > range_low && value <= range_high; }
#endif
#endif

#if CRITERION != FOREGROUND && !SOURCE_FLOATS && !SOURCE_INTEGERS
GLCCL_UNIFORM(AT_SCALE, float, scale)  // stored values are what a fetch gives times this
GLCCL_UNIFORM(AT_IS_SRGB, bool, is_srgb)  // a fetch gives decoded colours

// The integers that an 8-bit format stores (sRGB by the equations of IEC 61966-2-1), not rounded yet.
vec4 scaled(vec4 color) {
  if (is_srgb) {
    vec3 curve = 1.055 * pow(color.rgb, vec3(1.0 / 2.4)) - 0.055;
    color.rgb = mix(12.92 * color.rgb, curve, greaterThan(color.rgb, vec3(0.0031308)));
  }
  return color * scale;
}

vec4 stored(vec4 color) { return round(scaled(color)); }
#endif

// Whether a pixel with this value is foreground.
#if CRITERION == FOREGROUND
bool is_foreground(SOURCE_VECTOR color) {
#if SOURCE_CHANNELS == 1
  bool inside = is_in_range(color.r);
#elif SOURCE_CHANNELS == 2
  bool inside = is_in_range(channel == 1 ? color.g : color.r);
  if (channel > 4) inside = inside || is_in_range(color.g);
#else
  SOURCE_VALUE value = color.r;
  if (channel == 1) value = color.g;
  if (channel == 2) value = color.b;
  if (channel == 3) value = color.a;
  bool inside = is_in_range(value);
  if (channel > 4) inside = inside || is_in_range(color.g);
  if (channel > 6) inside = inside || is_in_range(color.b);
  if (channel > 7) inside = inside || is_in_range(color.a);
#endif
  return inside != inverted;
}
#else
GLCCL_UNIFORM(AT_HAS_BACKGROUND, bool, has_background)
GLCCL_UNIFORM(AT_BACKGROUND, ivec4, background)  // as it is stored; of floats their float_order()

bool is_foreground(SOURCE_VECTOR color) {
#if SOURCE_INTEGERS
  ivec4 value = ivec4(color);
#elif SOURCE_FLOATS
  ivec4 value = ivec4(0);
  for (int i = 0; i < SOURCE_CHANNELS; ++i) value[i] = float_order(floatBitsToInt(color[i]));
#else
  ivec4 value = ivec4(stored(color));
#endif
#if SOURCE_CHANNELS == 1
  return !has_background || value.r != background.r;
#elif SOURCE_CHANNELS == 2
  return !has_background || value.rg != background.rg;
#else
  return !has_background || value != background;
#endif
}
#endif

bool is_foreground(ivec2 pixel) { return is_foreground(value_of(pixel)); }
