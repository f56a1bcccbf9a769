#include "python/src/slabs.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>

#include <cstdint>
#include <cstring>
#include <exception>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "glccl/host/slab_plan.hpp"
#include "glccl/host/slabs.hpp"
#include "glccl/spec.hpp"
#include "python/src/arrays.hpp"
#include "python/src/gil.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace glccl::python {
namespace {

/// Calls functions of Python from a labeling that does not hold the GIL, and keeps what they raise: the labeling ends
/// with an error, and its caller raises the exception as it was.
class Callbacks {
 public:
  template <class Call>
  Result<void> call(const Call& function) {
    Result<void> status;
    with_gil([&] {
      try {
        function();
      } catch (...) {
        raised_ = std::current_exception();
        status = Error{ErrorCode::invalid_argument, "a function of Python has raised an exception"};
      }
    });
    return status;
  }

  /// Throws what a function has raised. Requires the GIL.
  void rethrow() {
    if (raised_) std::rethrow_exception(std::exchange(raised_, nullptr));
  }

 private:
  std::exception_ptr raised_;
};

/// The bits of the first element of each component.
void read_bits(const ImageView& slab, std::vector<Component>& components) {
  const std::size_t bytes = bytes_per_pixel(slab.format);
  for (Component& component : components) {
    component.value = 0;
    std::memcpy(&component.value, static_cast<const std::uint8_t*>(slab.data) + component.first * bytes, bytes);
  }
}

/// cpu-fast, with the bits of elements as values.
host::SolveSlab solve_with_bits() {
  return [solve = host::solve_by_cpu_fast()](const ImageView& slab, const LabelingSpec& spec, bool measured,
                                             host::SlabSolution& solution) {
    const Result<void> status = solve(slab, spec, measured, solution);
    if (status && measured) read_bits(slab, solution.components);
    return status;
  };
}

/// Elements along z, y and x.
using Shape = std::tuple<std::size_t, std::size_t, std::size_t>;

/// How an image is cut: planes of a slab, or 0 for as many as so many bytes of memory hold.
host::SlabPlan plan(const host::SlabSource& source, const LabelingSpec& spec, const host::SlabOptions& options,
                    std::int64_t memory) {
  if (options.planes > 0) return {options.planes, 0};
  return value_or_raise(host::plan_slabs(source.extent, source.format, kind_of(spec.criterion), options.components,
                                         memory, options.wide_labels));
}

/// A new array of a slab's labels.
template <class Label>
nb::object array_of(std::span<const Label> labels) {
  return nb::cast(own(std::vector<Label>(labels.begin(), labels.end()), {labels.size()}));
}

/// The number of components, the columns of their table, and the bits of their first elements; these two are None
/// unless they are asked for. `fill(first, planes, bytes)` stores the elements of planes, `store(first, labels)` takes
/// labels, of 64 bits if they are wide, or is None.
nb::tuple label_slabs(const Shape& shape, const nb::ndarray<nb::ro, nb::device::cpu>& sample, const LabelingSpec& spec,
                      int planes, std::int64_t memory, const nb::object& fill, const nb::object& store, bool wide,
                      bool measured, std::size_t axes) {
  const auto [depth, height, width] = shape;
  Callbacks callbacks;
  host::SlabSource source{
      {side_of(width), side_of(height), side_of(depth)}, view_of(nb::ndarray<nb::ro>(sample)).format, {}};
  source.read = [&](int first, int count, void* elements) {
    const auto bytes =
        static_cast<std::size_t>(host::slab_of(source.extent, count).elements()) * bytes_per_pixel(source.format);
    return callbacks.call([&] {
      const nb::ndarray<nb::numpy, std::uint8_t> array(elements, {bytes}, nb::handle());
      fill(first, count, nb::cast(array, nb::rv_policy::reference));
    });
  };
  host::SlabOptions options{
      .planes = planes, .labels = !store.is_none(), .wide_labels = wide && !store.is_none(), .components = measured};
  const host::SlabPlan cut = plan(source, spec, options, memory);
  options.planes = cut.planes;
  options.kept_bytes = cut.kept_bytes;
  options.solves_as_stored = measured;  // rows have the bits of elements
  std::vector<Component> components;
  const host::SlabSink sink = [&](const host::FinishedSlab& slab) -> Result<void> {
    components.insert(components.end(), slab.components.begin(), slab.components.end());
    if (store.is_none()) return {};
    return callbacks.call([&] { store(slab.first, wide ? array_of(slab.wide_labels) : array_of(slab.labels)); });
  };
  Result<host::SlabReport> report = without_gil([&] {
    return host::label_slabs(source, solve_with_bits(), spec, options,
                             store.is_none() && !measured ? host::SlabSink() : sink);
  });
  callbacks.rethrow();
  const std::uint64_t count = value_or_raise(std::move(report)).components;
  if (!measured) return nb::make_tuple(count, nb::none(), nb::none());
  std::vector<std::uint32_t> bits;
  for (const Component& component : components) bits.push_back(component.value);
  return nb::make_tuple(count, columns_of(components, axes), own(std::move(bits), {components.size()}));
}

}  // namespace

void add_slabs(nb::module_& module) {
  module.def("label_slabs", &label_slabs, "shape"_a, "sample"_a, "spec"_a, "planes"_a, "memory"_a, "fill"_a,
             "store"_a.none(), "wide"_a, "measured"_a, "axes"_a,
             "Labels an image slab by slab: the number of components, and if asked for, the columns of their table and "
             "the bits of their first elements.");
}

}  // namespace glccl::python
