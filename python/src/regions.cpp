#include "python/src/regions.hpp"

#include <nanobind/ndarray.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "glccl/host/regions.hpp"
#include "python/src/arrays.hpp"
#include "python/src/gil.hpp"
#include "python/src/region_arrays.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace glccl::python {
namespace {

using LabelArray = nb::ndarray<const std::uint32_t, nb::c_contig, nb::device::cpu>;

std::span<const std::uint32_t> values_of(const LabelArray& labels) { return {labels.data(), labels.size()}; }

Extent extent_of(const LabelArray& labels) { return view_of(nb::ndarray<nb::ro>(labels)).extent; }

/// Calls `work()` without the GIL. Raises its error. A limit is no lack of memory.
template <class Work>
auto released(const Work& work) {
  auto result = without_gil(work);
  if (!result) throw nb::value_error(result.error().message.c_str());
  return *std::move(result);
}

/// The labels of the selection, and for each seed its component's label in it.
nb::tuple select(const LabelArray& labels, const SeedArray& seeds) {
  const Extent extent = extent_of(labels);
  const std::vector<Position> positions = positions_of(seeds);
  host::SelectedComponents selected = released([&] { return host::select(values_of(labels), extent, positions); });
  const std::size_t count = labels.size();
  return nb::make_tuple(own(std::move(selected.labels), {count}), numbers_of(selected.report));
}

nb::ndarray<nb::numpy, std::uint8_t> boundaries(const LabelArray& labels, int connectivity) {
  const Extent extent = extent_of(labels);
  std::vector<std::uint8_t> mask =
      released([&] { return host::boundaries(values_of(labels), extent, static_cast<Connectivity>(connectivity)); });
  return own(std::move(mask), {labels.size()});
}

/// Offsets and places of labels 1..N, N being the largest.
nb::tuple lists(const LabelArray& labels) {
  const Extent extent = extent_of(labels);
  ComponentLists lists = released([&]() -> Result<ComponentLists> {
    const std::span<const std::uint32_t> values = values_of(labels);
    const std::uint32_t components = *std::max_element(values.begin(), values.end());
    const RegionOptions options{.max_components = std::max(components, 1U),
                                .max_runs = static_cast<std::uint32_t>(values.size())};
    if (Result<void> possible = check_regions(extent, options); !possible) return possible.error();
    return host::lists(values, extent, components, options);
  });
  const std::size_t offsets = lists.offsets.size();
  const std::size_t places = lists.places.size();
  return nb::make_tuple(own(std::move(lists.offsets), {offsets}), own(std::move(lists.places), {places}));
}

}  // namespace

void add_regions(nb::module_& module) {
  module.def("select", &select, "labels"_a, "seeds"_a,
             "The labels 1..K of the components under seeds, flat, and each seed's label. Seeds are (z, y, x).");
  module.def("boundaries", &boundaries, "labels"_a, "connectivity"_a,
             "1 where a component has a neighbour of another label, else 0; flat.");
  module.def("lists", &lists, "labels"_a,
             "Offsets and places of the elements of labels 1..N, in the order of the labels.");
}

}  // namespace glccl::python
