#include "host/tiled/contraction.hpp"

#include <algorithm>
#include <numeric>

#include "host/tiled/border_forest.hpp"

namespace glccl::host::tiled {

OpenComponents open_components(const SlabBorder& border) {
  const auto count = static_cast<std::uint32_t>(border.labels.size());
  OpenComponents open{count, std::vector(count, OpenComponents::none), std::vector(count, OpenComponents::none)};
  for (const std::uint32_t place : border.first) {
    if (place != 0) open.first[place - 1] = place - 1;
  }
  for (const std::uint32_t place : border.last) {
    if (place != 0) open.last[place - 1] = place - 1;
  }
  return open;
}

IntervalJoin join(OpenComponents& upper, const OpenComponents& lower, std::span<const BorderPair> pairs) {
  BorderForest forest;
  forest.add(std::size_t{upper.count} + lower.count);
  const auto above = static_cast<std::uint32_t>(upper.last.size());
  const auto component_of = [&](std::uint32_t place) {
    return place < above ? upper.last[place] : upper.count + lower.first[place - above];
  };
  for (const BorderPair& pair : pairs) forest.unite(component_of(pair.one), component_of(pair.other));

  // Open components of the joined interval come first.
  IntervalJoin joined{std::vector(forest.size(), OpenComponents::none), upper.count};
  const auto number = [&](std::uint32_t component) {
    std::uint32_t& of_root = joined.into[forest.find(component)];
    if (of_root == OpenComponents::none) of_root = joined.all++;
    return of_root;
  };
  for (std::uint32_t& component : upper.first) {
    if (component != OpenComponents::none) component = number(component);
  }
  std::vector<std::uint32_t> last = lower.last;
  for (std::uint32_t& component : last) {
    if (component != OpenComponents::none) component = number(upper.count + component);
  }
  joined.open = joined.all;
  for (std::uint32_t component = 0; component < forest.size(); ++component) joined.into[component] = number(component);
  upper.count = joined.open;
  upper.last = std::move(last);
  return joined;
}

Contraction::Contraction(SlabExchange& exchange, const SlabBorder& border, std::vector<BorderPair> pairs)
    : exchange_(exchange) {
  OpenComponents open = open_components(border);
  const int place = exchange.place();
  // In the round of step 2^k, places that are multiples of 2^(k+1) take the interval that begins 2^k behind them.
  for (int step = 1; step < exchange.count(); step *= 2) {
    if (place % (2 * step) != 0) {
      upper_ = place - step;
      exchange.send_values(upper_, open.first);
      exchange.send_values(upper_, open.last);
      exchange.send_values(upper_, std::vector{open.count});
      exchange.send_values(upper_, pairs);
      return;
    }
    const int partner = place + step;
    if (partner >= exchange.count()) continue;
    OpenComponents lower;
    lower.first = exchange.receive_values<std::uint32_t>(partner);
    lower.last = exchange.receive_values<std::uint32_t>(partner);
    lower.count = exchange.receive_values<std::uint32_t>(partner).front();
    const auto seam = exchange.receive_values<BorderPair>(partner);
    rounds_.push_back({partner, join(open, lower, seam)});
    largest_join_ = std::max(largest_join_, rounds_.back().join.into.size());
  }
}

}  // namespace glccl::host::tiled
