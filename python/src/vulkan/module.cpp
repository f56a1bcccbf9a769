// The extension module glccl._vulkan: the engine `vulkan` on arrays in host memory. glccl.label() loads it when it is
// first asked for this engine.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <optional>
#include <string>

#include "python/src/arrays.hpp"
#include "python/src/gil.hpp"
#include "python/src/label_array.hpp"
#include "python/src/vulkan/engine.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace glccl::python {
namespace {

nb::tuple label(const HostArray& array, const nb::object& spec, const std::string&, bool measured,
                const std::optional<HostArray>& mask) {
  return label_array(array, mask, nb::cast<const LabelingSpec&>(spec), measured, vulkan_engine());  // of _core
}

}  // namespace
}  // namespace glccl::python

NB_MODULE(_vulkan, module) {
  using namespace glccl;
  module.doc() = "The engine vulkan on arrays that it reads as they are. Use the functions of glccl instead.";
  nb::set_leak_warnings(false);  // a daemon thread keeps what it works on
  python::end_taking_at_exit();
  module.def("label", &python::label, "array"_a, "spec"_a, "engine"_a, "measured"_a, "mask"_a.none(),
             "As glccl._core.label().");
  module.def(
      "device", [] { return python::value_or_raise(python::without_gil(python::open_vulkan)); },
      "The name of the device, which is opened unless it is open. Raises glccl.Error with the reason where there is "
      "none.");
  module.def(
      "close", [] { python::without_gil([] { python::close_vulkan(); }); },
      "Waits for the labeling that runs, and closes the device until the next one.");
}
