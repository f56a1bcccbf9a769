#include "python/src/cuda/module.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cuda/runtime/objects.hpp"
#include "glccl/table.hpp"
#include "python/src/arrays.hpp"
#include "python/src/cuda/device_labels.hpp"
#include "python/src/cuda/device_layout.hpp"
#include "python/src/cuda/engines.hpp"
#include "python/src/cuda/measure.hpp"
#include "python/src/cuda/tracker.hpp"
#include "python/src/gil.hpp"
#include "python/src/regions.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace glccl::python {
namespace {

void raise_if_failed(const Result<void>& status) {
  if (!status) raise_of_device(status.error());
}

/// Says why CUDA engines cannot run, where they cannot: clearer than the error of a CUDA call.
void throw_unless_cuda_runs() {
  if (const std::string reason = why_no_cuda(); !reason.empty()) throw DeviceError(reason);
}

void* pointer(std::uintptr_t address) { return reinterpret_cast<void*>(address); }

/// What glccl.label() asks of an engine, for arrays of one dtype.
struct CudaLabeling {
  CudaRequest request;  ///< Without the members that an array's DeviceView has.
  PixelFormat format = PixelFormat::u8;
  bool batch = false;

  CudaLabeling(const std::string& engine, const std::string& dtype, const LabelingSpec& spec, bool is_batch,
               bool counted, bool measured)
      : format(format_named(dtype)), batch(is_batch) {
    request.method = value_or_raise(cuda_method_of(engine));
    request.spec = spec;
    request.counted = counted;
    request.measured = measured;
    if (measured && spec.periodic.any()) request.spec.columns = table_column_seams;
    if (format != PixelFormat::rg32u) return;
    // Integers of 64 bits are pairs of words. A pair differs from 0 if one of its words does.
    if (auto* foreground = std::get_if<Foreground>(&request.spec.criterion)) foreground->channel = Channel::any;
  }
};

/// Labels an array. Returns None, or the numbers of components and the columns of the tables or None; with periodic
/// axes the tables have those of add_seams() too. `tables` is memory for a table of `table_rows` rows for each image,
/// or 0.
nb::object label(const CudaLabeling& labeling, const nb::tuple& array, std::uintptr_t labels,
                 const std::vector<std::int64_t>& label_strides, const std::optional<nb::tuple>& mask,
                 std::uintptr_t tables, std::uint32_t table_rows) {
  const DeviceView view(array);
  const bool batch = labeling.batch;
  const ArrayLayout layout = layout_of(view.shape, view.strides, batch, bytes_per_pixel(labeling.format));
  const ArrayLayout target = layout_of(view.shape, label_strides, batch, sizeof(std::uint32_t));
  DeviceImages images;
  images.image = {view.data, labeling.format, layout.extent, layout.row_bytes, layout.slice_bytes};
  images.image_stride = layout.image_bytes;
  images.labels = {pointer(labels), target.row_bytes, target.slice_bytes};
  images.label_stride = target.image_bytes;
  images.count = layout.images;
  images.tables = {pointer(tables), table_rows};
  images.table_stride = table_bytes(table_rows, table_columns_of(layout.extent));
  if (mask) {
    const DeviceView of_mask(*mask);
    const ArrayLayout beside = layout_of(of_mask.shape, of_mask.strides, batch, 1);
    images.mask = {of_mask.data, PixelFormat::u8, beside.extent, beside.row_bytes, beside.slice_bytes};
    images.mask_stride = beside.image_bytes;
  }
  CudaRequest request = labeling.request;
  request.device = view.device;
  request.stream = view.stream;
  request.waits = view.waits;
  const Result<LabeledOnCuda> result = without_gil([&] { return label_on_cuda(request, images); });
  if (!result) raise_of_device(result.error());
  if (!request.counted && !request.measured) return nb::none();
  const LabeledOnCuda& labeled = *result;
  nb::list columns;
  const std::size_t axes = view.shape.size() - (batch ? 1 : 0);
  for (std::size_t i = 0; i < labeled.components.size(); ++i) {
    nb::dict of_image = columns_of(labeled.components[i], axes);
    if (request.spec.columns != 0) {
      add_seams(of_image, labeled.components[i], labeled.measurements[i], axes, layout.extent);
    }
    columns.append(of_image);
  }
  return nb::make_tuple(labeled.counts, request.measured ? nb::object(columns) : nb::none());
}

void reserve(const CudaLabeling& labeling, const nb::tuple& array, bool masked) {
  const DeviceView view(array);
  const ArrayLayout layout = layout_of(view.shape, {}, labeling.batch, bytes_per_pixel(labeling.format));
  CudaRequest request = labeling.request;
  request.device = view.device;
  const InputFormats formats{labeling.format, masked ? std::optional(PixelFormat::u8) : std::nullopt};
  raise_if_failed(without_gil([&] { return reserve_on_cuda(request, formats, layout.extent, layout.images); }));
}

void free_memory() {
  without_gil([] {
    free_cuda_memory();
    free_cuda_regions();
  });
}

/// Device memory that a Python object owns.
class CudaMemory {
 public:
  CudaMemory(std::size_t bytes, int device) : device_(device) {
    const cuda::DeviceGuard guard(device);
    if (!guard.status()) throw_unless_cuda_runs();
    raise_if_failed(guard.status());
    memory_ = value_or_raise(cuda::allocate_device_memory(bytes));
  }
  CudaMemory(const CudaMemory&) = delete;
  CudaMemory& operator=(const CudaMemory&) = delete;
  ~CudaMemory() {
    const cuda::DeviceGuard guard(device_);
    memory_.reset();
  }
  void* address() const { return memory_.get(); }
  /// A copy of `bytes` bytes. Waits for the work on the stream.
  nb::ndarray<nb::numpy, std::uint8_t> read(std::size_t bytes, std::uintptr_t stream) const {
    std::vector<std::uint8_t> copy(bytes);
    const Result<void> status = without_gil([&] {
      const cuda::DeviceGuard guard(device_);
      return read_device_memory(copy.data(), memory_.get(), bytes, pointer(stream));
    });
    if (!status) raise_of_device(status.error());
    return own(std::move(copy), {bytes});
  }
  int device() const { return device_; }

