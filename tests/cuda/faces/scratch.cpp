// Scratch memory of cuda::Labeler: what scratch_bytes_for() says is what prepare() takes, and later labelings take no
// more.
#include <cstdint>
#include <vector>

#include "glccl/cuda/labeler.hpp"
#include "glccl/cuda/regions.hpp"
#include "glccl/cuda/tracker.hpp"
#include "tests/cuda/support/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"

namespace glccl::tests {
namespace {

/// A labeling whose scratch memory is asked for.
struct ScratchCase {
  const char* name;
  InputFormats formats;
  Extent extent;
  LabelingSpec spec = {};
  std::uint32_t table_rows = 0;
  int images = 1;
};

const ScratchCase cases[] = {
    {"foreground", {PixelFormat::u8}, {300, 140}},
    {"roots", {PixelFormat::u8}, {300, 140}, {.numbering = Numbering::root}},
    {"values with a filter", {PixelFormat::u16}, {300, 140}, {.criterion = Equal{}, .filter = {.largest = 9}}},
    {"holes", {PixelFormat::u8}, {300, 140}, {.filter = {.min_area = 3}, .fill_holes = 20}},
    {"a mask, and intensities of floats",
     {PixelFormat::u8, PixelFormat::u8, PixelFormat::f32},
     {300, 140},
     {.columns = shape_columns | table_column_intensity},
     5000},
    {"a batch", {PixelFormat::u8}, {300, 140}, {}, 0, 3},
    {"a volume", {PixelFormat::u8}, {40, 30, 20}, {.connectivity = Connectivity::six}},
};

}  // namespace

TEST_CASE("scratch_bytes_for() says what prepare() takes", "[cuda][on_cpu]") {
  if (skip_without_cuda()) return;
  for (const ScratchCase& one : cases) {
    for (const cuda::Method method : all_methods()) {
      CAPTURE(one.name, method);
      Result<cuda::Labeler> labeler = cuda::Labeler::create(method);
      REQUIRE(labeler);
      const cuda::Outputs outputs{.table = {nullptr, one.table_rows}};
      const Result<std::int64_t> asked =
          labeler->scratch_bytes_for(one.formats, one.extent, one.spec, outputs, one.images);
      CHECK(labeler->scratch_bytes() == 0);
      const Result<void> reserved = labeler->prepare(one.formats, one.extent, one.spec, outputs, one.images);
      REQUIRE(static_cast<bool>(asked) == static_cast<bool>(reserved));
      if (!asked) {
        CHECK(asked.error().message == reserved.error().message);
        continue;
      }
      CHECK(labeler->scratch_bytes() == *asked);
      CHECK(*asked > 0);
    }
  }
}

TEST_CASE("after prepare() a labeling with intensities of floats takes no more memory", "[cuda][on_cpu]") {
  if (skip_without_cuda()) return;
  const host::Image image = make_image("noise", {300, 140}, {});
  host::Image light = make_image("noise", {1200, 140}, {.seed = 3});
  light.format = PixelFormat::f32;
  light.extent = {300, 140};
  const ImageOnDevice intensity(light);
  Result<cuda::Labeler> labeler = cuda::Labeler::create();
  REQUIRE(labeler);
  const LabelingSpec spec{.columns = table_column_intensity};
  const InputFormats formats{PixelFormat::u8, {}, PixelFormat::f32};
  REQUIRE(labeler->prepare(formats, image.extent, spec, {.table = {nullptr, 5000}}));
  const std::int64_t reserved = labeler->scratch_bytes();
  const DeviceItem memory(image, Layout::pitched, 5000, spec.columns);
  cuda::BatchItem item = memory.item();
  item.inputs.intensity = intensity.on_device();
  REQUIRE(label_item(*labeler, item, spec));
  CHECK(labeler->scratch_bytes() == reserved);
  REQUIRE(labeler->wait());
}

TEST_CASE("Regions and Tracker take all memory from the caller's allocator", "[cuda][on_cpu][regions][tracker]") {
  if (skip_without_cuda()) return;
  std::size_t live = 0;
  const cuda::Allocator counting{.allocate =
                                     [&](std::size_t bytes, void*) {
                                       void* memory = nullptr;
                                       require_cuda(cudaMalloc(&memory, bytes));
                                       live += bytes;
                                       return memory;
                                     },
                                 .free =
                                     [&](void* memory, std::size_t bytes) {
                                       require_cuda(cudaFree(memory));
                                       live -= bytes;
                                     }};
  const RegionOptions lists{.max_components = 100};
  {
    const Result<cuda::Regions> regions = cuda::Regions::create({64, 48}, lists, -1, TimingDetail::none, counting);
    REQUIRE(regions);
    CHECK(live > 0);
    CHECK(live == static_cast<std::size_t>(regions->bytes()));
  }
  CHECK(live == 0);
  {
    const Result<cuda::Tracker> tracker = cuda::Tracker::create({64, 48}, {}, -1, TimingDetail::none, counting);
    REQUIRE(tracker);
    CHECK(live > 0);
    CHECK(live == static_cast<std::size_t>(tracker->bytes()));
  }
  CHECK(live == 0);
  const cuda::Allocator half{.allocate = counting.allocate};
  const std::string words = "set allocate and free, or none";
  check_refused(cuda::Regions::create({64, 48}, lists, -1, TimingDetail::none, half), ErrorCode::invalid_argument,
                words);
  check_refused(cuda::Tracker::create({64, 48}, {}, -1, TimingDetail::none, half), ErrorCode::invalid_argument, words);
  const cuda::Allocator none{.allocate = [](std::size_t, void*) -> void* { return nullptr; }, .free = counting.free};
  check_refused(cuda::Regions::create({64, 48}, lists, -1, TimingDetail::none, none), ErrorCode::gpu, "no memory");
  check_refused(cuda::Tracker::create({64, 48}, {}, -1, TimingDetail::none, none), ErrorCode::gpu, "no memory");
}

}  // namespace glccl::tests
