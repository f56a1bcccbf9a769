// Volumes labeled by runs on the device (cuda/fast/volumes) against cpu-serial: numbers, tables, and labels of roots.
#include "cuda/fast/volumes/volumes.hpp"

#include <algorithm>
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

/// Labels a volume of bytes without gaps between its rows; rows of labels begin at multiples of 16 bytes. The table has
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
  job.source.format = PixelFormat::u8;
  cuda::set_criterion(job.source, spec.criterion);
  job.source.pixels = pixels.data();
  job.source.pitch = width;
  job.extent = extent;
  job.connectivity = spec.connectivity;
  job.numbering = spec.numbering;
  job.counts = reinterpret_cast<std::uint32_t*>(count.data());
  job.target = {reinterpret_cast<std::uint32_t*>(labels.data()), pitch, 0};
  if (table_rows != 0) job.table = {table.data(), table_rows};
  const DeviceMemory work(cuda::volume_work_bytes(job));
  job.work = work.data();
  const Status status = cuda::label_volume(job, {width * height, pitch * height});
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
void check_volume(const host::Image& volume) {
  for (const Connectivity connectivity : connectivities_of_space) {
    CAPTURE(volume.extent, connectivity);
    LabelingSpec spec{.connectivity = connectivity};
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

TEST_CASE("runs label large volumes on the device as cpu-serial does", "[cuda][volumes][slow]") {
  if (skip_without_cuda()) return;
  for (const std::string kind : {"noise", "balls", "gyroid", "hilbert", "spiral", "checkerboard", "full"}) {
    CAPTURE(kind);
    check_volume(make_volume(kind, {256, 256, 128}, {.density = .2}));
  }
}

}  // namespace glccl::tests
