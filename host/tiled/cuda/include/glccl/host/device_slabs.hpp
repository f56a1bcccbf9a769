// Labeling by slabs on a CUDA device: reading, copies in both directions, labeling and writing overlap, and the labels
// of a slab stay on the device. Library glccl::tiled_cuda. docs/use/scale.md explains the method.
#pragma once

#include <cstdint>
#include <vector>

#include "glccl/cuda/labeler.hpp"
#include "glccl/host/slabs.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"

namespace glccl::host {

/// How a device labels slabs.
struct DeviceSlabs {
  /// Indices of CUDA devices, among which slabs take turns; -1: the one that is current on this thread. A device can be
  /// named several times.
  std::vector<int> devices = {-1};
  int in_flight = 3;  ///< Slabs in work on a device at the same time, from 2. Each has elements and labels there.
  /// What labels a slab: a method of check_slab_method().
  cuda::Method method = cuda::Method::fast;
  /// Memory for the labels of all elements, in raster order without gaps: labels go there instead of memory of the
  /// labeling, and FinishedSlab::labels lie in it. Pinned memory is fastest: copies to other memory do not overlap with
  /// other work. Null: there is none.
  std::uint32_t* labels = nullptr;
};

/// Whether slabs and parts that stay on a device can be labeled by a method: `cuda-fast`, or `cuda-stava`, to which
/// they are the additional level of merging that its authors propose for several devices (O. Stava and B. Benes, GPU
/// Computing Gems, chapter 35.4.3). The others ask the GPU after each of their rounds, so devices would wait for each
/// other.
constexpr bool labels_slabs(cuda::Method method) {
  return method == cuda::Method::fast || method == cuda::Method::stava;
}

/// Error `unsupported`: the method is none of labels_slabs().
Result<void> check_slab_method(cuda::Method method);

/// The same as label_slabs(), with slabs solved and finished on CUDA devices.
///
/// SlabOptions::kept_bytes are bytes of device memory, in which the elements of slabs stay between the passes: they are
/// solved twice, but read once. SlabSource::read() is called by a thread of its own, and so is `sink`, both in
/// ascending order; neither is called any more when the function returns. Elements are taken from SlabSource::memory
/// without a call of read() where it is pinned memory, and from SlabSource::noise where it is set: the device makes
/// them.
///
/// Device memory, besides kept_bytes, in bytes for an element of a slab: `in_flight` times 4 and the format's bytes,
/// the scratch memory of the method, and with SlabOptions::components rows, as the slab has them and as the host gets
/// them. Pinned host memory: `in_flight` times the format's bytes to read, and `in_flight` times 4 for labels; not
/// where the caller's memory is used in their place. And rows: of `in_flight` slabs with labels, else of two.
/// Labels of 64 bits leave the device as 32 bits and are widened by the thread that calls `sink`, in 8 bytes more of
/// host memory for an element of a slab.
///
/// Errors: those of label_slabs(), check_slab_method(), cuda::Labeler::create() and label(), `invalid_argument` (fewer
/// than 2 slabs in flight; SlabOptions::wide_labels and DeviceSlabs::labels), `gpu` (no device memory, no pinned
/// memory).
Result<SlabReport> label_slabs_on_device(const SlabSource& source, const DeviceSlabs& device, const LabelingSpec& spec,
                                         const SlabOptions& options, const SlabSink& sink = {});

/// Solves slabs in host memory by a method on a CUDA device, -1: the one that is current on this thread. A slab is
/// copied to the device, its labels and rows, with moments if they are asked for, are copied back, one after the other.
/// Takes, in bytes for an element of a slab, the format's, 4, the method's scratch memory and, to measure, a row for
/// every sixteenth element or as many as there are components. It may be called by one thread at a time. Errors: those
/// of cuda::Labeler::create(); of the SolveSlab those of cuda::Labeler::label(), and `gpu` (no device memory).
Result<SolveSlab> solve_by_cuda(cuda::Method method = cuda::Method::fast, int device = -1);

/// Bytes of device memory that label_slabs_on_device() takes, without SlabOptions::kept_bytes. With
/// SlabOptions::components or sums it counts a row for every sixteenth element of a slab, with LabelingSpec::columns
/// `columns`; more components take more.
std::int64_t device_bytes_of(const SlabSource& source, const DeviceSlabs& device, const SlabOptions& options,
                             std::uint32_t columns = 0);

/// Bytes of pinned host memory that label_slabs_on_device() takes with a sink. It counts rows as device_bytes_of().
/// Without a sink they are those of neither labels nor components.
std::int64_t pinned_bytes_of(const SlabSource& source, const DeviceSlabs& device, const SlabOptions& options,
                             std::uint32_t columns = 0);

/// Bytes of memory that are free on a CUDA device. Errors: `no_device`, `gpu`.
Result<std::int64_t> free_device_bytes(int device);

}  // namespace glccl::host
