// Volumes of more than 2^32 voxels, for a GPU of 96 GB or more, on one of 80 GB some:
//
//   build/bin/tests_cuda "[.huge]"
//
// Prints times and memory. A test that the memory does not suffice for is skipped.
#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "glccl/table.hpp"
#include "tests/cuda/support/generated_volumes.hpp"
#include "tests/cuda/support/slabs.hpp"
#include "tests/cuda/support/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/skip.hpp"

namespace glccl::tests {
namespace {

constexpr Extent cube{2048, 2048, 2048};
constexpr std::int64_t slab_voxels = std::int64_t{1} << 30;

/// The text of the reason why the device cannot label a volume; empty if it can. Scratch memory takes `work` bytes a
/// voxel.
std::string why_too_large(const Extent& extent, double work) {
  std::size_t free = 0;
  std::size_t all = 0;
  require_cuda(cudaMemGetInfo(&free, &all));
  // Voxels, labels, and the slab with its labels, scratch memory and planes.
  const double needed = static_cast<double>(extent.elements()) * (5 + work) + static_cast<double>(slab_voxels) * 13;
  if (needed <= static_cast<double>(free)) return {};
  return to_string(extent) + " voxels take " + std::to_string(needed / 1e9) + " GB of device memory, " +
         std::to_string(static_cast<double>(free) / 1e9) + " GB are free";
}

/// A generated volume and its labels in device memory.
class HugeVolume {
 public:
  HugeVolume(Generated kind, const Extent& extent)
      : voxels_(static_cast<std::size_t>(extent.elements())),
        labels_(4 * voxels_.bytes()),
        view_{voxels_.data(), PixelFormat::u8, extent} {
    generate_volume(kind, extent, voxels_.data());
    require_cuda(cudaDeviceSynchronize());
    Result<cuda::Labeler> made = cuda::Labeler::create();
    REQUIRE(made);
    labeler_ = std::make_unique<cuda::Labeler>(*std::move(made));
  }

  /// Labels the volume twice and prints the time of the second labeling.
  cuda::Labels label(const LabelingSpec& spec, const cuda::DeviceTable& table = {}) {
    const cuda::Outputs outputs{
        .target = cuda::DeviceLabels{labels_.data()}, .table = table, .timing = TimingDetail::whole};
    Result<cuda::Labels> launched = Error{};
    for (int i = 0; i < 2; ++i) {
      launched = labeler_->label({view_}, spec, outputs);
      INFO((launched ? "" : launched.error().message));
      REQUIRE(launched);
    }
    const Result<std::vector<StageTime>> times = labeler_->times();
    REQUIRE(times);
    std::printf("%s, %d neighbours, %s%s: %.2f ms, %.2f GB of scratch memory\n", to_string(view_.extent).c_str(),
                static_cast<int>(spec.connectivity), spec.numbering == Numbering::root ? "root labels" : "numbers",
                table.data == nullptr ? "" : " and table", times->front().milliseconds,
                static_cast<double>(labeler_->scratch_bytes()) / 1e9);
    return *launched;
  }

  /// Labels the volume and checks the labels against slabs.
  void check(const LabelingSpec& spec) {
    for (const Numbering numbering : {Numbering::root, Numbering::raster}) {
      CAPTURE(view_.extent, spec.connectivity, numbering);
      LabelingSpec asked = spec;
      asked.numbering = numbering;
      const cuda::Labels launched = label(asked);
      REQUIRE(labeler_->wait());
      std::uint32_t count = 0;
      require_cuda(cudaMemcpy(&count, launched.count, sizeof count, cudaMemcpyDeviceToHost));
      const auto* const labels = reinterpret_cast<const std::uint32_t*>(labels_.data());
      CHECK(check_by_slabs(view_, labels, asked, slab_voxels) == count);
      std::printf("  %u components\n", count);
    }
  }

  cuda::Labeler& labeler() { return *labeler_; }

 private:
  DeviceMemory voxels_;
  DeviceMemory labels_;
  ImageView view_;
  std::unique_ptr<cuda::Labeler> labeler_;
};

}  // namespace

TEST_CASE("cuda-fast labels volumes of 2048x2048x2048 voxels as their slabs", "[cuda][.huge]") {
  if (skip_without_cuda() || skip_gently(why_too_large(cube, 1.2))) return;
  for (const Generated kind : {Generated::noise, Generated::gyroid}) {
    HugeVolume(kind, cube).check({.connectivity = Connectivity::twenty_six});
  }
}

TEST_CASE("cuda-fast labels long volumes of more than 2^32 voxels as their slabs", "[cuda][.huge]") {
  const struct {
    Extent extent;
    Generated kind;
    LabelingSpec spec;
  } cases[] = {
      {{70000, 300, 210}, Generated::noise, {.connectivity = Connectivity::twenty_six}},
      {{70000, 300, 210}, Generated::noise, {.connectivity = Connectivity::six}},
      {{300, 70001, 210}, Generated::values, {.connectivity = Connectivity::eighteen, .criterion = Equal{}}},
      {{65, 17, 4000001}, Generated::noise, {.connectivity = Connectivity::eighteen}},
      {{4100001, 31, 35}, Generated::noise, {.connectivity = Connectivity::twenty_six}},
  };
  for (const auto& [extent, kind, spec] : cases) {
    if (skip_without_cuda() || skip_gently(why_too_large(extent, 7.4))) return;
    HugeVolume(kind, extent).check(spec);
  }
}

// The components are the first 2046 slices and the last one.
TEST_CASE("cuda-fast measures components of more than 2^32 voxels", "[cuda][.huge]") {
  if (skip_without_cuda() || skip_gently(why_too_large(cube, 1.2))) return;
  HugeVolume volume(Generated::two_parts, cube);
  const DeviceMemory memory(table_bytes(2, table_columns_of(cube)));
  volume.label({.connectivity = Connectivity::twenty_six}, {memory.data(), 2});
  DeviceOutcome outcome;
  read_table(memory.read(), outcome);
  constexpr std::uint64_t side = 2048;
  constexpr std::uint64_t slice = side * side;
  constexpr auto sum_to = [](std::uint64_t last) { return last * (last + 1) / 2; };
  const auto part = [&](std::uint32_t label, std::uint64_t first, std::uint64_t last) {
    const std::uint64_t slices = last + 1 - first;
    return Component{.label = label,
                     .area = slices * slice,
                     .box = {0, 0, 2047, 2047, static_cast<int>(first), static_cast<int>(last)},
                     .sum_x = slices * side * sum_to(side - 1),
                     .sum_y = slices * side * sum_to(side - 1),
                     .sum_z = (sum_to(last) - sum_to(first) + first) * slice,
                     .first = first * slice};
  };
  CHECK(join_words(outcome.header.count) == 2);
  CHECK(first_difference(outcome.components, {part(1, 0, 2045), part(2, 2047, 2047)}) == "");
}

// 2^32 components of one voxel.
TEST_CASE("cuda-fast refuses more components than labels tell apart", "[cuda][.huge]") {
  if (skip_without_cuda() || skip_gently(why_too_large(cube, 3.2))) return;
  HugeVolume volume(Generated::checkerboard, cube);
  for (const Numbering numbering : {Numbering::root, Numbering::raster}) {
    volume.label({.connectivity = Connectivity::six, .numbering = numbering});
    check_refused(volume.labeler().wait(), ErrorCode::too_large,
                  "the volume has more than 4294967294 components, which labels of 32 bits cannot tell apart");
  }
}

}  // namespace glccl::tests
