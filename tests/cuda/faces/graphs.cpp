// Labelings that are captured into CUDA graphs: replays on changing images, and who owns the memory.
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "tests/cuda/support/graphs_support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"

namespace glccl::tests {
namespace {

constexpr BatchRequest with_table = {Numbering::raster, true};

/// Images of floats with a few values.
std::vector<Expected> make_floats(Extent extent, std::size_t count, const LabelingSpec& spec) {
  std::vector<Expected> images;
  for (const Expected& segments : make_segments(extent, count, {})) {
    std::vector<float> values;
    for (const unsigned char value : segments.image.bytes) values.push_back(0.25F * static_cast<float>(value));
    images.push_back(expect(image_of_values<float>(extent, PixelFormat::f32, values), spec));
  }
  return images;
}

struct GraphCase {
  const char* name;
  std::vector<Expected> (*make)(Extent, std::size_t, const LabelingSpec&);
  Extent extent;
  LabelingSpec spec;
  Layout layout = Layout::tight;
  cuda::Method method = cuda::Method::fast;
};

// Tiles of cuda-fast have 128 columns and 32 or 64 rows, those of cuda-stava 16 x 16 pixels.
const GraphCase graph_cases[] = {
    {"foreground", make_noise, {300, 150}, {}},
    {"foreground of one tile", make_noise, {31, 9}, {.connectivity = Connectivity::four}},
    {"foreground in arrays", make_noise, {140, 70}, {.connectivity = Connectivity::four}, Layout::arrays},
    {"foreground with gaps",
     make_noise,
     {141, 67},
     {.criterion = Foreground{.low = 0.5F, .inverted = true}},
     Layout::pitched},
    {"equal values", make_segments, {130, 70}, {.criterion = Equal{}}, Layout::pitched},
    {"equal values in arrays", make_segments, {130, 70}, {.criterion = Equal{}}, Layout::arrays},
    {"similar values", make_segments, {150, 40}, {.criterion = Difference{1.0F}}},
    {"similar floats in arrays", make_floats, {150, 40}, {.criterion = Difference{0.25F}}, Layout::arrays},
    {"a volume", make_noise, {70, 20, 18}, {.connectivity = Connectivity::twenty_six}},
    {"equal values in a volume with gaps",
     make_segments,
     {37, 20, 11},
     {.connectivity = Connectivity::six, .criterion = Equal{}},
     Layout::pitched},
    {"a volume in arrays", make_noise, {41, 17, 9}, {.connectivity = Connectivity::eighteen}, Layout::arrays},
    {"filled holes", make_noise, {140, 70}, {.fill_holes = 5}, Layout::pitched},
    {"filled holes in arrays",
     make_noise,
     {140, 70},
     {.connectivity = Connectivity::four, .fill_holes = 5},
     Layout::arrays},
    {"tiles level by level", make_noise, {130, 70}, {}, Layout::tight, cuda::Method::stava},
    {"tiles of a volume level by level",
     make_noise,
     {41, 17, 9},
     {.connectivity = Connectivity::six},
     Layout::pitched,
     cuda::Method::stava},
    {"tiles level by level, in arrays",
     make_segments,
     {130, 70},
     {.criterion = Equal{}},
     Layout::arrays,
     cuda::Method::stava},
};

/// The images in turn, each with the table's capacity for all of them.
std::uint32_t rows_for_all(const std::vector<Expected>& images) {
  std::uint32_t rows = 0;
  for (const Expected& one : images) rows = std::max(rows, rows_for(one));
  return rows;
}

void check_thousand_replays(const GraphCase& c, const BatchRequest& request) {
  LabelingSpec spec = c.spec;
  spec.numbering = request.numbering;
  const std::vector<Expected> images = c.make(c.extent, 7, spec);
  DeviceItem item(images[0].image, c.layout, request.table ? rows_for_all(images) : 0);
  const TestStream stream;
  cuda::Labeler labeler = make_labeler(c.method);
  const CapturedLabeling captured = capture_label(labeler, images[0].image, item, spec, stream);
  CHECK(captured.graph.nodes() > 0);
  for (std::size_t i = 0; i < 1000; ++i) {
    const Expected& expected = images[i % images.size()];
    if (i % 50 == 0) {
      CAPTURE(i);
      check_replay(captured, item, expected, request, stream);
    } else {
      item.replace(expected.image, stream.get());
      captured.graph.launch(stream);
    }
  }
  stream.wait();
}

/// Waits until no more than `live` allocations are left. CUDA gives the memory of a graph back some time after the
/// graph is gone, and the Labeler frees it in prepare().
bool comes_down_to(int live, const AllocatorCounts& counts, cuda::Labeler& labeler) {
  for (int i = 0; i < 500 && counts.live > live; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    // A smaller extent: the Labeler itself allocates nothing.
    REQUIRE(labeler.prepare({PixelFormat::u8}, {1, 1}));
  }
  return counts.live == live;
}

}  // namespace

TEST_CASE("a captured labeling is replayed a thousand times on changing images", "[cuda]") {
  if (skip_without_cuda()) return;
  for (const GraphCase& c : graph_cases) {
    for (const BatchRequest& request : requests) {
      CAPTURE(c.name, request.numbering, request.table);
      check_thousand_replays(c, request);
    }
  }
}

TEST_CASE("a labeling is captured in every capture mode", "[cuda]") {
  if (skip_without_cuda()) return;
  const Expected image = make_noise({300, 150}, 1, {})[0];
  DeviceItem item(image.image, Layout::arrays, rows_for(image));
  for (const auto mode :
       {cudaStreamCaptureModeGlobal, cudaStreamCaptureModeThreadLocal, cudaStreamCaptureModeRelaxed}) {
    for (const unsigned flags : {cudaStreamNonBlocking, cudaStreamDefault}) {
      CAPTURE(mode, flags);
      const TestStream stream(flags);
      cuda::Labeler labeler = make_labeler();
      const CapturedLabeling captured = capture_label(labeler, image.image, item, {}, stream, mode);
      check_replay(captured, item, image, with_table, stream);
    }
  }
}

TEST_CASE("graphs of one Labeler run beside each other and beside its label()", "[cuda]") {
  if (skip_without_cuda()) return;
  const std::vector<Expected> images = make_noise({500, 300}, 7, {});
  const host::Image& any = images[0].image;
  const std::uint32_t rows = rows_for_all(images);
  cuda::Labeler labeler = make_labeler();
  const TestStream streams[3];
  DeviceItem items[] = {DeviceItem(any, Layout::tight, rows), DeviceItem(any, Layout::arrays, rows),
                        DeviceItem(any, Layout::pitched, rows)};
  const CapturedLabeling captured[] = {capture_label(labeler, any, items[0], {}, streams[0]),
                                       capture_label(labeler, any, items[1], {}, streams[1])};
  CHECK(labeler.scratch_bytes() == 0);
  for (std::size_t i = 0; i < 20; ++i) {
    const auto image_of = [&](std::size_t stream) -> const Expected& { return images[(i + 2 * stream) % 7]; };
    for (std::size_t s = 0; s < 3; ++s) {
      items[s].spoil(streams[s].get());
      items[s].replace(image_of(s).image, streams[s].get());
    }
    const cuda::BatchItem outside = items[2].item();
    Result<cuda::Labels> launched = Error{};
    for (int round = 0; round < 10; ++round) {
      for (std::size_t s = 0; s < 2; ++s) captured[s].graph.launch(streams[s]);
      launched = label_item(labeler, outside, {}, {}, streams[2].get());
      REQUIRE(launched);
    }
    for (std::size_t s = 0; s < 3; ++s) {
      CAPTURE(i, s);
      streams[s].wait();
      check_outcome(items[s].read(s == 2 ? launched->count : captured[s].count), image_of(s), with_table);
    }
  }
}

TEST_CASE("a graph stays valid when its Labeler grows and when it is destroyed", "[cuda]") {
  if (skip_without_cuda()) return;
  const std::vector<Expected> images = make_noise({300, 150}, 7, {});
  const Expected larger = make_noise({900, 700}, 1, {})[0];
  const TestStream stream;
  DeviceItem item(images[0].image, Layout::arrays, rows_for_all(images));
  const auto counts = std::make_shared<AllocatorCounts>();
  auto labeler = std::make_unique<cuda::Labeler>(make_labeler(cuda::Method::fast, counting_allocator(counts)));
  {
    const CapturedLabeling captured = capture_label(*labeler, images[0].image, item, {}, stream);
    check_replay(captured, item, images[1], with_table, stream);
    const int of_graph = counts->live;
    CHECK(of_graph > 0);

    const DeviceItem large(larger.image, Layout::tight, rows_for(larger));
    const cuda::BatchItem one = large.item();
    const auto launched = label_item(*labeler, one);
    REQUIRE(launched);
    CHECK(counts->live > of_graph);
    check_replay(captured, item, images[2], with_table, stream);
    check_outcome(large.read(launched->count), larger, with_table);

    labeler.reset();
    CHECK(counts->live == of_graph);
    // Memory that was freed in error would be taken by these.
    const DeviceItem others[] = {DeviceItem(larger.image, Layout::tight, 100),
                                 DeviceItem(images[0].image, Layout::arrays, 100)};
    for (const Expected& image : images) check_replay(captured, item, image, with_table, stream);
    CHECK(counts->live == of_graph);
  }
  cuda::Labeler another = make_labeler();
  CHECK(comes_down_to(0, *counts, another));
  CHECK(counts->live_bytes == 0);
}

TEST_CASE("labelings of one graph share its scratch memory, also on forked streams", "[cuda][sanitizer]") {
  if (skip_without_cuda()) return;
  const std::vector<Expected> noise = make_noise({300, 150}, 2, {});
  const Expected segments = make_segments({200, 210}, 1, {.criterion = Equal{}})[0];
  const TestStream stream;
  const TestStream fork;
  cudaEvent_t forked = nullptr;
  cudaEvent_t joined = nullptr;
  require_cuda(cudaEventCreateWithFlags(&forked, cudaEventDisableTiming));
  require_cuda(cudaEventCreateWithFlags(&joined, cudaEventDisableTiming));
  DeviceItem items[] = {DeviceItem(noise[0].image, Layout::tight, rows_for(noise[0])),
                        DeviceItem(segments.image, Layout::arrays, rows_for(segments)),
                        DeviceItem(noise[1].image, Layout::arrays, rows_for(noise[1]))};
  const Expected* expected[] = {&noise[0], &segments, &noise[1]};
  const auto counts = std::make_shared<AllocatorCounts>();
  cuda::Labeler labeler = make_labeler(cuda::Method::fast, counting_allocator(counts));
  REQUIRE(labeler.prepare({PixelFormat::u8}, {300, 150}));
  REQUIRE(labeler.prepare({PixelFormat::u8}, {200, 210}, {.criterion = Equal{}}));
  const int reserved = counts->allocations;
  const auto label = [&](std::size_t i, const LabelingSpec& spec, const TestStream& on) {
    const cuda::BatchItem one = items[i].item();
    const auto launched = label_item(labeler, one, spec, {}, on.get());
    INFO((launched ? "" : launched.error().message));
    CHECK(launched);
  };
  const TestGraph graph(stream, [&] {
    CHECK(cudaEventRecord(forked, stream.get()) == cudaSuccess);
    CHECK(cudaStreamWaitEvent(fork.get(), forked, 0) == cudaSuccess);
    label(0, {}, stream);
    label(1, {.criterion = Equal{}}, fork);
    label(2, {}, stream);
    CHECK(cudaEventRecord(joined, fork.get()) == cudaSuccess);
    CHECK(cudaStreamWaitEvent(stream.get(), joined, 0) == cudaSuccess);
  });
  CHECK(counts->allocations == reserved);
  for (int round = 0; round < 20; ++round) {
    for (const DeviceItem& item : items) item.spoil(stream.get());
    graph.launch(stream);
    stream.wait();
    for (std::size_t i = 0; i < 3; ++i) {
      CAPTURE(round, i);
      const DeviceOutcome outcome = items[i].read(nullptr);
      check_labeled(outcome, {expected[i]->numbers, expected[i]->components});
      CHECK(outcome.rest_untouched);
    }
  }
  require_cuda(cudaEventDestroy(forked));
  require_cuda(cudaEventDestroy(joined));
}

TEST_CASE("a batch is captured and replayed", "[cuda][sanitizer]") {
  if (skip_without_cuda()) return;
  constexpr std::size_t count = 40;  // more than a submission takes
  const std::vector<Expected> images = make_noise({140, 70}, count, {});
  const std::uint32_t rows = rows_for_all(images);
  for (const Layout layout : {Layout::tight, Layout::arrays}) {
    CAPTURE(layout);
    const TestStream stream;
    std::vector<DeviceItem> on_device;
    std::vector<cuda::BatchItem> items;
    for (const Expected& image : images) {
      on_device.emplace_back(image.image, layout, rows);
      items.push_back(on_device.back().item());
    }
    cuda::Labeler labeler = make_labeler();
    REQUIRE(labeler.prepare({PixelFormat::u8}, {140, 70}, {}, {}, static_cast<int>(count)));
    Result<cuda::BatchLabels> launched = Error{};
    const TestGraph graph(stream, [&] { launched = labeler.label_batch(items, {}, {}, stream.get()); });
    INFO((launched ? "" : launched.error().message));
    REQUIRE(launched);
    const auto* counts = static_cast<const std::uint32_t*>(launched->counts);
    for (const std::size_t shift : {0U, 1U, 17U}) {
      for (std::size_t i = 0; i < count; ++i) {
        on_device[i].spoil(stream.get());
        on_device[i].replace(images[(i + shift) % count].image, stream.get());
      }
      graph.launch(stream);
      stream.wait();
      for (std::size_t i = 0; i < count; ++i) {
        CAPTURE(i, shift);
        check_outcome(on_device[i].read(counts + i), images[(i + shift) % count], with_table);
      }
    }
  }
}

// Only freeing memory is not allowed then: CUDA waits for the whole device.
TEST_CASE("label() outside of a capture leaves the captures of other streams valid", "[cuda]") {
  if (skip_without_cuda()) return;
  const std::vector<Expected> images = make_noise({300, 150}, 2, {});
  const TestStream stream;
  const TestStream other;
  DeviceItem item(images[0].image, Layout::tight, rows_for_all(images));
  const DeviceItem outside(images[1].image, Layout::arrays, rows_for_all(images));
  cuda::Labeler captured_labeler = make_labeler();
  REQUIRE(captured_labeler.prepare({PixelFormat::u8}, {300, 150}));
  std::vector<cuda::Labeler> labelers;
  const auto label_outside = [&] {
    // Creates and queries events, allocates, waits, and destroys texture objects.
    labelers.push_back(make_labeler());
    const cuda::BatchItem one = outside.item();
    for (int i = 0; i < 3; ++i) {
      CHECK(label_item(labelers.back(), one, {}, {.timing = TimingDetail::whole}, other.get()));
      CHECK(labelers.back().wait());
    }
    CHECK(labelers.back().times());
  };
  Result<cuda::Labels> captured = Error{};
  const TestGraph graph(stream, [&] {
    label_outside();
    const cuda::BatchItem one = item.item();
    captured = label_item(captured_labeler, one, {}, {}, stream.get());
    std::thread(label_outside).join();
  });
  INFO((captured ? "" : captured.error().message));
  REQUIRE(captured);
  check_labeled(outside.read(nullptr), {images[1].numbers, images[1].components});
  graph.launch(stream);
  stream.wait();
  check_labeled(item.read(nullptr), {images[0].numbers, images[0].components});
}

}  // namespace glccl::tests
