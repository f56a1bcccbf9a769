// Volumes labeled by cuda-fast against cpu-serial: numbers, tables, and labels of roots, in memory with and without
// gaps and in arrays.
#include "cuda/fast/volumes.hpp"

#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "cuda/runtime/job.hpp"
#include "glccl/spec.hpp"
#include "tests/cuda/support/batch_support.hpp"
#include "tests/cuda/support/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/format_cases.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

/// Layouts in turn.
Layout next_layout() {
  static std::size_t calls = 0;
  return layouts[calls++ % std::size(layouts)];
}

/// A table with room for `capacity` components only has the first ones.
void check_short_table(const host::Image& volume, const LabelingSpec& spec, const Expected& expected,
                       cuda::Method method) {
  const auto capacity = static_cast<std::uint32_t>(expected.components.size() / 2 + 1);
  const DeviceOutcome outcome =
      label_on_device(volume, next_layout(), spec, {.table_rows = capacity, .method = method});
  std::vector<Component> components = expected.components;
  CHECK(join_words(outcome.header.count) == components.size());
  if (components.size() > capacity) components.resize(capacity);
  CHECK(outcome.header.rows == components.size());
  CHECK(outcome.rest_untouched);
  CHECK(first_difference(outcome.components, components) == "");
}

/// Labels a volume by cuda-fast as one of more than 2^32 - 2 voxels, in linear memory.
DeviceOutcome label_as_large(const host::Image& volume, Layout layout, const LabelingSpec& spec, std::uint32_t rows) {
  const DeviceItem on_device(volume, layout, rows);
  const auto& [inputs, target, table] = on_device.item();
  const auto& view = std::get<cuda::DeviceImage>(inputs.image);
  const auto& labels = std::get<cuda::DeviceLabels>(target);
  const DeviceMemory count(sizeof(std::uint32_t));
  cuda::Job job;
  job.labeled_places = 0;
  job.extent = view.extent;
  job.connectivity = spec.connectivity;
  job.numbering = spec.numbering;
  job.source.format = view.format;
  cuda::set_criterion(job.source, spec.criterion);
  const cuda::JobImage image = {
      .pixels = static_cast<const unsigned char*>(view.data),
      .pitch = view.row_pitch(),
      .target = {.values = static_cast<std::uint32_t*>(labels.values), .pitch = labels.row_bytes},
      .table = cuda::job_table(table, view.extent, spec.columns)};
  job.source.pixels = image.pixels;
  job.source.pitch = image.pitch;
  job.batch = {&image, 1};
  job.slices = {view.slice_pitch(), labels.slice_bytes};
  job.counts = reinterpret_cast<std::uint32_t*>(count.data());
  const DeviceMemory work(cuda::volume_work_bytes(job));
  job.work = work.data();
  const Result<void> labeled = cuda::label_volume(job);
  INFO((labeled ? "" : labeled.error().message));
  REQUIRE(labeled);
  return on_device.read(count.data());
}

/// Checks cuda-fast on a volume as if it had more than 2^32 - 2 voxels: labels of roots are numbers.
void check_as_large(const host::Image& volume, const LabelingSpec& spec) {
  if (!volume.extent.is_volume()) return;
  Expected expected = expect(volume, spec);
  expected.roots = expected.numbers;
  static std::size_t calls = 0;
  for (const BatchRequest& request : requests) {
    const Layout layout = calls++ % 2 == 0 ? Layout::tight : Layout::pitched;
    CAPTURE(volume.extent, volume.format, spec, layout, request.numbering, request.table);
    LabelingSpec asked = spec;
    asked.numbering = request.numbering;
    const DeviceOutcome outcome = label_as_large(volume, layout, asked, request.table ? rows_for(expected) : 0);
    check_outcome(outcome, expected, request);
    CHECK(outcome.count == expected.components.size());
  }
}

