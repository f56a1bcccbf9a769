#include "lab/mpi/block.hpp"

#include <algorithm>
#include <variant>

namespace glccl::host::mpi {
namespace {

/// Union-find in the labels themselves: label i + 1 at pixel i makes the pixel a root, a smaller label is that of its
/// parent. Parents come before their children in raster order, so the root is the component's first pixel.
class BlockForest {
 public:
  explicit BlockForest(std::uint32_t* labels) : labels_(labels) {}

  void unite(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    labels_[std::max(a, b) - 1] = std::min(a, b);
  }

 private:
  std::uint32_t find(std::uint32_t label) {
    while (labels_[label - 1] != label) {
      labels_[label - 1] = labels_[labels_[label - 1] - 1];  // path halving
      label = labels_[label - 1];
    }
    return label;
  }

  std::uint32_t* labels_;
};

/// The forward scan of algorithm 1: over a block, or across the border of two blocks.
template <class SomeCriterion>
class BlockScan {
 public:
  BlockScan(const ImageView& image, Connectivity connectivity, const SomeCriterion& criterion, std::uint32_t* labels,
            RowBuffers& buffers)
      : image_(image),
        reach_(connectivity == Connectivity::eight ? 1 : 0),
        criterion_(criterion),
        labels_(labels),
        forest_(labels),
        buffers_(buffers) {}

  void block() {
    std::uint32_t i = 0;
    for (int y = 0; y < image_.extent.height; ++y, buffers_.next()) {
      const std::uint32_t* row = buffers_.row();
      read_row(image_, y, criterion_, buffers_.row());
      for (int x = 0; x < image_.extent.width; ++x, ++i) {
        labels_[i] = 0;
        if (!is_foreground(criterion_, row[x])) continue;
        labels_[i] = i + 1;
        if (x > 0) unite(i, row[x], i - 1, row[x - 1]);
        if (y > 0) unite_with_row_above(x, i);
      }
    }
  }

  void border(int y) {
    read_row(image_, y - 1, criterion_, buffers_.above());
    read_row(image_, y, criterion_, buffers_.row());
    auto i = static_cast<std::uint32_t>(std::int64_t{y} * image_.extent.width);
    for (int x = 0; x < image_.extent.width; ++x, ++i) {
      if (is_foreground(criterion_, buffers_.row()[x])) unite_with_row_above(x, i);
    }
  }

 private:
  /// Unites pixel x of a row, at place i, with the neighbours in the row above that are connected to it.
  void unite_with_row_above(int x, std::uint32_t i) {
    const std::uint32_t above = i - static_cast<std::uint32_t>(image_.extent.width);
    const int last = x + 1 == image_.extent.width ? 0 : reach_;
    for (int dx = x == 0 ? 0 : -reach_; dx <= last; ++dx) {
      unite(i, buffers_.row()[x], above + static_cast<std::uint32_t>(dx), buffers_.above()[x + dx]);
    }
  }

  void unite(std::uint32_t i, std::uint32_t value, std::uint32_t j, std::uint32_t neighbor) {
    if (is_foreground(criterion_, neighbor) && are_connected(criterion_, value, neighbor)) {
      forest_.unite(labels_[i], labels_[j]);
    }
  }

  const ImageView& image_;
  int reach_;  ///< How far the neighbours in the row above reach to either side: 0 or 1.
  const SomeCriterion& criterion_;
  std::uint32_t* labels_;
  BlockForest forest_;
  RowBuffers& buffers_;
};

}  // namespace

int RowBlocks::first_row(int rank) const {
  return static_cast<int>(std::min(std::int64_t{rank} * height_, std::int64_t{rows_}));
}

void label_block(const ImageView& block, Connectivity connectivity, const RowCriterion& criterion, std::uint32_t offset,
                 std::uint32_t* labels, RowBuffers& buffers) {
  std::visit([&](const auto& known) { BlockScan(block, connectivity, known, labels, buffers).block(); }, criterion);
  // Parents come first, so every parent already has its final label.
  const std::int64_t count = block.extent.elements();
  for (std::int64_t i = 0; i < count; ++i) {
    if (labels[i] == 0) continue;
    const std::int64_t parent = std::int64_t{labels[i]} - 1;
    labels[i] = parent == i ? labels[i] + offset : labels[parent];
  }
}

void merge_border(const ImageView& image, int y, Connectivity connectivity, const RowCriterion& criterion,
                  std::vector<std::uint32_t>& labels, RowBuffers& buffers) {
  std::visit([&](const auto& known) { BlockScan(image, connectivity, known, labels.data(), buffers).border(y); },
             criterion);
}

void number_labels(std::vector<std::uint32_t>& labels) {
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] != 0) labels[i] = labels[i] == i + 1 ? ++count : labels[labels[i] - 1];
  }
}

}  // namespace glccl::host::mpi
