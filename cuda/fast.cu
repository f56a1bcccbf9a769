// Union-find over runs of bits: cuda-fast, and the method of the OpenGL engine `compute` (glsl/compute/).
//
//   kernel 1  label_tiles  packs a tile into bits, solves it in shared memory, and hangs the nodes of its runs right
//                          below their roots in the tile
//   kernel 2  merge_tiles  unites what is linked across the borders of tiles; not launched where there are none
//   kernel 3  write_roots  the root of every pixel; background too
//
// Where it comes from: tiles solved in shared memory and merged along their borders in global memory are O. Stava and
// B. Benes' (stava.cu), here with one level of tiles. Uniting roots by atomicMin at once, without rounds, is Y.
// Komura's (GPU-based cluster-labeling algorithm without the use of conventional iteration, Computer Physics
// Communications 194, 2015) and D. P. Playne and K. Hawick's (A new algorithm for parallel connected-component
// labelling on GPUs, IEEE Transactions on Parallel and Distributed Systems 29, 2018). Two rows of pixels as one row of
// runs is what C. Grana, D. Borghesani and R. Cucchiara's blocks of 2x2 pixels come to (Optimized block-based connected
// components labeling with decision trees, IEEE Transactions on Image Processing 19, 2010). The image as bits with a
// thread a word, and which links the others stand for, is our own.
//
// The forest of runs lies in job.forest from the start: the entry of a run's node, its first pixel, is that of the
// node's parent. Other entries are nobody's until kernel 3. Parents come before their children in raster order, so a
// root is the first pixel of its component.
//
// Why unions that race are exact: an entry only ever becomes smaller, and it is an ancestor's, so there are no cycles
// and every chain ends. Who hangs root a below root b < a by atomicMin learns what was there before. If that was a, it
// was a root, and now a and b are of one tree. Else another thread had hung a below c meanwhile; the smaller of b and c
// stays, and the thread goes on to unite b and c. Either way a's tree, b and c end up in one, so that no link is lost,
// whether the smaller or the larger was dropped. A thread ends only where it finds one root for both, or has hung one
// that was a root: each turn of its loop goes on with smaller entries.

#include "criterion.cuh"
#include "fast.hpp"
#include "fast_links.cuh"
#include "fast_pixels.cuh"
#include "fast_words.cuh"
#include "forest.cuh"
#include "launch.cuh"

namespace glccl::cuda {
namespace {

/// What a block keeps of its tile. Word w of a row or band lies behind tile_words others for each row or band above it.
template <class Kind>
struct Tile {
  std::uint32_t bits[tile_words * Kind::tile_rows];
  std::uint32_t starts[tile_threads];
  std::uint32_t entries[word_columns * tile_threads];  ///< of runs, at place_of()
};

/// The first word and the first band of the block's tile.
__device__ Place first_word() {
  return {static_cast<int>(blockIdx.x) * tile_words, static_cast<int>(blockIdx.y) * tile_bands};
}

/// The first pixel of a word.
template <class Kind>
__device__ Place first_pixel(Place word) {
  return {word_columns * word.x, word.y * Kind::band_rows};
}

/// The label of the node of the run that starts there.
template <class Kind>
__device__ std::uint32_t node_label(const Word& word, Place at, int start, Size size) {
  const Place first = first_pixel<Kind>(at);
  const Place node = node_of<Kind>(word, start);
  return static_cast<std::uint32_t>(first.y + node.y) * size.width + (first.x + node.x) + 1;
}

/// The View of fast_links.cuh on the block's tile: beyond it, there is nothing.
template <class Kind>
struct TileView {
  const SourceView& source;
  const Tile<Kind>& tile;
  Place first;

  __device__ int index_of(int word, int band) const { return (band - first.y) * tile_words + word - first.x; }

  __device__ std::uint32_t bits_of(int word, int row) const {
    const int x = word - first.x;
    const int y = row - first.y * Kind::band_rows;
    if (x < 0 || y < 0 || x >= tile_words || y >= Kind::tile_rows) return 0;
    return tile.bits[y * tile_words + x];
  }

