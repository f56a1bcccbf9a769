// Which components at the borders of many slabs are one, found by the slabs themselves in rounds: none of them ever has
// all pairs.
//
// A round joins two neighbouring intervals of slabs, as a reduction does:
//
//     slabs     0   1   2   3   4   5   6
//     round 1   0-1     2-3     4-5     6
//     round 2   0-1-2-3         4-5-6
//     round 3   0-1-2-3-4-5-6
//
// What an interval hands on are its open components: those in its first and last plane. The others are closed: nothing
// outside can touch them. So a slab holds, for each round in which it takes part, the open components of two intervals.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "host/tiled/exchange.hpp"
#include "host/tiled/slab_border.hpp"

namespace glccl::host::tiled {

/// The open components of an interval of slabs, numbered from 0.
struct OpenComponents {
  static constexpr std::uint32_t none = 0xFFFFFFFFU;

  std::uint32_t count = 0;
  std::vector<std::uint32_t> first;  ///< Of each border component of the first slab, `none` outside of its first plane.
  std::vector<std::uint32_t> last;   ///< The same for the last slab and its last plane.
};

/// Two neighbouring intervals as one.
struct IntervalJoin {
  std::vector<std::uint32_t>
      into;                 ///< Of the open components of the upper interval, then of the lower: the joined one.
  std::uint32_t upper = 0;  ///< Open components of the upper interval.
  std::uint32_t open = 0;   ///< The joined components 0..open-1 are open, those up to `all` - 1 are closed.
  std::uint32_t all = 0;
};

/// The open components of one slab: all of its border components.
OpenComponents open_components(const SlabBorder& border);

/// Joins two intervals at the seam between them. `pairs` are those of find_pairs(), in which the last slab of the upper
/// interval has upper.last.size() components. `upper` becomes the joined interval.
IntervalJoin join(OpenComponents& upper, const OpenComponents& lower, std::span<const BorderPair> pairs);

/// The values of a join's components, 0..all-1: each merges those of its parts. `upper` and `lower` have one value for
/// each open component of the two intervals.
template <class Value, class Merge>
std::vector<Value> merge_values(const IntervalJoin& join, std::span<const Value> upper, std::span<const Value> lower,
                                const Merge& merge) {
  std::vector<Value> joined(join.all);
  std::vector<bool> has_value(join.all, false);
  const auto add = [&](std::uint32_t component, const Value& value) {
    joined[component] = has_value[component] ? merge(joined[component], value) : value;
    has_value[component] = true;
  };
  for (std::size_t i = 0; i < upper.size(); ++i) add(join.into[i], upper[i]);
  for (std::size_t i = 0; i < lower.size(); ++i) add(join.into[join.upper + i], lower[i]);
  return joined;
}

/// The way back: the values of the open components of the two intervals, of the values of the join's components.
template <class Value>
struct IntervalValues {
  std::vector<Value> upper;  ///< Of the upper interval.
  std::vector<Value> lower;  ///< Of the lower interval.
};

template <class Value>
IntervalValues<Value> spread_values(const IntervalJoin& join, std::span<const Value> joined) {
  IntervalValues<Value> values;
  for (std::size_t i = 0; i < join.into.size(); ++i) {
    (i < join.upper ? values.upper : values.lower).push_back(joined[join.into[i]]);
  }
  return values;
}

/// One slab's part in the contraction. Every slab of the exchange makes one, and calls the same members in the same
/// order.
class Contraction {
 public:
  /// Takes part in ceil(log2 slabs) rounds at most. `pairs` are those of the seam before this slab.
  Contraction(SlabExchange& exchange, const SlabBorder& border, std::vector<BorderPair> pairs);

  /// Gives each border component the values of all parts of its component, merged. `values` has one for each border
  /// component of this slab; `merge(a, b)` is associative and commutative. Takes as many rounds, up and down again.
  template <class Value, class Merge>
  void reduce(std::vector<Value>& values, const Merge& merge) const;

  /// Rounds in which this slab has joined intervals.
  int rounds() const { return static_cast<int>(rounds_.size()); }

  /// Most components of two intervals that this slab has joined.
  std::size_t largest_join() const { return largest_join_; }

 private:
  struct Round {
    int partner = 0;  ///< The slab that the lower interval begins with.
    IntervalJoin join;
  };

  SlabExchange& exchange_;
  std::vector<Round> rounds_;
  int upper_ = -1;  ///< The slab that this slab's interval went to; -1: the contraction ended here.
  std::size_t largest_join_ = 0;
};

template <class Value, class Merge>
void Contraction::reduce(std::vector<Value>& values, const Merge& merge) const {
  std::vector<std::vector<Value>> merged;  // of each round, for its joined components
  for (const Round& round : rounds_) {
    const std::vector<Value> lower = exchange_.receive_values<Value>(round.partner);
    merged.push_back(merge_values<Value>(round.join, values, lower, merge));
    values.assign(merged.back().begin(), merged.back().begin() + round.join.open);
  }
  if (upper_ >= 0) {
    exchange_.send_values(upper_, values);
    values = exchange_.receive_values<Value>(upper_);
  }
  for (std::size_t r = rounds_.size(); r-- > 0;) {
    std::copy(values.begin(), values.end(), merged[r].begin());
    IntervalValues<Value> parts = spread_values<Value>(rounds_[r].join, merged[r]);
    exchange_.send_values(rounds_[r].partner, parts.lower);
    values = std::move(parts.upper);
  }
}

}  // namespace glccl::host::tiled
