#include "python/src/cuda/tracker.hpp"

#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "cuda/measure/dense_labels.hpp"
#include "cuda/runtime/objects.hpp"
#include "glccl/cuda/tracker.hpp"
#include "python/src/cuda/device_labels.hpp"
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

  /// The rows, the deaths, the overflow and the number of components of a frame, and the label of each row, or None if
  /// these are 1..N; writes the ids of all elements, without gaps. Waits.
  nb::tuple track(const nb::tuple& view, std::uintptr_t ids) {
    const LabelsOnDevice labels(view);
    TrackedFrame frame;
    std::vector<std::uint32_t> numbers;
    on_device(labels, [&]() -> Result<void> {
      const cuda::DenseNumbers dense = dense_numbers();
      const cuda::DeviceLabels target = tracker_->target();
      const cudaError_t cleared = cudaMemsetAsync(dense.smaller, 0, sizeof(std::uint32_t) * used_, labels.stream);
      used_ = most_;
      Result<void> status = cuda::check(cleared, "cudaMemsetAsync");
      if (status) {
        auto* const to = static_cast<std::uint32_t*>(target.values);
        status = cuda::make_dense_labels(labels.labels, extent_, labels.stream, dense, to);
      }
      if (!status) return status;
      const Result<cuda::Tracks> launched = tracker_->track({target, extent_, &dense.counts->occurring}, labels.stream);
      if (!launched) return launched.error();
      const std::size_t bytes = sizeof(std::uint32_t) * static_cast<std::size_t>(extent_.elements());
      status = copy_on_device(reinterpret_cast<void*>(ids), launched->id_labels, bytes, labels.stream);
      if (!status) return status;
      // The copy too: the next frame may come on another stream.
      if (status = wait_for(labels.stream); !status) return status;
      Result<TrackedFrame> read = tracker_->readback();
      if (!read) return read.error();
      frame = *std::move(read);
      return read_numbers(dense, numbers);
    });
    const std::size_t numbered = numbers.size();
    nb::object before = numbered == 0 ? nb::none() : nb::cast(own(std::move(numbers), {numbered}));
    return nb::make_tuple(words_of(frame.rows), words_of(frame.deaths), frame.header.overflow, frame.header.components,
                          before);
  }

  void forget() { tracker_->forget(); }

 private:
  cuda::DenseNumbers dense_numbers() const {
    auto* const counts = static_cast<cuda::LabelCounts*>(numbers_.get());
    return {counts, most_, reinterpret_cast<std::uint32_t*>(counts + 1)};
  }

  /// Reads the labels that occur, where there are gaps between them.
  Result<void> read_numbers(const cuda::DenseNumbers& dense, std::vector<std::uint32_t>& numbers) {
    const auto read = [](void* to, const void* from, std::size_t bytes) {
      return cuda::check(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
    };
    cuda::LabelCounts counts;
    if (Result<void> status = read(&counts, dense.counts, sizeof counts); !status) return status;
    used_ = std::min(counts.largest, most_);
    if (counts.occurring == counts.largest) return {};
    std::vector<std::uint32_t> smaller(counts.largest);
    if (Result<void> status = read(smaller.data(), dense.smaller, sizeof(std::uint32_t) * smaller.size()); !status)
      return status;
    smaller.push_back(counts.occurring);
    for (std::uint32_t label = 1; label <= counts.largest; ++label) {
      if (smaller[label] > smaller[label - 1]) numbers.push_back(label);
    }
    return {};
  }

  Extent extent_;
  int device_ = 0;
  std::uint32_t most_;  ///< Components of a frame.
  std::uint32_t used_;  ///< Words of DenseNumbers::smaller that may be other than 0.
  std::unique_ptr<cuda::Tracker> tracker_;
  cuda::OwnedMemory numbers_;  ///< DenseNumbers: the counts, then the words.
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
