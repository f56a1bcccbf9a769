// Labeling by slabs on a device against cpu-serial on the whole: labels, numbers, count and every row.
#include <algorithm>
#include <atomic>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "glccl/host/device_slabs.hpp"
#include "glccl/host/slab_sources.hpp"
#include "tests/cuda/support/support.hpp"
#include "tests/host/cpu/criteria.hpp"
#include "tests/host/tiled/areas.hpp"
#include "tests/host/tiled/moments.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

using host::DeviceSlabs;
using host::Image;
using host::SlabOptions;
using host::SlabReport;
using host::SlabSource;

/// Pinned memory of elements or labels.
class PinnedMemory {
 public:
  explicit PinnedMemory(std::size_t bytes) {
    require_cuda(cudaMallocHost(&memory_, bytes));
    std::fill_n(static_cast<unsigned char*>(memory_), bytes, DeviceMemory::rubbish);
  }
  PinnedMemory(const PinnedMemory&) = delete;
  PinnedMemory& operator=(const PinnedMemory&) = delete;
  ~PinnedMemory() { cudaFreeHost(memory_); }
  template <class T>
  T* as() const {
    return static_cast<T*>(memory_);
  }

 private:
  void* memory_ = nullptr;
};

/// Labels and rows that a sink takes, one slab after another.
struct TakenSlabs {
  explicit TakenSlabs(const Extent& extent) : result{{extent, {}}, {}} {}

  host::SlabSink sink() {
    return [this](const host::FinishedSlab& slab) {
      in_order = in_order && slab.first == next;
      next += slab.planes;
      result.labels.values.insert(result.labels.values.end(), slab.labels.begin(), slab.labels.end());
      result.components.insert(result.components.end(), slab.components.begin(), slab.components.end());
      moments.insert(moments.end(), slab.moments.begin(), slab.moments.end());
      return Result<void>();
    };
  }

  LabeledImage result;
  std::vector<Moments> moments;
  int next = 0;
  bool in_order = true;
};

/// Bytes on the device for the elements of a slab.
std::int64_t place_bytes(const Image& image, int planes) {
  const auto plane =
      host::slab_of(image.extent, 1).elements() * static_cast<std::int64_t>(bytes_per_pixel(image.format));
  return (plane * (planes + 1) + 255) / 256 * 256;
}

/// The first difference from cpu-serial of a labeling in so many slabs, of which `kept` stay on the device.
std::string differs_in(const Image& image, const LabelingSpec& spec, const LabeledImage& expected, int slabs,
                       std::int64_t kept) {
  const int all = host::planes_of(image.extent);
  const int planes = (all + slabs - 1) / slabs;
  TakenSlabs taken(image.extent);
  const SlabOptions options{.planes = planes, .components = true, .kept_bytes = kept * place_bytes(image, planes)};
  const Result<SlabReport> report =
      host::label_slabs_on_device(host::source_of(image.view()), {}, spec, options, taken.sink());
  if (!report) return report.error().message;
  std::string difference = first_difference(taken.result.labels, expected.labels);
  if (difference.empty()) difference = first_difference(taken.result.components, expected.components);
  if (difference.empty() && report->components != expected.components.size()) difference = "another count";
  if (difference.empty() && (!taken.in_order || taken.next != all)) difference = "slabs out of order";
  if (difference.empty() && report->solved_again != std::max<std::int64_t>(report->slabs - kept, 0)) {
    difference = "another number of slabs was read again";
  }
  return difference.empty() ? difference : std::to_string(slabs) + " slabs: " + difference;
}

/// The same, for all numbers of slabs; and of counting alone.
std::string differs_in_slabs(const Image& image, const LabelingSpec& spec) {
  const LabeledImage expected = reference(image, spec);
  const int all = host::planes_of(image.extent);
  std::int64_t kept = 0;
  for (const int slabs : {1, 2, 3, 7, all}) {
    const std::string difference = differs_in(image, spec, expected, slabs, kept++);
    if (!difference.empty()) return difference;
  }
  const auto count =
      host::label_slabs_on_device(host::source_of(image.view()), {}, spec, {.planes = (all + 2) / 3, .sums = true});
  if (!count) return count.error().message;
  if (count->foreground != sum_of_areas(expected.components)) return "another sum of areas";
  if (count->largest != largest_area(expected.components)) return "another largest area";
  return count->components == expected.components.size() ? "" : "another count alone";
}

}  // namespace

