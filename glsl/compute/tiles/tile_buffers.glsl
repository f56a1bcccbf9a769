// What label_tiles stores of each tile for the next passes: its bits, its runs and their records.
// needs  words, image_size
// reads and writes storage bindings 1 to 3

#if STORES_TILES
#define TILE_BUFFER SHARED_BUFFER
#else  // Loads need not wait for stores to other memory.
#define TILE_BUFFER readonly restrict
#endif

// Per tile, TILE_STRIDE words (tiles.glsl).
layout(std430, binding = 1) TILE_BUFFER buffer Tiles { uint tile_data[]; };
// Per tile: the records of its runs, two per integer. If values are compared, only the first half of them is here: all
// records of an image of 32768 squared take 2^31 bytes, and drivers with a signed limit bind one byte less.
layout(std430, binding = 2) TILE_BUFFER buffer Records { uint record_pairs[]; };
struct TileCounts {
  uint nodes;
  uint arrived;  // tiles that its borders are waiting for and that are solved (merge_in_tiles.glsl)
};
layout(std430, binding = 3) TILE_BUFFER buffer Counts { TileCounts counts[]; };

// The half of a pair at an even or odd index.
uint half_of(uint pair, uint index) { return pair >> (16u * (index & 1u)) & 0xFFFFu; }

// The label of a root at that pixel of the image, in raster order, and the pixel of a label.
uint label_of(ivec2 pixel) { return place_of(pixel, image_size.x) + 1u; }
ivec2 pixel_of_label(uint label) { return pixel_at(label - 1u, image_size.x); }
