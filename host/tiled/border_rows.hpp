// Table rows of components in several slabs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "glccl/types.hpp"

namespace glccl::host::tiled {

/// Rows of some nodes of a BorderForest. Takes 4 bytes for each node up to the last one that has had a row, and a row
/// for each that has one.
class BorderRows {
 public:
  /// The row of a node; null if it has none. Valid until the next add().
  Component* find(std::uint32_t node) {
    return node < places_.size() && places_[node] != none ? &rows_[places_[node]] : nullptr;
  }

  /// Gives a node without a row one.
  void add(std::uint32_t node, const Component& row) {
    if (node >= places_.size()) places_.resize(std::size_t{node} + 1, none);
    if (free_.empty()) {
      places_[node] = static_cast<std::uint32_t>(rows_.size());
      rows_.push_back(row);
    } else {
      places_[node] = free_.back();
      free_.pop_back();
      rows_[places_[node]] = row;
    }
  }

  /// Takes the row of a node that has one.
  void remove(std::uint32_t node) {
    free_.push_back(places_[node]);
    places_[node] = none;
  }

  /// Takes all rows. Memory stays for later ones.
  void clear() {
    places_.clear();
    rows_.clear();
    free_.clear();
  }

  /// Nodes that have a row.
  std::size_t size() const { return rows_.size() - free_.size(); }

 private:
  static constexpr std::uint32_t none = 0xFFFFFFFFU;

  std::vector<std::uint32_t> places_;  ///< Of each node the place of its row in rows_, or none.
  std::vector<Component> rows_;
  std::vector<std::uint32_t> free_;  ///< Places in rows_ that no node has.
};

}  // namespace glccl::host::tiled