TEST_CASE("slabs on a device have the labels and rows of cpu-serial", "[cuda][tiled][on_cpu][slow]") {
  if (skip_without_cuda()) return;
  for (unsigned index = 0; index < 8; ++index) {
    std::mt19937 random(index);
    const auto side = [&](unsigned most) { return static_cast<int>(1 + random() % most); };
    const bool is_volume = index % 2 != 0;
    const Extent extent = is_volume ? Extent{side(40), side(9), side(20)} : Extent{side(70), side(50)};
    const Image image = random_values(extent, PixelFormat::u8, 2 + index % 3, index);
    const LabelingSpec spec{
        .connectivity = is_volume ? connectivities_of_space[index / 2 % 3] : connectivities[index / 2 % 2],
        .criterion = criteria()[index % criteria().size()]};
    CAPTURE(index, extent, spec);
    CHECK(differs_in_slabs(image, spec) == "");
  }
}

TEST_CASE("slabs on a device are exact where borders are at their worst", "[cuda][tiled][on_cpu]") {
  if (skip_without_cuda()) return;
  for (const char* kind : {"comb", "spiral", "checkerboard", "empty"}) {
    CAPTURE(kind);
    const Image image = make_image(kind, {33, 20}, {.granularity = 1});
    for (const Connectivity connectivity : connectivities) {
      CHECK(differs_in(image, {connectivity}, reference(image, {connectivity}), 7, 2) == "");
    }
  }
  const Image lattice = corner_lattice({7, 8, 11});
  for (const Connectivity connectivity : connectivities_of_space) {
    CHECK(differs_in(lattice, {connectivity}, reference(lattice, {connectivity}), 11, 5) == "");
  }
}

TEST_CASE("slabs on a device have every format of cuda-fast", "[cuda][tiled][on_cpu]") {
  if (skip_without_cuda()) return;
  for (const FormatTraits& format : pixel_formats()) {
    if (format.bytes == 0) continue;
    CAPTURE(format.name);
    const Image image = random_values({9, 14}, format.format, 2, 3);
    const LabelingSpec spec{.criterion = Equal{}};
    if (!check(spec, format.format, image.extent, cuda::capabilities_of(cuda::Method::fast))) continue;
    CHECK(differs_in(image, spec, reference(image, spec), 3, 1) == "");
  }
}

TEST_CASE("slabs of several devices have the labels and rows of cpu-serial", "[cuda][tiled][on_cpu][slow]") {
  if (skip_without_cuda()) return;
  for (const Extent extent : {Extent{60, 23}, {12, 9, 11}}) {
    const Image image = random_values(extent, PixelFormat::u8, 2, 5);
    const LabelingSpec spec{extent.is_volume() ? Connectivity::eighteen : Connectivity::four};
    const LabeledImage expected = reference(image, spec);
    for (const std::vector<int>& devices : {std::vector{0, -1}, {0, 0, 0}}) {
      for (const bool labels : {false, true}) {
        for (const std::int64_t kept : {0, 3}) {
          CAPTURE(extent, devices.size(), labels, kept);
          TakenSlabs taken(extent);
          const SlabOptions options{
              .planes = 2, .labels = labels, .components = true, .kept_bytes = kept * place_bytes(image, 2)};
          const auto report =
              host::label_slabs_on_device(host::source_of(image.view()), {devices, 2}, spec, options, taken.sink());
          REQUIRE(report);
          if (labels) CHECK(first_difference(taken.result.labels, expected.labels) == "");
          CHECK(first_difference(taken.result.components, expected.components) == "");
        }
      }
    }
  }
}

