// Whether two neighbours are linked, by the values that criterion.glsl reads. Both are foreground.
//
//   CRITERION FOREGROUND: all are.
//   CRITERION EQUAL:      if their values are equal.
//   CRITERION DIFFERENCE: if they differ by at most `largest_difference`, by a measure:
//     MEASURE SUM:        the sum of the absolute differences of their channels.
//     MEASURE LUMINANCE:  256 times the difference of their luminance, which is an integer; of colours of bytes.
//     MEASURE LARGEST:    the largest of the absolute differences of their channels.
// needs  uniforms, criterion, float_difference

#ifndef MEASURE
#error MEASURE is not defined
#endif

#if SOURCE_INTEGERS
uint difference_of(uint a, uint b) {
  return max(a ^ SOURCE_SIGN, b ^ SOURCE_SIGN) - min(a ^ SOURCE_SIGN, b ^ SOURCE_SIGN);
}
#endif

#if CRITERION == DIFFERENCE
GLCCL_UNIFORM(AT_LARGEST, SOURCE_LIMIT, largest_difference)  // of floats its float_order()

#if SOURCE_FLOATS
#if SOURCE_CHANNELS == 1
#define CHANNELS float

CHANNELS channels_of(vec4 color) { return color.r; }
#elif SOURCE_CHANNELS == 2
#define CHANNELS vec2

CHANNELS channels_of(vec4 color) { return color.rg; }
#else
#define CHANNELS vec4

CHANNELS channels_of(vec4 color) { return color; }
#endif

bool are_similar(CHANNELS a, CHANNELS b) {
#if MEASURE == LARGEST
  bool similar = true;
  for (int i = 0; i < SOURCE_CHANNELS; ++i) similar = similar && differs_at_most(a[i], b[i], largest_difference);
  return similar;
#else
  return differs_at_most(a, b, largest_difference);
#endif
}

bool is_similar(vec4 a, vec4 b) { return are_similar(channels_of(a), channels_of(b)); }
#elif SOURCE_INTEGERS
bool is_similar(uvec4 a, uvec4 b) { return difference_of(a.r, b.r) <= largest_difference; }
#else
// 256 times the luminance of stored bytes.
float luminance_of(vec4 bytes) { return dot(bytes.rgb, vec3(77.0, 150.0, 29.0)); }

bool is_similar(vec4 a, vec4 b) {
  vec4 differences = stored(a) - stored(b);
#if MEASURE == LUMINANCE
  return abs(luminance_of(differences)) <= largest_difference;
#elif MEASURE == LARGEST
  differences = abs(differences);
  return max(max(differences.r, differences.g), max(differences.b, differences.a)) <= largest_difference;
#else
  return dot(abs(differences), vec4(1.0)) <= largest_difference;
#endif
}
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
