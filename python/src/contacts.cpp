#include "python/src/contacts.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>

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

nb::tuple contacts(const nb::ndarray<const std::uint32_t, nb::c_contig, nb::device::cpu>& labels, int connectivity) {
  const Extent extent = view_of(nb::ndarray<nb::ro>(labels)).extent;
  const std::span<const std::uint32_t> values(labels.data(), labels.size());
  return arrays_of(value_or_raise(
      without_gil([&] { return host::contacts(values, extent, static_cast<Connectivity>(connectivity)); })));
}

}  // namespace

void add_contacts(nb::module_& module) {
  module.def("contacts", &contacts, "labels"_a, "connectivity"_a,
             "Pairs of labels that touch, and the lengths of their borders.");
}

}  // namespace glccl::python
