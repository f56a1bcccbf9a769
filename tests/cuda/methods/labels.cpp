// The CUDA engines against cpu-serial, label for label and row for row.
#include <cmath>
#include <cstring>
#include <string>

#include "glccl/host/generate.hpp"
#include "tests/cuda/support/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/format_cases.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

/// Whether images of a kind have such long paths that a method takes minutes.
bool is_slow_for(cuda::Method method, const std::string& kind) {
  return is_slow(method) && (kind == "spiral" || kind == "serpentine" || kind == "maze");
}

/// Every method against cpu-serial.
void check_all_against_host(const host::Image& image, Layout layout, const LabelingSpec& spec) {
  for (const cuda::Method method : all_methods()) check_against_host(image, layout, spec, method);
}

std::vector<std::uint32_t> labels_of(const host::Image& image, Layout layout, const Criterion& criterion) {
  return label_on_device(image, layout, {.criterion = criterion}).labels.values;
}

}  // namespace

// The conformance suite tests tight memory.
TEST_CASE("CUDA methods label random images in pitched memory and in arrays", "[cuda]") {
  if (skip_without_cuda()) return;
  for (int i = 0; i < 1000; ++i) {
    CAPTURE(i);
    const host::Image image = random_image(i);
    for (const Connectivity connectivity : connectivities) {
      check_all_against_host(image, layouts[1 + i % 2], {.connectivity = connectivity});
    }
  }
}

TEST_CASE("CUDA methods label extents around those of tiles, regions and blocks", "[cuda]") {
  if (skip_without_cuda()) return;
  const Extent sizes[] = {{1, 1},     {1, 2},     {2, 1},     {15, 15},     {16, 16},    {17, 17},
                          {63, 65},   {64, 64},   {65, 63},   {255, 3},     {3, 257},    {256, 256},
                          {257, 255}, {1, 1025},  {1025, 1},  {1024, 1024}, {1025, 769}, {769, 1025},
                          {4097, 33}, {33, 4097}, {16385, 5}, {5, 16385},   {32768, 2},  {2, 32768}};
  for (const Extent extent : sizes) {
    for (const double density : {0.3, 0.6}) {
      const host::Image image = make_image("noise", extent, {.seed = 7, .density = density});
      for (const Connectivity connectivity : connectivities) {
        check_all_against_host(image, Layout::tight, {.connectivity = connectivity});
        check_against_host(image, Layout::pitched, {.connectivity = connectivity});
      }
    }
  }
}

TEST_CASE("CUDA methods label images that are hard to label", "[cuda]") {
  if (skip_without_cuda()) return;
  for (const auto& kind : host::generate_kinds()) {
    for (const Extent extent : {Extent{1025, 769}, Extent{2048, 2048}}) {
      CAPTURE(kind.name);
      const host::Image image = make_image(kind.name, extent);
      for (const cuda::Method method : all_methods()) {
        if (is_slow_for(method, kind.name)) continue;
        for (const Connectivity connectivity : connectivities) {
          check_against_host(image, Layout::tight, {.connectivity = connectivity}, method);
        }
      }
    }
  }
}

TEST_CASE("CUDA methods label long paths", "[cuda]") {
  if (skip_without_cuda()) return;
  for (const char* kind : {"spiral", "serpentine", "comb"}) {
    const host::Image large = make_image(kind, {1024, 1024});
    const host::Image small = make_image(kind, {300, 200});
    for (const cuda::Method method : all_methods()) {
      const host::Image& image = is_slow(method) ? small : large;
      for (const Connectivity connectivity : connectivities) {
        check_against_host(image, Layout::tight, {.connectivity = connectivity}, method);
      }
    }
  }
}

TEST_CASE("CUDA methods label 32768 pixels in a direction", "[cuda]") {
  if (skip_without_cuda()) return;
  for (const char* kind : {"noise", "comb", "spiral"}) {
    const host::Image wide = make_image(kind, {32768, 64});
    const host::Image high = make_image(kind, {64, 32768});
    for (const cuda::Method method : all_methods()) {
      if (is_slow_for(method, kind)) continue;
      check_against_host(wide, Layout::tight, {}, method);
      check_against_host(high, Layout::tight, {.connectivity = Connectivity::four}, method);
    }
  }
}