TEST_CASE("slabs that cuda-stava labels have the labels and rows of cpu-serial", "[cuda][tiled][on_cpu]") {
  if (skip_without_cuda()) return;
  for (const Extent extent : {Extent{60, 23}, {12, 9, 11}}) {
    const Image image = random_values(extent, PixelFormat::u8, 3, 6);
    for (const LabelingSpec& spec :
         {LabelingSpec{extent.is_volume() ? Connectivity::eighteen : Connectivity::four},
          LabelingSpec{.connectivity = extent.is_volume() ? Connectivity::twenty_six : Connectivity::eight,
          .criterion = Equal{}}}) {
      const LabeledImage expected = reference(image, spec);
      for (const std::vector<int>& devices : {std::vector{0}, {0, 0}}) {
        CAPTURE(extent, spec, devices.size());
        TakenSlabs taken(extent);
        const auto report = host::label_slabs_on_device(host::source_of(image.view()),
                                                        {.devices = devices, .method = cuda::Method::stava}, spec,
                                                        {.planes = 3, .components = true}, taken.sink());
        REQUIRE(report);
        CHECK(first_difference(taken.result.labels, expected.labels) == "");
        CHECK(first_difference(taken.result.components, expected.components) == "");
      }
    }
  }
}

TEST_CASE("slabs on a device have the moments of the whole", "[cuda][tiled][on_cpu][slow]") {
  if (skip_without_cuda()) return;
  for (const Extent extent : {Extent{60, 23}, {12, 9, 11}}) {
    const Image image = random_values(extent, PixelFormat::u8, 2, 5);
    const LabelingSpec spec{.connectivity = Connectivity::eighteen, .columns = table_column_moments};
    const LabeledImage expected = reference(image, spec);
    for (const bool labels : {false, true}) {
      for (const auto& [devices, planes] : {std::pair{std::vector{-1}, 3}, {{-1}, 1}, {{0, 0}, 2}}) {
        for (const std::int64_t kept : {std::int64_t{0}, keep_all}) {
          CAPTURE(extent, labels, devices.size(), planes, kept);
          TakenSlabs taken(extent);
          const SlabOptions options{
              .planes = planes, .labels = labels, .components = true, .sums = labels, .kept_bytes = kept};
          REQUIRE(
              host::label_slabs_on_device(host::source_of(image.view()), {devices, 2}, spec, options, taken.sink()));
          CHECK(first_difference(taken.result.components, expected.components) == "");
          CHECK(first_difference(taken.moments, moments_of(expected)) == "");
        }
      }
    }
  }
}

TEST_CASE("slabs on a device make a larger table where there are many components", "[cuda][tiled][on_cpu]") {
  if (skip_without_cuda()) return;
  const Image image = make_image("checkerboard", {64, 130}, {.granularity = 1});
  const LabelingSpec spec{Connectivity::four};
  CHECK(differs_in(image, spec, reference(image, spec), 2, 2) == "");  // 2080 components in a slab, 1024 rows at first
}

TEST_CASE("slabs on a device use pinned memory of the caller in place", "[cuda][tiled][on_cpu]") {
  if (skip_without_cuda()) return;
  const Image image = make_image("noise", {50, 40});
  const LabeledImage expected = reference(image, {});
  const PinnedMemory elements(image.bytes.size());
  std::copy(image.bytes.begin(), image.bytes.end(), elements.as<std::uint8_t>());
  const std::size_t labels = expected.labels.values.size();
  const PinnedMemory target((labels + 1) * sizeof(std::uint32_t));
  SlabSource source = host::source_of({elements.as<void>(), image.format, image.extent});
  source.read = [](int, int, void*) { return Error{ErrorCode::file, "nothing is read"}; };
  TakenSlabs taken(image.extent);
  const auto report =
      host::label_slabs_on_device(source, {.labels = target.as<std::uint32_t>()}, {}, {.planes = 7}, taken.sink());
  REQUIRE(report);
  CHECK(first_difference(taken.result.labels, expected.labels) == "");
  CHECK(std::equal(expected.labels.values.begin(), expected.labels.values.end(), target.as<std::uint32_t>()));
  CHECK(target.as<std::uint32_t>()[labels] == 0xA5A5A5A5U);
  CHECK(report->elements_held == 0);
  CHECK(report->kept_bytes == 0);
  CHECK(report->device_bytes > 0);
}

