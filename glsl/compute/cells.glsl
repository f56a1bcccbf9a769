// Cells: what link_pixels compares of pixels. A pixel is converted once and compared with up to eight others.

#if CRITERION != FOREGROUND
#if SOURCE_FLOATS  // then the criterion is Difference
#if SOURCE_CHANNELS == 1
#define CELL float

float cell_of(vec4 color) { return color.r; }
#elif SOURCE_CHANNELS == 2
#define CELL vec2

vec2 cell_of(vec4 color) { return color.rg; }
#else
#define CELL vec4

vec4 cell_of(vec4 color) { return color; }
#endif
#if SOURCE_CHANNELS == 2
bool is_set(vec2 cell) { return is_foreground(vec4(cell, 0.0, 0.0)); }
#else
bool is_set(CELL cell) { return is_foreground(vec4(cell)); }
#endif
bool are_cells_linked(CELL a, CELL b) { return differs_at_most(a, b, largest_difference); }
#elif SOURCE_INTEGERS && SOURCE_CHANNELS == 2  // then the criterion is Equal
#define CELL uvec2

uvec2 cell_of(uvec4 color) { return color.rg; }
bool is_set(uvec2 cell) { return is_foreground(uvec4(cell, 0u, 0u)); }
bool are_cells_linked(uvec2 a, uvec2 b) { return a == b; }
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
  int sum = 0;
  for (int i = 0; i < 8 * SOURCE_CHANNELS; i += 8) {
    sum += abs(int(bitfieldExtract(a, i, 8)) - int(bitfieldExtract(b, i, 8)));
  }
  return float(sum);
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
