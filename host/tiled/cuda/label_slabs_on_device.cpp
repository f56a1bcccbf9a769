#include <algorithm>
#include <memory>
#include <string>

#include "cuda/runtime/objects.hpp"
#include "glccl/cuda/devices.hpp"
#include "glccl/host/device_slabs.hpp"
#include "host/tiled/cuda/device_engine.hpp"

namespace glccl::host {

Result<void> check_slab_method(cuda::Method method) {
  if (labels_slabs(method)) return {};
  return Error{ErrorCode::unsupported, std::string(cuda::name_of(method)) +
                                           " asks the GPU after each of its rounds, so slabs do not overlap: use " +
                                           "cuda-fast or cuda-stava"};
}

Result<SlabReport> label_slabs_on_device(const SlabSource& source, const DeviceSlabs& device, const LabelingSpec& spec,
                                         const SlabOptions& options, const SlabSink& sink) {
  return tiled::label_by_engine(std::make_unique<tiled::DeviceEngine>(device), source, spec, options, sink);
}

namespace {

/// Bytes of the rows that are counted for a slab, on the device.
std::size_t row_bytes_in(const tiled::SlabSizes& sizes, const SlabSource& source, bool has_rows,
                         std::uint32_t columns) {
  return has_rows ? sizes.table_rows() * row_bytes_of(table_columns_of(source.extent, columns)) : 0;
}

/// Bytes of the same rows as the host gets them.
std::size_t final_bytes_in(const tiled::SlabSizes& sizes, bool has_rows, std::uint32_t columns) {
  const std::size_t moments = (columns & table_column_moments) != 0 ? sizeof(Moments) : 0;
  return has_rows ? sizes.table_rows() * (sizeof(Component) + moments) : 0;
}

}  // namespace

std::int64_t device_bytes_of(const SlabSource& source, const DeviceSlabs& device, const SlabOptions& options,
                             std::uint32_t columns) {
  const tiled::SlabSizes sizes(source, options.planes, false);
  // cuda-fast takes up to 1.5 bytes an element, cuda-stava a forest of 4, and the lists of numbers are short. Moments
  // take a bit.
  const std::size_t labeler = sizes.slab * (device.method == cuda::Method::fast ? 3 : 9) / 2;
  const std::size_t scratch = labeler + (columns != 0 ? sizes.slab / 8 : 0) + sizes.border_bytes();
  const std::size_t slot = sizes.place_bytes + sizes.label_bytes() + 3 * sizes.seam_bytes() +
                           row_bytes_in(sizes, source, options.components || options.sums, columns) +
                           final_bytes_in(sizes, options.components, columns);
  return static_cast<std::int64_t>(scratch + static_cast<std::size_t>(device.in_flight) * slot);
}

std::int64_t pinned_bytes_of(const SlabSource& source, const DeviceSlabs& device, const SlabOptions& options,
                             std::uint32_t columns) {
  const tiled::SlabSizes sizes(source, options.planes, false);
  const std::size_t read = source.noise ? 0 : sizes.slab_bytes;
  const std::size_t written = options.labels && device.labels == nullptr ? sizes.label_bytes() : 0;
  const std::size_t told = tiled::SlabFacts::bytes_for(sizes.plane) + sizes.seam_bytes();  // and lists of numbers
  const std::size_t rows = final_bytes_in(sizes, options.components, columns);
  const auto slabs = static_cast<std::size_t>(device.in_flight);
  const std::size_t with_rows = options.labels ? slabs : std::min<std::size_t>(slabs, 2);
  return static_cast<std::int64_t>(device.devices.size() * (slabs * (read + written + told) + with_rows * rows));
}

Result<std::int64_t> free_device_bytes(int device) {
  if (std::string reason = cuda::why_no_device(); !reason.empty()) return Error{ErrorCode::no_device, reason};
  const cuda::DeviceGuard guard(std::max(device, 0));
  if (Result<void> status = guard.status(); !status) return status.error();
  std::size_t free = 0;
  std::size_t all = 0;
  if (Result<void> status = cuda::check(cudaMemGetInfo(&free, &all), "cudaMemGetInfo"); !status) return status.error();
  return static_cast<std::int64_t>(free);
}

}  // namespace glccl::host
