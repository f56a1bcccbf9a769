// The features of cuda-fast (filters, holes, masks, periodic axes, measurements, intensities) in every memory layout,
// alone and in a batch, with tables that hold all rows and tables that do not. The conformance suite tests these
// features on more images, one at a time, in memory without gaps.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "glccl/cuda/labeler.hpp"
#include "glccl/host/seams.hpp"
#include "tests/cuda/support/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/intensities.hpp"
#include "tests/support/references/measurements.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

/// An image, the specification of a labeling, and its second images.
struct FeatureRequest {
  host::Image image;
  LabelingSpec spec;  ///< The column of intensities follows from the images.
  std::optional<host::Image> mask = {};
  std::optional<host::Image> intensity = {};
};

/// The expected labels, and the expected rows of a table with room for all of them.
struct FeatureAnswer : LabeledImage {
  std::vector<Measurements> measurements;
  std::size_t found = 0;  ///< Components before the filter.
};

LabeledImage label_on_host(const FeatureRequest& request, const LabelingSpec& spec) {
  if (!request.mask) return reference(request.image, spec);
  const ImageView mask = request.mask->view();
  return reference(request.image.view(), spec, &mask);
}

FeatureAnswer answer(const FeatureRequest& request) {
  LabelingSpec without_filter = request.spec;
  without_filter.filter = {};
  FeatureAnswer expected{
      label_on_host(request, request.spec), {}, label_on_host(request, without_filter).components.size()};
  std::vector<Measurements>& rows = expected.measurements;
  rows = measure_by_definition(expected.labels, request.spec.columns, expected.components.size());
  if ((request.spec.columns & table_column_seams) != 0) {
    host::measure_seams(expected.labels, request.spec.connectivity, request.spec.periodic, rows);
  }
  if (request.intensity) {
    add_intensities_by_definition(expected.labels, request.intensity->view(), request.spec.fraction_bits, rows);
  }
  return expected;
}

/// Checks the labels, and the first `capacity` rows of the table.
void check_answer(const DeviceOutcome& outcome, FeatureAnswer expected, std::uint32_t columns, std::uint32_t capacity) {
  CAPTURE(capacity);
  CHECK(first_difference(outcome.labels, expected.labels) == "");
  CHECK(join_words(outcome.header.found) == expected.found);
  if (capacity >= expected.components.size()) {
    check_table(outcome, expected.components, columns);
  } else {
    CHECK(join_words(outcome.header.count) == expected.components.size());
    CHECK(outcome.rest_untouched);
    expected.components.resize(capacity);
    expected.measurements.resize(capacity);
    CHECK(first_difference(outcome.components, expected.components) == "");
  }
  CHECK(first_difference(outcome.measurements, expected.measurements) == "");
}

/// The image that lies in device memory, if there is one.
std::optional<ImageOnDevice> copy(const std::optional<host::Image>& image) {
  return image ? std::optional<ImageOnDevice>(*image) : std::nullopt;
}

/// Labels in every layout: alone, with each capacity in turn, and by cuda-fast in a batch with all capacities.
void check_request(FeatureRequest request, cuda::Method method = cuda::Method::fast) {
  static std::size_t calls = 0;
  if (request.intensity) request.spec.columns |= table_column_intensity;
  const std::uint32_t columns = request.spec.columns;
  const FeatureAnswer expected = answer(request);
  const auto count = static_cast<std::uint32_t>(expected.components.size());
  const std::uint32_t capacities[] = {count + 3, count / 2 + 1, 1};
  const std::optional<ImageOnDevice> mask = copy(request.mask);
  const std::optional<ImageOnDevice> intensity = copy(request.intensity);
  DeviceRequest alone{.method = method};
  if (mask) alone.mask = mask->on_device();
  if (intensity) alone.intensity = intensity->on_device();
  for (const Layout layout : layouts) {
    CAPTURE(method, request.image.extent, request.image.format, request.spec, layout);
    const std::uint32_t room = capacities[calls++ % std::size(capacities)];
    alone.table_rows = room;
    check_answer(label_on_device(request.image, layout, request.spec, alone), expected, columns, room);
    if (request.image.extent.is_volume() || method != cuda::Method::fast) continue;
    std::vector<DeviceItem> memory;
    std::vector<cuda::BatchItem> items;
    for (const std::uint32_t capacity : capacities) {
      memory.emplace_back(request.image, layout, capacity, columns);
      items.push_back(memory.back().item());
      items.back().inputs.mask = alone.mask;
      items.back().inputs.intensity = alone.intensity;
    }
    cuda::Labeler& labeler = shared_labeler(method);
    const Result<cuda::BatchLabels> launched = labeler.label_batch(items, request.spec);
    INFO((launched ? "" : launched.error().message));
    REQUIRE(launched);
    REQUIRE(labeler.wait());
    for (std::size_t i = 0; i < items.size(); ++i) {
      const auto* counts = static_cast<const std::uint32_t*>(launched->counts);
      check_answer(memory[i].read(counts + i), expected, columns, capacities[i]);
    }
  }
}