/// Checks a table with room for all rows by every method that can label the volume. Checks cuda-fast with root labels,
/// without a table, and with a table for half of the rows too.
void check_volume(const host::Image& volume, const LabelingSpec& spec) {
  const Expected expected = expect(volume, spec);
  for (const cuda::Method method : all_methods()) {
    if (!check(spec, volume.format, volume.extent, cuda::capabilities_of(method))) continue;
    for (const BatchRequest& request : requests) {
      if (method != cuda::Method::fast && !request.table) continue;
      const Layout layout = next_layout();
      CAPTURE(method, volume.extent, volume.format, spec, layout, request.numbering, request.table);
      LabelingSpec asked = spec;
      asked.numbering = request.numbering;
      const std::uint32_t rows = request.table ? rows_for(expected) : 0;
      check_outcome(label_on_device(volume, layout, asked, {.table_rows = rows, .method = method}), expected, request);
    }
  }
  check_short_table(volume, spec, expected, cuda::Method::fast);
  check_as_large(volume, spec);
}

/// Checks a table with room for all rows by every method that can label the volume.
void check_methods(const host::Image& volume, const LabelingSpec& spec) {
  for (const cuda::Method method : all_methods()) {
    if (!check(spec, volume.format, volume.extent, cuda::capabilities_of(method))) continue;
    check_against_host(volume, next_layout(), spec, method);
  }
}

/// check_volume() with all connectivities of space.
void check_volume(const host::Image& volume, const Criterion& criterion = Foreground{}) {
  for (const Connectivity connectivity : connectivities_of_space) {
    check_volume(volume, LabelingSpec{.connectivity = connectivity, .criterion = criterion});
  }
}

/// Checks noise of several densities.
void check_noise(const std::vector<Extent>& extents) {
  for (const Extent& extent : extents) {
    for (const double density : {.05, .2, 1.0}) {
      CAPTURE(density);
      check_volume(make_image("noise", extent, {.density = density}));
    }
  }
}

/// A volume of pixels of an image, in which most voxels have the pixel of the voxel before them in some direction.
host::Image scatter_pixels(const host::Image& image, Extent extent, unsigned seed) {
  std::mt19937 random(seed);
  const std::ptrdiff_t steps[] = {1, extent.width, std::ptrdiff_t{extent.width} * extent.height};
  const auto pixels = static_cast<unsigned>(image.extent.elements());
  std::vector<unsigned> indices;
  for (std::int64_t i = 0; i < extent.elements(); ++i) {
    const std::ptrdiff_t step = steps[random() % 3];
    const bool repeats = i >= step && random() % 4 != 0;
    indices.push_back(repeats ? indices[static_cast<std::size_t>(i - step)] : static_cast<unsigned>(random()) % pixels);
  }
  host::Image volume{extent, image.format, {}};
  const std::size_t bytes = bytes_per_pixel(image.format);
  for (const unsigned index : indices) {
    const std::uint8_t* pixel = image.bytes.data() + index * bytes;
    volume.bytes.insert(volume.bytes.end(), pixel, pixel + bytes);
  }
  return volume;
}

/// Four pixels of the values 0 to 3 in one channel.
host::Image four_values(PixelFormat format) {
  constexpr Extent extent{4, 1};
  if (format == PixelFormat::u8) return image_of_values<std::uint8_t>(extent, format, {0, 1, 2, 3});
  if (format == PixelFormat::f32) return image_of_values<float>(extent, format, {0, 1, 2, 3});
  if (format == PixelFormat::rg32u) return image_of_values<std::uint32_t>(extent, format, {0, 0, 0, 5, 1, 5, 1, 0});
  return image_of_values<std::uint32_t>(extent, format, {0, 1, 2, 3});
}

}  // namespace

TEST_CASE("CUDA methods label volumes as cpu-serial does", "[cuda][volumes][on_cpu][slow]") {
  if (skip_without_cuda()) return;
  check_noise({{1, 1, 1}, {1, 1, 300}, {1, 300, 1}, {300, 1, 1}, {64, 16, 16}, {65, 17, 17}, {63, 15, 15}});
}

TEST_CASE("CUDA methods label volumes of many tiles as cpu-serial does", "[cuda][volumes][on_cpu][slow]") {
  if (skip_without_cuda()) return;
  check_noise({{129, 33, 9}, {70, 65, 19}});
}

