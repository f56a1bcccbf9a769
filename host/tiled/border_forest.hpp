// Union-find over components at the borders of slabs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace glccl::host::tiled {

/// A forest whose nodes are added in raster order of their components. The smaller of two roots becomes the root of
/// both, so the root is the part of a component that has its first element, and parents come before their children.
class BorderForest {
 public:
  /// Adds nodes, each its own root. Returns the first of them.
  std::uint32_t add(std::size_t count) {
    const std::size_t first = parents_.size();
    parents_.resize(first + count);
    std::iota(parents_.begin() + static_cast<std::ptrdiff_t>(first), parents_.end(), static_cast<std::uint32_t>(first));
    return static_cast<std::uint32_t>(first);
  }

  /// The root of a node's tree.
  std::uint32_t find(std::uint32_t node) {
    while (parents_[node] != node) node = parents_[node] = parents_[parents_[node]];  // path halving
    return node;
  }

  /// Unites two trees. False if they are one already. Rem's algorithm with splicing, which goes up both trees at once:
  /// M. M. A. Patwary, J. Blair and F. Manne, Experiments on union-find algorithms for the disjoint-set data structure
  /// (2010).
  bool unite(std::uint32_t a, std::uint32_t b) {
    for (std::uint32_t above_a = parents_[a], above_b = parents_[b]; above_a != above_b;) {
      if (above_a < above_b) {
        std::swap(a, b);
        std::swap(above_a, above_b);
      }
      parents_[a] = above_b;
      if (a == above_a) return true;
      a = above_a;
      above_a = parents_[a];
    }
    return false;
  }

  /// An earlier node of the same tree; of a root the root. Not after set_number().
  std::uint32_t parent(std::uint32_t node) const { return parents_[node]; }

  /// Puts the final number of a node's component in the place of its parent. For use in ascending order, when all trees
  /// are united: the parent of a later node then tells its number.
  void set_number(std::uint32_t node, std::uint64_t number) {
    parents_[node] = static_cast<std::uint32_t>(number);
    if (number >> 32 != 0) high_.resize(parents_.size());
    if (!high_.empty()) high_[node] = static_cast<std::uint32_t>(number >> 32);
  }

  /// The number of a node after set_number().
  std::uint64_t number(std::uint32_t node) const {
    return (high_.empty() ? 0 : std::uint64_t{high_[node]} << 32) | parents_[node];
  }

  /// Drops all nodes.
  void clear() { parents_.clear(); }

  std::size_t size() const { return parents_.size(); }

 private:
  std::vector<std::uint32_t> parents_;
  std::vector<std::uint32_t> high_;  ///< The upper words of numbers; empty where all of them fit 32 bits.
};

}  // namespace glccl::host::tiled