 private:
  int device_;
  cuda::OwnedMemory memory_;
};

/// A DLPack capsule of an array of bool or uint32 in C order in the memory.
nb::object export_array(nb::handle_t<CudaMemory> owner, const std::vector<std::size_t>& shape, bool is_mask) {
  const auto& memory = nb::cast<const CudaMemory&>(owner);
  const nb::dlpack::dtype dtype = is_mask ? nb::dtype<bool>() : nb::dtype<std::uint32_t>();
  return nb::cast(nb::ndarray<>(memory.address(), shape.size(), shape.data(), owner, nullptr, dtype,
                                nb::device::cuda::value, memory.device()));
}

/// An array of a DLPack capsule, alive as long as this object.
class DlpackView {
 public:
  explicit DlpackView(nb::ndarray<nb::ro> array) : array_(std::move(array)) {}
  std::uintptr_t address() const { return reinterpret_cast<std::uintptr_t>(array_.data()); }
  std::string dtype() const { return name_of_dtype(array_.dtype()); }
  int device() const { return array_.device_id(); }
  nb::tuple shape() const {
    return tuple_of([&](std::size_t i) { return array_.shape(i); });
  }
  /// In bytes.
  nb::tuple strides() const {
    const std::int64_t bytes = array_.dtype().bits / 8;
    return tuple_of([&](std::size_t i) { return array_.stride(i) * bytes; });
  }

 private:
  template <class Number>
  nb::tuple tuple_of(const Number& number) const {
    nb::list numbers;
    for (std::size_t i = 0; i < array_.ndim(); ++i) numbers.append(number(i));
    return nb::tuple(numbers);
  }

  nb::ndarray<nb::ro> array_;
};

int find_device(std::uintptr_t address) {
  const Result<int> device = device_of(pointer(address));
  if (!device) throw_unless_cuda_runs();
  return value_or_raise(device);
}

void order(int device, std::uintptr_t first, std::uintptr_t then) {
  raise_if_failed(order_streams(device, pointer(first), pointer(then)));
}

}  // namespace

void add_cuda(nb::module_& module) {
  nb::class_<CudaLabeling>(module, "CudaLabeling", "What glccl.label() asks of an engine, for arrays of one dtype.")
      .def(nb::init<const std::string&, const std::string&, const LabelingSpec&, bool, bool, bool>(), "engine"_a,
           "dtype"_a, "spec"_a, "batch"_a, "counted"_a, "measured"_a);
  nb::class_<CudaMemory>(module, "CudaMemory", "Device memory.")
      .def(nb::init<std::size_t, int>(), "bytes"_a, "device"_a)
      .def_prop_ro("address",
                   [](const CudaMemory& memory) { return reinterpret_cast<std::uintptr_t>(memory.address()); })
      .def("read", &CudaMemory::read, "bytes"_a, "stream"_a, "A copy of bytes on the CPU.");
  nb::class_<DlpackView>(module, "DlpackView", "The array of a DLPack capsule.")
      .def(nb::init<nb::ndarray<nb::ro>>(), "capsule"_a)
      .def_prop_ro("address", &DlpackView::address)
      .def_prop_ro("dtype", &DlpackView::dtype)
      .def_prop_ro("device", &DlpackView::device)
      .def_prop_ro("shape", &DlpackView::shape)
      .def_prop_ro("strides", &DlpackView::strides);
  module.def("label_cuda", &label, "labeling"_a, "array"_a, "labels"_a, "label_strides"_a, "mask"_a.none(),
             "tables"_a = 0, "table_rows"_a = 0,
             "Label an array in device memory. Strides are in bytes; none: C order. Returns None, or the numbers of "
             "components and the columns of the tables or None.");
  module.def("reserve_cuda", &reserve, "labeling"_a, "array"_a, "masked"_a,
             "Reserve scratch memory for a labeling of such an array in the next stream capture.");
  module.def("free_cuda_memory", &free_memory, "Free the device memory that is kept between calls.");
  module.def("export_array", &export_array, "memory"_a, "shape"_a, "is_mask"_a,
             "A DLPack capsule of an array of bool or uint32 in C order.");
  module.def("cuda_device_of", &find_device, "address"_a, "The device of an address.");
  module.def("order_streams", &order, "device"_a, "first"_a, "then"_a,
             "Work on the second stream waits for the work that is on the first one now.");
  add_cuda_regions(module);
  add_cuda_measure(module);
  add_cuda_tracker(module);
}

}  // namespace glccl::python
