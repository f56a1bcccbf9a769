// The borders of slabs that a device finds, against those that the host finds.
#include "cuda/slabs/borders.hpp"

#include <algorithm>
#include <cstring>
#include <random>
#include <span>
#include <vector>

#include "glccl/host/slabs.hpp"
#include "host/tiled/border_forest.hpp"
#include "host/tiled/slab_border.hpp"
#include "tests/cuda/support/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

using host::Image;
using host::tiled::BorderPair;
using host::tiled::SlabBorder;

constexpr std::uint32_t rubbish_word = 0xA5A5A5A5U;

/// Some planes of an image.
ImageView planes_of(const Image& image, int first, int planes) {
  const Extent one = host::slab_of(image.extent, 1);
  const std::size_t bytes = static_cast<std::size_t>(one.elements()) * bytes_per_pixel(image.format);
  return {&image.bytes[static_cast<std::size_t>(first) * bytes], image.format, host::slab_of(image.extent, planes)};
}

DeviceMemory on_device(std::span<const std::uint32_t> words) {
  DeviceMemory memory(std::max<std::size_t>(words.size_bytes(), 16));
  require_cuda(cudaMemcpy(memory.data(), words.data(), words.size_bytes(), cudaMemcpyHostToDevice));
  return memory;
}

std::vector<std::uint32_t> words_of(const DeviceMemory& memory, std::size_t count) {
  const std::vector<unsigned char> bytes = memory.read();
  std::vector<std::uint32_t> words(count);
  std::memcpy(words.data(), bytes.data(), count * sizeof(std::uint32_t));
  return words;
}

/// What a device tells of a border, in memory that was full of rubbish.
struct ToldBorder {
  ToldBorder(std::span<const std::uint32_t> labels, std::size_t plane_elements, std::span<const std::uint32_t> seam,
             std::span<const std::uint32_t> above, std::uint32_t count)
      : plane(plane_elements) {
    const std::size_t pinned_words = 2 + 4 * plane + 2 * plane + (2 * plane + 3) / 4 + 1;
    void* memory = nullptr;
    require_cuda(cudaMallocHost(&memory, pinned_words * sizeof(std::uint32_t)));
    auto* const words = static_cast<std::uint32_t*>(memory);
    std::fill_n(words, pinned_words, rubbish_word);
    const DeviceMemory labels_there = on_device(labels);
    const DeviceMemory seam_there = on_device(seam);
    const DeviceMemory above_there = on_device(above);
    const DeviceMemory count_there = on_device(std::vector{count});
    const DeviceMemory last_there(plane * sizeof(std::uint32_t));
    const auto words_at = [](const DeviceMemory& there) { return reinterpret_cast<std::uint32_t*>(there.data()); };
    const auto elements = static_cast<std::int64_t>(labels.size());
    const DeviceMemory scratch(cuda::border_scratch_bytes(elements, static_cast<std::int64_t>(plane)));
    cuda::SlabBorderJob job{.labels = words_at(labels_there),
                            .count = words_at(count_there),
                            .elements = elements,
                            .plane = static_cast<std::int64_t>(plane),
                            .last = words_at(last_there),
                            .scratch = scratch.data(),
                            .facts = {}};
    std::uint32_t* const list = words + 2 + 4 * plane;
    job.facts = {words, words + 1, list, reinterpret_cast<std::uint8_t*>(list + 2 * plane),
                 reinterpret_cast<cuda::SeamPair*>(words + 2)};
    if (!seam.empty()) {
      job.seam = words_at(seam_there);
      job.above = words_at(above_there);
    }
    REQUIRE(cuda::find_border(job, nullptr));
    last = words_of(last_there, plane);
    CHECK(words[pinned_words - 1] == rubbish_word);
    border.assign(list, list + *job.facts.listed);
    in_last.assign(job.facts.in_last, job.facts.in_last + *job.facts.listed);
    pairs.assign(job.facts.pairs, job.facts.pairs + *job.facts.paired);
    require_cuda(cudaFreeHost(memory));
  }

  std::size_t plane;
  std::vector<std::uint32_t> border;
  std::vector<std::uint8_t> in_last;
  std::vector<std::uint32_t> last;
  std::vector<cuda::SeamPair> pairs;
};

/// For each component above and then below a seam the first one that it is connected with.
std::vector<std::uint32_t> partition(std::size_t components, const std::vector<BorderPair>& pairs) {
  host::tiled::BorderForest forest;
  forest.add(components);
  for (const BorderPair& pair : pairs) forest.unite(pair.one, pair.other);
  std::vector<std::uint32_t> roots;
  for (std::uint32_t node = 0; node < components; ++node) roots.push_back(forest.find(node));
  return roots;
}

