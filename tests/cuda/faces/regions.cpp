// cuda::Regions give what the functions of glccl/host/regions.hpp give, and refuses what it cannot read.
#include "glccl/cuda/regions.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "glccl/host/regions.hpp"
#include "tests/cuda/support/device_labels.hpp"
#include "tests/cuda/support/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/frames.hpp"
#include "tests/support/inputs/regions.hpp"

namespace glccl::tests {
namespace {

std::vector<std::uint8_t> load_bytes(const void* from, std::size_t count) {
  std::vector<std::uint8_t> bytes(count);
  require_cuda(cudaMemcpy(bytes.data(), from, count, cudaMemcpyDeviceToHost));
  return bytes;
}

/// 1 where a value is not 0.
std::vector<std::uint8_t> mask_of(const std::vector<std::uint32_t>& values) {
  std::vector<std::uint8_t> mask;
  for (const std::uint32_t value : values) mask.push_back(value == 0 ? 0 : 1);
  return mask;
}

/// Everything from labels with gaps; of few labels twice.
void compare(const RegionCase& of) {
  CAPTURE(of.name);
  const LabelImage& labels = of.labels;
  const Extent extent = labels.extent;
  Result<cuda::Regions> regions = cuda::Regions::create(extent, of.options);
  REQUIRE(regions);
  const GappyLabels own(extent);
  const DeviceMemory count(4);
  const cuda::Labels place{own.store(labels), extent, count.data()};
  store_words(count.data(), {of.components});
  const auto selected = host::select(labels.values, extent, of.seeds);
  const auto lists = host::lists(labels.values, extent, of.components, of.options);
  for (int round = 0; round < (labels.values.size() < 500 ? 2 : 1); ++round) {
    const auto selection = regions->select(place, of.seeds);
    REQUIRE(selection);
    CHECK(*regions->readback_seeds() == selected->report);
    CHECK(load_words(selection->labels, labels.values.size()) == selected->labels);
    CHECK(load_bytes(selection->mask, labels.values.size()) == mask_of(selected->labels));
    REQUIRE(regions->lists(place));
    const ComponentLists found = *regions->readback_lists();
    CHECK(found.header == lists->header);
    CHECK(found.offsets == lists->offsets);
    CHECK(found.places == lists->places);
  }
  for (const Connectivity connectivity : connectivities_of(extent)) {
    CAPTURE(connectivity);
    const auto boundaries = regions->boundaries(place, connectivity);
    REQUIRE(boundaries);
    CHECK(load_bytes(*boundaries, labels.values.size()) == *host::boundaries(labels.values, extent, connectivity));
  }
}

}  // namespace

TEST_CASE("cuda::Regions give what the functions on the CPU give", "[cuda][on_cpu][sanitizer][regions]") {
  if (skip_without_cuda()) return;
  for (const RegionCase& of : region_cases()) compare(of);
}

TEST_CASE("cuda::Regions give what the functions on the CPU give of large labels", "[cuda][on_cpu][slow][regions]") {
  if (skip_without_cuda()) return;
  for (const RegionCase& of : large_region_cases()) compare(of);
}

TEST_CASE("cuda::Regions give what the functions on the CPU give of huge labels", "[cuda][slow][regions]") {
  if (skip_without_cuda()) return;
  RegionCase of{"", changing_noise({2500, 1900}, 0.3, 1, 3).front(), 0, {}, all_regions(1U << 20)};
  of.components = components_of(of.labels);
  of.seeds = scattered_seeds(of.labels.extent, 800, 4);
  compare(of);
  of.labels = changing_noise({310, 200, 90}, 0.1, 1, 3).front();
  of.components = components_of(of.labels);
  of.seeds = scattered_seeds(of.labels.extent, 800, 4);
  compare(of);
}

TEST_CASE("cuda::Regions makes what it is asked for alone", "[cuda][on_cpu][regions]") {
  if (skip_without_cuda()) return;
  const Extent extent{8, 4};
  const DeviceMemory memory(128);
  store_words(memory.data(), std::vector<std::uint32_t>(32, 3));
  RegionOptions options;
  options.max_seeds = 2;
  Result<cuda::Regions> regions = cuda::Regions::create(extent, options, -1, TimingDetail::stages);
  REQUIRE(regions);
  const std::vector<Position> seeds = {{1, 1}, {9, 9}};
  const auto selection = regions->select({cuda::DeviceLabels{memory.data()}, extent}, seeds);
  REQUIRE(selection);
  CHECK(selection->mask == nullptr);
  CHECK(selection->labels == nullptr);
  CHECK(regions->times()->size() == 4);
  CHECK(regions->readback_seeds()->seeds == std::vector<SeedRow>{{3, 1}, {0, 0}});
  CHECK(regions->bytes() > 0);
}

TEST_CASE("cuda::Regions refuses labels that it cannot read", "[cuda][on_cpu][regions]") {
  if (skip_without_cuda()) return;
  const Extent extent{8, 4};
  Result<cuda::Regions> regions = cuda::Regions::create(extent, all_regions(8));
  REQUIRE(regions);
  check_refused(regions->readback_seeds(), invalid, "call select() first");
  check_refused(regions->readback_lists(), invalid, "call lists() first");
  const DeviceMemory memory(128);
  store_words(memory.data(), std::vector<std::uint32_t>(32));
  const cuda::Labels labels{cuda::DeviceLabels{memory.data()}, extent};
  std::vector<std::uint32_t> on_host(32);
  check_refused(regions->select({}, {}), invalid, "the labels are at a null pointer");
  check_refused(regions->select({cuda::DeviceLabels{memory.data(), 28}, extent}, {}), invalid,
                "labels of 8x4 with 28 bytes from row to row");
  check_refused(regions->boundaries({cuda::DeviceLabels{on_host.data()}, extent}, Connectivity::four), invalid,
                "the labels lie in host memory");
  check_refused(regions->boundaries(labels, static_cast<Connectivity>(5)), invalid, "4 and 8 are for images");
  check_refused(regions->boundaries({labels.target, {4, 8}}, Connectivity::four), invalid, "labels of 4x8 for 8x4");
  check_refused(regions->select({cuda::ArrayLabels{memory.data()}, extent}, {}), invalid,
                "the labels are in a CUDA array");
  check_refused(regions->lists(labels), invalid, "no number of components");
  check_refused(regions->lists({labels.target, extent, on_host.data()}), invalid,
                "the numbers of components lie in host memory");
  const std::vector<Position> seeds(1001);
  check_refused(regions->select(labels, seeds), ErrorCode::too_large, "1001 seeds: these Regions take 1000");
  const auto selection = regions->select(labels, {});
  REQUIRE(selection);
  check_refused(regions->select({cuda::DeviceLabels{const_cast<void*>(selection->labels)}, extent}, {}), invalid,
                "the labels lie in the memory of the Regions' results");

  RegionOptions few;
  few.max_seeds = 1;
  Result<cuda::Regions> other = cuda::Regions::create(extent, few);
  REQUIRE(other);
  check_refused(other->boundaries(labels, Connectivity::four), invalid, "no boundaries: create the Regions");
  check_refused(other->lists({labels.target, extent, memory.data()}), invalid, "no lists: create the Regions");
  check_refused(cuda::Regions::create({0, 1}, few), invalid, "each side is 1 or more");
}

}  // namespace glccl::tests
