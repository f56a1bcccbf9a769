// Volumes labeled by runs on the device (cuda/fast/volumes) against cpu-serial: numbers, tables, and labels of roots.
#include "cuda/fast/volumes/volumes.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

#include "glccl/host/generate.hpp"
#include "tests/cuda/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/images.hpp"
#include "tests/support/reference.hpp"

namespace glccl::tests {
namespace {

/// Labels in raster order, each replaced by 1 + the place of its component's first voxel.
std::vector<std::uint32_t> roots_of(std::vector<std::uint32_t> labels) {
  std::vector<std::uint32_t> roots = {0};
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] == roots.size()) roots.push_back(static_cast<std::uint32_t>(i) + 1);
    labels[i] = roots[labels[i]];
  }
  return labels;
}

/// Labels a volume without gaps between its rows; rows of labels begin at multiples of 16 bytes. The table has
/// room for `table_rows` components; 0: no table. With Numbering::root there is no count.
DeviceOutcome label_volume(const host::Image& volume, const LabelingSpec& spec, std::uint32_t table_rows = 0) {
  const Extent& extent = volume.extent;
  const auto width = static_cast<std::size_t>(extent.width);
  const auto height = static_cast<std::size_t>(extent.height);
  const std::size_t rows = height * static_cast<std::size_t>(extent.depth);
  const std::size_t pitch = (width + 3) / 4 * 16;
  const DeviceMemory pixels(volume.bytes.size());
  const DeviceMemory labels(pitch * rows);
  const DeviceMemory count(sizeof(std::uint32_t));
  const DeviceMemory table(table_bytes(table_rows, table_column_base | table_column_sum_z) + 256);
  require_cuda(cudaMemcpy(pixels.data(), volume.bytes.data(), volume.bytes.size(), cudaMemcpyHostToDevice));
  cuda::Job job;
  job.source.format = volume.format;
  cuda::set_criterion(job.source, spec.criterion);
  job.source.pixels = pixels.data();
  job.source.pitch = width * static_cast<std::size_t>(bytes_per_pixel(volume.format));
  job.extent = extent;
  job.connectivity = spec.connectivity;
  job.numbering = spec.numbering;
  job.counts = reinterpret_cast<std::uint32_t*>(count.data());
  job.target = {reinterpret_cast<std::uint32_t*>(labels.data()), pitch, 0};
  if (table_rows != 0) job.table = {table.data(), table_rows};
  const DeviceMemory work(cuda::volume_work_bytes(job));
  job.work = work.data();
  const Status status = cuda::label_volume(job, {job.source.pitch * height, pitch * height});
  if (!status) FAIL(status.error().message);

  DeviceOutcome outcome;
  outcome.labels = {extent, std::vector<std::uint32_t>(width * rows)};
  const std::vector<unsigned char> read = labels.read();
  for (std::size_t row = 0; row < rows; ++row) {
    std::memcpy(&outcome.labels.values[row * width], &read[row * pitch], 4 * width);
  }
  if (spec.numbering == Numbering::raster) std::memcpy(&outcome.count, count.read().data(), sizeof outcome.count);
  if (table_rows != 0) read_table(table.read(), outcome);
  return outcome;
}

host::Image make_volume(const std::string& kind, Extent extent, const host::GenerateOptions& options = {}) {
  Result<host::Image> volume = host::generate_volume(kind, extent, options);
  REQUIRE(volume);
  return *std::move(volume);
}

/// A volume in which every other voxel has the value of the one before it in some direction. Values are up to 3 in one
/// channel.
host::Image random_values(Extent extent, PixelFormat format, unsigned seed) {
  std::mt19937 random(seed);
  const std::ptrdiff_t steps[] = {1, extent.width, std::ptrdiff_t{extent.width} * extent.height};
  std::vector<std::uint32_t> values;
  for (std::int64_t i = 0; i < extent.elements(); ++i) {
    const std::ptrdiff_t step = steps[random() % 3];
    const bool repeats = i >= step && random() % 4 != 0;
    values.push_back(repeats ? values[static_cast<std::size_t>(i - step)] : static_cast<std::uint32_t>(random() % 4));
  }
  host::Image volume{extent, format, {}};
  for (const std::uint32_t value : values) {
    const std::uint32_t word =
        format == PixelFormat::f32 ? std::bit_cast<std::uint32_t>(static_cast<float>(value)) : value;
    const std::uint32_t words[] = {word, 5};
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(words);
    volume.bytes.insert(volume.bytes.end(), bytes, bytes + bytes_per_pixel(format));
  }
  return volume;
}

