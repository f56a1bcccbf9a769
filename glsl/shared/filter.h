// The filter of components: keys that order them, and which pixels are at the border of the image.
#ifndef GLCCL_SHARED_FILTER_H
#define GLCCL_SHARED_FILTER_H
#include "glsl/shared/prelude.h"

GLCCL_SHARED_BEGIN

// The k-th largest component is found digit by digit of its key, the highest first, in a pass for each digit.
const int KEY_DIGITS = 8;
const int KEY_BITS = 64 / KEY_DIGITS;
const int DIGIT_VALUES = 1 << KEY_BITS;

// Set in the area of a component at the border of the image, unless such components are kept. Then areas have 31 bits.
const uint AT_IMAGE_BORDER = 0x80000000u;

// The borders at which a filter drops components are one number: bits 0 to 2 are a set of axes (seams.h), and those
// from BORDER_WIDTH_AT on are the width of the border, in elements beside the outermost one.
const int BORDER_WIDTH_AT = 4;
const int WIDEST_BORDER = (1 << 27) - 1;

// Beside them: the components that pass the filter are dropped, and the others are kept. Of the background these are
// the outside and the holes that are too large to be filled.
const int INVERTED_FILTER = 1 << 3;

// Orders components: the larger key is kept. No two are equal.
struct ComponentKey {
  uint area;
  uint place;  // a number that is larger for an earlier component
};

// The key of component i + 1 in raster order.
GLCCL_PURE ComponentKey component_key(uint area, uint i) {
  ComponentKey key;
  key.area = area;
  key.place = 0xFFFFFFFFu - i;
  return key;
}

// Whether a key is below another.
GLCCL_PURE bool is_smaller(ComponentKey key, ComponentKey other) {
  return key.area < other.area || (key.area == other.area && key.place < other.place);
}

// Whether digit `digit`, 0 being the highest, is one of the area; else it is one of the place.
GLCCL_PURE bool is_digit_of_area(uint digit) { return digit < uint(KEY_DIGITS / 2); }

// The place of a digit in its word.
GLCCL_PURE uint digit_shift(uint digit) {
  return uint(KEY_BITS) * (uint(KEY_DIGITS / 2) - 1u - digit % uint(KEY_DIGITS / 2));
}

// Digit `digit` of a key.
GLCCL_PURE uint digit_of(ComponentKey key, uint digit) {
  return (is_digit_of_area(digit) ? key.area : key.place) >> digit_shift(digit) & uint(DIGIT_VALUES - 1);
}

// Whether the first `digits` digits of two words of a key are equal. At most KEY_DIGITS / 2 digits.
GLCCL_PURE bool begin_alike(uint word, uint other, uint digits) {
  return digits == 0u || (word ^ other) >> uint(KEY_BITS) * (uint(KEY_DIGITS / 2) - digits) == 0u;
}

// Whether a key begins with the first `digits` digits of another.
GLCCL_PURE bool begins_as(ComponentKey key, ComponentKey other, uint digits) {
  uint of_area = uint(KEY_DIGITS / 2);
  return digits <= of_area ? begin_alike(key.area, other.area, digits)
                           : key.area == other.area && begin_alike(key.place, other.place, digits - of_area);
}

// Whether a coordinate along an axis of `side` elements is at one of the borders.
GLCCL_PURE bool is_at_border(int place, int side, int axis, int borders) {
  int width = borders >> BORDER_WIDTH_AT;
  return (borders >> axis & 1) != 0 && (place <= width || side - 1 - place <= width);
}

// Whether one of the pixels `bits` of a word, of which bit 0 has this x, is at the border: in the first or last
// columns, if these count, or in a row that is at the border.
GLCCL_PURE bool are_at_border(uint bits, int x, int width, int borders, bool row_at_border) {
  // The columns of the word from `begin` to before `end` are not at the border.
  int begin = (borders >> BORDER_WIDTH_AT) + 1 - x;
  int end = width - 1 - (borders >> BORDER_WIDTH_AT) - x;
  uint inside = (begin >= 32 || end <= 0) ? 0u : (0xFFFFFFFFu << uint(begin < 0 ? 0 : begin));
  if (end < 32 && end > 0) inside &= (1u << uint(end)) - 1u;
  uint at_border = (borders & 1) != 0 ? bits & ~inside : 0u;
  return (row_at_border ? bits : at_border) != 0u;
}

GLCCL_SHARED_END

#endif