/// Checks the border of the planes from `cut` on, behind those before.
void check_border(const Image& image, int cut, const LabelingSpec& spec) {
  const int planes = host::planes_of(image.extent);
  const auto plane = static_cast<std::size_t>(host::slab_of(image.extent, 1).elements());
  const auto border_of = [&](const LabelImage& labels) {
    const std::span<const std::uint32_t> all = labels.values;
    return host::tiled::find_border(all.first(plane), all.last(plane));
  };
  const SlabBorder above = border_of(reference(planes_of(image, 0, cut), spec).labels);
  const LabeledImage slab = reference(planes_of(image, cut, planes - cut), spec);
  const SlabBorder expected = border_of(slab.labels);
  const std::vector<std::uint32_t> seam = reference(planes_of(image, cut - 1, 2), spec).labels.values;

  const ToldBorder told(slab.labels.values, plane, seam, above.last,
                        static_cast<std::uint32_t>(slab.components.size()));
  CHECK(told.border == expected.labels);
  CHECK(told.last == expected.last);
  std::vector<std::uint8_t> in_last(expected.labels.size());
  for (const std::uint32_t place : expected.last) {
    if (place != 0) in_last[place - 1] = 1;
  }
  CHECK(told.in_last == in_last);

  const auto count_above = static_cast<std::uint32_t>(above.labels.size());
  const auto count_below = static_cast<std::uint32_t>(expected.labels.size());
  std::vector<BorderPair> pairs;
  for (const cuda::SeamPair& pair : told.pairs) {
    REQUIRE(pair.above < count_above);
    REQUIRE(pair.below < count_below);
    pairs.push_back({pair.above, count_above + pair.below});
  }
  const auto on_host = host::tiled::find_pairs(above.last, count_above, expected.first, count_below, seam);
  CHECK(partition(count_above + count_below, pairs) == partition(count_above + count_below, on_host));
}

}  // namespace

TEST_CASE("a device finds the borders of slabs that the host finds", "[cuda][tiled][on_cpu]") {
  if (skip_without_cuda()) return;
  struct Case {
    const char* name;
    Image image;
    int cut;
  };
  std::mt19937 random(5);
  Image values{{40, 30}, PixelFormat::u8, std::vector<std::uint8_t>(40 * 30)};
  for (std::uint8_t& value : values.bytes) value = static_cast<std::uint8_t>(random() % 4);
  const Case cases[] = {{"noise", make_image("noise", {77, 20}), 9},
                        {"values", values, 11},
                        {"planes of one element", make_image("noise", {1, 20}), 7},
                        {"a slab of one plane", make_image("noise", {90, 3}), 2},
                        {"nothing", make_image("empty", {40, 10}), 5},
                        {"everything", make_image("full", {40, 10}), 5},
                        {"teeth that meet above", make_image("comb", {33, 20}, {.granularity = 1}), 17},
                        {"teeth that meet below", make_image("comb", {33, 20}, {.granularity = 1}), 2},
                        {"a spiral", make_image("spiral", {33, 20}), 10},
                        {"dots", make_image("checkerboard", {65, 12}, {.granularity = 1}), 6},
                        {"corners", corner_lattice({9, 8, 7}), 3},
                        {"labels of several blocks of words", make_image("noise", {301, 250}, {.density = 0.3}), 2}};
  for (const auto& [name, image, cut] : cases) {
    CAPTURE(name);
    for (const Criterion& criterion : {Criterion(Foreground{}), Criterion(Equal{})}) {
      const Connectivity few = image.extent.is_volume() ? Connectivity::six : Connectivity::four;
      const Connectivity many = image.extent.is_volume() ? Connectivity::twenty_six : Connectivity::eight;
      check_border(image, cut, {.connectivity = few, .criterion = criterion});
      check_border(image, cut, {.connectivity = many, .criterion = criterion});
    }
  }
}

TEST_CASE("neighbours along a run make a pair once", "[cuda][tiled][on_cpu]") {
  if (skip_without_cuda()) return;
  const std::vector<std::uint32_t> labels(100, 1);  // a slab of one plane, full
  const std::vector<std::uint32_t> seam(200, 1);
  const std::vector<std::uint32_t> above(100, 3);
  const ToldBorder told(labels, 100, seam, above, 1);
  REQUIRE(told.pairs.size() == 1);
  CHECK(told.pairs.front().above == 2);
  CHECK(told.pairs.front().below == 0);
}

TEST_CASE("a slab with more components than 32 bits count has no border", "[cuda][tiled][on_cpu]") {
  if (skip_without_cuda()) return;
  const std::vector<std::uint32_t> labels(100, 0xFFFFFFF0U);
  const ToldBorder told(labels, 10, std::vector<std::uint32_t>(20, 1), std::vector<std::uint32_t>(10, 1),
                        cuda::too_many_components);
  CHECK(told.border.empty());
  CHECK(told.pairs.empty());
}

}  // namespace glccl::tests
