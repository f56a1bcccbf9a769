// NIfTI files that are read slab by slab, against read_image().
#include <algorithm>
#include <bit>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "glccl/host/image_files.hpp"
#include "glccl/host/slab_sources.hpp"
#include "tests/host/files/file_bytes.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;
using host::SlabSource;

constexpr std::uint8_t rubbish = 0xA5;

/// 3x4x7 voxels of so many bytes, all different: integers, or floats of 64 bits.
std::string voxels(int bytes, bool big, bool floats = false) {
  std::string all;
  for (int i = 0; i < 3 * 4 * 7; ++i) {
    const auto number =
        floats ? std::bit_cast<std::uint64_t>(static_cast<double>(i) - 7.5) : static_cast<std::uint64_t>(i);
    std::string voxel(reinterpret_cast<const char*>(&number), static_cast<std::size_t>(bytes));
    if (big) std::reverse(voxel.begin(), voxel.end());
    all += voxel;
  }
  return all;
}

/// Checks that slabs of any thickness, in two passes, are the planes of the whole.
void check_slabs(const fs::path& path) {
  const Result<host::Image> whole = host::read_image(path);
  REQUIRE(whole);
  const Result<SlabSource> source = host::open_slabs(path.string());
  INFO((source ? "" : source.error().message));
  REQUIRE(source);
  CHECK(source->extent == whole->extent);
  CHECK(source->format == whole->format);
  const int all = host::planes_of(whole->extent);
  const std::size_t plane = whole->bytes.size() / static_cast<std::size_t>(all);
  for (const int thick : {1, 3, all}) {
    for (int pass = 0; pass < 2; ++pass) {
      std::vector<std::uint8_t> read;
      for (int first = 0; first < all; first += thick) {
        const int planes = std::min(thick, all - first);
        std::vector<std::uint8_t> slab(static_cast<std::size_t>(planes) * plane + 1, rubbish);
        REQUIRE(source->read(first, planes, slab.data()));
        CHECK(slab.back() == rubbish);
        read.insert(read.end(), slab.begin(), slab.end() - 1);
      }
      CHECK(read == whole->bytes);
    }
  }
  // A second pass leaves slabs out that are kept.
  std::vector<std::uint8_t> last(plane, rubbish);
  REQUIRE(source->read(all - 1, 1, last.data()));
  CHECK(std::equal(last.begin(), last.end(), whole->bytes.end() - static_cast<std::ptrdiff_t>(plane)));
}

/// The message of a file of 3x4x7 floats of 64 bits that is read in slabs of 3 slices; `change` changes its bytes.
template <class Change>
std::string message_of(const Change& change) {
  const fs::path path = file_with(change(nifti({.dim = {3, 4, 7}, .type = 64, .bits = 64}, voxels(8, false, true))));
  const Result<SlabSource> source = host::open_nifti_slabs(path);
  if (!source) return source.error().message;
  std::vector<float> slab(3 * 4 * 3);
  for (int first = 0; first < 7; first += 3) {
    const Result<void> status = source->read(first, std::min(3, 7 - first), slab.data());
    if (!status) return std::to_string(first) + ": " + status.error().message;
  }
  return {};
}

}  // namespace

TEST_CASE("NIfTI files are read plane by plane", "[host][tiled]") {
  struct Case {
    int type;
    int bits;
    float slope;
  };
  // As stored, of one to four bytes; with a slope; converted to 32 bits.
  for (const Case& test : {Case{2, 8, 0},
                           {256, 8, 0},
                           {512, 16, 0},
                           {4, 16, 0},
                           {8, 32, 0},
                           {768, 32, 0},
                           {4, 16, 0.5F},
                           {2, 8, 3},
                           {1280, 64, 0},
                           {1024, 64, 0},
                           {64, 64, 0},
                           {64, 64, 2}}) {
    for (const bool big : {false, true}) {
      CAPTURE(test.type, test.slope, big);
      const std::string file = nifti(
          {.dim = {3, 4, 7}, .type = test.type, .bits = test.bits, .slope = test.slope, .intercept = 1.0F, .big = big},
          voxels(test.bits / 8, big, test.type == 64));
      check_slabs(file_with(file));
      check_slabs(file_with(gzip(file)));
    }
  }
  // An image, of which planes are rows; and voxels behind extensions.
  check_slabs(file_with(nifti({.dim = {12, 7}}, voxels(1, false))));
  check_slabs(file_with(gzip(nifti({.dim = {3, 4, 7}, .offset = 400.0F}, std::string(48, 'x') + voxels(1, false)))));
}

TEST_CASE("NIfTI files that cannot be read slab by slab are refused in one line", "[host][tiled]") {
  const auto plain = [](const std::string& file) { return file; };
  CHECK(message_of(plain) == "");
  CHECK(message_of([](const std::string& file) { return gzip(file); }) == "");
  CHECK_THAT(message_of([](const std::string& file) { return file.substr(0, 900); }),
             contains("cannot read ") && contains("it is truncated: it has 900 bytes"));
  CHECK_THAT(message_of([](const std::string& file) { return file.substr(0, 300); }),
             contains("it is truncated: the NIfTI file ends within its header"));
  CHECK_THAT(message_of([](const std::string&) { return gzip(std::string(1000, 'x')); }),
             contains("it is compressed by gzip and no NIfTI file"));
  CHECK_THAT(message_of([](std::string file) {
               file.replace(0, 4, little_endian(540, 4));
               return file;
             }),
             contains("its header has the size of NIfTI-2, but not its magic n+2; NIfTI-1 and NIfTI-2 in one file"));
  // A number that f32 does not hold, in the second slab; voxels are counted in the whole.
  CHECK_THAT(message_of([](std::string file) {
               const double third = 1.0 / 3.0;
               std::memcpy(&file[352 + 8 * 40], &third, sizeof third);
               return gzip(file);
             }),
             contains("3: cannot read ") && contains("its element 40 is 0.333333, which f32 does not hold"));
  CHECK_THAT(message_of([](const std::string& file) {
               const std::string packed = gzip(file);
               return packed.substr(0, packed.size() - 8 - 30);
             }),
             contains("cannot read ") && contains("it is truncated: its gzip data ends within its voxels, at byte "));
  CHECK_THAT(message_of([](const std::string& file) {
               std::string packed = gzip(file);
               packed[packed.size() - 8] ^= 1;  // of the checksum
               return packed;
             }),
             contains("cannot read ") && contains("it is damaged: its gzip data cannot be inflated at byte "));
  CHECK_THAT(message_of([](const std::string& file) { return gzip(file + "more"); }),
             contains("6: cannot read ") && contains("its gzip data goes on behind the voxels"));
}

TEST_CASE("a NIfTI file that becomes shorter names the byte", "[host][tiled]") {
  const fs::path path = file_with(nifti({.dim = {3, 4, 7}}, voxels(1, false)));
  const Result<SlabSource> source = host::open_slabs(path.string());
  REQUIRE(source);
  fs::resize_file(path, 400);
  std::vector<std::uint8_t> elements(3 * 4 * 7);
  const Result<void> status = source->read(0, 7, elements.data());
  REQUIRE_FALSE(status);
  CHECK(status.error().message ==
        "cannot read " + path.string() + ": at byte 400: it ends there; it has become shorter, start again");
}

}  // namespace glccl::tests
