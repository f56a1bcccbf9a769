// NIfTI-2: the header of NIfTI-1 with wider numbers. Files of both versions give the same images, labels and geometry.
#include <bit>
#include <cmath>
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
using host::Image;

/// Puts numbers into a header, in either byte order.
class Header {
 public:
  explicit Header(bool big) : big_(big) {}

  void put(std::size_t at, std::uint64_t value, int count) {
    std::string bytes = little_endian(static_cast<std::uint32_t>(value), std::min(count, 4));
    if (count == 8) bytes += little_endian(static_cast<std::uint32_t>(value >> 32U), 4);
    if (big_) bytes = {bytes.rbegin(), bytes.rend()};
    bytes_.replace(at, bytes.size(), bytes);
  }
  void put_number(std::size_t at, double value) { put(at, std::bit_cast<std::uint64_t>(value), 8); }
  void put_text(std::size_t at, const std::string& text) { bytes_.replace(at, text.size(), text); }
  const std::string& bytes() const { return bytes_; }

 private:
  bool big_;
  std::string bytes_ = std::string(544, '\0');
};

const std::string magic("n+2\0\r\n\x1A\n", 8);

/// A NIfTI-2 file with the fields of a NIfTI-1 file, whose voxels begin 192 bytes later.
std::string nifti2(const NiftiFile& fields, const std::string& voxels, const std::string& begin = magic) {
  Header header(fields.big);
  header.put(0, 540, 4);
  header.put_text(4, begin);
  header.put(12, static_cast<std::uint64_t>(fields.type), 2);
  header.put(14, static_cast<std::uint64_t>(fields.bits), 2);
  header.put(16, fields.dim.size(), 8);
  for (std::size_t i = 0; i < fields.dim.size(); ++i) {
    header.put(24 + 8 * i, static_cast<std::uint64_t>(std::int64_t{fields.dim[i]}), 8);
  }
  header.put(168, static_cast<std::uint64_t>(static_cast<std::int64_t>(fields.offset) + 192), 8);
  header.put_number(176, double{fields.slope});
  header.put_number(184, double{fields.intercept});
  for (std::size_t i = 0; i < 4; ++i) header.put_number(104 + 8 * i, 0.5 * static_cast<double>(i));
  header.put(500, 2, 4);  // millimetres
  header.put(344, 1, 4);  // qform
  header.put(348, 4, 4);  // sform
  for (std::size_t i = 0; i < 6; ++i) header.put_number(352 + 8 * i, 1.0 + static_cast<double>(i));
  for (std::size_t i = 0; i < 12; ++i) header.put_number(400 + 8 * i, 10.0 + static_cast<double>(i));
  return header.bytes() + voxels;
}

std::string voxels_of(int bytes) {
  std::string voxels;
  for (int i = 0; i < 24 * bytes; ++i) voxels += static_cast<char>(i * 37 % 64);
  return voxels;
}

/// The planes of a file as an image.
Image read_slabs(const fs::path& path) {
  const Result<host::SlabSource> source = host::open_slabs(path.string());
  INFO((source ? "" : source.error().message));
  REQUIRE(source);
  Image image{source->extent, source->format, {}};
  const int all = host::planes_of(source->extent);
  image.bytes.resize(static_cast<std::size_t>(source->extent.elements()) * bytes_per_pixel(source->format));
  for (int z = 0; z < all; ++z) {
    REQUIRE(source->read(z, 1, &image.bytes[image.bytes.size() / static_cast<std::size_t>(all) * z]));
  }
  return image;
}

std::string refused_nifti2(const std::string& file) {
  const fs::path path = file_with(file, "a.nii");
  const Result<host::SlabSource> slabs = host::open_slabs(path.string());
  REQUIRE_FALSE(slabs);
  const std::string whole = reason(path);
  CHECK_THAT(slabs.error().message, contains(whole));
  return whole;
}

}  // namespace

