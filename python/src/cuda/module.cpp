#include "python/src/cuda/module.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cuda/measure/write_areas.hpp"
#include "cuda/measure/write_columns.hpp"
#include "cuda/runtime/objects.hpp"
#include "glccl/table.hpp"
#include "python/src/arrays.hpp"
#include "python/src/cuda/device_labels.hpp"
#include "python/src/cuda/device_layout.hpp"
#include "python/src/cuda/engines.hpp"
#include "python/src/cuda/memory.hpp"
#include "python/src/cuda/properties.hpp"
#include "python/src/cuda/tracker.hpp"
#include "python/src/gil.hpp"
#include "python/src/regions.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace glccl::python {
namespace {

/// What glccl.label() asks of an engine, for arrays of one dtype.
struct CudaLabeling {
  CudaRequest request;  ///< Without the members that an array's DeviceView has.
  PixelFormat format = PixelFormat::u8;
  bool batch = false;
  std::uint32_t most_components = 0;  ///< Of an image that was labeled last, for the rows of the next table.

  CudaLabeling(const std::string& engine, const std::string& dtype, const LabelingSpec& spec, bool is_batch,
               bool counted, std::uint32_t columns)
      : format(format_named(dtype)), batch(is_batch) {
    request.method = value_or_raise(cuda_method_of(engine));
    request.spec = spec;
    request.counted = counted;
    request.spec.columns = columns;
    if (format != PixelFormat::rg32u) return;
    // Integers of 64 bits are pairs of words. A pair differs from 0 if one of its words does.
    if (auto* foreground = std::get_if<Foreground>(&request.spec.criterion)) foreground->channel = Channel::any;
  }

  /// The images of a view whose elements have so many bytes. Throws as layout_of().
  ArrayLayout images_of(const DeviceView& view, std::size_t element) const {
    return layout_of(view.shape, view.strides, batch, element);
  }