void check_volume_table(const DeviceOutcome& outcome, const LabeledImage& expected, std::uint32_t capacity) {
  const ComponentTableHeader& header = outcome.header;
  std::vector<Component> components = expected.components;
  CHECK(join_words(header.count) == components.size());
  if (components.size() > capacity) components.resize(capacity);
  CHECK(header.rows == components.size());
  CHECK(header.row_bytes == 80);
  CHECK(header.columns == (table_column_base | table_column_sum_z));
  const Extent& extent = expected.labels.extent;
  CHECK(Extent{static_cast<int>(header.width), static_cast<int>(header.height), static_cast<int>(header.depth)} ==
        extent);
  CHECK(outcome.rest_untouched);
  CHECK(first_difference(outcome.components, components) == "");
}

/// Checks a volume with all connectivities: labels of roots, numbers, and tables with room for all rows and for half.
void check_volume(const host::Image& volume, const Criterion& criterion = Foreground{}) {
  for (const Connectivity connectivity : connectivities_of_space) {
    CAPTURE(volume.extent, volume.format, connectivity, criterion);
    LabelingSpec spec{.connectivity = connectivity, .criterion = criterion};
    const LabeledImage expected = reference(volume, spec);
    const auto count = static_cast<std::uint32_t>(expected.components.size());
    for (const std::uint32_t table_rows : {0U, count + 3, count / 2 + 1}) {
      const DeviceOutcome outcome = label_volume(volume, spec, table_rows);
      CHECK(first_difference(outcome.labels, expected.labels) == "");
      CHECK(outcome.count == count);
      if (table_rows != 0) check_volume_table(outcome, expected, table_rows);
    }
    spec.numbering = Numbering::root;
    CHECK(label_volume(volume, spec).labels.values == roots_of(expected.labels.values));
  }
}

}  // namespace

TEST_CASE("runs label volumes on the device as cpu-serial does", "[cuda][volumes][on_cpu]") {
  if (skip_without_cuda()) return;
  const Extent extents[] = {{1, 1, 1},    {1, 1, 300},  {1, 300, 1},  {300, 1, 1},  {64, 16, 16},
                            {65, 17, 17}, {63, 15, 15}, {129, 33, 9}, {70, 65, 67}, {200, 40, 50}};
  for (const Extent& extent : extents) {
    for (const double density : {.02, .1, .2, .5, 1.0}) {
      CAPTURE(density);
      check_volume(make_volume("noise", extent, {.density = density}));
    }
  }
}

TEST_CASE("runs connect values of volumes on the device as cpu-serial does", "[cuda][volumes][on_cpu][slow]") {
  if (skip_without_cuda()) return;
  const Extent extents[] = {{1, 40, 1}, {32, 16, 8}, {33, 17, 9}, {70, 35, 20}};
  unsigned seed = 0;
  for (const PixelFormat format : {PixelFormat::u8, PixelFormat::u32, PixelFormat::rgba8, PixelFormat::f32}) {
    for (const Extent& extent : extents) {
      const host::Image volume = random_values(extent, format, ++seed);
      if (format != PixelFormat::f32) check_volume(volume, Equal{});
      check_volume(volume, Difference{1.0F});
    }
  }
  const host::Image colors = random_values({70, 35, 20}, PixelFormat::rgba8, ++seed);
  check_volume(colors, Difference{.largest = 1.0F, .measure = Measure::luminance});
  check_volume(colors, Difference{.largest = 1.0F, .measure = Measure::largest});
  check_volume(random_values({70, 35, 20}, PixelFormat::rg32u, ++seed), Equal{});
}

TEST_CASE("runs label large volumes on the device as cpu-serial does", "[cuda][volumes][slow]") {
  if (skip_without_cuda()) return;
  for (const std::string kind : {"noise", "balls", "gyroid", "hilbert", "spiral", "checkerboard", "full"}) {
    CAPTURE(kind);
    check_volume(make_volume(kind, {256, 256, 128}, {.density = .2}));
  }
}

}  // namespace glccl::tests
