#include "python/src/cuda/properties.hpp"

#include <cuda_runtime_api.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cuda/measure/write_properties.hpp"
#include "cuda/regions/merge_rows.hpp"
#include "cuda/runtime/objects.hpp"
#include "glccl/table.hpp"
#include "python/src/cuda/device_labels.hpp"
#include "python/src/cuda/device_layout.hpp"
#include "python/src/cuda/engines.hpp"
#include "python/src/gil.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace glccl::python {
namespace {

/// Properties in the order in which they are written, for labels whose tables have `columns`.
class CudaProperties {
 public:
  /// Throws ValueError for names that no property has.
  CudaProperties(const std::vector<std::string_view>& names, std::uint32_t columns) : columns_(columns) {
    for (const std::string_view name : names) {
      const auto all = cuda::all_properties();
      const auto found = std::find_if(all.begin(), all.end(), [&](const auto& one) { return one.name == name; });
      if (found == all.end()) throw nb::value_error(("there is no property " + std::string(name)).c_str());
      traits_.push_back(&*found);
      properties_.push_back(found->property);
    }
  }

  /// For each property its dtype, and the number of its columns for an array of so many axes.
  nb::list columns(std::uint32_t axes) const {
    nb::list columns;
    for (const cuda::PropertyTraits* const one : traits_) {
      columns.append(nb::make_tuple(one->is_integer ? "int64" : "float64", one->width(axes)));
    }
    return columns;
  }

  /// Writes the properties of a table of so many components to `block`, a column every `stride` numbers. Returns false
  /// if rows have to be united first. Waits.
  bool write(const nb::tuple& labels, std::uintptr_t table, std::uint32_t rows, std::uintptr_t block,
             std::uint32_t stride, std::uintptr_t disorder) const {
    const DeviceView view(labels);
    std::uint32_t found = 0;
    run(view, [&](cudaStream_t stream) -> Result<void> {
      auto* const flag = static_cast<std::uint32_t*>(pointer(disorder));
      const cudaError_t cleared = cudaMemsetAsync(flag, 0, sizeof found, stream);
      if (Result<void> status = cuda::check(cleared, "cudaMemsetAsync"); !status) return status;
      const cuda::PropertyTable of = table_of(view, table, rows);
      if (Result<void> status = write_properties(of, properties_, pointer(block), stride, flag, stream); !status)
        return status;
      return read_device_memory(&found, flag, sizeof found, stream);
    });
    return found == 0;
  }

  /// Writes a table with a row for each label to `merged`, which has room for as many rows. Returns their number.
  std::uint32_t merge(const nb::tuple& labels, std::uintptr_t table, std::uint32_t rows, std::uintptr_t merged,
                      std::uintptr_t memory) const {
    const DeviceView view(labels);
    ComponentTableHeader header;
    run(view, [&](cudaStream_t stream) -> Result<void> {
      const cuda::PropertyTable of = table_of(view, table, rows);
      if (Result<void> status = merge_rows(of, pointer(merged), pointer(memory), stream); !status) return status;
      return read_device_memory(&header, pointer(merged), sizeof header, stream);
    });
    return header.count[0];
  }

 private:
  cuda::PropertyTable table_of(const DeviceView& view, std::uintptr_t table, std::uint32_t rows) const {
    const ArrayLayout layout = layout_of(view.shape, view.strides, false, bytes_per_pixel(format_named(view.dtype)));
    return {pointer(table),
            rows,
            table_columns_of(layout.extent, columns_),
            layout.extent,
            static_cast<std::uint32_t>(view.shape.size()),
            view.dtype.front() == 'i'};
  }

  template <class Work>
  static void run(const DeviceView& view, const Work& work) {
    raise_if_failed(without_gil([&]() -> Result<void> {
      const cuda::DeviceGuard guard(view.device);
      return guard.status() ? work(static_cast<cudaStream_t>(view.stream)) : guard.status();
    }));
  }

  std::uint32_t columns_;
  std::vector<const cuda::PropertyTraits*> traits_;
  std::vector<cuda::RegionProperty> properties_;
};

}  // namespace

void add_cuda_properties(nb::module_& module) {
  nb::class_<CudaProperties>(module, "CudaProperties", "Properties of labels in device memory, by their names.")
      .def(nb::init<const std::vector<std::string_view>&, std::uint32_t>(), "names"_a, "columns"_a)
      .def("columns", &CudaProperties::columns, "axes"_a, "The dtype of each property and the number of its columns.")
      .def("write", &CudaProperties::write, "labels"_a, "table"_a, "rows"_a, "block"_a, "stride"_a, "disorder"_a,
           "Write the properties of a table. False: rows have to be united first. Waits.")
      .def("merge", &CudaProperties::merge, "labels"_a, "table"_a, "rows"_a, "merged"_a, "memory"_a,
           "Write a table with a row for each label, and return their number. Waits.");
  module.def("merge_bytes", &cuda::merge_bytes, "rows"_a, "Bytes of memory for merging so many rows.");
  module.attr("seam_columns") = static_cast<std::uint32_t>(table_column_seams);
  module.attr("image_shape_columns") = static_cast<std::uint32_t>(shape_columns);
  module.attr("volume_shape_columns") = static_cast<std::uint32_t>(volume_shape_columns);
  module.attr("intensity_columns") = static_cast<std::uint32_t>(table_column_intensity);
}

}  // namespace glccl::python