  __device__ Word word_at(int word, int band) const {
    Word found;
    found.upper = bits_of(word, band * Kind::band_rows);
    if (Kind::band_rows == 2) found.lower = bits_of(word, 2 * band + 1);
    found.starts = tile.starts[index_of(word, band)];
    return found;
  }
};

/// A run's entry in shared memory: its node's place in raster order in the tile above the place of its entry.
constexpr int place_bits = 12;
constexpr std::uint32_t place_mask = (1U << place_bits) - 1;
static_assert(word_columns * tile_threads <= 1 << place_bits);

/// The root above an entry. Reads what other threads last left, as load_entry() does.
__device__ std::uint32_t find_in_tile(const std::uint32_t* entries, std::uint32_t entry) {
  std::uint32_t parent = load_entry(entries, entry & place_mask);
  while (parent != entry) {
    entry = parent;
    parent = load_entry(entries, entry & place_mask);
  }
  return entry;
}

/// As unite_labels(), in shared memory.
__device__ void unite_in_tile(std::uint32_t* entries, std::uint32_t a, std::uint32_t b) {
  while (true) {
    a = find_in_tile(entries, a);
    b = find_in_tile(entries, b);
    if (a == b) return;
    const std::uint32_t larger = max(a, b);
    const std::uint32_t smaller = min(a, b);
    const std::uint32_t before = atomicMin(entries + (larger & place_mask), smaller);
    if (before == larger) return;
    a = before;
    b = smaller;
  }
}

/// Makes every run of a word of the tile a root.
template <class Kind>
__device__ void plant_runs(const Word& word, int own, std::uint32_t* entries) {
  visit_bits(word.starts, [&](int start) {
    const Place node = node_of<Kind>(word, start);
    const std::uint32_t x = word_columns * (own % tile_words) + node.x;
    const std::uint32_t y = own / tile_words * Kind::band_rows + node.y;
    const std::uint32_t place = place_of(own, start);
    entries[place] = (y * tile_columns + x) << place_bits | place;
  });
}

/// Unites a word's runs with those that they touch to the left and above, in the tile.
template <class Kind>
__device__ void unite_word(const TileView<Kind>& view, Place at, std::uint32_t* entries) {
  // An ancestor of the run that a column is in.
  const auto entry_at = [&](int word, int band, int bit) {
    const int index = view.index_of(word, band);
    return load_entry(entries, place_of(index, start_of(view.tile.starts[index], bit)));
  };
  Contacts contacts;
  contacts.left = linked_left<Kind>(view, at.x, at.y, first_column);
  if (at.y > view.first.y) find_contacts_up<Kind>(view, at.x, at.y, contacts);
  visit_contacts<Kind>(contacts, [&](int bit, Place offset) {
    const int column = word_columns * at.x + bit + offset.x;
    const std::uint32_t there = entry_at(column / word_columns, at.y + offset.y, column % word_columns);
    unite_in_tile(entries, entry_at(at.x, at.y, bit), there);
  });
}

/// Leaves a word of the image, and its runs, for the kernels that follow.
template <class Kind>
__device__ void store_word(const Word& word, Place at, const Tile<Kind>& tile, Size size, std::uint32_t* forest,
                           const Planes& planes) {
  const int width = planes.words.width;
  planes.bits[at.y * Kind::band_rows * width + at.x] = word.upper;
  if (Kind::band_rows == 2) planes.bits[(2 * at.y + 1) * width + at.x] = word.lower;
  if (Kind::values) planes.starts[at.y * width + at.x] = word.starts;
  const Place first = first_pixel<Kind>(first_word());
  visit_bits(word.starts, [&](int start) {
    const std::uint32_t place = place_of(threadIdx.x, start);
    const std::uint32_t root = find_in_tile(tile.entries, tile.entries[place]) >> place_bits;
    const std::uint32_t index = (first.y + root / tile_columns) * size.width + first.x + root % tile_columns;
    forest[node_label<Kind>(word, at, start, size) - 1] = index + 1;
  });
}

/// Kernel 1. A thread has a word. grid: tiles; block: tile_threads.
template <class Kind>
__global__ void __launch_bounds__(tile_threads)
    label_tiles(SourceView source, Size size, std::uint32_t* forest, Planes planes) {
  __shared__ Tile<Kind> tile;
  const TileView<Kind> view = {source, tile, first_word()};
  const Place first = first_pixel<Kind>(view.first);
  if (!Kind::values && has_aligned_bytes(source)) {
    pack_bytes<Kind>(source, size, first, tile.bits);
  } else {
    pack_pixels<Kind>(source, size, first, tile.bits);
  }
  __syncthreads();

  const int own = threadIdx.x;
  const Place at = {view.first.x + own % tile_words, view.first.y + own / tile_words};
  const std::uint32_t not_first = linked_left<Kind>(view, at.x, at.y, ~first_column);
  tile.starts[own] = band_bits<Kind>(view, at.x, at.y) & ~not_first;
  const Word word = view.word_at(at.x, at.y);
  plant_runs<Kind>(word, own, tile.entries);
  __syncthreads();

  unite_word<Kind>(view, at, tile.entries);
  __syncthreads();

  if (at.x < planes.words.width && at.y < planes.words.height) store_word<Kind>(word, at, tile, size, forest, planes);
}

/// The View of fast_links.cuh on the image.
template <class Kind>
struct ImageView {
  const SourceView& source;
  const Planes& planes;

