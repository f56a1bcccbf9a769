// Several places on the fourth axis of NIfTI files: points in time, of which one is read, whole and in slabs.
#include <cstdint>
#include <string>
#include <vector>

#include "glccl/host/image_files.hpp"
#include "glccl/host/label_files.hpp"
#include "glccl/host/slab_sources.hpp"
#include "tests/host/files/file_bytes.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;
using host::ReadOptions;

constexpr int frame_count = 5;
constexpr std::size_t frame_voxels = 4 * 3 * 2;

ReadOptions picked(std::uint32_t number) { return {.frame = number}; }

/// Frames of 4x3x2 voxels of 2 bytes behind an extension; each voxel is its place in the file.
std::string movie(std::vector<int> dim = {4, 3, 2, frame_count}, float slope = 0.0F) {
  std::string voxels(16, 'e');
  for (std::size_t i = 0; i < frame_count * frame_voxels; ++i) voxels += little_endian(i, 2);
  return nifti({.dim = std::move(dim), .type = 512, .bits = 16, .offset = 368.0F, .slope = slope}, voxels);
}

/// The frame as a file of its own.
std::string still(std::size_t number) {
  std::string voxels;
  for (std::size_t i = 0; i < frame_voxels; ++i) voxels += little_endian(number * frame_voxels + i, 2);
  return nifti({.dim = {4, 3, 2}, .type = 512, .bits = 16}, voxels);
}

/// The planes of a file as the bytes of an image.
Result<std::vector<std::uint8_t>> read_slabs(const fs::path& path, const ReadOptions& options) {
  const Result<host::SlabSource> source = host::open_slabs(path.string(), options);
  if (!source) return source.error();
  const auto elements = static_cast<std::size_t>(source->extent.elements());
  std::vector<std::uint8_t> bytes(elements * bytes_per_pixel(source->format));
  const auto planes = static_cast<std::size_t>(host::planes_of(source->extent));
  for (std::size_t z = 0; z < planes; ++z) {
    const Result<void> status = source->read(static_cast<int>(z), 1, &bytes[bytes.size() / planes * z]);
    if (!status) return status.error();
  }
  return bytes;
}

/// The message by which all readers refuse a file, without its name.
std::string refused_frames(const std::string& file, const ReadOptions& options) {
  const fs::path path = file_with(file, "a.nii");
  const Result<host::Image> whole = host::read_image(path, options);
  const Result<std::vector<std::uint8_t>> slabs = read_slabs(path, options);
  const Result<host::LabelFile> labels = host::read_labels(path, options);
  REQUIRE_FALSE(whole);
  REQUIRE_FALSE(slabs);
  REQUIRE_FALSE(labels);
  CHECK(slabs.error().message == whole.error().message);
  CHECK(labels.error().message == whole.error().message);
  const std::string prefix = "cannot read " + path.string() + ": ";
  REQUIRE(whole.error().message.starts_with(prefix));
  return whole.error().message.substr(prefix.size());
}

}  // namespace

TEST_CASE("a frame of a NIfTI file is read as the file of that frame alone", "[host][files][volume]") {
  for (const fs::path& path : {file_with(movie(), "a.nii"), file_with(gzip(movie()), "a.nii.gz")}) {
    for (std::uint32_t number = 0; number < frame_count; ++number) {
      CAPTURE(path, number);
      const fs::path alone = file_with(still(number), "alone.nii");
      const host::Image expected = read_image_file(alone);
      CHECK(host::read_image(path, picked(number)).value() == expected);
      CHECK(host::read_image(path, ReadOptions{.channel = 7, .frame = number}.of_second()).value() == expected);
      CHECK(read_slabs(path, picked(number)).value() == expected.bytes);
      CHECK(host::read_labels(path, picked(number)).value() == host::read_labels(alone).value());
    }
    CHECK(host::read_geometry(path));
  }
  const host::Image scaled = host::read_image(file_with(movie({4, 3, 2, frame_count}, 0.5F)), picked(2)).value();
  CHECK(scaled.format == PixelFormat::f32);
  // A file of one frame, which the options of another file do not concern.
  const fs::path one = file_with(still(3));
  CHECK(host::read_image(one, picked(0)).value() == read_image_file(one));
  CHECK(host::read_image(one, ReadOptions{.frame = 4}.of_second()).value() == read_image_file(one));
}

TEST_CASE("NIfTI files of several frames are refused unless one of them is picked", "[host][files][volume][errors]") {
  const std::string several = "its axis 4 has 5 places, as of times; ";
  CHECK(refused_frames(movie(), {}) == several + "--frame N picks one of the 5 frames, from 0 to 4");
  CHECK(refused_frames(gzip(movie()), {}) == several + "--frame N picks one of the 5 frames, from 0 to 4");
  CHECK(refused_frames(movie(), ReadOptions().of_second()) ==
        several + "save the one that is meant as a file of its own");
  CHECK(refused_frames(movie(), picked(5)) == "it has 5 frames and no --frame 5; numbers go from 0 to 4");
  CHECK(refused_frames(still(0), picked(1)) == "it has 1 frame and no --frame 1; leave the option out");
  CHECK(refused_frames(movie(), {.channel = 0, .frame = 1}) ==
        "it is no ImageJ or OME-TIFF file, whose channels can be picked; leave out --channel");
  // Damage behind the frame counts too, as behind the voxels of files of one frame.
  CHECK_THAT(refused_frames(movie().substr(0, 500), picked(0)), contains("it is truncated: it has 500 bytes"));
  CHECK_THAT(refused_frames(movie({4, 3, 2, frame_count, 3}), picked(0)),
             contains("its axis 5 has 3 places, as of directions; volumes of three axes and of times can be read"));
  std::string cut = gzip(movie());
  cut[cut.size() - 8] ^= 1;  // of the checksum
  const fs::path path = file_with(cut, "a.nii.gz");
  CHECK_THAT(host::read_image(path, picked(1)).error().message, contains("it is damaged"));
  CHECK_THAT(read_slabs(path, picked(1)).error().message, contains("it is damaged"));
  CHECK_THAT(host::read_image(file_with(gzip(movie() + "more")), picked(1)).error().message, contains("goes on"));
}

}  // namespace glccl::tests
