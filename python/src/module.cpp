// The extension module glccl._core: engines on arrays that they read as they are. The package's Python code prepares
// arrays for it and is what users see.
#include "python/src/cuda/module.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/vocabulary/laboratory.hpp"
#include "glccl/host/cpu.hpp"
#include "glccl/spec.hpp"
#include "glccl/table.hpp"
#include "python/src/arrays.hpp"
#include "python/src/contacts.hpp"
#include "python/src/cpu_engines.hpp"
#include "python/src/cpu_tracker.hpp"
#include "python/src/cuda/engines.hpp"
#include "python/src/gil.hpp"
#include "python/src/label_array.hpp"
#include "python/src/regions.hpp"
#include "python/src/slabs.hpp"
#include "python/src/spec.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace glccl::python {
namespace {

std::optional<PixelValue> pixel_value(std::optional<double> background) {
  if (!background) return std::nullopt;
  return PixelValue{*background, 0.0, 0.0, 0.0};
}

nb::tuple label(const HostArray& array, const LabelingSpec& spec, const std::string& engine, bool measured,
                const std::optional<HostArray>& mask) {
  return label_array(array, mask, spec, measured, value_or_raise(cpu_engine_of(engine)));
}

std::vector<std::string_view> cuda_engine_names() {
  std::vector<std::string_view> names;
  for (const cuda::Method method : cuda_methods) names.push_back(cuda::name_of(method));
  return names;
}

/// The columns of the table of labels 1..N, all of which occur; with `shapes` also those of add_shapes(), with an image
/// of intensities those of add_intensities().
nb::dict measure(const nb::ndarray<const std::uint32_t, nb::c_contig, nb::device::cpu>& array, bool shapes,
                 const std::optional<nb::ndarray<nb::ro, nb::c_contig, nb::device::cpu>>& intensity) {
  const LabelImage labels{view_of(nb::ndarray<nb::ro>(array)).extent, {array.data(), array.data() + array.size()}};
  const std::uint32_t measured = !shapes ? 0 : labels.extent.is_volume() ? volume_shape_columns : shape_columns;
  if (const Result<void> status = check_columns(measured, labels.extent); !status) {
    throw nb::value_error(status.error().message.c_str());
  }
  const bool doubles = intensity && intensity->dtype() == nb::dtype<double>();
  ImageView values;
  if (intensity && !doubles) {
    values = view_of(nb::ndarray<nb::ro>(*intensity));
    const LabelingSpec spec{.columns = table_column_intensity};
    if (const Result<void> status = check_intensity(spec, &values, labels.extent); !status) {
      throw nb::value_error(status.error().message.c_str());
    }
  }
  if (doubles && intensity->size() != labels.values.size())
    throw nb::value_error("the intensity image has another number of elements than the labels");
  std::vector<Measurements> measurements;
  std::vector<DoubleIntensity> of_doubles;
  const std::vector<Component> rows = value_or_raise(without_gil([&] {
    Result<std::vector<Component>> components = host::measure_components(labels);
    if (!components) return components;
    measurements = host::measure_columns(labels, measured, components->size());
    if (doubles) {
      const std::span<const double> all(static_cast<const double*>(intensity->data()), intensity->size());
      of_doubles = host::measure_intensities(labels, all, components->size());
    } else if (intensity) {
      host::measure_intensities(labels, values, {}, measurements);
    }
    return components;
  }));
  nb::dict columns = columns_of(rows, array.ndim());
  if (shapes) add_shapes(columns, rows, measurements, array.ndim(), !labels.extent.is_volume());
  if (doubles) add_intensities(columns, of_doubles, array.ndim());
  if (intensity && !doubles) add_intensities(columns, rows, measurements, array.ndim());
  return columns;
}

}  // namespace
}  // namespace glccl::python

NB_MODULE(_core, module) {
  using namespace glccl;
  module.doc() = "The engines of glccl on arrays that they read as they are. Use the functions of glccl instead.";
  nb::set_leak_warnings(false);  // a daemon thread keeps what it works on
  python::end_taking_at_exit();
  const auto error = nb::cast<std::string>(module.attr("__name__")) + ".Error";
  module.attr("Error") = nb::steal(PyErr_NewException(error.c_str(), PyExc_RuntimeError, nullptr));

  nb::class_<Foreground>(module, "Foreground", "Elements above low and not above high; inverted: all others.")
      .def(
          "__init__",
          [](Foreground* self, double low, double high, bool inverted) {
            new (self) Foreground{low, high, inverted, Channel::red};
          },
          "low"_a, "high"_a, "inverted"_a);
  nb::class_<Equal>(module, "Equal", "Elements of equal value, except those of the background.")
      .def(
          "__init__",
          [](Equal* self, std::optional<double> background) { new (self) Equal{python::pixel_value(background)}; },
          "background"_a.none())
      .def_static(
          "words",
          [](double low, double high) {
            return Equal{PixelValue{low, high, 0.0, 0.0}};
          },
          "low"_a, "high"_a, "Elements of 64 bits, with the words of the background.");
  nb::class_<Difference>(module, "Difference", "Neighbours that differ by at most largest, except the background.")
      .def(
          "__init__",
          [](Difference* self, double largest, std::optional<double> background) {
            new (self) Difference{largest, python::pixel_value(background), Measure::sum};
          },
          "largest"_a, "background"_a.none());

  module.def("cpu_engines", &python::cpu_engine_names, "Names of the CPU engines, the preferred first.");
  module.def("cuda_engines", &python::cuda_engine_names, "Names of the CUDA engines, the preferred first.");
  module.def("describe_cuda", &python::describe_cuda,
             "The versions of CUDA and the devices that its engines have code for; empty in a build without CUDA.");
  module.attr("laboratory") = std::vector<std::string_view>(laboratory.begin(), laboratory.end());
  module.attr("is_in_laboratory") = is_in_laboratory;
  module.def("why_no_cuda", &python::why_no_cuda, "Why CUDA engines cannot run here; empty if they can.");
  nb::class_<LabelingSpec>(module, "Spec", "What is asked, by keywords of the members of glccl::LabelingSpec.")
      .def(
          "__init__",
          [](LabelingSpec* self, const nb::kwargs& members) { new (self) LabelingSpec(python::spec_of(members)); },
          nb::sig("def __init__(self, **members: object) -> None"));
  module.def("option_fields", &python::option_fields,
             "The members of Spec that are keywords of label(), each with its kind of values and its default.");

  module.def("label", &python::label, "array"_a, "spec"_a, "engine"_a, "measured"_a, "mask"_a.none(),
             "The labels of an array on the CPU, their number, and the columns of the table or None.");
  module.def(
      "measure", &python::measure, "labels"_a, "shapes"_a, "intensity"_a.none(),
      "The columns of the table of labels 1..N, all of which occur; with shapes those of moments and quads too, with "
      "intensity, an array of the labels' shape, those of its values.");
  python::add_contacts(module);
  python::add_slabs(module);
  python::add_cpu_tracker(module);
  python::add_regions(module);
#if GLCCL_WITH_CUDA
  python::add_cuda(module);
#endif
}
