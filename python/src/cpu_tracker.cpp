#include "python/src/cpu_tracker.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "glccl/host/cpu_tracker.hpp"
#include "python/src/arrays.hpp"
#include "python/src/gil.hpp"
#include "python/src/track_arrays.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace glccl::python {
namespace {

using LabelArray = nb::ndarray<const std::uint32_t, nb::c_contig, nb::device::cpu>;

/// The rows, the deaths, the ids of all elements in raster order, and the overflow of a frame.
nb::tuple track(host::CpuTracker& tracker, const LabelArray& labels) {
  const std::span<const std::uint32_t> values(labels.data(), labels.size());
  const TrackedFrame frame = value_or_raise(without_gil([&] {
    const std::uint32_t components = values.empty() ? 0 : *std::max_element(values.begin(), values.end());
    return tracker.track(values, components);
  }));
  std::vector<std::uint32_t> ids = tracker.id_labels();
  const std::size_t count = ids.size();
  return nb::make_tuple(words_of(frame.rows), words_of(frame.deaths), nb::cast(own(std::move(ids), {count})),
                        frame.header.overflow, frame.header.components);
}

}  // namespace

void add_cpu_tracker(nb::module_& module) {
  nb::class_<host::CpuTracker>(module, "CpuTracker", "Follows components from frame to frame on the CPU.")
      .def_static(
          "create",
          [](int width, int height, int depth, std::uint32_t max_components, std::uint32_t max_pairs,
             std::uint32_t first_id) {
            return value_or_raise(
                host::CpuTracker::create({width, height, depth}, tracker_options(max_components, max_pairs, first_id)));
          },
          "width"_a, "height"_a, "depth"_a, "max_components"_a, "max_pairs"_a, "first_id"_a)
      .def("track", &track, "labels"_a)
      .def("forget", &host::CpuTracker::forget);
}

}  // namespace glccl::python