TEST_CASE("CUDA methods connect values of volumes as cpu-serial does", "[cuda][volumes][on_cpu][slow]") {
  if (skip_without_cuda()) return;
  const Extent extents[] = {{1, 40, 2}, {33, 17, 9}, {70, 19, 18}};
  unsigned seed = 0;
  // All connectivities with u8, and in turn with formats that are compared by other functions.
  const auto check_with = [&](const host::Image& volume, const Criterion& criterion) {
    if (volume.format == PixelFormat::u8) return check_volume(volume, criterion);
    check_volume(volume, LabelingSpec{.connectivity = connectivities_of_space[seed % 3], .criterion = criterion});
  };
  for (const PixelFormat format : {PixelFormat::u8, PixelFormat::u32, PixelFormat::rgba8, PixelFormat::f32}) {
    for (const Extent& extent : extents) {
      if (extent.width == 70 && format != PixelFormat::u8) continue;  // colours of this extent follow
      const host::Image volume = scatter_pixels(four_values(format), extent, ++seed);
      if (format != PixelFormat::f32) check_with(volume, Equal{});
      check_with(volume, Difference{1.0F});
    }
  }
  const host::Image colors = scatter_pixels(four_values(PixelFormat::rgba8), {70, 19, 18}, ++seed);
  check_with(colors, Difference{.largest = 1.0F, .measure = Measure::luminance});
  check_with(colors, Difference{.largest = 1.0F, .measure = Measure::largest});
  check_with(scatter_pixels(four_values(PixelFormat::rg32u), {70, 19, 18}, ++seed), Equal{});
}

TEST_CASE("CUDA methods label volumes of every format", "[cuda][volumes][on_cpu][slow]") {
  if (skip_without_cuda()) return;
  constexpr Extent extent{37, 19, 17};
  unsigned seed = 0;
  const auto connectivity = [&] { return connectivities_of_space[++seed % 3]; };
  for (const ThresholdCase& one : threshold_cases()) {
    const host::Image volume = scatter_pixels(one.image, extent, seed);
    for (const bool inverted : {false, true}) {
      const Foreground foreground{.low = one.threshold, .inverted = inverted};
      check_methods(volume, {.connectivity = connectivity(), .criterion = foreground});
    }
  }
  for (const DifferenceCase& one : difference_cases()) {
    const host::Image volume = scatter_pixels(one.image, extent, seed);
    check_methods(volume, {.connectivity = connectivity(), .criterion = Difference{one.connects}});
  }
}

TEST_CASE("cuda-fast labels a box of a volume in device memory, at any address", "[cuda][volumes][on_cpu]") {
  if (skip_without_cuda()) return;
  const host::Image whole = make_image("noise", {80, 24, 21}, {.seed = 5, .density = .3});
  const DeviceMemory pixels(whole.bytes.size());
  const DeviceMemory labels(4 * whole.bytes.size());
  require_cuda(cudaMemcpy(pixels.data(), whole.bytes.data(), whole.bytes.size(), cudaMemcpyHostToDevice));
  for (const Rectangle& box :
       {Rectangle{0, 0, 80, 24, 0, 21}, Rectangle{1, 2, 67, 21, 3, 21}, Rectangle{8, 0, 72, 24, 5, 6},
        Rectangle{7, 7, 8, 8, 1, 20}, Rectangle{4, 3, 79, 4, 2, 20}}) {
    CAPTURE(box.x0, box.z0, box.z1);
    const Extent extent = extent_of(box);
    const std::size_t first = place_of({box.x0, box.y0, box.z0}, whole.extent);
    const ImageView image{pixels.data() + first, PixelFormat::u8, extent, 80, 80 * 24};
    const cuda::DeviceLabels target{labels.data() + 4 * first, 4 * 80, 4 * 80 * 24};
    const LabelingSpec spec{.connectivity = Connectivity::eighteen};
    require_cuda(cudaMemset(labels.data(), DeviceMemory::rubbish, labels.bytes()));
    REQUIRE(label_item(shared_labeler(cuda::Method::fast), {{image}, target}, spec));
    std::vector<std::uint32_t> expected(whole.bytes.size());
    std::memset(expected.data(), DeviceMemory::rubbish, 4 * expected.size());
    const LabelImage inside = reference_labels(host::crop(whole.view(), box), spec.connectivity);
    for (std::size_t i = 0; i < inside.values.size(); ++i) {
      const Position at = position_of(i, extent);
      expected[first + place_of(at, whole.extent)] = inside.values[i];
    }
    std::vector<std::uint32_t> values(whole.bytes.size());
    std::memcpy(values.data(), labels.read().data(), 4 * values.size());
    CHECK(values == expected);
  }
}