/// Noise of more than one tile in each direction, in the plane or in space.
host::Image noise(const Extent& extent, double density, unsigned seed = 3) {
  host::Image image =
      make_image("noise", {extent.width, extent.height * extent.depth}, {.seed = seed, .density = density});
  image.extent = extent;
  return image;
}

constexpr Extent plane{150, 70};
constexpr Extent space{70, 19, 18};
constexpr Connectivity four = Connectivity::four;
constexpr Connectivity all = Connectivity::twenty_six;

}  // namespace

TEST_CASE("cuda-fast keeps the components that a filter keeps", "[cuda][requests][on_cpu]") {
  if (skip_without_cuda()) return;
  check_request({noise(plane, .4), {.filter = {.min_area = 3, .max_area = 60}}});
  check_request({noise(plane, .4), {.connectivity = four, .filter = {.clear_border = true}}});
  check_request({make_image("spiral", plane), {.filter = {.largest = 300}}});
  // Components of one area: the first ones are kept.
  for (const std::uint64_t largest : {1U, 256U, 5249U, 5251U}) {
    check_request({make_image("checkerboard", plane), {.connectivity = four, .filter = {.largest = largest}}});
  }
  const host::Image cells = make_image("cells", plane, {.seed = 2});
  const Filter filter{.min_area = 2, .largest = 5, .clear_border = true};
  check_request({cells, {.criterion = Equal{}, .filter = filter}});
  check_request({cells, {.connectivity = four, .criterion = Difference{3.0}, .filter = filter}});
  check_request({noise(space, .15), {.connectivity = Connectivity::six, .filter = filter}});
  check_request({noise({5, 40, 33}, .15), {.connectivity = Connectivity::eighteen, .filter = {.largest = 300}}});
  check_request({noise(space, .15), {.connectivity = all, .criterion = Equal{}, .filter = {.clear_border = true}}});
}

TEST_CASE("cuda-fast fills holes", "[cuda][requests][on_cpu]") {
  if (skip_without_cuda()) return;
  check_request({noise(plane, .6), {.fill_holes = 7}});
  check_request({noise(plane, .6), {.connectivity = four, .fill_holes = Filter::unlimited}});
  check_request({make_image("spiral", plane), {.filter = {.min_area = 3, .largest = 40}, .fill_holes = 1}});
  const Foreground inverted{.inverted = true};
  check_request({noise(plane, .4), {.criterion = inverted, .fill_holes = Filter::unlimited}});
  check_request({noise(plane, .6), {.fill_holes = 7, .periodic = {.x = true, .y = true}}});
  check_request({noise(space, .6), {.connectivity = Connectivity::six, .fill_holes = 30, .periodic = {.z = true}}});
  check_request({noise({5, 20, 33}, .6), {.connectivity = Connectivity::eighteen, .fill_holes = 30}});
  check_request({noise(space, .6), {.connectivity = all, .fill_holes = Filter::unlimited}});
}

TEST_CASE("cuda-fast leaves out what a mask leaves out", "[cuda][requests][on_cpu]") {
  if (skip_without_cuda()) return;
  check_request({noise(plane, .7), {}, noise(plane, .8, 1)});
  check_request(
      {noise(plane, .7), {.connectivity = four, .criterion = Foreground{.inverted = true}}, noise(plane, .8, 2)});
  const host::Image cells = make_image("cells", plane, {.seed = 2});
  check_request({cells, {.criterion = Equal{.background = {}}}, noise(plane, .8, 4)});
  check_request({cells, {.connectivity = four, .criterion = Difference{1.0}}, noise(plane, .8, 5)});
  check_request({image_of_values<std::uint8_t>({2, 1}, PixelFormat::rgba8, {1, 2, 3, 4, 5, 6, 7, 8}),
                 {.criterion = Difference{.largest = 20, .measure = Measure::luminance}},
                 noise({2, 1}, 1)});
  check_request({noise(plane, .7), {.filter = {.min_area = 3, .clear_border = true}}, noise(plane, .8, 6)});
  check_request({noise(space, .3), {.connectivity = Connectivity::six}, noise(space, .8, 1)});
  const LabelingSpec values{.connectivity = all, .criterion = Equal{.background = {}}};
  check_request({noise({5, 20, 33}, .3), values, noise({5, 20, 33}, .8, 2)});
}

