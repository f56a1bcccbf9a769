#include "python/src/label_array.hpp"

#include <cstddef>
#include <utility>

#include "python/src/arrays.hpp"
#include "python/src/gil.hpp"

namespace nb = nanobind;

namespace glccl::python {
namespace {

Result<void> check_inputs(const LabelingSpec& spec, const host::Inputs& inputs, const Capabilities& engine) {
  const Extent& extent = inputs.image.extent;
  if (Result<void> status = check(spec, inputs.image.format, extent, engine); !status) return status;
  return check_second_images(spec, inputs.mask, inputs.intensity, extent, engine);
}

nb::dict columns_of_table(const LabeledArray& labeled, const PeriodicAxes& periodic, std::size_t axes) {
  nb::dict columns = columns_of(labeled.components, axes);
  if (!periodic.any()) return columns;
  add_seams(columns, labeled.components, labeled.measurements, axes, labeled.labels.extent);
  return columns;
}

}  // namespace

nb::tuple label_array(const HostArray& array, const std::optional<HostArray>& mask, LabelingSpec spec, bool measured,
                      const ArrayEngine& engine) {
  const ImageView image = view_of(nb::ndarray<nb::ro>(array));
  host::Inputs inputs{image};
  if (mask) inputs.mask = view_of(nb::ndarray<nb::ro>(*mask));
  if (measured && spec.periodic.any()) spec.columns |= table_column_seams;
  if (const Result<void> status = check_inputs(spec, inputs, engine.capabilities); !status) {
    throw nb::value_error(status.error().message.c_str());  // Also of limits: these are no lack of memory.
  }
  LabeledArray labeled = value_or_raise(without_gil([&] { return engine.label(inputs, spec, measured); }));
  const auto count = labeled.count;
  const auto width = static_cast<std::size_t>(image.extent.width);
  const auto height = static_cast<std::size_t>(image.extent.height);
  const auto depth = static_cast<std::size_t>(image.extent.depth);
  nb::object columns = measured ? nb::object(columns_of_table(labeled, spec.periodic, array.ndim())) : nb::none();
  std::vector<std::uint32_t>& values = labeled.labels.values;
  nb::object labels = nb::cast(array.ndim() == 1   ? own(std::move(values), {width})
                               : array.ndim() == 2 ? own(std::move(values), {height, width})
                                                   : own(std::move(values), {depth, height, width}));
  return nb::make_tuple(labels, count, columns);
}

}  // namespace glccl::python
