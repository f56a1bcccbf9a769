#include "python/src/cuda/tracker.hpp"

#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "cuda/measure/dense_labels.hpp"
#include "cuda/runtime/objects.hpp"
#include "cuda/tracks/write_tracks.hpp"
#include "glccl/cuda/tracker.hpp"
#include "python/src/cuda/device_labels.hpp"
#include "python/src/cuda/engines.hpp"
#include "python/src/track_arrays.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace glccl::python {
namespace {

/// A Tracker of labels with gaps, which it numbers anew.
class CudaTracker {
 public:
  /// For labels of the extent of a View, on its device.
  CudaTracker(const nb::tuple& view, std::uint32_t max_components, std::uint32_t max_pairs, std::uint32_t first_id)
      : most_(max_components), used_(max_components) {
    const LabelsOnDevice labels(view);
    extent_ = labels.extent;
    device_ = labels.device;
    on_device(labels, [&]() -> Result<void> {
      Result<cuda::Tracker> tracker =
          cuda::Tracker::create(extent_, tracker_options(max_components, max_pairs, first_id), device_);
      if (!tracker) return tracker.error();
      tracker_ = std::make_unique<cuda::Tracker>(*std::move(tracker));
      Result<cuda::OwnedMemory> numbers =
          cuda::allocate_device_memory(sizeof(cuda::LabelCounts) + sizeof(std::uint32_t) * std::size_t{most_});
      if (!numbers) return numbers.error();
      numbers_ = *std::move(numbers);
      return {};
    });
  }
  CudaTracker(const CudaTracker&) = delete;
  CudaTracker& operator=(const CudaTracker&) = delete;
  ~CudaTracker() {
    tracker_.reset();
    const cuda::DeviceGuard guard(device_);
    numbers_.reset();
  }

  /// Follows the components of a frame, and writes the ids of all elements. Returns the overflow, the number of
  /// components, the largest label and the number of deaths, for which it waits.
  nb::tuple track(const nb::tuple& view, std::uintptr_t ids) {
    const LabelsOnDevice labels(view);
    TracksHeader header;
    cuda::LabelCounts counts;
    on_device(labels, [&]() -> Result<void> {
      Result<void> status = wait_for_columns(labels.stream);
      if (!status) return status;
      const cuda::DenseNumbers dense = dense_numbers();
      const cuda::DeviceLabels target = tracker_->target();
      const cudaError_t cleared = cudaMemsetAsync(dense.smaller, 0, sizeof(std::uint32_t) * used_, labels.stream);
      used_ = most_;
      status = cuda::check(cleared, "cudaMemsetAsync");
      if (status) {
        auto* const to = static_cast<std::uint32_t*>(target.values);
        status = cuda::make_dense_labels(labels.labels, extent_, labels.stream, dense, to);
      }
      if (!status) return status;
      const Result<cuda::Tracks> launched = tracker_->track({target, extent_, &dense.counts->occurring}, labels.stream);
      if (!launched) return launched.error();
      tracks_ = launched->data;
      const std::size_t bytes = sizeof(std::uint32_t) * static_cast<std::size_t>(extent_.elements());
      status = copy_on_device(reinterpret_cast<void*>(ids), launched->id_labels, bytes, labels.stream);
      if (status) status = read_device_memory(&counts, dense.counts, sizeof counts, labels.stream);
      // Waits for all, as the next frame may come on another stream.
      if (status) status = read_device_memory(&header, tracks_, sizeof header, labels.stream);
      if (status) used_ = std::min(counts.largest, most_);
      return status;
    });
    columns_ = {nullptr, counts.largest, header.deaths};
    return nb::make_tuple(header.overflow, header.components, counts.largest, header.deaths);
  }

  /// Writes the columns of the last frame (TrackColumns), which has no overflow, in the order of the stream of `view`.
  void write(const nb::tuple& view, std::uintptr_t columns, std::uint32_t number_bytes) {
    const LabelsOnDevice labels(view);
    columns_.first = reinterpret_cast<void*>(columns);
    columns_.number_bytes = number_bytes;
    on_device(labels, [&]() -> Result<void> {
      const Result<void> status = cuda::write_tracks(tracks_, dense_numbers(), columns_, labels.stream);
      if (!status) return status;
      if (!written_) {
        Result<cuda::Event> event = cuda::Event::create(cudaEventDisableTiming);
        if (!event) return event.error();
        written_ = *std::move(event);
      }
      const Result<void> recorded = written_->record(labels.stream);
      return recorded && labels.waits ? wait_for(labels.stream) : recorded;
    });
  }

  void forget() { tracker_->forget(); }

 private:
  cuda::DenseNumbers dense_numbers() const {
    auto* const counts = static_cast<cuda::LabelCounts*>(numbers_.get());
    return {counts, most_, reinterpret_cast<std::uint32_t*>(counts + 1)};
  }

  /// Has a stream wait until the columns of the last frame are written.
  Result<void> wait_for_columns(cudaStream_t stream) const {
    if (!written_) return {};
    return cuda::check(cudaStreamWaitEvent(stream, written_->get(), 0), "cudaStreamWaitEvent");
  }

  Extent extent_;
  int device_ = 0;
  std::uint32_t most_;                  ///< Components of a frame.
  std::uint32_t used_;                  ///< Words of DenseNumbers::smaller that may be other than 0.
  const void* tracks_ = nullptr;        ///< Tracks::data of the last frame.
  cuda::TrackColumns columns_;          ///< Their extents.
  std::optional<cuda::Event> written_;  ///< After the columns of a frame.
  std::unique_ptr<cuda::Tracker> tracker_;
  cuda::OwnedMemory numbers_;  ///< DenseNumbers: the counts, then the words.
};

}  // namespace

void add_cuda_tracker(nb::module_& module) {
  nb::class_<CudaTracker>(module, "CudaTracker", "Follows components from frame to frame on a CUDA device.")
      .def(nb::init<const nb::tuple&, std::uint32_t, std::uint32_t, std::uint32_t>(), "labels"_a, "max_components"_a,
           "max_pairs"_a, "first_id"_a)
      .def("track", &CudaTracker::track, "labels"_a, "ids"_a)
      .def("write", &CudaTracker::write, "labels"_a, "columns"_a, "number_bytes"_a)
      .def("forget", &CudaTracker::forget);
}

}  // namespace glccl::python