TEST_CASE("cuda-fast joins components across the seams of periodic axes", "[cuda][requests][on_cpu][sanitizer]") {
  if (skip_without_cuda()) return;
  check_request({noise({2, 2}, .7), {.periodic = {.x = true, .y = true}}});
  check_request({noise({128, 64}, .45), {.connectivity = four, .periodic = {.x = true}}});
  check_request({noise(plane, .45), {.periodic = {.y = true}}});
  check_request({make_image("spiral", plane), {.periodic = {.x = true, .y = true}}});
  for (const int i : {0, 1, 2, 6}) {  // formats in turn
    const Criterion criterion = i == 1 ? Criterion(Difference{1.0}) : Equal{};
    check_request({random_segments(i), {.criterion = criterion, .periodic = {.x = i != 0, .y = true}}});
  }
  check_request({image_of_values<std::uint64_t>({3, 2}, PixelFormat::rg32u,
                                                {0x100000001, 5, 0x100000001, 0x200000001, 0, 0x100000001}),
                 {.criterion = Equal{}, .periodic = {.x = true, .y = true}}});
  check_request({noise(plane, .4), {.filter = {.clear_border = true}, .periodic = {.x = true}}});
  check_request({noise({2, 3, 5}, .2), {.connectivity = Connectivity::six, .periodic = {true, true, true}}});
  check_request({noise(space, .2), {.connectivity = Connectivity::eighteen, .periodic = {.z = true}}});
  check_request({noise(space, .2), {.connectivity = all, .criterion = Equal{}, .periodic = {.x = true, .y = true}}});
  check_request({noise(space, .2), {.connectivity = all, .filter = {.clear_border = true}, .periodic = {.y = true}}});
}

TEST_CASE("cuda-fast measures what is asked for", "[cuda][requests][on_cpu]") {
  if (skip_without_cuda()) return;
  for (const std::uint32_t columns : column_sets(plane)) {
    check_request({noise({70, 290}, .45), {.columns = columns}});
    check_request({random_segments(3), {.connectivity = four, .criterion = Equal{}, .columns = columns}});
  }
  check_request({noise(plane, .45), {.filter = {.min_area = 2}, .columns = shape_columns}});
  check_request({make_image("full", {96, 258}), {.columns = shape_columns}});
  check_request({make_image("empty", {5, 3}), {.columns = shape_columns}});
  for (const bool in_columns : {false, true}) check_request({lines({70, 140}, in_columns), {.columns = shape_columns}});
  for (const std::uint32_t columns : column_sets(space)) {
    check_request({noise(space, .3), {.connectivity = Connectivity::eighteen, .columns = columns}});
  }
  // More components in the columns of a warp than are counted by words of bits.
  check_request({corner_lattice({40, 35, 10}), {.connectivity = Connectivity::six, .columns = table_column_cubes}});
}

TEST_CASE("cuda-fast measures seams", "[cuda][requests][on_cpu][sanitizer]") {
  if (skip_without_cuda()) return;
  const PeriodicAxes both{.x = true, .y = true};
  for (const Extent& extent : {Extent{1, 1}, Extent{2, 3}, Extent{70, 290}}) {
    check_request({noise(extent, .4), {.columns = table_column_seams, .periodic = both}});
  }
  check_request({make_image("stripes", {90, 60}),
                 {.connectivity = four, .columns = table_column_seams, .periodic = {.x = true}}});
  check_request({make_image("full", {40, 270}), {.columns = table_column_seams, .periodic = {.y = true}}});
  check_request({noise({40, 30}, .5), {.columns = table_column_seams}});
  check_request({random_segments(3), {.criterion = Equal{}, .columns = table_column_seams, .periodic = both}});
  for (const Extent& extent : {Extent{2, 3, 5}, Extent{66, 17, 18}}) {
    const Connectivity connectivity = extent.width == 2 ? Connectivity::six : Connectivity::twenty_six;
    check_request({noise(extent, .2),
                   {.connectivity = connectivity, .columns = table_column_seams, .periodic = {true, true, true}}});
  }
}

