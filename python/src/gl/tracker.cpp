#include "glccl/tracker.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "python/src/gl/context.hpp"
#include "python/src/track_arrays.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace glccl::python {
namespace {

Tracker make_tracker(const std::vector<int>& shape, std::uint32_t max_components, std::uint32_t max_pairs,
                     std::uint32_t first_id, bool id_labels, const ContextUse& context) {
  const Extent extent = extent_of_shape(shape);
  return created([&] { return Tracker::create(extent, {max_components, max_pairs, first_id, id_labels}, context); });
}

/// Names of the buffer of tracks and of the texture of ids.
std::tuple<std::uint32_t, std::uint32_t> track(Tracker& tracker, const GlLabels& labels) {
  const Tracks tracks = in_context(tracker, [&] { return tracker.track(labels.labels); });
  return {tracks.buffer, tracks.id_labels};
}

/// The rows, the deaths, the overflow and the number of components of the last frame.
nb::tuple readback(Tracker& tracker) {
  const TrackedFrame frame = in_context(tracker, [&] { return tracker.readback(); });
  return nb::make_tuple(words_of(frame.rows), words_of(frame.deaths), frame.header.overflow, frame.header.components);
}

std::uint32_t target(Tracker& tracker) {
  return in_context(tracker, [&] { return Result(tracker.target()); });
}

}  // namespace

void add_gl_tracker(nb::module_& module) {
  nb::class_<Tracker>(module, "Tracker", "glccl::Tracker.")
      .def(
          "__init__",
          [](Tracker* self, const std::vector<int>& shape, std::uint32_t max_components, std::uint32_t max_pairs,
             std::uint32_t first_id, bool id_labels, const ContextUse& context) {
            new (self) Tracker(make_tracker(shape, max_components, max_pairs, first_id, id_labels, context));
          },
          "shape"_a, "max_components"_a, "max_pairs"_a, "first_id"_a, "id_labels"_a, "context"_a)
      .def("target", &target)
      .def("track", &track, "labels"_a)
      .def("forget", &Tracker::forget)
      .def("readback", &readback)
      .def("readback_ids",
           [](Tracker& self) { return array_of(in_context(self, [&] { return self.readback_id_labels(); })); })
      .def("times", &times<Tracker>)
      .def("close", &close<Tracker>)
      .def_prop_ro("bytes", &Tracker::bytes);
}

}  // namespace glccl::python
