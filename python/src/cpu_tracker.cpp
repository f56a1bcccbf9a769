#include "python/src/cpu_tracker.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "glccl/host/tracker.hpp"
#include "python/src/arrays.hpp"
#include "python/src/gil.hpp"
#include "python/src/track_arrays.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace glccl::python {
namespace {

using LabelArray = nb::ndarray<const std::uint32_t, nb::c_contig, nb::device::cpu>;

/// Labels of which each one up to the largest occurs, and what they were before.
struct DenseLabels {
  std::vector<std::uint32_t> labels;
  std::vector<std::uint32_t> before;  ///< By label, from label 1 on; ascending.
};

/// Numbers labels anew so that no number up to the largest, `components`, is left out. Nothing if none is.
std::optional<DenseLabels> without_gaps(std::span<const std::uint32_t> labels, std::uint32_t components) {
  std::vector<std::uint32_t> numbers(std::size_t{components} + 1);
  const auto number_of = [&](std::uint32_t label) -> std::uint32_t& { return numbers[std::min(label, components)]; };
  std::uint32_t last = 0;
  for (const std::uint32_t label : labels) {
    if (label != last) number_of(label) = 1;
    last = label;
  }
  if (std::find(numbers.begin() + 1, numbers.end(), 0U) == numbers.end()) return std::nullopt;
  DenseLabels dense{std::vector<std::uint32_t>(labels.size()), {}};
  numbers[0] = 0;
  for (std::uint32_t label = 1; label <= components; ++label) {
    if (numbers[label] == 0) continue;
    dense.before.push_back(label);
    numbers[label] = static_cast<std::uint32_t>(dense.before.size());
  }
  std::transform(labels.begin(), labels.end(), dense.labels.begin(), number_of);
  return dense;
}

/// The rows, the deaths, the ids of all elements in raster order, the overflow and the number of components of a frame;
/// the label of each row, or None if these are 1..N. Of a frame with more components than `most` gaps do not matter.
nb::tuple track(host::Tracker& tracker, const LabelArray& labels, std::uint32_t most) {
  const std::span<const std::uint32_t> values(labels.data(), labels.size());
  std::optional<DenseLabels> dense;
  const TrackedFrame frame = value_or_raise(without_gil([&] {
    const std::uint32_t components = values.empty() ? 0 : *std::max_element(values.begin(), values.end());
    if (components <= most) dense = without_gaps(values, components);
    return dense ? tracker.track(dense->labels, static_cast<std::uint32_t>(dense->before.size()))
                 : tracker.track(values, components);
  }));
  std::vector<std::uint32_t> ids = tracker.id_labels();
  const std::size_t count = ids.size();
  const std::size_t numbered = dense ? dense->before.size() : 0;
  nb::object before = dense ? nb::cast(own(std::move(dense->before), {numbered})) : nb::none();
  return nb::make_tuple(words_of(frame.rows), words_of(frame.deaths), nb::cast(own(std::move(ids), {count})),
                        frame.header.overflow, frame.header.components, before);
}

}  // namespace

void add_cpu_tracker(nb::module_& module) {
  nb::class_<host::Tracker>(module, "CpuTracker", "Follows components from frame to frame on the CPU.")
      .def_static(
          "create",
          [](int width, int height, int depth, std::uint32_t max_components, std::uint32_t max_pairs,
             std::uint32_t first_id) {
            return value_or_raise(
                host::Tracker::create({width, height, depth}, tracker_options(max_components, max_pairs, first_id)));
          },
          "width"_a, "height"_a, "depth"_a, "max_components"_a, "max_pairs"_a, "first_id"_a)
      .def("track", &track, "labels"_a, "most"_a)
      .def("forget", &host::Tracker::forget);
}

}  // namespace glccl::python