  /// Bytes from the table of an image, of so many rows, to that of the next.
  std::size_t table_stride(const Extent& extent, std::uint32_t rows) const {
    return table_bytes(rows, table_columns_of(extent, request.spec.columns));
  }
};

/// A single image in device memory. Throws as layout_of() and format_named().
ImageView image_of(const DeviceView& view) {
  const PixelFormat format = format_named(view.dtype);
  const ArrayLayout layout = layout_of(view.shape, view.strides, false, bytes_per_pixel(format));
  return {view.data, format, layout.extent, layout.row_bytes, layout.slice_bytes};
}

/// Labels an array. Returns None, or the numbers of components if the labeling is counted. `tables` is memory for a
/// table of `table_rows` rows for each image, or 0. `intensity` is measured with table_column_intensity.
nb::object label(const CudaLabeling& labeling, const nb::tuple& array, std::uintptr_t labels,
                 const std::vector<std::int64_t>& label_strides, const std::optional<nb::tuple>& mask,
                 std::uintptr_t tables, std::uint32_t table_rows, const std::optional<nb::tuple>& intensity) {
  const DeviceView view(array);
  const bool batch = labeling.batch;
  const ArrayLayout layout = labeling.images_of(view, bytes_per_pixel(labeling.format));
  const ArrayLayout target = layout_of(view.shape, label_strides, batch, sizeof(std::uint32_t));
  DeviceImages images;
  images.image = {view.data, labeling.format, layout.extent, layout.row_bytes, layout.slice_bytes};
  images.image_stride = layout.image_bytes;
  images.labels = {pointer(labels), target.row_bytes, target.slice_bytes};
  images.label_stride = target.image_bytes;
  images.count = layout.images;
  images.tables = {pointer(tables), table_rows};
  images.table_stride = labeling.table_stride(layout.extent, table_rows);
  if (mask) {
    const DeviceView of_mask(*mask);
    const ArrayLayout beside = labeling.images_of(of_mask, 1);
    images.mask = {of_mask.data, PixelFormat::u8, beside.extent, beside.row_bytes, beside.slice_bytes};
    images.mask_stride = beside.image_bytes;
  }
  if (intensity) images.intensity = image_of(DeviceView(*intensity));
  CudaRequest request = labeling.request;
  request.device = view.device;
  request.stream = view.stream;
  request.waits = view.waits;
  const Result<std::vector<std::uint32_t>> counts = without_gil([&] { return label_on_cuda(request, images); });
  if (!counts) raise_of_device(counts.error());
  return request.counted ? nb::cast(*counts) : nb::none();
}

/// Bytes of the tables of an array with so many rows each.
std::size_t tables_bytes(const CudaLabeling& labeling, const nb::tuple& array, std::uint32_t rows) {
  const ArrayLayout layout = labeling.images_of(DeviceView(array), 1);
  return layout.images * labeling.table_stride(layout.extent, rows);
}

/// `axes` has for each axis of an array 0, 1 or 2 for x, y and z, and 3 for an axis that is left out of its images.
void make_layout(cuda::ColumnLayout* self, const std::vector<std::uint8_t>& axes, std::uint32_t label_bytes,
                 std::uint32_t value_bytes, bool seams) {
  if (axes.size() > cuda::ColumnLayout::most_axes) throw nb::value_error("a table has at most 64 axes");
  new (self) cuda::ColumnLayout(cuda::make_column_layout(axes, label_bytes, value_bytes, seams));
}

std::uint64_t offset_of(const cuda::ColumnLayout& layout, std::string_view name, std::uint32_t rows) {
  constexpr std::array<std::string_view, cuda::column_count> names = {
      "area", "bbox", "sums", "centroid", "first", "label", "value", "crosses", "unwrapped_bbox", "unwrapped_centroid"};
  const auto found = std::find(names.begin(), names.end(), name);
  return layout.offset(static_cast<cuda::BlockColumn>(found - names.begin()), rows);
}

/// The tables of an array's labels, of `rows` rows each, of which at most `most_rows` are components.
cuda::ComponentTables tables_of(const CudaLabeling& labeling, const ArrayLayout& layout, std::uintptr_t tables,
                                std::uint32_t rows, std::uint32_t most_rows) {
  return {pointer(tables),
          labeling.table_stride(layout.extent, rows),
          static_cast<std::uint32_t>(layout.images),
          most_rows,
          column_offset(table_columns_of(layout.extent, labeling.request.spec.columns), table_column_seams),
          layout.extent};
}

/// Calls `launch(stream)` without the GIL, on the device and the stream of a view. Raises its error.
template <class Launch>
void run_on(const DeviceView& view, const Launch& launch) {
  raise_if_failed(without_gil([&]() -> Result<void> {
    const cuda::DeviceGuard guard(view.device);
    if (Result<void> current = guard.status(); !current) return current;
    auto* const stream = static_cast<cudaStream_t>(view.stream);
    const Result<void> launched = launch(stream);
    return launched && view.waits ? wait_for(stream) : launched;
  }));
}

/// Writes the area of each element's component, from labels without gaps and tables of so many rows each.
void write_areas_of(const CudaLabeling& labeling, const nb::tuple& array, std::uintptr_t tables, std::uint32_t rows,
                    std::uintptr_t labels, std::uintptr_t areas) {
  const DeviceView view(array);
  const cuda::ComponentTables found = tables_of(labeling, labeling.images_of(view, 1), tables, rows, rows);
  run_on(view, [&](cudaStream_t stream) {
    return cuda::write_areas(found, static_cast<const std::uint32_t*>(pointer(labels)),
                             static_cast<std::int32_t*>(pointer(areas)), stream);
  });
}

/// Writes the columns of the tables that label() has written, of `table_rows` rows each, of which at most `most_rows`
/// are components. The columns have `rows` rows, or with 0 one for each component. `array` is the array whose values
/// they have.
void write_columns_of(const CudaLabeling& labeling, const nb::tuple& array, std::uintptr_t tables,
                      std::uint32_t table_rows, std::uint32_t most_rows, const cuda::ColumnLayout& columns,
                      std::uint32_t rows, std::uintptr_t blocks) {
  const DeviceView view(array);
  const ArrayLayout layout = labeling.images_of(view, columns.value_bytes);
  const std::size_t row_bytes =
      layout.row_bytes != 0 ? layout.row_bytes : static_cast<std::size_t>(layout.extent.width) * columns.value_bytes;
  const std::size_t slice_bytes =
      layout.slice_bytes != 0 ? layout.slice_bytes : row_bytes * static_cast<std::size_t>(layout.extent.height);
  const cuda::ValueSource values{view.data, row_bytes, slice_bytes, layout.image_bytes};
  const cuda::ComponentTables found = tables_of(labeling, layout, tables, table_rows, most_rows);
  run_on(view, [&](cudaStream_t stream) {
    return cuda::write_columns(found, values, columns, rows, pointer(blocks), stream);
  });
}

void reserve(const CudaLabeling& labeling, const nb::tuple& array, bool masked, std::uint32_t table_rows) {
  const DeviceView view(array);
  const ArrayLayout layout = layout_of(view.shape, {}, labeling.batch, bytes_per_pixel(labeling.format));
  CudaRequest request = labeling.request;
  request.device = view.device;
  const InputFormats formats{labeling.format, masked ? std::optional(PixelFormat::u8) : std::nullopt};
  raise_if_failed(
      without_gil([&] { return reserve_on_cuda(request, formats, layout.extent, layout.images, table_rows); }));
}

void free_memory() {
  without_gil([] {
    free_cuda_memory();
    free_cuda_regions();
    free_pinned_memory();
  });
}

}  // namespace

