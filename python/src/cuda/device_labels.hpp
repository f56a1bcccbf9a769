// Labels in device memory, as the Python package has them.
#pragma once

#include <cuda_runtime_api.h>
#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>

#include "cuda/runtime/objects.hpp"
#include "glccl/cuda/labeler.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "python/src/arrays.hpp"
#include "python/src/cuda/device_layout.hpp"
#include "python/src/gil.hpp"

namespace glccl::python {

/// An array of labels in device memory, and the stream in whose order it is used.
struct LabelsOnDevice {
  /// Throws as layout_of().
  explicit LabelsOnDevice(const nanobind::tuple& array) {
    const DeviceView view(array);
    device = view.device;
    stream = static_cast<cudaStream_t>(view.stream);
    waits = view.waits;
    const ArrayLayout layout = layout_of(view.shape, view.strides, false, sizeof(std::uint32_t));
    extent = layout.extent;
    labels = {view.data, layout.row_bytes, layout.slice_bytes};
  }

  Extent extent;
  cuda::DeviceLabels labels;
  int device = 0;
  cudaStream_t stream = nullptr;
  bool waits = false;  ///< As DeviceView::waits.
};

/// Raises an Error of the CUDA engines. A limit is no lack of memory.
[[noreturn]] inline void raise_of_device(const Error& error) {
  if (error.code == ErrorCode::too_large) throw nanobind::value_error(error.message.c_str());
  raise(error);
}

inline void raise_if_failed(const Result<void>& status) {
  if (!status) raise_of_device(status.error());
}

/// Calls `work()`, which returns a Result, without the GIL, with the device of `labels` current. Raises its error.
template <class Work>
void on_device(const LabelsOnDevice& labels, const Work& work) {
  raise_if_failed(without_gil([&]() -> Result<void> {
    const cuda::DeviceGuard guard(labels.device);
    return guard.status() ? work() : guard.status();
  }));
}

/// Copies device memory to device memory in the order of a stream. Error `gpu`.
inline Result<void> copy_on_device(void* to, const void* from, std::size_t bytes, cudaStream_t stream) {
  if (bytes == 0) return {};
  return cuda::check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, stream), "cudaMemcpyAsync");
}

/// Waits for the work on a stream. Error `gpu`.
inline Result<void> wait_for(cudaStream_t stream) {
  return cuda::check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
}

}  // namespace glccl::python