TEST_CASE("CUDA methods take any segment as background, or none, in every layout", "[cuda]") {
  if (skip_without_cuda()) return;
  const PixelValue opaque = {0.0, 0.0, 0.0, 255.0};
  for (int i = 0; i < 24; ++i) {
    host::Image image = random_segments(i);
    if (i % 6 == 5) image.format = PixelFormat::u32;  // was rgba8
    const bool colors = image.format == PixelFormat::rgba8;
    for (const auto& background : {std::optional<PixelValue>(), std::optional(colors ? opaque : PixelValue{1.0})}) {
      for (const Connectivity connectivity : connectivities) {
        CAPTURE(i, image.format);
        check_all_against_host(image, layouts[i / 6 % 3], {connectivity, Equal{background}});
      }
    }
  }
}

TEST_CASE("CUDA methods label segments of 8, 16 and 32 bits and colours", "[cuda]") {
  if (skip_without_cuda()) return;
  for (int i = 0; i < 300; ++i) {
    CAPTURE(i);
    const host::Image image = random_segments(i);
    for (const Connectivity connectivity : connectivities) {
      const LabelingSpec spec{.connectivity = connectivity, .criterion = Equal{}};
      check_all_against_host(image, layouts[i / 3 % 3], spec);
      if (image.format != PixelFormat::rgba8) continue;
      host::Image words = image;
      words.format = PixelFormat::u32;
      check_all_against_host(words, layouts[i / 3 % 3], spec);
    }
  }
}

TEST_CASE("cuda-stava compares every format with a threshold in its units, in every layout", "[cuda]") {
  if (skip_without_cuda()) return;
  using Values = std::vector<std::uint32_t>;
  for (const ThresholdCase& one : threshold_cases()) {
    if (one.image.format == PixelFormat::rg32u) continue;  // cuda-fast alone reads it
    for (const Layout layout : layouts) {
      CAPTURE(one.image.format, layout);
      CHECK(labels_of(one.image, layout, Foreground{one.threshold}) == Values{0, 0, 1, 1});
      CHECK(labels_of(one.image, layout, Foreground{.low = one.threshold, .inverted = true}) == Values{1, 1, 0, 0});
      CHECK(labels_of(one.image, layout, Foreground{-1e30F}) == Values{1, 1, 1, 1});
      CHECK(labels_of(one.image, layout, Foreground{1e30F}) == Values{0, 0, 0, 0});
    }
  }
}

TEST_CASE("cuda-stava looks at the channel that it is told", "[cuda]") {
  if (skip_without_cuda()) return;
  for (int i = 2; i < 60; i += 3) {
    host::Image image = random_segments(i);
    REQUIRE(image.format == PixelFormat::rgba8);
    for (const Channel channel : {Channel::red, Channel::green, Channel::blue, Channel::alpha, Channel::any}) {
      for (const bool inverted : {false, true}) {
        CAPTURE(i, channel, inverted);
        check_against_host(image, layouts[i % 2 * 2],
                           {.criterion = Foreground{.low = 1.0F / 255.0F, .inverted = inverted, .channel = channel}});
      }
    }
  }
  // A grey image has one channel.
  const host::Image grey = make_image("noise", {40, 30});
  check_against_host(grey, Layout::tight,
                     {.connectivity = Connectivity::four, .criterion = Foreground{.channel = Channel::alpha}});
}

TEST_CASE("cuda-stava looks at the channel of half floats that it is told", "[cuda]") {
  if (skip_without_cuda()) return;
  // 1.0 in red, green, blue, alpha in turn.
  const auto pixels = image_of_values<std::uint16_t>(
      {7, 1}, PixelFormat::rgba16f,
      {0x3C00, 0, 0, 0, 0, 0, 0, 0, 0, 0x3C00, 0, 0, 0, 0, 0, 0, 0, 0, 0x3C00, 0, 0, 0, 0, 0, 0, 0, 0, 0x3C00});
  for (const Layout layout : layouts) {
    using Labels = std::vector<std::uint32_t>;
    CHECK(labels_of(pixels, layout, Foreground{.low = 0.5F, .channel = Channel::red}) == Labels{1, 0, 0, 0, 0, 0, 0});
    CHECK(labels_of(pixels, layout, Foreground{.low = 0.5F, .channel = Channel::green}) == Labels{0, 0, 1, 0, 0, 0, 0});
    CHECK(labels_of(pixels, layout, Foreground{.low = 0.5F, .channel = Channel::blue}) == Labels{0, 0, 0, 0, 1, 0, 0});
    CHECK(labels_of(pixels, layout, Foreground{.low = 0.5F, .channel = Channel::alpha}) == Labels{0, 0, 0, 0, 0, 0, 1});
    CHECK(labels_of(pixels, layout, Foreground{.low = 0.5F, .channel = Channel::any}) == Labels{1, 0, 2, 0, 3, 0, 4});
  }
}

