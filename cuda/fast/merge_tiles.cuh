// Kernel 2 of cuda-fast.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/core/launch.cuh"
#include "cuda/fast/batch.cuh"
#include "cuda/fast/links.cuh"
#include "cuda/fast/nodes.cuh"
#include "cuda/fast/planes.cuh"

namespace glccl::cuda {

/// The View of fast_links.cuh on an image of the batch.
template <class Kind>
struct ImageView {
  const PixelSource& source;
  const Planes& planes;
  int image;

  __device__ std::uint32_t tile_at(int word, int band) const {
    return index_of(planes, {word / tile_words, band / tile_bands, image});
  }

  __device__ std::uint32_t bits_of(int word, int row) const {
    if (word < 0 || row < 0 || word >= planes.words.width) return 0;
    const std::size_t tile = tile_at(word, row / Kind::band_rows);
    return planes.bits[(tile * Kind::tile_rows + row % Kind::tile_rows) * tile_words + word % tile_words];
  }

  __device__ Place pixel_of(int word, int row) const { return {word_columns * word, row}; }

  __device__ Word word_at(int word, int band) const {
    return load_word<Kind>(planes, tile_at(word, band), band % tile_bands * tile_words + word % tile_words);
  }

  /// The node of the run that a column of a word at a border is in.
  __device__ std::uint32_t node_at(int word, int band, int column) const {
    const std::size_t tile = tile_at(word, band);
    const std::size_t index = tile * words_in_tile + band % tile_bands * tile_words + word % tile_words;
    const int run = planes.runs[index] + count_bits(word_at(word, band).starts & up_to(column)) - 1;
    const Record record = planes.records[tile * Kind::most_runs + run];
    return static_cast<std::uint32_t>(tile) * Kind::most_nodes + (record & ~at_border);
  }
};

constexpr int merge_threads = 128;

/// Unites what some columns of a word are linked with across a border.
template <class Kind>
__device__ void unite_columns(const ImageView<Kind>& view, Place at, std::uint32_t columns, const Contacts& contacts) {
  const auto unite_with = [&](std::uint32_t linked, Place offset) {
    visit_bits(linked & columns, [&](int column) {
      const int other = word_columns * at.x + column + offset.x;
      unite(view.planes.nodes, view.node_at(at.x, at.y, column),
            view.node_at(other / word_columns, at.y + offset.y, other % word_columns));
    });
  };
  unite_with(contacts.left, {-1, 0});
  unite_with(contacts.up, {0, -1});
  if constexpr (Kind::connectivity == 8) {
    unite_with(contacts.up_left, {-1, -1});
    unite_with(contacts.up_right, {1, -1});
    unite_with(contacts.down_left, {-1, 1});
  }
}

/// What kernel 2 has to do in an image: threads for columns below horizontal borders, and behind them for bands beside
/// vertical ones.
struct Borders {
  int columns_each;  ///< of a thread: 1 to 32, a power of two
  int columns;       ///< threads that have columns
  int bands;         ///< threads that have a band
};

/// One for each thread where the GPU has room for so many: each then waits for little. Else more, so that most threads
/// of a warp have something to unite.
inline Borders borders_of(const Planes& planes) {
  constexpr int room = 1 << 18;
  const int columns = (planes.tiles.height - 1) * planes.words.width * word_columns;
  int each = 1;
  while (each < word_columns && columns / each > room) each *= 2;
  return {each, columns / each, (planes.tiles.width - 1) * planes.words.height};
}

/// Kernel 2. grid: blocks for all threads of Borders, 1, images; block: merge_threads.
template <class Kind>
__global__ void __launch_bounds__(merge_threads) merge_tiles(Batch batch, Planes planes, Borders borders) {
  wait_for_kernels_before();
  const int thread = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (thread >= borders.columns + borders.bands) return;
  const PixelSource source = source_of(batch, static_cast<int>(blockIdx.z));
  const ImageView<Kind> view = {source, planes, static_cast<int>(blockIdx.z)};
  const int words = planes.words.width;
  const int bands = planes.words.height;
  Contacts contacts;
  if (thread < borders.columns) {
    const int column = thread * borders.columns_each;
    const int word = column / word_columns;
    const Place at = {word % words, (word / words + 1) * tile_bands};
    find_contacts_up<Kind>(view, at.x, at.y, contacts);
    const std::uint32_t own = up_to(borders.columns_each - 1) << (column % word_columns);
    unite_columns<Kind>(view, at, own, contacts);
  } else {
    const int beside = thread - borders.columns;
    const Place at = {(beside / bands + 1) * tile_words, beside % bands};
    find_contacts_left<Kind>(view, at.x, at.y, bands, contacts);
    unite_columns<Kind>(view, at, first_column, contacts);
  }
}

}  // namespace glccl::cuda
