#include "python/src/cuda/tracker.hpp"

#include <nanobind/stl/tuple.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "cuda/measure/largest_label.hpp"
#include "cuda/runtime/objects.hpp"
#include "glccl/cuda/tracker.hpp"
#include "python/src/cuda/device_labels.hpp"
#include "python/src/track_arrays.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace glccl::python {
namespace {

/// A Tracker with the memory of the number of components.
class CudaTracker {
 public:
  /// For labels of the extent of a View, on its device.
  CudaTracker(const nb::tuple& view, std::uint32_t max_components, std::uint32_t max_pairs, std::uint32_t first_id) {
    const LabelsOnDevice labels(view);
    extent_ = labels.extent;
    device_ = labels.device;
    on_device(labels, [&]() -> Result<void> {
      Result<cuda::Tracker> tracker =
          cuda::Tracker::create(extent_, tracker_options(max_components, max_pairs, first_id), device_);
      if (!tracker) return tracker.error();
      tracker_ = std::make_unique<cuda::Tracker>(*std::move(tracker));
      Result<cuda::OwnedMemory> count = cuda::allocate_device_memory(sizeof(std::uint32_t));
      if (!count) return count.error();
      count_ = *std::move(count);
      return {};
    });
  }
  CudaTracker(const CudaTracker&) = delete;
  CudaTracker& operator=(const CudaTracker&) = delete;
  ~CudaTracker() {
    tracker_.reset();
    const cuda::DeviceGuard guard(device_);
    count_.reset();
  }

  /// The rows, the deaths, and the overflow of a frame; writes the ids of all elements, without gaps. Waits.
  nb::tuple track(const nb::tuple& view, std::uintptr_t ids) {
    const LabelsOnDevice labels(view);
    TrackedFrame frame;
    on_device(labels, [&]() -> Result<void> {
      auto* const count = static_cast<std::uint32_t*>(count_.get());
      Result<void> status = cuda::find_largest_label(labels.labels, extent_, labels.stream, count);
      if (!status) return status;
      const Result<cuda::Tracks> launched = tracker_->track({labels.labels, extent_, count}, labels.stream);
      if (!launched) return launched.error();
      const std::size_t bytes = sizeof(std::uint32_t) * static_cast<std::size_t>(extent_.elements());
      status = copy_on_device(reinterpret_cast<void*>(ids), launched->id_labels, bytes, labels.stream);
      if (!status) return status;
      // The copy too: the next frame may come on another stream.
      if (status = wait_for(labels.stream); !status) return status;
      Result<TrackedFrame> read = tracker_->readback();
      if (!read) return read.error();
      frame = *std::move(read);
      return {};
    });
    return nb::make_tuple(words_of(frame.rows), words_of(frame.deaths), frame.header.overflow, frame.header.components);
  }

  void forget() { tracker_->forget(); }

 private:
  Extent extent_;
  int device_ = 0;
  std::unique_ptr<cuda::Tracker> tracker_;
  cuda::OwnedMemory count_;
};

}  // namespace

void add_cuda_tracker(nb::module_& module) {
  nb::class_<CudaTracker>(module, "CudaTracker", "Follows components from frame to frame on a CUDA device.")
      .def(nb::init<const nb::tuple&, std::uint32_t, std::uint32_t, std::uint32_t>(), "labels"_a, "max_components"_a,
           "max_pairs"_a, "first_id"_a)
      .def("track", &CudaTracker::track, "labels"_a, "ids"_a)
      .def("forget", &CudaTracker::forget);
}

}  // namespace glccl::python
