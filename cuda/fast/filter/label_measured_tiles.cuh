// Kernel label_measured_tiles: label_tiles for a filter by limits. While the tile is in shared memory it also sums the
// areas of the tile's components. A component that does not reach the tile's border is kept or dropped at once; the
// areas of the others wait for sum_nodes.
#pragma once

#include <cuda_runtime.h>

#include "cuda/fast/filter/areas.cuh"
#include "cuda/fast/label_tiles.cuh"

namespace glccl::cuda {

/// Whether tiles of this shape have room for areas: an entry of Tile::places has 16 bits to spare if bands have two
/// rows. Small images of one launch have no filter.
template <class Shape>
constexpr bool measures_tiles = Shape::is_plane&& Shape::rows_y == 2 && !is_small<Shape>;

/// Set in the entry of a root in Tile::places if its component is at the border of the image. Below it, from
/// TILE_AREA_SHIFT on, is the area.
constexpr uint TILE_AT_IMAGE_BORDER = 1U << 31;
constexpr int TILE_AREA_SHIFT = 16;

/// Sums the areas of the tile's components in the upper halves of their roots' entries of Tile::places. The lower
/// halves stay: they say where runs are. All threads of the block must call it; it ends with a barrier.
template <class Shape>
__device__ void sum_tile(Tile<Shape>& tile, const Extent& extent, Voxel origin, int borders) {
  static_assert(Shape::tile_elements < 1 << (31 - TILE_AREA_SHIFT));
  TileView<Shape> view = {tile};
  visit_runs(tile, [&](int run) { tile.places[run] &= 0xFFFFU; });
  __syncthreads();

  visit_runs(tile, [&](int run) {
    const uint at = load_parent(tile.places, run) & 0xFFFFU;
    const int own = static_cast<int>(at / WORD_COLUMNS);
    const uint root = tile.parents[run] & 0xFFFFU;
    const BandBits<Shape> bits = view.run_at(own, static_cast<int>(at % WORD_COLUMNS));
    const RunArea found = area_of_run(extent, origin, band_word<Shape>(own), borders, bits);
    atomicAdd(tile.places + root, found.area << TILE_AREA_SHIFT);
    if (found.at_border) atomicOr(tile.places + root, TILE_AT_IMAGE_BORDER);
  });
  __syncthreads();
}

/// Stores the areas of the tile's nodes, and clears the bits of other roots that the filter drops, which it counts.
/// Requires the sums of sum_tile(). All threads of the block must call it; it ends with a barrier.
template <class Shape>
__device__ void drop_in_tile(Tile<Shape>& tile, uint index, const Areas& areas, uint& dropped) {
  visit_runs(tile, [&](int run) {
    const uint own = tile.parents[run];
    if ((own & 0xFFFFU) != static_cast<uint>(run)) return;  // no root
    const uint record = own >> 16;
    const uint sum = tile.places[run];
    const uint area = (sum & ~TILE_AT_IMAGE_BORDER) >> TILE_AREA_SHIFT;
    const uint marked = (sum & TILE_AT_IMAGE_BORDER) != 0 ? area | AT_IMAGE_BORDER : area;
    if ((record & AT_BORDER) != 0) {
      areas.of_nodes[node_of_tile<Shape>(index, record & ~AT_BORDER)] = marked;
    } else if (!areas.passes_limits(marked)) {
      atomicAnd(tile.roots() + record / WORD_COLUMNS, ~(1U << record % WORD_COLUMNS));
      atomicAdd(&dropped, 1U);
    }
  });
  __syncthreads();
}

/// grid: tiles, images; block: least_tile_threads to most_tile_threads.
template <class Shape>
__global__ void __launch_bounds__(most_tile_threads)
    label_measured_tiles(Batch batch, Tiles tiles, Ranks ranks, Areas areas) {
  __shared__ Tile<Shape> tile;
  __shared__ uint dropped;
  const TilePlace place = own_tile<Shape>(tiles);
  if (threadIdx.x == 0) dropped = 0;
  label_tile(source_of(batch, place.image), tiles, place, tile);
  sum_tile(tile, tiles.extent, place.origin, areas.borders);
  drop_in_tile<Shape>(tile, place.index, areas, dropped);
  store_tile(tile, tiles, place);
  store_roots(tile, tiles, ranks, place);
  if (threadIdx.x != 0) return;
  areas.dropped[place.index] = dropped;
  if (place.is_first()) areas.searches[place.image].dropped = 0;
}

}  // namespace glccl::cuda
