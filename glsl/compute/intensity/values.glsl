// The values of the image of intensities, as engine/include/glccl/table.hpp has them, and the words of its column.
// needs  uniforms, fixed_point, words, table_words, measurements/measured_labels, wide, source
// reads  the source: the image of intensities

GLCCL_UNIFORM(AT_FRACTION_BITS, int, fraction_bits)  // of floats, unless components have their own

// Words of IntensityColumn.
const uint SQUARES_WORD = 4u;
const uint SUM_X_WORD = 8u;
const uint SUM_Y_WORD = 12u;
const uint MINIMUM_WORD = 16u;
const uint MAXIMUM_WORD = 17u;
const uint KIND_WORD = 18u;
const uint FRACTION_BITS_WORD = 19u;
const uint COLUMN_WORDS = 20u;

const bool VALUES_SIGNED = SOURCE_FLOATS != 0 || SOURCE_SIGNED != 0;

// The kind of extremes of a row.
const uint KIND = OWN_FRACTIONS != 0 ? FLOAT_KEYS : VALUES_SIGNED ? INTEGERS_SIGNED : INTEGERS_UNSIGNED;

// The shared fixed_point(). Up to MOST_SCALED_BITS it uses the arithmetic of floats: scaling by a power of two is exact
// but for denormals, which become 0 there.
int fixed_point_of(uint stored, int bits) {
  bool is_number = (stored & 0x7FFFFFFFu) <= 0x7F800000u;
  float rounded = roundEven(uintBitsToFloat(stored) * intBitsToFloat(127 + bits << 23));
  int value = is_number ? int(rounded) : 0;
  if (bits > MOST_SCALED_BITS) {
    value = fixed_point(int(stored), bits);
  } else if (abs(rounded) >= 2147483648.0) {
    value = rounded < 0.0 ? -LARGEST_FIXED : LARGEST_FIXED;
  }
  return value;
}

// The stored value of a pixel of a slice: an integer of 32 bits, without a sign or in two's complement, or the bits of
// a float.
uint stored_at(ivec2 pixel, int slice) {
  SOURCE_VECTOR texel = fetched(ivec3(pixel, slice));
#if SOURCE_INTEGERS
  return texel.r;
#elif SOURCE_FLOATS
  return floatBitsToUint(texel.r);
#else
  return uint(round(texel.r * 255.0));
#endif
}

// The integer that is added up for it.
uint value_of(uint stored, int bits) { return SOURCE_FLOATS != 0 ? uint(fixed_point_of(stored, bits)) : stored; }

// The bits of the fraction of a component's values, once its extremes are known.
int bits_of_component(uint label) {
  int bits = fraction_bits;
  if (OWN_FRACTIONS != 0) {
    uint at = row_at(label) + INTENSITY_AT;
    bits = own_fraction_bits(table_words[at + MINIMUM_WORD], table_words[at + MAXIMUM_WORD]);
  }
  return bits;
}

// The bits as a row stores them: 0 for integers, and for values that are not all finite.
uint bits_in_row(int bits) { return SOURCE_FLOATS != 0 && bits != NOT_FINITE ? uint(bits) : 0u; }

bool is_negative(uint value) { return VALUES_SIGNED && int(value) < 0; }

// Values in an order without a sign.
uint key_of_value(uint value) { return VALUES_SIGNED ? value ^ 0x80000000u : value; }

// Sums over pixels of one component, of at most 512 values. Values have 33 bits with their sign, so no sum overflows.
struct ValueSums {
  uint label;  // 0: no component
  uint minimum;
  uint maximum;
  uvec2 sum;
  uvec2 x;  // of value * column
  uvec2 y;  // of value * row
  uvec3 squares;
};

ValueSums no_values(uint label) {
  return ValueSums(label, 0xFFFFFFFFu, 0u, uvec2(0u), uvec2(0u), uvec2(0u), uvec3(0u));
}

// The value as an integer with a sign of two words.
uvec2 number_of(uint value) { return uvec2(value, is_negative(value) ? 0xFFFFFFFFu : 0u); }

uvec2 square_of(uint value) {
  uint magnitude = is_negative(value) ? 0u - value : value;
  return multiply(magnitude, magnitude);
}

// An integer with a sign of two words, from its upper part, of which bit 0 counts 2^16, and its lower part.
uvec2 joined(int upper, uint lower) { return add(uvec2(lower, 0u), uvec2(uint(upper) << 16, uint(upper >> 16))); }

// The sums with one value more, of which the product with the column is not added.
ValueSums with_value(ValueSums sums, uint value, uint y) {
  uvec2 number = number_of(value);
  sums.sum = add(sums.sum, number);
  sums.y = add(sums.y, multiply_low(number, y));
  sums.squares = add(sums.squares, square_of(value));
  sums.minimum = min(sums.minimum, key_of_value(value));
  sums.maximum = max(sums.maximum, key_of_value(value));
  return sums;
}

// The sums with four values more, of rows from y on. Values are added by halves, whose sums have no carry.
ValueSums with_values(ValueSums sums, uvec4 values, uint y) {
  uvec4 lower = values & 0xFFFFu;
  ivec4 upper = VALUES_SIGNED ? ivec4(values) >> 16 : ivec4(values >> 16);
  uvec2 sum = joined(upper.x + upper.y + upper.z + upper.w, lower.x + lower.y + lower.z + lower.w);
  uvec2 inner = joined(upper.y + 2 * upper.z + 3 * upper.w, lower.y + 2u * lower.z + 3u * lower.w);
  sums.sum = add(sums.sum, sum);
  sums.y = add(sums.y, add(inner, multiply_low(sum, y)));
  for (int i = 0; i < 4; i += 2) {
    uvec2 first = square_of(values[i]);
    uvec2 second = square_of(values[i + 1]);
    if (VALUES_SIGNED) {  // of 31 bits and a sign: two squares fit two words
      sums.squares = add(sums.squares, add(first, second));
    } else {
      sums.squares = add(add(sums.squares, first), second);
    }
  }
  uvec4 keys = VALUES_SIGNED ? values ^ 0x80000000u : values;
  sums.minimum = min(sums.minimum, min(min(keys.x, keys.y), min(keys.z, keys.w)));
  sums.maximum = max(sums.maximum, max(max(keys.x, keys.y), max(keys.z, keys.w)));
  return sums;
}