TEST_CASE("cuda-fast measures intensities", "[cuda][requests][on_cpu]") {
  if (skip_without_cuda()) return;
  for (const PixelFormat format : intensity_formats()) {
    check_request({noise({61, 70}, .6), {.fraction_bits = 12}, {}, make_intensities(format, {61, 70}, 5)});
  }
  for (const PixelFormat format : {PixelFormat::f16, PixelFormat::f32}) {
    check_request({noise({61, 70}, .3), {}, {}, make_scaled_floats(format, {61, 70}, 5)});
    check_request({few_components({90, 300}), {}, {}, make_scaled_floats(format, {90, 300}, 6)});
  }
  const host::Image full = make_image("full", {40, 280});
  check_request({full, {.columns = shape_columns}, {}, make_intensities(PixelFormat::u32, full.extent, 1)});
  const host::Image few = few_components({200, 270});
  check_request({few, {.columns = shape_columns}, {}, make_intensities(PixelFormat::f32, few.extent, 4)});
  for (const bool in_columns : {false, true}) {
    const host::Image image = lines({70, 140}, in_columns);
    check_request({image, {}, {}, make_intensities(PixelFormat::i32, image.extent, 6)});
  }
  for (const PixelFormat format : {PixelFormat::u16, PixelFormat::f32}) {
    const LabelingSpec spec{.connectivity = Connectivity::eighteen};
    check_request({noise(space, .3), spec, {}, make_intensities(format, space, 2)});
  }
}

TEST_CASE("every image of a batch has its own second images", "[cuda][requests][on_cpu]") {
  if (skip_without_cuda()) return;
  std::vector<FeatureRequest> requests;
  for (const unsigned seed : {1U, 2U, 3U}) {
    const LabelingSpec spec{.columns = table_column_intensity};
    requests.push_back(
        {noise(plane, .6, seed), spec, noise(plane, .7, seed + 5), make_intensities(PixelFormat::u16, plane, seed)});
  }
  for (const Layout layout : layouts) {
    CAPTURE(layout);
    std::vector<ImageOnDevice> second;
    std::vector<DeviceItem> memory;
    std::vector<cuda::BatchItem> items;
    second.reserve(2 * requests.size());
    for (const FeatureRequest& request : requests) {
      memory.emplace_back(request.image, layout, 5000, request.spec.columns);
      items.push_back(memory.back().item());
      items.back().inputs.mask = second.emplace_back(*request.mask).on_device();
      items.back().inputs.intensity = second.emplace_back(*request.intensity).on_device();
    }
    cuda::Labeler& labeler = shared_labeler(cuda::Method::fast);
    const Result<cuda::BatchLabels> launched = labeler.label_batch(items, requests.front().spec);
    REQUIRE(launched);
    REQUIRE(labeler.wait());
    for (std::size_t i = 0; i < items.size(); ++i) {
      const auto* counts = static_cast<const std::uint32_t*>(launched->counts);
      check_answer(memory[i].read(counts + i), answer(requests[i]), requests[i].spec.columns, 5000);
    }
  }
}

TEST_CASE("cuda-fast gives all that is asked for at once", "[cuda][requests][on_cpu]") {
  if (skip_without_cuda()) return;
  LabelingSpec spec{.filter = {.min_area = 2, .largest = 40}, .periodic = {.x = true}};
  spec.columns = shape_columns | table_column_seams;
  check_request({noise(plane, .6), spec, noise(plane, .8, 1), make_intensities(PixelFormat::f16, plane, 3)});
  spec.connectivity = Connectivity::six;
  spec.columns = volume_shape_columns | table_column_seams;
  check_request({noise(space, .4), spec, noise(space, .8, 1), make_intensities(PixelFormat::i16, space, 3)});
}

// The first run of a tile's component may begin in the lower row of its band, and another one of the band in the upper
// row: then the component's first pixel is not that of its root.
TEST_CASE("cuda-fast measures the components of a tile by all of their runs", "[cuda][requests][on_cpu]") {
  if (skip_without_cuda()) return;
  for (const Connectivity connectivity : connectivities) {
    for (const Extent& extent : {Extent{34, 2}, Extent{97, 3}, Extent{70, 7}}) {
      const host::Image image = noise(extent, .65, 9);
      for (std::uint64_t area = 2; area < 40; area += 3) {
        const LabelingSpec filtered{.connectivity = connectivity, .filter = {.min_area = area}};
        check_against_host(image, layouts[0], filtered, cuda::Method::fast);
        const LabelingSpec filled{.connectivity = connectivity, .fill_holes = area};
        check_against_host(image, layouts[0], filled, cuda::Method::fast);
      }
    }
  }
}

