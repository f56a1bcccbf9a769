// Cells: what link_pixels compares of pixels. A pixel is converted once and compared with up to eight others.

#if CRITERION != FOREGROUND
#if SOURCE_FLOATS
#define CELL vec4

vec4 cell_of(vec4 color) { return color; }
bool is_set(vec4 cell) { return is_foreground(cell); }
bool are_cells_linked(vec4 a, vec4 b) { return are_linked(a, b); }
#else
#define CELL uint

#if SOURCE_INTEGERS
uint cell_of(uvec4 color) { return color.r; }
uint difference_of(uint a, uint b) { return max(a, b) - min(a, b); }
#else
// The stored bytes: red | green << 8 | blue << 16 | alpha << 24.
uint cell_of(vec4 color) {
  uvec4 bytes = uvec4(stored(color));
  if (channels == 1) return bytes.r;
  return bytes.r | bytes.g << 8 | bytes.b << 16 | bytes.a << 24;
}

float difference_of(uint a, uint b) {
  int sum = 0;
  for (int i = 0; i < 32; i += 8) sum += abs(int(bitfieldExtract(a, i, 8)) - int(bitfieldExtract(b, i, 8)));
  return float(sum);
}
#endif

bool is_set(uint cell) { return CRITERION == DIFFERENCE || cell != 0u; }

// Whether two neighbours are linked if both are foreground.
bool are_cells_linked(uint a, uint b) {
#if CRITERION == EQUAL
  return a == b;
#else
  return difference_of(a, b) <= threshold;
#endif
}
#endif
#endif