TEST_CASE("NIfTI-2 files are read as NIfTI-1 files", "[host][files][volume]") {
  struct Type {
    int code;
    int bytes;
  };
  for (const bool big : {false, true}) {
    for (const Type& type : {Type{2, 1}, Type{4, 2}, Type{8, 4}, Type{16, 4}, Type{512, 2}, Type{768, 4}}) {
      for (const float slope : {0.0F, 0.5F}) {
        NiftiFile fields{.dim = {4, 3, 2}, .type = type.code, .bits = 8 * type.bytes, .slope = slope, .big = big};
        CAPTURE(big, type.code, slope);
        const Image expected = read(nifti(fields, voxels_of(type.bytes)));
        const std::string file = nifti2(fields, voxels_of(type.bytes));
        for (const fs::path& path : {file_with(file, "a.nii"), file_with(gzip(file), "a.nii.gz")}) {
          CHECK(read_image_file(path) == expected);
          CHECK(read_slabs(path) == expected);
        }
      }
    }
    const std::string labels = nifti2({.dim = {4, 3, 2}, .big = big}, voxels_of(1));
    const fs::path path = file_with(gzip(labels), "labels.nii.gz");
    CHECK(host::read_labels(path).value() ==
          host::read_labels(file_with(nifti({.dim = {4, 3, 2}}, voxels_of(1)))).value());
    const auto geometry = host::read_geometry(path);
    REQUIRE(geometry);
    CHECK(geometry->pixdim == std::array<float, 4>{0.0F, 0.5F, 1.0F, 1.5F});
    CHECK(geometry->units == 2);
    CHECK(geometry->qform_code == 1);
    CHECK(geometry->sform_code == 4);
    CHECK(geometry->rotation == std::array<float, 6>{1, 2, 3, 4, 5, 6});
    CHECK(geometry->matrix.back() == 21.0F);
  }
  // Sides beyond the 16 bits of NIfTI-1, and voxels behind extensions.
  const std::string row(40000, 'x');
  CHECK(read_image_file(file_with(nifti2({.dim = {40000, 1, 1}}, row), "a.nii")).extent == Extent{40000, 1});
  const std::string behind = nifti2({.dim = {4, 3, 2}, .offset = 368.0F}, std::string(16, 'e') + voxels_of(1));
  CHECK(read_image_file(file_with(behind, "a.nii")) == read(nifti({.dim = {4, 3, 2}}, voxels_of(1))));
}

TEST_CASE("NIfTI-2 files that cannot be read are refused with the reason", "[host][files][volume][errors]") {
  const NiftiFile fields{.dim = {4, 3, 2}};
  const std::string readable = "; NIfTI-1 and NIfTI-2 in one file (.nii or .nii.gz) can be read";
  const std::string voxels = voxels_of(1);
  CHECK(refused_nifti2(nifti2(fields, voxels, std::string("ni2\0\r\n\x1A\n", 8))) ==
        "it is the header of a pair of NIfTI files (.hdr and .img)" + readable);
  for (const std::string& begin : {std::string("n+1\0\r\n\x1A\n", 8), std::string("n+2\0\n\x1A\n\n", 8)}) {
    CHECK(refused_nifti2(nifti2(fields, voxels, begin)) ==
          "its header has the size of NIfTI-2, but not its magic n+2" + readable);
  }
  CHECK_THAT(refused_nifti2(nifti2({.dim = {4, 3, 2}, .offset = 351.0F}, voxels)),
             contains("and 544 is the first that can be"));
  CHECK_THAT(refused_nifti2(nifti2({.dim = {4, 3, -2}}, voxels)), contains("axis 3 of its NIfTI header is -2"));
  CHECK_THAT(refused_nifti2(nifti2({.dim = {4, 3, 2, 5}}, voxels)), contains("its axis 4 has 5 places"));
  // More bytes than 64 bits count.
  CHECK(refused_nifti2(nifti2({.dim = {4, 3, 2, 0x7FFFFFFF, 1}}, voxels).replace(52, 4, "\xFF\xFF\xFF\x7F")) ==
        "it is damaged: axis 4 of its NIfTI header is 9223372034707292159; fetch or save it again");
  CHECK_THAT(refused_nifti2(nifti2(fields, voxels).substr(0, 560)), contains("it is truncated"));
  CHECK_THAT(refused_nifti2(nifti2(fields, voxels).substr(0, 400)), contains("ends within its header"));
}

}  // namespace glccl::tests
