// The volumes that the CUDA engines refuse.
#include <cstdint>

#include "tests/cuda/support/support.hpp"
#include "tests/support/catch.hpp"

namespace glccl::tests {
namespace {

/// A volume of 8x4x3 voxels that can be labeled, for a case to spoil.
struct VolumeJob {
  DeviceMemory pixels{4096};
  DeviceMemory labels{4096};
  DeviceMemory table_memory{4096};
  ImageView image{pixels.data(), PixelFormat::u8, {8, 4, 3}};
  cuda::DeviceLabels target{labels.data()};
  LabelingSpec spec{.connectivity = Connectivity::twenty_six};
  cuda::DeviceTable table = {};

  Result<cuda::Labels> label(cuda::Method method = cuda::Method::fast) const {
    return label_item(shared_labeler(method), {{image}, target, table}, spec);
  }
};

}  // namespace

TEST_CASE("CUDA engines refuse arrays that do not fit a volume", "[cuda][volumes][on_cpu]") {
  if (skip_without_cuda()) return;
  constexpr Extent extent{8, 4, 3};
  const DeviceArray voxels(channels_of(PixelFormat::u8), extent);
  const DeviceArray layers(channels_of(PixelFormat::u8), extent, cudaArrayLayered);
  const DeviceArray plane(channels_of(PixelFormat::u32), {8, 4}, cudaArraySurfaceLoadStore);
  const DeviceArray no_surface(channels_of(PixelFormat::u32), extent);
  const LabelingSpec spec{.connectivity = Connectivity::six};
  const auto label = [&](const DeviceArray& from, const DeviceArray& to) {
    const cuda::BatchItem item{{cuda::ArrayImage{from.get(), PixelFormat::u8}}, cuda::ArrayLabels{to.get()}};
    return label_item(shared_labeler(cuda::Method::fast), item, spec);
  };
  check_refused(label(layers, plane), invalid, "the pixels are in an array of 8x4x3 that has layers");
  check_refused(label(voxels, plane), invalid, "the labels are in an array of 8x4, the image is 8x4x3");
  check_refused(label(voxels, no_surface), invalid, "cudaArraySurfaceLoadStore");
  check_refused(label(voxels, voxels), invalid, "not the format u32");
}

TEST_CASE("CUDA engines refuse volumes that they cannot label", "[cuda][volumes][on_cpu]") {
  if (skip_without_cuda()) return;
  const struct {
    void (*spoil)(VolumeJob&);
    ErrorCode code;
    const char* part;
  } cases[] = {
      {[](VolumeJob& job) { job.spec.connectivity = Connectivity::eight; }, ErrorCode::invalid_argument,
       "8-connectivity is for images, and this is a volume of 8x4x3: use 6, 18 or 26"},
      {[](VolumeJob& job) {
         job.image.extent = {65536, 1024, 512};
       },
       ErrorCode::too_large,
       "the volume is 65536x1024x512, 34359738368 elements: cuda-fast labels up to 17179869184 elements"},
      {[](VolumeJob& job) { job.image.slice_bytes = 31; }, ErrorCode::invalid_argument,
       "the pixels have a slice pitch of 31 bytes, but a slice takes 32"},
      {[](VolumeJob& job) {
         job.image.format = PixelFormat::u16;
         job.image.slice_bytes = 65;
       },
       ErrorCode::invalid_argument, "the pixels have a slice pitch of 65 bytes: it has to be a multiple of 2"},
      {[](VolumeJob& job) { job.target.slice_bytes = 124; }, ErrorCode::invalid_argument,
       "the labels have a slice pitch of 124 bytes, but a slice takes 128"},
      {[](VolumeJob& job) { job.target.values = job.pixels.data() + 92; }, ErrorCode::invalid_argument,
       "the labels overlap the image"},
      {[](VolumeJob& job) {
         job.table = {job.labels.data() + 368, 1};
       },
       ErrorCode::invalid_argument, "the table overlaps the labels"},
      {[](VolumeJob& job) {
         job.spec.numbering = Numbering::root;
         job.table = {job.table_memory.data(), 9};
       },
       ErrorCode::invalid_argument, "use Numbering::raster"},
  };
  for (const auto& [spoil, code, part] : cases) {
    VolumeJob job;
    spoil(job);
    CAPTURE(part);
    check_refused(job.label(), code, part);
    CHECK(job.labels.is_untouched());
  }
  const VolumeJob job;
  CHECK(job.label());
  for (const cuda::Method method : all_methods()) {
    if (cuda::capabilities_of(method).has_volumes()) continue;
    constexpr const char* refusal =
        " labels images, and this is a volume of 8x4x3: use cuda-stava, cuda-links or cuda-fast";
    check_refused(job.label(method), ErrorCode::unsupported, refusal);
    check_refused(shared_labeler(method).prepare({PixelFormat::u8}, job.image.extent, job.spec), ErrorCode::unsupported,
                  refusal);
  }
}

TEST_CASE("cuda-fast refuses volumes and images that are too thin", "[cuda][volumes][on_cpu]") {
  if (skip_without_cuda()) return;
  cuda::Labeler& labeler = shared_labeler(cuda::Method::fast);
  const auto refusal = [&](const LabelingSpec& spec, const Extent& extent, const char* part) {
    check_refused(labeler.prepare({PixelFormat::u8}, extent, spec), ErrorCode::too_large, part);
  };
  refusal(
      {.connectivity = Connectivity::twenty_six}, {1, 2, 2147483647},
      "the volume is 1x2x2147483647, 134217728 tiles of 64x16x16: cuda-fast labels up to 4436949 of them, label it");
  refusal({.connectivity = Connectivity::eighteen}, {2147483647, 2, 2},
          "67108864 tiles of 32x16x16: cuda-fast labels up to 4925421 of them");
  refusal({.connectivity = Connectivity::six}, {2, 2147483647, 2},
          "134217728 tiles of 32x16x8: cuda-fast labels up to 4925421 of them");
  refusal({.connectivity = Connectivity::six, .criterion = Equal{}}, {1, 1, 2147483647},
          "268435456 tiles of 32x16x8: cuda-fast labels up to 2725233 of them");
  refusal({}, {1, 2147483647},
          "the image is 1x2147483647, 33554432 tiles of 128x64: cuda-fast labels up to 22369621 of them, label it");
}

TEST_CASE("CUDA engines refuse batches of volumes", "[cuda][volumes][on_cpu]") {
  if (skip_without_cuda()) return;
  const VolumeJob one;
  const VolumeJob two;
  cuda::Labeler& labeler = shared_labeler(cuda::Method::fast);
  const cuda::BatchItem items[] = {{{one.image}, one.target}, {{two.image}, two.target}};
  constexpr const char* refusal = "a batch of volumes of 8x4x3: batches are for images, label() takes one volume";
  check_refused(labeler.label_batch(items, one.spec), ErrorCode::unsupported, refusal);
  check_refused(labeler.prepare({PixelFormat::u8}, one.image.extent, one.spec, {}, 2), ErrorCode::unsupported, refusal);
  CHECK(one.labels.is_untouched());
}

}  // namespace glccl::tests