TEST_CASE("CUDA methods number roots by the place of the first pixel", "[cuda]") {
  if (skip_without_cuda()) return;
  const host::Image image = make_image("noise", {301, 157});
  LabelImage expected = reference_labels(image, Connectivity::eight, Foreground{});
  const std::vector<Component> components = measure(expected);
  for (std::uint32_t& label : expected.values) {
    if (label == 0) continue;
    const Component& component = components[label - 1];
    label = static_cast<std::uint32_t>(1 + component.first);
  }
  for (const cuda::Method method : all_methods()) {
    for (const Layout layout : layouts) {
      CAPTURE(method, layout);
      const DeviceOutcome outcome = label_on_device(image, layout, {.numbering = Numbering::root}, {.method = method});
      CHECK(first_difference(outcome.labels, expected) == "");
      CHECK(outcome.rest_untouched);
    }
  }
}

TEST_CASE("cuda-stava keeps to the rows of its table", "[cuda]") {
  if (skip_without_cuda()) return;
  const host::Image image = make_image("checkerboard", {50, 50});
  const DeviceOutcome outcome =
      label_on_device(image, Layout::tight, {.connectivity = Connectivity::four}, {.table_rows = 100});
  CHECK(join_words(outcome.header.count) == 1250);
  CHECK(outcome.header.rows == 100);
  CHECK(outcome.header.groups_x == 2);
  REQUIRE(outcome.components.size() == 100);
  CHECK(outcome.components[99].label == 100);
  CHECK(outcome.components[99].area == 1);
}

namespace {

/// Labels two images in turn on streams of their own.
void check_streams(cuda::Method method) {
  CAPTURE(method);
  const host::Image images[] = {make_image("noise", {700, 500}), make_image("maze", {900, 400})};
  Result<cuda::Labeler> made = cuda::Labeler::create(method, shared_labeler().device());
  REQUIRE(made);
  cuda::Labeler labeler = *std::move(made);
  cudaStream_t streams[2] = {};
  std::vector<DeviceMemory> sources;
  std::vector<DeviceMemory> results;
  for (int i = 0; i < 2; ++i) {
    require_cuda(cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking));
    sources.emplace_back(images[i].bytes.size());
    results.emplace_back((4 * static_cast<std::size_t>(images[i].extent.width) + 4) *
                         static_cast<std::size_t>(images[i].extent.height));
    require_cuda(cudaMemcpy(sources[i].data(), images[i].bytes.data(), images[i].bytes.size(), cudaMemcpyHostToDevice));
  }
  require_cuda(cudaDeviceSynchronize());
  // Both need the scratch memory.
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < 2; ++i) {
      const auto width = static_cast<std::size_t>(images[i].extent.width);
      const cuda::DeviceImage image{sources[i].data(), PixelFormat::u8, images[i].extent, width};
      REQUIRE(label_item(labeler, {{image}, cuda::DeviceLabels{results[i].data(), 4 * width + 4}}, {}, {}, streams[i]));
    }
  }
  REQUIRE(labeler.wait());
  for (int i = 0; i < 2; ++i) {
    require_cuda(cudaStreamDestroy(streams[i]));
    const std::vector<unsigned char> bytes = results[i].read();
    LabelImage labels{images[i].extent, {}};
    const auto width = static_cast<std::size_t>(images[i].extent.width);
    labels.values.resize(static_cast<std::size_t>(images[i].extent.elements()));
    for (std::size_t y = 0; y < static_cast<std::size_t>(images[i].extent.height); ++y)
      std::memcpy(&labels.values[y * width], &bytes[y * (4 * width + 4)], 4 * width);
    CHECK(first_difference(labels, reference_labels(images[i], Connectivity::eight, Foreground{})) == "");
  }
}

}  // namespace

