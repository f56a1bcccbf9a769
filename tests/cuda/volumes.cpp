// Volumes labeled by runs on the device (cuda/fast/volumes) against cpu-serial: labels of roots.
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

/// The labels of cpu-serial, each replaced by 1 + the place of its component's first voxel.
std::vector<std::uint32_t> expected_roots(const host::Image& volume, Connectivity connectivity) {
  std::vector<std::uint32_t> labels = reference_labels(volume, connectivity).values;
  std::vector<std::uint32_t> roots = {0};
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels[i] == roots.size()) roots.push_back(static_cast<std::uint32_t>(i) + 1);
    labels[i] = roots[labels[i]];
  }
  return labels;
}

/// Labels a volume of bytes without gaps between its rows; rows of labels begin at multiples of 16 bytes.
std::vector<std::uint32_t> device_roots(const host::Image& volume, Connectivity connectivity) {
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
  job.target = {reinterpret_cast<std::uint32_t*>(labels.data()), pitch, 0};
  const DeviceMemory work(cuda::volume_work_bytes(job));
  job.work = work.data();
  const Status status = cuda::label_volume(job, {width * height, pitch * height});
  if (!status) FAIL(status.error().message);
  const std::vector<unsigned char> read = labels.read();
  std::vector<std::uint32_t> values(width * rows);
  for (std::size_t row = 0; row < rows; ++row) std::memcpy(&values[row * width], &read[row * pitch], 4 * width);
  return values;
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
    CHECK(device_roots(volume, connectivity) == expected_roots(volume, connectivity));
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