TEST_CASE("CUDA methods label an image in arrays of three dimensions, of depth 1", "[cuda][volumes][on_cpu]") {
  if (skip_without_cuda()) return;
  const host::Image image = random_image(5);
  const DeviceArray pixels(channels_of(image.format), image.extent, 0, true);
  const DeviceArray labels(channels_of(PixelFormat::u32), image.extent, cudaArraySurfaceLoadStore, true);
  const DeviceArray plane(channels_of(image.format), image.extent);
  pixels.write(image.bytes.data());
  plane.write(image.bytes.data());
  for (const cuda::Method method : all_methods()) {
    for (const cudaArray_t array : {pixels.get(), plane.get()}) {
      CAPTURE(method, array == plane.get());
      const auto connectivity = cuda::capabilities_of(method).has_volumes() ? Connectivity::six : Connectivity::four;
      REQUIRE(label_item(shared_labeler(method),
                         {{cuda::ArrayImage{array, image.format}}, cuda::ArrayLabels{labels.get()}},
                         {.connectivity = connectivity}));
      LabelImage read{image.extent, std::vector<std::uint32_t>(image.bytes.size() / bytes_per_pixel(image.format))};
      labels.read(read.values.data());
      CHECK(first_difference(read, reference_labels(image, Connectivity::four)) == "");
    }
  }
}

TEST_CASE("prepare() allocates what a volume needs", "[cuda][volumes][on_cpu]") {
  if (skip_without_cuda()) return;
  const host::Image volume = make_image("noise", {70, 40, 30});
  for (const Connectivity connectivity : connectivities_of_space) {
    Result<cuda::Labeler> labeler = cuda::Labeler::create();
    REQUIRE(labeler);
    const LabelingSpec spec{.connectivity = connectivity};
    REQUIRE(labeler->prepare({volume.format}, volume.extent, spec));
    const std::int64_t reserved = labeler->scratch_bytes();
    CHECK(reserved > 0);
    const DeviceItem item(volume, Layout::pitched, 100);
    REQUIRE(label_item(*labeler, item.item(), spec));
    CHECK(labeler->scratch_bytes() == reserved);
  }
}

TEST_CASE("CUDA methods unite more voxels at a border than are listed", "[cuda][volumes][on_cpu][slow]") {
  if (skip_without_cuda()) return;
  const host::Image volume = corner_lattice({130, 34, 34});
  check_volume(volume);
  check_volume(volume, LabelingSpec{.connectivity = Connectivity::twenty_six, .criterion = Equal{}});
}

TEST_CASE("CUDA methods label long paths in volumes", "[cuda][volumes][on_cpu][slow]") {
  if (skip_without_cuda()) return;
  for (const std::string kind : {"hilbert", "spiral"}) {
    CAPTURE(kind);
    check_volume(make_image(kind, {66, 18, 17}));
  }
}

TEST_CASE("CUDA methods label large volumes as cpu-serial does", "[cuda][volumes][slow]") {
  if (skip_without_cuda()) return;
  for (const std::string kind : {"noise", "balls", "gyroid", "tubes", "checkerboard", "full"}) {
    CAPTURE(kind);
    check_volume(make_image(kind, {256, 256, 128}, {.density = .2}));
  }
  for (const std::string kind : {"hilbert", "spiral"}) {
    CAPTURE(kind);
    check_volume(make_image(kind, {128, 100, 64}));
  }
}

}  // namespace glccl::tests
