// Labeling a block of rows, and merging blocks: the parts of mpi-rows that know nothing of MPI.
#pragma once

#include <cstdint>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/types.hpp"

namespace glccl::host::mpi {

/// How the rows of an image are dealt out: blocks of `height` rows from the top, the last with what is left, and
/// nothing for ranks beyond.
class Blocks {
 public:
  Blocks(int rows, int ranks) : rows_(rows), height_(rows / ranks + (rows % ranks == 0 ? 0 : 1)) {}

  /// Of the highest.
  int height() const { return height_; }
  int first_row(int rank) const;
  int count_rows(int rank) const { return first_row(rank + 1) - first_row(rank); }

 private:
  int rows_;
  int height_;
};

/// Two rows of what pixels are compared by (row_values.hpp).
class RowBuffers {
 public:
  explicit RowBuffers(int width) : row_(static_cast<std::size_t>(width)), above_(row_.size()) {}
  std::uint32_t* row() { return row_.data(); }
  std::uint32_t* above() { return above_.data(); }
  void next() { row_.swap(above_); }

 private:
  std::vector<std::uint32_t> row_;
  std::vector<std::uint32_t> above_;
};

/// Labels the first `rows` rows of an image by themselves, after algorithm 1. Every pixel gets the label of its
/// component's first pixel: that pixel's place in raster order from 1, plus `offset`, which makes it the place in an
/// image that has `offset` pixels above the block. `labels` are rows x width; `buffers` are as wide as the image.
void label_block(const Image& image, int rows, Connectivity connectivity, const Criterion& criterion,
                 std::uint32_t offset, std::uint32_t* labels, RowBuffers& buffers);

/// Joins the components of the blocks above and below the border above row y, in the labels of the whole image. Of the
/// forward-scan neighbours only the three in the block above are looked at (the paper's figure 4).
void merge_border(const Image& image, int y, Connectivity connectivity, const Criterion& criterion,
                  std::vector<std::uint32_t>& labels, RowBuffers& buffers);

/// Turns labels that are places of pixels into 1..N in raster order.
void number_labels(std::vector<std::uint32_t>& labels);

}  // namespace glccl::host::mpi
