// What cuda::Labeler refuses in a stream capture, and what it refuses of a caller's allocator. The capture goes on as
// if nothing had happened.
#include <functional>
#include <stdexcept>
#include <string>

#include "glccl/cuda/devices.hpp"
#include "tests/cuda/support/graphs_support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"

namespace glccl::tests {
namespace {

/// A labeling in a capture.
struct CaptureJob {
  host::Image image = make_image("noise", {140, 70});
  DeviceItem item{image, Layout::tight, 100};
  cuda::Method method = cuda::Method::fast;
  LabelingSpec spec;
  cuda::Outputs outputs;
  std::function<void(cuda::Labeler&, const DeviceItem&)> before = [](auto&, auto&) {};  ///< Called before the capture.

  Result<void> label(cuda::Labeler& labeler, cudaStream_t stream) const {
    cuda::BatchItem one = item.item();
    if (spec.numbering == Numbering::root) one.table = {};
    const auto launched = label_item(labeler, one, spec, outputs, stream);
    return launched ? Result<void>{} : Result<void>{launched.error()};
  }
};

void prepare(cuda::Labeler& labeler, Extent extent = {140, 70}, const LabelingSpec& spec = {}) {
  REQUIRE(labeler.prepare({PixelFormat::u8}, extent, spec));
}

struct RefusedCapture {
  const char* name;
  std::function<void(CaptureJob&)> spoil;
  ErrorCode code;
  const char* part;  ///< of the message
};

constexpr const char* nothing_reserved = "no scratch memory is reserved for this labeling in a stream capture";

const RefusedCapture refused_captures[] = {
    {"a Labeler that has no memory", [](CaptureJob&) {}, invalid, nothing_reserved},
    {"memory of a label() before the capture",
     [](CaptureJob& job) {
       job.before = [](cuda::Labeler& labeler, const DeviceItem& item) {
         prepare(labeler);
         const cuda::BatchItem one = item.item();
         REQUIRE(label_item(labeler, one));
       };
     },
     invalid, nothing_reserved},
    {"memory for a smaller image",
     [](CaptureJob& job) {
       job.before = [](cuda::Labeler& labeler, const DeviceItem&) { prepare(labeler, {70, 70}); };
     },
     invalid, nothing_reserved},
    {"memory for roots only",
     [](CaptureJob& job) {
       job.before = [](cuda::Labeler& labeler, const DeviceItem&) {
         prepare(labeler, {140, 70}, {.numbering = Numbering::root});
       };
     },
     invalid, nothing_reserved},
    {"times", [](CaptureJob& job) { job.outputs.timing = TimingDetail::whole; }, invalid,
     "a stream capture cannot take times: pass TimingDetail::none"},
    {"times of passes", [](CaptureJob& job) { job.outputs.timing = TimingDetail::passes; }, invalid,
     "a stream capture cannot take times"},
    {"cuda-links", [](CaptureJob& job) { job.method = cuda::Method::links; }, ErrorCode::unsupported,
     "cuda-links reads a flag back between its rounds, which a stream capture cannot record: cuda-stava and cuda-fast "
     "can be captured"},
    {"a wrong argument", [](CaptureJob& job) { job.spec.filter.max_area = 0; }, invalid,
     "pass a max_area of at least 1"},
};

}  // namespace

TEST_CASE("a refused labeling leaves the capture valid and empty", "[cuda]") {
  if (skip_without_cuda()) return;
  const TestStream stream;
  for (const RefusedCapture& c : refused_captures) {
    CAPTURE(c.name);
    CaptureJob job;
    c.spoil(job);
    cuda::Labeler labeler = make_labeler(job.method);
    job.before(labeler, job.item);
    REQUIRE(labeler.wait());
    require_empty_capture(stream, [&] { check_refused(job.label(labeler, stream.get()), c.code, c.part); });
    job.outputs = {};
    job.spec.filter = {};
    CHECK(job.label(labeler, stream.get()));
    CHECK(labeler.wait());
  }
}

TEST_CASE("each capture takes the reserved memory with it", "[cuda]") {
  if (skip_without_cuda()) return;
  const CaptureJob job;
  const TestStream stream;
  cuda::Labeler labeler = make_labeler();
  prepare(labeler);
  const auto label = [&] { CHECK(job.label(labeler, stream.get())); };
  const TestGraph first(stream, label);
  require_empty_capture(stream, [&] { check_refused(job.label(labeler, stream.get()), invalid, nothing_reserved); });
  prepare(labeler);
  const TestGraph second(stream, label);
  CHECK(first.nodes() == second.nodes());
}

TEST_CASE("prepare() names the fault", "[cuda]") {
  if (skip_without_cuda()) return;
  cuda::Labeler fast = make_labeler();
  cuda::Labeler stava = make_labeler(cuda::Method::stava);
  check_refused(fast.prepare({PixelFormat::u8}, {0, 4}), invalid, "the image is 0x4");
  check_refused(fast.prepare({PixelFormat::f32}, {8, 4}, {.criterion = Equal{}}), ErrorCode::unsupported, "f32");
  check_refused(fast.prepare({PixelFormat::u8}, {8, 4}, {}, {}, 0), invalid,
                "scratch memory for 0 images: pass 1 or more");
  check_refused(stava.prepare({PixelFormat::u8}, {8, 4}, {}, {}, 2), ErrorCode::unsupported,
                "cuda-stava labels one image at a time");
  CHECK(fast.scratch_bytes() == 0);
  const TestStream stream;
  require_empty_capture(stream, [&] {
    check_refused(fast.prepare({PixelFormat::u8}, {8, 4}, {}, {}, 1, stream.get()), invalid,
                  "before the capture begins");
  });
  for (const cuda::Method method : all_methods()) {
    CAPTURE(method);
    cuda::Labeler labeler = make_labeler(method);
    const DeviceItem item(make_image("noise", {140, 70}), Layout::pitched, 10);
    const cuda::BatchItem one = item.item();
    prepare(labeler);
    const std::int64_t bytes = labeler.scratch_bytes();
    CHECK(bytes > 0);
    REQUIRE(label_item(labeler, one));
    CHECK(labeler.scratch_bytes() == bytes);
  }
}

TEST_CASE("the default stream and an invalidated capture are refused by name", "[cuda]") {
  if (skip_without_cuda()) return;
  const CaptureJob job;
  const TestStream blocking(cudaStreamDefault);
  cuda::Labeler labeler = make_labeler();
  prepare(labeler);
  require_empty_capture(blocking, [&] {
    check_refused(job.label(labeler, nullptr), invalid, "the default stream waits for a stream that is being captured");
  });

  require_cuda(cudaStreamBeginCapture(blocking.get(), cudaStreamCaptureModeGlobal));
  CHECK(cudaStreamSynchronize(blocking.get()) != cudaSuccess);
  static_cast<void>(cudaGetLastError());
  check_refused(job.label(labeler, blocking.get()), invalid, "the stream's capture was invalidated");
  cudaGraph_t graph = nullptr;
  CHECK(cudaStreamEndCapture(blocking.get(), &graph) == cudaErrorStreamCaptureInvalidated);
  static_cast<void>(cudaGetLastError());
  CHECK(job.label(labeler, blocking.get()));
  CHECK(labeler.wait());
}

TEST_CASE("an allocator with one function is refused", "[cuda]") {
  const cuda::Allocator halves[] = {{.allocate = [](std::size_t, void*) -> void* { return nullptr; }},
                                    {.free = [](void*, std::size_t) {}}};
  for (const cuda::Allocator& half : halves) {
    const Result<cuda::Labeler> labeler = cuda::Labeler::create(cuda::Method::fast, -1, half);
    REQUIRE_FALSE(labeler);
    CHECK(labeler.error().code == invalid);
    CHECK_THAT(labeler.error().message, contains("set allocate and free, or none"));
  }
}

TEST_CASE("label() refuses memory of the caller's allocator that it cannot use", "[cuda]") {
  if (skip_without_cuda()) return;
  const CaptureJob job;
  int frees = 0;
  const DeviceMemory unaligned(1U << 20U);
  alignas(256) static unsigned char on_host[256];
  struct {
    std::function<void*(std::size_t, void*)> allocate;
    ErrorCode code;
    const char* part;
    int frees;
  } const cases[] = {
      {[](std::size_t, void*) -> void* { return nullptr; }, ErrorCode::gpu, "bytes, returned no memory", 0},
      {[](std::size_t, void*) -> void* { throw std::runtime_error("out of luck"); }, ErrorCode::gpu,
       "threw: out of luck", 0},
      {[](std::size_t, void*) -> void* { throw 1; }, ErrorCode::gpu, "threw an exception", 0},
      {[&](std::size_t, void*) -> void* { return unaligned.data() + 128; }, invalid, "no multiple of 256", 1},
      {[](std::size_t, void*) -> void* { return on_host; }, invalid, "lie in host memory", 1},
  };
  for (const auto& c : cases) {
    CAPTURE(c.part);
    frees = 0;
    cuda::Labeler labeler = make_labeler(cuda::Method::fast, {c.allocate, [&](void*, std::size_t) { ++frees; }});
    check_refused(job.label(labeler, nullptr), c.code, c.part);
    check_refused(labeler.prepare({PixelFormat::u8}, {140, 70}), c.code, c.part);
    CHECK(frees == 2 * c.frees);
    CHECK(labeler.scratch_bytes() == 0);
  }
}

TEST_CASE("the caller's allocator frees what it allocates", "[cuda]") {
  if (skip_without_cuda()) return;
  for (const cuda::Method method : all_methods()) {
    CAPTURE(method);
    const auto counts = std::make_shared<AllocatorCounts>();
    {
      cuda::Labeler labeler = make_labeler(method, counting_allocator(counts));
      CHECK(counts->allocations == 0);
      for (const Extent extent : {Extent{140, 70}, Extent{300, 200}, Extent{10, 10}}) {
        const host::Image image = make_image("noise", extent);
        const DeviceItem item(image, Layout::pitched, 10);
        const cuda::BatchItem one = item.item();
        REQUIRE(label_item(labeler, one));
        check_labeled({item.read(nullptr).labels, {}}, {reference_labels(image), {}});
      }
      CHECK(counts->live > 0);
      CHECK(labeler.scratch_bytes() ==
            static_cast<std::int64_t>(counts->live_bytes) + bytes_beside_allocator(method, {10, 10}));
    }
    CHECK(counts->live == 0);
  }
}

}  // namespace glccl::tests
