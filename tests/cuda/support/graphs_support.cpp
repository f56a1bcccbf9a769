#include "tests/cuda/support/graphs_support.hpp"

#include <string>
#include <utility>

#include "tests/support/catch.hpp"

namespace glccl::tests {

TestStream::TestStream(unsigned flags) { require_cuda(cudaStreamCreateWithFlags(&stream_, flags)); }

TestGraph::TestGraph(const TestStream& stream, const std::function<void()>& record, cudaStreamCaptureMode mode) {
  require_cuda(cudaStreamBeginCapture(stream.get(), mode));
  record();
  cudaGraph_t graph = nullptr;
  require_cuda(cudaStreamEndCapture(stream.get(), &graph));
  require_cuda(cudaGraphGetNodes(graph, nullptr, &nodes_));
  require_cuda(cudaGraphInstantiateWithFlags(&instance_, graph, 0));
  require_cuda(cudaGraphDestroy(graph));
}

void require_empty_capture(const TestStream& stream, const std::function<void()>& record) {
  require_cuda(cudaStreamBeginCapture(stream.get(), cudaStreamCaptureModeGlobal));
  record();
  cudaGraph_t graph = nullptr;
  std::size_t nodes = 1;
  require_cuda(cudaStreamEndCapture(stream.get(), &graph));
  require_cuda(cudaGraphGetNodes(graph, nullptr, &nodes));
  CHECK(nodes == 0);
  require_cuda(cudaGraphDestroy(graph));
}

cuda::Labeler make_labeler(cuda::Method method, cuda::Allocator allocator) {
  Result<cuda::Labeler> made = cuda::Labeler::create(method, -1, std::move(allocator));
  INFO((made ? "" : made.error().message));
  REQUIRE(made);
  return *std::move(made);
}

cuda::Allocator counting_allocator(const std::shared_ptr<AllocatorCounts>& counts) {
  return {.allocate =
              [counts](std::size_t bytes, void* /*stream*/) {
                void* memory = nullptr;
                if (cudaMalloc(&memory, bytes) != cudaSuccess) return static_cast<void*>(nullptr);
                ++counts->allocations;
                ++counts->live;
                counts->live_bytes += bytes;
                return memory;
              },
          .free =
              [counts](void* memory, std::size_t bytes) {
                cudaFree(memory);
                --counts->live;
                counts->live_bytes -= bytes;
              }};
}

CapturedLabeling capture_label(cuda::Labeler& labeler, const host::Image& image, const DeviceItem& item,
                               const LabelingSpec& spec, const TestStream& stream, cudaStreamCaptureMode mode) {
  const Result<void> reserved = labeler.prepare({image.format}, image.extent, spec);
  INFO((reserved ? "" : reserved.error().message));
  REQUIRE(reserved);
  const cuda::BatchItem one = item.item();
  Result<cuda::Labels> labels = Error{};
  TestGraph graph(
      stream, [&] { labels = label_item(labeler, one, spec, {}, stream.get()); }, mode);
  INFO((labels ? "" : labels.error().message));
  REQUIRE(labels);
  CHECK(labels->extent == image.extent);
  CHECK(cudaPeekAtLastError() == cudaSuccess);
  return {std::move(graph), labels->count};
}

void check_replay(const CapturedLabeling& captured, DeviceItem& item, const Expected& expected,
                  const BatchRequest& request, const TestStream& stream) {
  item.spoil(stream.get());
  item.replace(expected.image, stream.get());
  captured.graph.launch(stream);
  stream.wait();
  check_outcome(item.read(captured.count), expected, request);
}

}  // namespace glccl::tests
