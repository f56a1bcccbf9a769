// Table rows of components in several slabs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "host/tiled/measured_rows.hpp"

namespace glccl::host::tiled {

/// Rows of some nodes of a BorderForest. Takes 4 bytes for each node up to the last one that has had a row, and a row
/// for each that has one.
class BorderRows {
 public:
  /// With `has_moments` rows keep their moments.
  explicit BorderRows(bool has_moments) : has_moments_(has_moments) {}

  /// Whether a node has a row.
  bool has(std::uint32_t node) const { return node < places_.size() && places_[node] != none; }

  /// The row of a node that has one.
  MeasuredRow at(std::uint32_t node) const { return rows_.at(places_[node]); }

  /// Gives a node a row, in place of the one that it has.
  void put(std::uint32_t node, const MeasuredRow& row) {
    if (has(node)) {
      rows_.set(places_[node], row);
      return;
    }
    if (node >= places_.size()) places_.resize(std::size_t{node} + 1, none);
    if (free_.empty()) {
      places_[node] = static_cast<std::uint32_t>(rows_.size());
      rows_.add(row, has_moments_);
    } else {
      places_[node] = free_.back();
      free_.pop_back();
      rows_.set(places_[node], row);
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

  bool has_moments_;
  std::vector<std::uint32_t> places_;  ///< Of each node the place of its row in rows_, or none.
  MeasuredRows rows_;
  std::vector<std::uint32_t> free_;  ///< Places in rows_ that no node has.
};

}  // namespace glccl::host::tiled
