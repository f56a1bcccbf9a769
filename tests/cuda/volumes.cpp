// Volumes labeled by runs on the device (cuda/fast/volumes) against cpu-serial: numbers and labels of roots.
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

/// Labels, and the number of components with Numbering::raster.
struct DeviceLabels {
  std::vector<std::uint32_t> values;
  std::uint32_t count = 0;
};

/// Labels a volume of bytes without gaps between its rows; rows of labels begin at multiples of 16 bytes.
DeviceLabels label_volume(const host::Image& volume, Connectivity connectivity, Numbering numbering) {
  const Extent& extent = volume.extent;
  const auto width = static_cast<std::size_t>(extent.width);
  const auto height = static_cast<std::size_t>(extent.height);
  const std::size_t rows = height * static_cast<std::size_t>(extent.depth);
  const std::size_t pitch = (width + 3) / 4 * 16;
  const DeviceMemory pixels(volume.bytes.size());
  const DeviceMemory labels(pitch * rows);
  require_cuda(cudaMemcpy(pixels.data(), volume.bytes.data(), volume.bytes.size(), cudaMemcpyHostToDevice));
  cuda::Job job;
  job.source.format = PixelFormat::u8;
  cuda::set_criterion(job.source, Foreground{});
  job.source.pixels = pixels.data();
  job.source.pitch = width;
  job.extent = extent;
  job.connectivity = connectivity;
  job.numbering = numbering;
  const DeviceMemory count(sizeof(std::uint32_t));
  job.counts = reinterpret_cast<std::uint32_t*>(count.data());
  job.target = {reinterpret_cast<std::uint32_t*>(labels.data()), pitch, 0};
  const DeviceMemory work(cuda::volume_work_bytes(job));
  job.work = work.data();
  const Status status = cuda::label_volume(job, {width * height, pitch * height});
  if (!status) FAIL(status.error().message);
  const std::vector<unsigned char> read = labels.read();
  DeviceLabels result{std::vector<std::uint32_t>(width * rows)};
  for (std::size_t row = 0; row < rows; ++row) std::memcpy(&result.values[row * width], &read[row * pitch], 4 * width);
  if (numbering == Numbering::raster) std::memcpy(&result.count, count.read().data(), sizeof result.count);
  return result;
}

host::Image make_volume(const std::string& kind, Extent extent, const host::GenerateOptions& options = {}) {
  Result<host::Image> volume = host::generate_volume(kind, extent, options);
  REQUIRE(volume);
  return *std::move(volume);
}

/// Checks a volume with all connectivities.
void check_volume(const host::Image& volume) {
  for (const Connectivity connectivity : connectivities_of_space) {
    CAPTURE(volume.extent, connectivity);
    const std::vector<std::uint32_t> expected = reference_labels(volume, connectivity).values;
    const DeviceLabels numbered = label_volume(volume, connectivity, Numbering::raster);
    CHECK(numbered.values == expected);
    CHECK(numbered.count == *std::max_element(expected.begin(), expected.end()));
    CHECK(label_volume(volume, connectivity, Numbering::root).values == roots_of(expected));
  }
}

}  // namespace

TEST_CASE("runs label volumes on the device as cpu-serial does", "[cuda][volumes][on_cpu]") {
  if (skip_without_cuda()) return;
  const Extent extents[] = {{1, 1, 1},    {1, 1, 300},  {1, 300, 1},  {300, 1, 1},  {64, 16, 16},
                            {65, 17, 17}, {63, 15, 15}, {129, 33, 9}, {70, 65, 67}, {200, 40, 50}};
  for (const Extent& extent : extents) {
    for (const double density : {.02, .06, .1, .2, .35, .5, .8, 1.0}) {
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
