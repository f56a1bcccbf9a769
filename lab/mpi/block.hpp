// Labeling a block of rows, and merging blocks: the parts of mpi-rows that do not call MPI.
#pragma once

#include <cstdint>
#include <vector>

#include "glccl/image.hpp"
#include "glccl/types.hpp"
#include "host/cpu/row_values.hpp"

namespace glccl::host::mpi {

/// How the rows of an image are distributed: blocks of `height` rows from the top. The last block has the rows that are
/// left, and later ranks have none.
class RowBlocks {
 public:
  RowBlocks(int rows, int ranks) : rows_(rows), height_(rows / ranks + (rows % ranks == 0 ? 0 : 1)) {}

  /// Height of the highest block.
  int height() const { return height_; }

  /// First row of a rank's block.
  int first_row(int rank) const;

  /// Number of rows in a rank's block.
  int count_rows(int rank) const { return first_row(rank + 1) - first_row(rank); }

 private:
  int rows_;
  int height_;
};

/// Two rows of the values that pixels are compared by (row_values.hpp).
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

/// Labels a block by itself, after algorithm 1. Every pixel gets the label of its component's first pixel: the place of
/// that pixel in raster order from 1, plus `offset`. With the number of pixels above the block as `offset`, it is the
/// place in the whole image. `labels` has room for the block; `buffers` are as wide as the image.
void label_block(const ImageView& block, Connectivity connectivity, const RowCriterion& criterion, std::uint32_t offset,
                 std::uint32_t* labels, RowBuffers& buffers);

/// Joins the components of the blocks above and below the border above row y, in the labels of the whole image. Looks
/// only at the three forward-scan neighbours in the block above (the paper's figure 4).
void merge_border(const ImageView& image, int y, Connectivity connectivity, const RowCriterion& criterion,
                  std::vector<std::uint32_t>& labels, RowBuffers& buffers);

/// Turns labels that are places of pixels into 1..N in raster order.
void number_labels(std::vector<std::uint32_t>& labels);

}  // namespace glccl::host::mpi