TEST_CASE("a device makes hash-noise as the host does", "[cuda][tiled][on_cpu]") {
  if (skip_without_cuda()) return;
  for (const Extent extent : {Extent{37, 30}, {11, 9, 8}}) {
    CAPTURE(extent);
    SlabSource source = *host::generate_slabs("hash-noise", extent, {.seed = 7, .density = 0.4});
    Image image{extent, source.format, {}};
    image.bytes.resize(static_cast<std::size_t>(extent.elements()));
    REQUIRE(source.read(0, host::planes_of(extent), image.bytes.data()));
    source.read = [](int, int, void*) { return Error{ErrorCode::file, "nothing is read"}; };
    TakenSlabs taken(extent);
    const LabelingSpec spec{extent.is_volume() ? Connectivity::six : Connectivity::four};
    const auto report = host::label_slabs_on_device(source, {}, spec, {.planes = 3, .components = true}, taken.sink());
    REQUIRE(report);
    const LabeledImage expected = reference(image, spec);
    CHECK(first_difference(taken.result.labels, expected.labels) == "");
    CHECK(first_difference(taken.result.components, expected.components) == "");
  }
}

TEST_CASE("slabs on a device give what is asked for alone", "[cuda][tiled][on_cpu]") {
  if (skip_without_cuda()) return;
  const Image image = make_image("noise", {40, 30});
  const LabeledImage expected = reference(image, {});
  for (const bool labels : {false, true}) {
    for (const bool components : {false, true}) {
      CAPTURE(labels, components);
      TakenSlabs taken(image.extent);
      const SlabOptions options{.planes = 8, .labels = labels, .components = components, .kept_bytes = keep_all};
      const auto report = host::label_slabs_on_device(host::source_of(image.view()), {}, {}, options, taken.sink());
      REQUIRE(report);
      CHECK(report->components == expected.components.size());
      CHECK(taken.next == 30);
      CHECK(taken.result.labels.values == (labels ? expected.labels.values : std::vector<std::uint32_t>()));
      CHECK(taken.result.components == (components ? expected.components : std::vector<Component>()));
    }
  }
}

TEST_CASE("an error of any stage ends slabs on a device and names the planes", "[cuda][tiled][on_cpu]") {
  if (skip_without_cuda()) return;
  const Image image = make_image("noise", {20, 30});
  const SlabSource good = host::source_of(image.view());
  const SlabOptions options{.planes = 4};
  int finished = 0;
  const host::SlabSink full = [&](const host::FinishedSlab& slab) {
    ++finished;
    return slab.first < 12 ? Result<void>() : Error{ErrorCode::file, "the disk is full"};
  };
  const auto refused = host::label_slabs_on_device(good, {}, {}, options, full);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ErrorCode::file);
  CHECK(refused.error().message == "rows 12 to 15: the disk is full");
  CHECK(finished == 4);

  for (const int fails : {0, 3, 7, 8, 12}) {  // reads of the first and of the second pass
    CAPTURE(fails);
    std::atomic<int> reads = 0;
    SlabSource broken = good;
    broken.read = [&](int first, int planes, void* elements) {
      return reads++ < fails ? good.read(first, planes, elements) : Error{ErrorCode::file, "byte 99 is unreadable"};
    };
    finished = 0;
    const host::SlabSink sink = [&](const host::FinishedSlab&) {
      ++finished;
      return Result<void>();
    };
    const auto unread = host::label_slabs_on_device(broken, {}, {}, options, sink);
    const int made = reads;
    REQUIRE_FALSE(unread);
    const int first = fails % 8 * 4;
    CHECK(unread.error().message == "rows " + std::to_string(first) + " to " + std::to_string(std::min(first + 3, 29)) +
                                        ": byte 99 is unreadable");
    CHECK(made == fails + 1);  // nothing more is read
    CHECK(finished <= fails % 8);
  }

  const host::SlabSink throwing = [](const host::FinishedSlab&) -> Result<void> {
    throw std::runtime_error("no sink");
  };
  CHECK_THROWS_AS(host::label_slabs_on_device(good, {}, {}, options, throwing), std::runtime_error);
  SlabSource thrown = good;
  thrown.read = [](int, int, void*) -> Result<void> { throw std::runtime_error("no source"); };
  CHECK_THROWS_AS(host::label_slabs_on_device(thrown, {}, {}, options), std::runtime_error);
}