void add_cuda(nb::module_& module) {
  nb::class_<CudaLabeling>(module, "CudaLabeling", "What glccl.label() asks of an engine, for arrays of one dtype.")
      .def(nb::init<const std::string&, const std::string&, const LabelingSpec&, bool, bool, std::uint32_t>(),
           "engine"_a, "dtype"_a, "spec"_a, "batch"_a, "counted"_a, "columns"_a)
      .def_rw("most_components", &CudaLabeling::most_components, "Of an image that was labeled last.");
  nb::class_<cuda::ColumnLayout>(module, "ColumnLayout", "Where the columns of a table lie in a block of memory.")
      .def("__init__", &make_layout, "axes"_a, "label_bytes"_a, "value_bytes"_a, "seams"_a)
      .def("offset", &offset_of, "column"_a, "rows"_a, "The byte of a block of so many rows at which a column begins.")
      .def("block_bytes", &cuda::ColumnLayout::block_bytes, "rows"_a, "Bytes of a block of so many rows.");
  module.def("label_cuda", &label, "labeling"_a, "array"_a, "labels"_a, "label_strides"_a, "mask"_a.none() = nb::none(),
             "tables"_a = 0, "table_rows"_a = 0, "intensity"_a.none() = nb::none(),
             "Label an array in device memory. Strides are in bytes; none: C order. Returns the numbers of components "
             "if the labeling is counted.");
  module.def("tables_bytes", &tables_bytes, "labeling"_a, "array"_a, "rows"_a, "Bytes of tables of so many rows.");
  module.def("write_columns_cuda", &write_columns_of, "labeling"_a, "array"_a, "tables"_a, "table_rows"_a,
             "most_rows"_a, "columns"_a, "rows"_a, "blocks"_a,
             "Write the columns of tables. With rows 0 they have a row for each component.");
  module.def("write_areas_cuda", &write_areas_of, "labeling"_a, "array"_a, "tables"_a, "rows"_a, "labels"_a, "areas"_a,
             "Write the area of each element's component, as integers of 32 bits.");
  module.def("reserve_cuda", &reserve, "labeling"_a, "array"_a, "masked"_a, "table_rows"_a,
             "Reserve scratch memory for a labeling of such an array in the next stream capture.");
  module.def("free_cuda_memory", &free_memory, "Free the device memory that is kept between calls.");
  add_cuda_memory(module);
  add_cuda_regions(module);
  add_cuda_properties(module);
  add_cuda_tracker(module);
}

}  // namespace glccl::python
