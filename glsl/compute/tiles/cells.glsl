// Cells: elements as link_elements compares them. Each is converted once, for all comparisons.
// are_cells_linked() takes what compared() makes of two cells, and tells whether neighbours are linked if both are
// foreground.
// needs  source_texels, linked, pack_bits

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
#elif SOURCE_INTEGERS && SOURCE_CHANNELS == 4  // then the criterion is Equal
#define CELL uvec4

uvec4 cell_of(uvec4 color) { return color; }
bool is_set(uvec4 cell) { return is_foreground(cell); }
bool are_cells_linked(uvec4 a, uvec4 b) { return a == b; }
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

// The bits of 2^23 as a float. The sum of it and a smaller number is rounded to an integer, with which its bits end.
const uint ROUNDER = 0x4B000000u;

uint cell_of(vec4 color) {
  precise vec4 sums = scaled(color) + uintBitsToFloat(ROUNDER);
  return packed_bytes(floatBitsToUint(sums) & 0xFFu);
}
uint background_cell() { return packed_bytes(uvec4(background)); }
#endif

bool is_set(uint cell) { return !has_background || cell != background_cell(); }

#if CRITERION == EQUAL
bool are_cells_linked(uint a, uint b) { return a == b; }
#elif SOURCE_INTEGERS
bool are_cells_linked(uint a, uint b) { return difference_of(a, b) <= largest_difference; }
#elif SOURCE_CHANNELS == 1
#define COMPARED float

float compared(uint cell) { return uintBitsToFloat(ROUNDER | cell); }
bool are_cells_linked(float a, float b) { return abs(a - b) <= largest_difference; }
#else
#define COMPARED vec4

// Each byte as a float, plus 2^23. Differences are exact, and no integer has to be converted.
vec4 compared(uint cell) { return uintBitsToFloat(ROUNDER | uvec4(cell, cell >> 8, cell >> 16, cell >> 24) & 0xFFu); }
bool are_cells_linked(vec4 a, vec4 b) {
  vec4 differences = abs(a - b);
#if MEASURE == LARGEST
  return max(max(differences.r, differences.g), max(differences.b, differences.a)) <= largest_difference;
#else
  return differences.r + differences.g + differences.b + differences.a <= largest_difference;
#endif
}
#endif
#endif

// What is compared of a cell.
#ifndef COMPARED
#define COMPARED CELL

COMPARED compared(CELL cell) { return cell; }
#endif

CELL nearest_cell(ivec3 voxel) { return cell_of(nearest_value(voxel)); }

// The links of the workgroup's tile: those of word i of its rows in a direction at direction * ROW_WORDS + i.
shared uint tile_links[DIRECTIONS * ROW_WORDS];
#endif