TEST_CASE("every CUDA method measures components", "[cuda][requests][on_cpu]") {
  if (skip_without_cuda()) return;
  for (const cuda::Method method : all_methods()) {
    const Extent extent{45, 34};
    check_request({noise(extent, .5), {.columns = shape_columns}, {}, make_intensities(PixelFormat::i16, extent, 5)},
                  method);
  }
  for (const cuda::Method method : {cuda::Method::stava, cuda::Method::links}) {
    const Extent extent{37, 9, 6};
    for (const Connectivity connectivity : connectivities_of_space) {
      check_request({noise(extent, .3),
                     {.connectivity = connectivity, .columns = volume_shape_columns},
                     {},
                     make_intensities(PixelFormat::f32, extent, 2)},
                    method);
    }
  }
}

/// A specification that cuda-fast alone takes, and the words of the others.
struct OwnSpec {
  LabelingSpec spec;
  const char* words;
};

TEST_CASE("CUDA methods refuse what cuda-fast alone does", "[cuda][requests][on_cpu]") {
  if (skip_without_cuda()) return;
  const OwnSpec cases[] = {{{.filter = {.min_area = 2}}, "has no filter"},
                           {{.fill_holes = 2}, "fills no holes"},
                           {{.periodic = {.x = true}}, "has no periodic axes"}};
  for (const auto& [spec, words] : cases) {
    for (const cuda::Method method : all_methods()) {
      CAPTURE(method, words);
      const Result<void> reserved = shared_labeler(method).prepare({PixelFormat::u8}, {40, 30}, spec);
      REQUIRE(static_cast<bool>(reserved) == (method == cuda::Method::fast));
      if (!reserved) check_refused(reserved, ErrorCode::unsupported, words);
    }
  }
  for (const cuda::Method method : all_methods()) {
    CAPTURE(method);
    const Result<void> reserved = shared_labeler(method).prepare({PixelFormat::u8, PixelFormat::u8}, {40, 30});
    REQUIRE(static_cast<bool>(reserved) == (method == cuda::Method::fast));
    if (!reserved) check_refused(reserved, ErrorCode::unsupported, "has no mask");
  }
}

TEST_CASE("masks that a CUDA method cannot take are refused", "[cuda][requests][on_cpu]") {
  if (skip_without_cuda()) return;
  const host::Image image = make_image("noise", {20, 10}, {});
  const DeviceItem memory(image, Layout::tight, 0);
  cuda::BatchItem item = memory.item();
  const ImageOnDevice mask(noise({20, 10}, .8));
  const ImageOnDevice wide(noise({21, 10}, .8));
  const auto label = [&](const LabelingSpec& spec, const cuda::DeviceImage& with, cuda::Method method) {
    item.inputs.mask = with;
    return label_item(shared_labeler(method), item, spec);
  };
  constexpr cuda::Method fast = cuda::Method::fast;
  check_refused(label({}, mask.on_device(), cuda::Method::stava), ErrorCode::unsupported, "cuda-stava has no mask");
  check_refused(label({.fill_holes = 1}, mask.on_device(), fast), invalid, "a mask and filled holes contradict");
  check_refused(label({}, wide.on_device(), fast), invalid, "the mask is 21x10");
  const cuda::DeviceImage on_labels = {std::get<cuda::DeviceLabels>(item.target).values, PixelFormat::u8, {20, 10}};
  check_refused(label({}, on_labels, fast), invalid, "the labels overlap a second image");
}

TEST_CASE("a batch with masks for some images alone is refused", "[cuda][requests][on_cpu]") {
  if (skip_without_cuda()) return;
  const host::Image image = make_image("noise", {20, 10}, {});
  const DeviceItem first(image, Layout::tight, 0);
  const DeviceItem second(image, Layout::tight, 0);
  const ImageOnDevice mask(noise({20, 10}, .8));
  std::vector<cuda::BatchItem> items = {first.item(), second.item()};
  items[1].inputs.mask = mask.on_device();
  check_refused(shared_labeler(cuda::Method::fast).label_batch(items), invalid,
                "1 of 2 images of a batch have a mask: pass one for each, or none");
}

}  // namespace glccl::tests
