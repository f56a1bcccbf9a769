// cuda::Extractor gives what the functions of glccl/host/extracts.hpp give, and refuses what it cannot read.
#include "glccl/cuda/extractor.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "glccl/host/extracts.hpp"
#include "tests/cuda/support/device_labels.hpp"
#include "tests/cuda/support/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/extracts.hpp"
#include "tests/support/inputs/frames.hpp"

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
void compare(const ExtractCase& of) {
  CAPTURE(of.name);
  const LabelImage& labels = of.labels;
  const Extent extent = labels.extent;
  Result<cuda::Extractor> extractor = cuda::Extractor::create(extent, of.options);
  REQUIRE(extractor);
  const GappyLabels own(extent);
  const cuda::DeviceLabels place = own.store(labels);
  const DeviceMemory count(4);
  store_words(count.data(), {of.components});
  const auto selected = host::select_components(labels.values, extent, of.seeds);
  const auto lists = host::list_components(labels.values, extent, of.components, of.options);
  for (int round = 0; round < (labels.values.size() < 500 ? 2 : 1); ++round) {
    const auto selection = extractor->select(place, of.seeds);
    REQUIRE(selection);
    CHECK(*extractor->readback_seeds() == selected->report);
    CHECK(load_words(selection->labels, labels.values.size()) == selected->labels);
    CHECK(load_bytes(selection->mask, labels.values.size()) == mask_of(selected->labels));
    REQUIRE(extractor->list(place, count.data()));
    const ComponentLists found = *extractor->readback_lists();
    CHECK(found.header == lists->header);
    CHECK(found.offsets == lists->offsets);
    CHECK(found.places == lists->places);
  }
  for (const Connectivity connectivity : connectivities_of(extent)) {
    CAPTURE(connectivity);
    const auto boundaries = extractor->find_boundaries(place, connectivity);
    REQUIRE(boundaries);
    CHECK(load_bytes(*boundaries, labels.values.size()) == *host::find_boundaries(labels.values, extent, connectivity));
  }
}

}  // namespace

TEST_CASE("cuda::Extractor gives what the functions on the CPU give", "[cuda][on_cpu][sanitizer][extracts]") {
  if (skip_without_cuda()) return;
  for (const ExtractCase& of : extract_cases()) compare(of);
}

TEST_CASE("cuda::Extractor gives what the functions on the CPU give of large labels",
          "[cuda][on_cpu][slow][extracts]") {
  if (skip_without_cuda()) return;
  for (const ExtractCase& of : large_extract_cases()) compare(of);
}

TEST_CASE("cuda::Extractor gives what the functions on the CPU give of huge labels", "[cuda][slow][extracts]") {
  if (skip_without_cuda()) return;
  ExtractCase of{"", changing_noise({2500, 1900}, 0.3, 1, 3).front(), 0, {}, all_extracts(1U << 20)};
  of.components = components_of(of.labels);
  of.seeds = scattered_seeds(of.labels.extent, 800, 4);
  compare(of);
  of.labels = changing_noise({310, 200, 90}, 0.1, 1, 3).front();
  of.components = components_of(of.labels);
  of.seeds = scattered_seeds(of.labels.extent, 800, 4);
  compare(of);
}

TEST_CASE("cuda::Extractor makes what it is asked for alone", "[cuda][on_cpu][extracts]") {
  if (skip_without_cuda()) return;
  const Extent extent{8, 4};
  const DeviceMemory memory(128);
  store_words(memory.data(), std::vector<std::uint32_t>(32, 3));
  ExtractorOptions options;
  options.max_seeds = 2;
  Result<cuda::Extractor> extractor = cuda::Extractor::create(extent, options);
  REQUIRE(extractor);
  const std::vector<Position> seeds = {{1, 1}, {9, 9}};
  const auto selection = extractor->select({memory.data(), 0, 0}, seeds, nullptr, TimingDetail::stages);
  REQUIRE(selection);
  CHECK(selection->mask == nullptr);
  CHECK(selection->labels == nullptr);
  CHECK(extractor->times()->size() == 4);
  CHECK(extractor->readback_seeds()->seeds == std::vector<SeedRow>{{3, 1}, {0, 0}});
  CHECK(extractor->bytes() > 0);
}

TEST_CASE("cuda::Extractor refuses labels that it cannot read", "[cuda][on_cpu][extracts]") {
  if (skip_without_cuda()) return;
  const Extent extent{8, 4};
  Result<cuda::Extractor> extractor = cuda::Extractor::create(extent, all_extracts(8));
  REQUIRE(extractor);
  check_refused(extractor->readback_seeds(), invalid, "call select() first");
  check_refused(extractor->readback_lists(), invalid, "call list() first");
  const DeviceMemory memory(128);
  store_words(memory.data(), std::vector<std::uint32_t>(32));
  const cuda::DeviceLabels labels{memory.data(), 0, 0};
  std::vector<std::uint32_t> on_host(32);
  check_refused(extractor->select({}, {}), invalid, "the labels are at a null pointer");
  check_refused(extractor->select({memory.data(), 28, 0}, {}), invalid, "labels of 8x4 with 28 bytes from row to row");
  check_refused(extractor->find_boundaries({on_host.data(), 0, 0}, Connectivity::four), invalid,
                "the labels lie in host memory");
  check_refused(extractor->find_boundaries(labels, static_cast<Connectivity>(5)), invalid, "4 and 8 are for images");
  check_refused(extractor->list(labels, nullptr), invalid, "no number of components");
  check_refused(extractor->list(labels, on_host.data()), invalid, "the numbers of components lie in host memory");
  const std::vector<Position> seeds(1001);
  check_refused(extractor->select(labels, seeds), ErrorCode::too_large, "1001 seeds: this extractor takes 1000");
  const auto selection = extractor->select(labels, {});
  REQUIRE(selection);
  check_refused(extractor->select({const_cast<void*>(selection->labels), 0, 0}, {}), invalid,
                "the labels lie in the memory of the Extractor's results");

  ExtractorOptions few;
  few.max_seeds = 1;
  Result<cuda::Extractor> other = cuda::Extractor::create(extent, few);
  REQUIRE(other);
  check_refused(other->find_boundaries(labels, Connectivity::four), invalid, "no boundaries: create the Extractor");
  check_refused(other->list(labels, memory.data()), invalid, "no lists: create the Extractor");
  check_refused(cuda::Extractor::create({0, 1}, few), invalid, "each side is 1 or more");
}

}  // namespace glccl::tests