  __device__ std::uint32_t bits_of(int word, int row) const {
    if (word < 0 || row < 0 || word >= planes.words.width) return 0;
    return planes.bits[row * planes.words.width + word];
  }

  __device__ Word word_at(int word, int band) const { return load_word<Kind>(planes, word, band); }
};

/// Of kernel 2 on a multiprocessor: 64 registers a thread, where the compiler would take 40 and spill some.
constexpr int least_merging_blocks = 8;

/// Makes one tree of those of two labels, once and for all: the top of this file says why.
__device__ void unite_labels(std::uint32_t* forest, std::uint32_t a, std::uint32_t b) {
  while (true) {
    a = find_root(forest, a);
    b = find_root(forest, b);
    if (a == b) return;
    const std::uint32_t larger = max(a, b);
    const std::uint32_t smaller = min(a, b);
    const std::uint32_t before = atomicMin(forest + (larger - 1), smaller);
    if (before == larger) return;
    a = before;
    b = smaller;
  }
}

/// Kernel 2. A thread has a word below a horizontal border, of which there are `horizontal`, or behind them a band
/// beside a vertical one, of which there are `vertical`. grid and block: one-dimensional.
template <class Kind>
__global__ void __launch_bounds__(tile_threads, least_merging_blocks)
    merge_tiles(SourceView source, Size size, std::uint32_t* forest, Planes planes, int horizontal, int vertical) {
  const int thread = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (thread >= horizontal + vertical) return;
  const ImageView<Kind> view = {source, planes};
  const auto [words, bands] = planes.words;
  Contacts contacts;
  Place at;
  if (thread < horizontal) {
    at = {thread % words, (thread / words + 1) * tile_bands};
    find_contacts_up<Kind>(view, at.x, at.y, contacts);
  } else {
    const int beside = thread - horizontal;
    at = {(beside / bands + 1) * tile_words, beside % bands};
    find_contacts_left<Kind>(view, at.x, at.y, bands, contacts);
  }
  // The label of the node of the run that a column is in.
  const auto label_at = [&](int x, int band, int bit) {
    const Word word = view.word_at(x, band);
    return node_label<Kind>(word, {x, band}, start_of(word.starts, bit), size);
  };
  visit_contacts<Kind>(contacts, [&](int bit, Place offset) {
    const int column = word_columns * at.x + bit + offset.x;
    const std::uint32_t there = label_at(column / word_columns, at.y + offset.y, column % word_columns);
    unite_labels(forest, label_at(at.x, at.y, bit), there);
  });
}

/// Looks up the block's tile: its bits, where runs start, and as entries the labels of their roots.
template <class Kind>
__device__ void look_up_runs(Tile<Kind>& tile, Size size, const std::uint32_t* forest, const Planes& planes) {
  const int own = threadIdx.x;
  const Place in_tile = {own % tile_words, own / tile_words};
  const Place at = {first_word().x + in_tile.x, first_word().y + in_tile.y};
  Word word;
  if (at.x < planes.words.width && at.y < planes.words.height) word = load_word<Kind>(planes, at.x, at.y);
  tile.bits[in_tile.y * Kind::band_rows * tile_words + in_tile.x] = word.upper;
  if (Kind::band_rows == 2) tile.bits[(2 * in_tile.y + 1) * tile_words + in_tile.x] = word.lower;
  tile.starts[own] = word.starts;
  visit_bits(word.starts, [&](int start) {
    tile.entries[place_of(own, start)] = find_root(forest, node_label<Kind>(word, at, start, size));
  });
}

/// The label of the root of the tile's pixel (x, y), 0 for background.
template <class Kind>
__device__ std::uint32_t root_at(const Tile<Kind>& tile, int x, int y) {
  const int bit = x % word_columns;
  if ((tile.bits[y * tile_words + x / word_columns] >> bit & 1U) == 0) return 0;
  const int index = y / Kind::band_rows * tile_words + x / word_columns;
  return tile.entries[place_of(index, start_of(tile.starts[index], bit))];
}

/// Kernel 3. A warp has rows of the tile, with `by_four` a thread four pixels next to each other. While a block writes,
/// others go on following chains through its tile: the entries written are those of roots, a root's its own, so that
/// the chains lead to the same roots, only shorter. A store of 16 bytes is one of four entries, each of them whole.
/// grid: tiles; block: tile_threads.
template <class Kind>
__global__ void __launch_bounds__(tile_threads)
    write_roots(Size size, std::uint32_t* forest, Planes planes, bool by_four) {
  __shared__ Tile<Kind> tile;
  look_up_runs<Kind>(tile, size, forest, planes);
  __syncthreads();

  const Place first = first_pixel<Kind>(first_word());
  const int rows = min(Kind::tile_rows, size.height - first.y);
  const int columns = min(tile_columns, size.width - first.x);
  const int lane = threadIdx.x % warp_threads;
  for (int y = threadIdx.x / warp_threads; y < rows; y += tile_threads / warp_threads) {
    std::uint32_t* row = forest + static_cast<std::uint32_t>(first.y + y) * size.width + first.x;
    if (by_four) {
      const int x = 4 * lane;
      const uint4 roots = {root_at(tile, x, y), root_at(tile, x + 1, y), root_at(tile, x + 2, y),
                           root_at(tile, x + 3, y)};
      if (x < columns) *reinterpret_cast<uint4*>(row + x) = roots;
    } else {
      for (int x = lane; x < columns; x += warp_threads) store_entry(row, x, root_at(tile, x, y));
    }
  }
}

int band_rows(const Job& job) {
  const bool values = job.source.equal || job.source.difference;
  return job.connectivity == Connectivity::eight && !values ? 2 : 1;
}

/// Words of a band, and bands.
Size words_of(const Job& job) {
  return {static_cast<int>(blocks_for(job.size.width, word_columns)),
          static_cast<int>(blocks_for(job.size.height, band_rows(job)))};
}

template <class Kind>
Status run(const Job& job) {
  const Size words = words_of(job);
  auto* bits = static_cast<std::uint32_t*>(job.work);
  const Planes planes = {words, bits, bits + words.pixels() * Kind::band_rows};
  const dim3 tiles(blocks_for(words.width, tile_words), blocks_for(words.height, tile_bands));
  const Status labeled =
      launch("label_tiles", job, tiles, tile_threads, label_tiles<Kind>, job.source, job.size, job.forest, planes);
  if (!labeled) return labeled;
  const int horizontal = static_cast<int>(tiles.y - 1) * words.width;
  const int vertical = static_cast<int>(tiles.x - 1) * words.height;
  if (horizontal + vertical > 0) {
    const Status merged = launch("merge_tiles", job, blocks_for(horizontal + vertical, tile_threads), tile_threads,
                                 merge_tiles<Kind>, job.source, job.size, job.forest, planes, horizontal, vertical);
    if (!merged) return merged;
  }
  const bool by_four = job.size.width % 4 == 0 && reinterpret_cast<std::uintptr_t>(job.forest) % sizeof(uint4) == 0;
  return launch("write_roots", job, tiles, tile_threads, write_roots<Kind>, job.size, job.forest, planes, by_four);
}

}  // namespace

Status run_fast(const Job& job) {
  const bool four = job.connectivity == Connectivity::four;
  if (job.source.equal || job.source.difference) return four ? run<Kind<4, true>>(job) : run<Kind<8, true>>(job);
  return four ? run<Kind<4, false>>(job) : run<Kind<8, false>>(job);
}

std::size_t fast_work_bytes(const Job& job) {
  const bool values = job.source.equal || job.source.difference;
  const int planes = band_rows(job) + (values ? 1 : 0);
  return sizeof(std::uint32_t) * static_cast<std::size_t>(planes) * static_cast<std::size_t>(words_of(job).pixels());
}

}  // namespace glccl::cuda
