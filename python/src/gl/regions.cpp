#include "glccl/regions.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "python/src/arrays.hpp"
#include "python/src/gl/context.hpp"
#include "python/src/region_arrays.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace glccl::python {
namespace {

Regions make_regions(const std::vector<int>& shape, const RegionOptions& options, const ContextUse& context) {
  const Extent extent = extent_of_shape(shape);
  return created([&] { return Regions::create(extent, options, context); });
}

/// Names of the buffer of seeds, the mask and the labels of a selection.
std::tuple<std::uint32_t, std::uint32_t, std::uint32_t> select(Regions& regions, const GlLabels& labels,
                                                               const SeedArray& seeds) {
  const std::vector<Position> positions = positions_of(seeds);
  const SeedSelection made = in_context(regions, [&] { return regions.select(labels.labels, positions); });
  return {made.seeds, made.mask, made.labels};
}

std::uint32_t boundaries(Regions& regions, const GlLabels& labels, int connectivity) {
  return in_context(regions,
                    [&] { return regions.boundaries(labels.labels, static_cast<Connectivity>(connectivity)); });
}

/// Names of the buffers of offsets and of places.
std::tuple<std::uint32_t, std::uint32_t> lists(Regions& regions, const GlLabels& labels) {
  const ListBuffers made = in_context(regions, [&] { return regions.lists(labels.labels); });
  return {made.lists, made.places};
}

std::uint32_t contacts(Regions& regions, const GlLabels& labels, int connectivity) {
  return in_context(regions, [&] { return regions.contacts(labels.labels, static_cast<Connectivity>(connectivity)); });
}

std::uint32_t colours(Regions& regions, const GlLabels& labels, std::uint32_t target) {
  return in_context(regions, [&] { return regions.colours(labels.labels, target); });
}

nb::ndarray<nb::numpy, std::uint32_t> readback_seeds(Regions& regions) {
  return numbers_of(in_context(regions, [&] { return regions.readback_seeds(); }));
}

/// Offsets, places and the overflow of the last lists.
nb::tuple readback_lists(Regions& regions) {
  ComponentLists found = in_context(regions, [&] { return regions.readback_lists(); });
  const std::size_t offsets = found.offsets.size();
  const std::size_t places = found.places.size();
  return nb::make_tuple(own(std::move(found.offsets), {offsets}), own(std::move(found.places), {places}),
                        found.header.overflow);
}

/// Pairs, lengths and the overflow of the last contacts.
nb::tuple readback_contacts(Regions& regions) {
  const ContactList found = in_context(regions, [&] { return regions.readback_contacts(); });
  const nb::tuple arrays = arrays_of(found.contacts);
  return nb::make_tuple(arrays[0], arrays[1], found.header.overflow);
}

}  // namespace

void add_gl_regions(nb::module_& module) {
  nb::class_<RegionOptions>(module, "RegionOptions", "glccl::RegionOptions.")
      .def(nb::init<>())
      .def_rw("max_seeds", &RegionOptions::max_seeds)
      .def_rw("selection_mask", &RegionOptions::selection_mask)
      .def_rw("selection_labels", &RegionOptions::selection_labels)
      .def_rw("boundaries", &RegionOptions::boundaries)
      .def_rw("max_components", &RegionOptions::max_components)
      .def_rw("max_elements", &RegionOptions::max_elements)
      .def_rw("max_runs", &RegionOptions::max_runs)
      .def_rw("max_contacts", &RegionOptions::max_contacts)
      .def_rw("colours", &RegionOptions::colours);

  nb::class_<Regions>(module, "Regions", "glccl::Regions.")
      .def(
          "__init__",
          [](Regions* self, const std::vector<int>& shape, const RegionOptions& options, const ContextUse& context) {
            new (self) Regions(make_regions(shape, options, context));
          },
          "shape"_a, "options"_a, "context"_a)
      .def("select", &select, "labels"_a, "seeds"_a)
      .def("boundaries", &boundaries, "labels"_a, "connectivity"_a)
      .def("lists", &lists, "labels"_a)
      .def("contacts", &contacts, "labels"_a, "connectivity"_a)
      .def("colours", &colours, "labels"_a, "target"_a)
      .def("readback_seeds", &readback_seeds)
      .def("readback_lists", &readback_lists)
      .def("readback_contacts", &readback_contacts)
      .def("times", &times<Regions>)
      .def("close", &close<Regions>)
      .def_prop_ro("bytes", &Regions::bytes);
}

}  // namespace glccl::python
