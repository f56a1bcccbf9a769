// Shared by the tests of CUDA graphs: streams, captures, and an allocator that counts.
#pragma once

#include <cuda_runtime_api.h>

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>

#include "glccl/cuda/labeler.hpp"
#include "tests/cuda/support/batch_support.hpp"
#include "tests/cuda/support/support.hpp"

namespace glccl::tests {

/// A stream that does not wait for the default stream.
class TestStream {
 public:
  explicit TestStream(unsigned flags = cudaStreamNonBlocking);
  TestStream(const TestStream&) = delete;
  TestStream& operator=(const TestStream&) = delete;
  ~TestStream() { cudaStreamDestroy(stream_); }
  cudaStream_t get() const { return stream_; }
  void wait() const { require_cuda(cudaStreamSynchronize(stream_)); }

 private:
  cudaStream_t stream_ = nullptr;
};

/// An instance of a captured graph. The graph itself is destroyed.
class TestGraph {
 public:
  /// Captures what `record` puts on `stream`.
  TestGraph(const TestStream& stream, const std::function<void()>& record,
            cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal);
  TestGraph(TestGraph&& other) noexcept : instance_(std::exchange(other.instance_, nullptr)), nodes_(other.nodes_) {}
  TestGraph& operator=(TestGraph&&) = delete;
  ~TestGraph() {
    if (instance_ != nullptr) cudaGraphExecDestroy(instance_);
  }
  void launch(const TestStream& stream) const { require_cuda(cudaGraphLaunch(instance_, stream.get())); }
  /// Kernels and other nodes.
  std::size_t nodes() const { return nodes_; }

 private:
  cudaGraphExec_t instance_ = nullptr;
  std::size_t nodes_ = 0;
};

/// Begins a capture, calls `record`, and requires that the capture ends well and empty.
void require_empty_capture(const TestStream& stream, const std::function<void()>& record);

/// A Labeler of its own, unlike shared_labeler().
cuda::Labeler make_labeler(cuda::Method method = cuda::Method::fast, cuda::Allocator allocator = {});

/// Calls of an allocator.
struct AllocatorCounts {
  std::atomic<int> allocations = 0;
  std::atomic<int> live = 0;  ///< Allocations that are not freed yet.
  std::atomic<std::size_t> live_bytes = 0;
};

/// cudaMalloc and cudaFree, counted.
cuda::Allocator counting_allocator(const std::shared_ptr<AllocatorCounts>& counts);

/// A captured labeling.
struct CapturedLabeling {
  TestGraph graph;
  const void* count;  ///< cuda::Labels::count.
};

/// Reserves scratch memory and captures the labeling of an item, whose pixels are those of `image`.
CapturedLabeling capture_label(cuda::Labeler& labeler, const host::Image& image, const DeviceItem& item,
                               const LabelingSpec& spec, const TestStream& stream,
                               cudaStreamCaptureMode mode = cudaStreamCaptureModeGlobal);

/// Launches a graph on the image and checks the results.
void check_replay(const CapturedLabeling& captured, DeviceItem& item, const Expected& expected,
                  const BatchRequest& request, const TestStream& stream);

}  // namespace glccl::tests