TEST_CASE("cuda::Labeler works on streams and after a move", "[cuda]") {
  if (skip_without_cuda()) return;
  for (const cuda::Method method : all_methods()) check_streams(method);
}

TEST_CASE("cuda-stava launches kernels that follow from the extent alone", "[cuda]") {
  if (skip_without_cuda()) return;
  const auto kernels = [](const std::string& kind, Extent extent, std::uint32_t rows) {
    label_on_device(make_image(kind, extent), Layout::tight, {},
                    {.table_rows = rows, .outputs = {.timing = TimingDetail::passes}});
    const auto times = shared_labeler().times();
    REQUIRE(times);
    std::string names;
    for (const StageTime& time : *times) {
      names += time.stage + " ";
      CHECK(time.milliseconds >= 0.0);
    }
    return names;
  };
  const std::string numbering = "flatten_labels count_roots scan_counts number_roots ";
  CHECK(kernels("full", {16, 16}, 0) == "label_tiles " + numbering + "write_labels ");
  CHECK(kernels("full", {17, 1}, 1) ==
        "label_tiles merge_tiles " + numbering + "measure_components write_header write_labels ");
  for (const char* kind : {"empty", "spiral", "noise"}) {
    CHECK(kernels(kind, {300, 200}, 0) ==
          "label_tiles merge_tiles flatten_borders merge_tiles flatten_borders merge_tiles " + numbering +
              "write_labels ");
  }
  label_on_device(make_image("full", {5, 5}), Layout::tight);
  CHECK(shared_labeler().times()->empty());
}

TEST_CASE("cuda::Labeler has one time for the whole and keeps its scratch memory", "[cuda]") {
  if (skip_without_cuda()) return;
  const host::Image pixels = make_image("noise", {300, 200});
  for (const cuda::Method method : all_methods()) {
    CAPTURE(method);
    cuda::Labeler& labeler = shared_labeler(method);
    label_on_device(pixels, Layout::tight, {}, {.method = method, .outputs = {.timing = TimingDetail::whole}});
    const auto times = labeler.times();
    REQUIRE(times);
    REQUIRE(times->size() == 1);
    CHECK(times->front().stage == "labeling");
    CHECK(times->front().milliseconds > 0.0);
    const std::int64_t bytes = labeler.scratch_bytes();
    CHECK(bytes > 0);
    label_on_device(pixels, Layout::tight, {}, {.method = method});
    CHECK(labeler.times()->empty());
    CHECK(labeler.scratch_bytes() == bytes);
  }
}

// Hidden, because it takes 10 GB of device memory.
TEST_CASE("cuda-stava labels 32768x32768 pixels", "[.][long]") {
  if (skip_without_cuda()) return;
  const Extent extent{32768, 32768};
  const auto pixels = static_cast<std::size_t>(extent.elements());
  const DeviceMemory source(pixels);  // rubbish: all foreground
  const DeviceMemory labels(4 * pixels);
  const DeviceMemory table(64 + 64);
  const cuda::Outputs outputs{.target = cuda::DeviceLabels{labels.data(), 4 * 32768},
                              .table = {table.data(), 1},
                              .timing = TimingDetail::passes};
  REQUIRE(shared_labeler().label({cuda::DeviceImage{source.data(), PixelFormat::u8, extent, 32768}}, {}, outputs));
  REQUIRE(shared_labeler().wait());
  const std::vector<unsigned char> bytes = table.read();
  const std::uint64_t sum = std::uint64_t{32768} * 32767 / 2 * 32768;
  CHECK(read_row(&bytes[64]) == Component{1, pixels, {0, 0, 32767, 32767}, sum, sum, 0, 0, 0});
  std::uint32_t last = 0;
  require_cuda(cudaMemcpy(&last, labels.data() + 4 * (pixels - 1), 4, cudaMemcpyDeviceToHost));
  CHECK(last == 1);
}

}  // namespace glccl::tests