TEST_CASE("slabs on a device refuse what they cannot do", "[cuda][tiled][on_cpu]") {
  if (skip_without_cuda()) return;
  const Image image = make_image("noise", {20, 30});
  const auto error_of = [&](const DeviceSlabs& device, const LabelingSpec& spec, const SlabOptions& options) {
    const auto report = host::label_slabs_on_device(host::source_of(image.view()), device, spec, options);
    REQUIRE_FALSE(report);
    return report.error().message;
  };
  CHECK(error_of({}, {}, {.planes = 0}) == "slabs of 0 planes hold nothing: pass at least 1");
  CHECK(error_of({.in_flight = 1}, {}, {}) == "1 slabs in flight: pass 2 or more, so that work overlaps");
  CHECK(error_of({.devices = {}}, {}, {}) == "no device: pass one, or -1");
  CHECK(error_of({.method = cuda::Method::links}, {}, {}) ==
        "cuda-links asks the GPU after each of its rounds, so slabs do not overlap: use cuda-fast or cuda-stava");
  CHECK(error_of({}, {.filter = {.min_area = 2}}, {}) ==
        "labeling by slabs has no filter: label with compute, cuda-fast or an engine cpu-*");
  CHECK_THAT(error_of({}, {.columns = shape_columns}, {}), contains("labeling by slabs has no quads"));
  CHECK_THAT(error_of({.devices = {99}}, {}, {}), contains("no CUDA device 99"));
  std::uint32_t labels = 0;
  const auto wide =
      host::label_slabs_on_device(host::source_of(image.view()), {.labels = &labels}, {}, {.wide_labels = true},
                                  [](const host::FinishedSlab&) { return Result<void>(); });
  REQUIRE_FALSE(wide);
  CHECK(wide.error().code == ErrorCode::invalid_argument);
  CHECK(wide.error().message == "memory for labels of 32 bits, and labels of 64 bits: take these from the sink");
}

TEST_CASE("slabs on a device have labels of 64 bits", "[cuda][tiled][on_cpu]") {
  if (skip_without_cuda()) return;
  for (const Image& image : {make_image("spiral", {40, 30}), make_image("noise", {9, 8, 21})}) {
    const LabelingSpec spec{Connectivity::eighteen};
    const LabeledImage expected = reference(image, spec);
    for (const std::int64_t kept : {0, 2}) {
      std::vector<std::uint64_t> labels;
      std::vector<Component> rows;
      const host::SlabSink sink = [&](const host::FinishedSlab& slab) {
        CHECK(slab.labels.empty());
        labels.insert(labels.end(), slab.wide_labels.begin(), slab.wide_labels.end());
        rows.insert(rows.end(), slab.components.begin(), slab.components.end());
        return Result<void>();
      };
      const SlabOptions options{
          .planes = 4, .wide_labels = true, .components = true, .kept_bytes = kept * place_bytes(image, 4)};
      REQUIRE(host::label_slabs_on_device(host::source_of(image.view()), {}, spec, options, sink));
      CHECK(std::equal(labels.begin(), labels.end(), expected.labels.values.begin(), expected.labels.values.end()));
      CHECK(first_difference(rows, expected.components) == "");
    }
  }
}

TEST_CASE("slabs on a device take the memory that is estimated", "[cuda][tiled][on_cpu]") {
  if (skip_without_cuda()) return;
  const Image image = make_image("noise", {512, 200});
  const SlabSource source = host::source_of(image.view());
  const SlabOptions options{.planes = 64};
  for (const DeviceSlabs& device : {DeviceSlabs{}, DeviceSlabs{.method = cuda::Method::stava}}) {
    TakenSlabs taken(image.extent);
    const auto report = host::label_slabs_on_device(source, device, {}, options, taken.sink());
    REQUIRE(report);
    CHECK(report->device_bytes <= host::device_bytes_of(source, device, options));
    CHECK(report->pinned_bytes <= host::pinned_bytes_of(source, device, options));
  }
  const Result<std::int64_t> free = host::free_device_bytes(-1);
  REQUIRE(free);
  CHECK(*free > 0);
}

}  // namespace glccl::tests
