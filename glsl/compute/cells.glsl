// Cells: what link_pixels compares of pixels. A pixel is converted once and compared with up to eight others.

#if CRITERION != FOREGROUND
#if SOURCE_FLOATS  // then the criterion is Difference
#define CELL CHANNELS

CELL cell_of(vec4 color) { return channels_of(color); }
#if SOURCE_CHANNELS == 2
bool is_set(vec2 cell) { return is_foreground(vec4(cell, 0.0, 0.0)); }
#else
bool is_set(CELL cell) { return is_foreground(vec4(cell)); }
#endif
bool are_cells_linked(CELL a, CELL b) { return are_similar(a, b); }
#elif SOURCE_INTEGERS && SOURCE_CHANNELS == 2  // then the criterion is Equal
#define CELL uvec2

uvec2 cell_of(uvec4 color) { return color.rg; }
bool is_set(uvec2 cell) { return is_foreground(uvec4(cell, 0u, 0u)); }
bool are_cells_linked(uvec2 a, uvec2 b) { return a == b; }
#elif MEASURE == LUMINANCE  // of colours of bytes
#define CELL uint

const uint UNSET = 0x80000000u;  // of the background

// 256 times the luminance. Links with the background do not count, for its bit is 0.
uint cell_of(vec4 color) { return uint(luminance_of(stored(color))) | (is_foreground(color) ? 0u : UNSET); }
bool is_set(uint cell) { return cell < UNSET; }
bool are_cells_linked(uint a, uint b) { return float(max(a, b) - min(a, b)) <= largest_difference; }
#else
#define CELL uint

#if SOURCE_INTEGERS
uint cell_of(uvec4 color) { return color.r; }
uint background_cell() { return uint(background.r); }
#else
// The stored bytes: red | green << 8 | blue << 16 | alpha << 24.
uint packed_bytes(uvec4 bytes) {
#if SOURCE_CHANNELS == 1
  return bytes.r;
#else
  return bytes.r | bytes.g << 8 | bytes.b << 16 | bytes.a << 24;
#endif
}

uint cell_of(vec4 color) { return packed_bytes(uvec4(stored(color))); }
uint background_cell() { return packed_bytes(uvec4(background)); }

float difference_of(uint a, uint b) {
  int found = 0;
  for (int i = 0; i < 8 * SOURCE_CHANNELS; i += 8) {
    int difference = abs(int(bitfieldExtract(a, i, 8)) - int(bitfieldExtract(b, i, 8)));
#if MEASURE == LARGEST
    found = max(found, difference);
#else
    found += difference;
#endif
  }
  return float(found);
}
#endif

bool is_set(uint cell) { return !has_background || cell != background_cell(); }

// Whether two neighbours are linked if both are foreground.
bool are_cells_linked(uint a, uint b) {
#if CRITERION == EQUAL
  return a == b;
#else
  return difference_of(a, b) <= largest_difference;
#endif
}
#endif
#endif
