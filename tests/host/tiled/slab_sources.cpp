// Sources of slabs: files that are read in parts, and images that are made as they are read.
#include "glccl/host/slab_sources.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "glccl/host/label_files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;
using host::Image;
using host::SlabSource;

/// The whole of a source, read by so many planes at once.
Image read_all(const SlabSource& source, int at_once) {
  Image image{source.extent, source.format, {}};
  const int all = host::planes_of(source.extent);
  const auto plane =
      static_cast<std::size_t>(host::slab_of(source.extent, 1).elements()) * bytes_per_pixel(source.format);
  image.bytes.resize(static_cast<std::size_t>(all) * plane);
  for (int first = 0; first < all; first += at_once) {
    REQUIRE(source.read(first, std::min(at_once, all - first), &image.bytes[static_cast<std::size_t>(first) * plane]));
  }
  return image;
}

/// Bytes of an image of this format that differ from their neighbours.
Image counting_image(Extent extent, PixelFormat format) {
  Image image{extent, format, {}};
  image.bytes.resize(static_cast<std::size_t>(extent.elements()) * bytes_per_pixel(format));
  for (std::size_t i = 0; i < image.bytes.size(); ++i) image.bytes[i] = static_cast<std::uint8_t>(i * 7 + i / 256);
  return image;
}

void write_bytes(const fs::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace

TEST_CASE("files without a header are read plane by plane", "[host][tiled]") {
  const fs::path path = scratch_directory() / "slabs.raw";
  for (const PixelFormat format : {PixelFormat::u8, PixelFormat::i16, PixelFormat::f32, PixelFormat::rgba8}) {
    for (const Extent extent : {Extent{13, 9}, {5, 6, 7}, {1, 1}, {300, 1}}) {
      const Image image = counting_image(extent, format);
      write_bytes(path, {image.bytes.begin(), image.bytes.end()});
      const Result<SlabSource> source = host::open_raw_slabs(path, {extent, format});
      REQUIRE(source);
      for (const int at_once : {1, 2, 100}) CHECK(read_all(*source, at_once) == image);
    }
  }
}

TEST_CASE(".npy files are read plane by plane", "[host][tiled]") {
  const fs::path path = scratch_directory() / "slabs.npy";
  for (const PixelFormat format : {PixelFormat::u8, PixelFormat::u16, PixelFormat::rgba8}) {
    for (const Extent extent : {Extent{13, 9}, {5, 6, 7}, {3, 4, 5}}) {
      const Image image = counting_image(extent, format);
      REQUIRE(host::write_image(path, image));
      const Result<SlabSource> source = host::open_npy_slabs(path);
      REQUIRE(source);
      for (const int at_once : {1, 4, 100}) CHECK(read_all(*source, at_once) == image);
    }
  }
  // uint16 in the other byte order.
  const Image image = counting_image({4, 3}, PixelFormat::u16);
  REQUIRE(host::write_image(path, image));
  std::string bytes = read_file(path);
  const std::size_t type = bytes.find("<u2");
  REQUIRE(type != std::string::npos);
  bytes[type] = '>';
  for (std::size_t at = bytes.size() - image.bytes.size(); at < bytes.size(); at += 2)
    std::swap(bytes[at], bytes[at + 1]);
  write_bytes(path, bytes);
  const Result<SlabSource> source = host::open_npy_slabs(path);
  REQUIRE(source);
  CHECK(read_all(*source, 2) == image);
}

TEST_CASE("a file that cannot be read in parts is refused in one line", "[host][tiled]") {
  const fs::path folder = scratch_directory();
  const fs::path path = folder / "refused.npy";
  const auto error_of = [&](const fs::path& file) {
    const Result<SlabSource> source = host::open_npy_slabs(file);
    return source ? std::string() : source.error().message;
  };
  CHECK_THAT(error_of(folder / "missing.npy"),
             contains("missing.npy: there is no such file; name a .npy, TIFF or HDF5 file"));
  CHECK_THAT(error_of(folder), contains("it is no regular file"));
  write_bytes(path, "no array");
  CHECK_THAT(error_of(path), contains("it is no .npy file"));
  REQUIRE(host::write_image(path, counting_image({20, 30}, PixelFormat::u8)));
  fs::resize_file(path, fs::file_size(path) - 1);
  CHECK_THAT(error_of(path), contains("it is truncated: it holds 599 bytes of the array's 600"));
  CHECK_THAT(host::open_raw_slabs(path, {{20, 30}, PixelFormat::u8}).error().message,
             contains("elements of u8 are 600"));
}

TEST_CASE("a file that becomes shorter while it is read names the byte", "[host][tiled]") {
  const fs::path path = scratch_directory() / "shorter.raw";
  const Image image = counting_image({20, 30}, PixelFormat::u8);
  write_bytes(path, {image.bytes.begin(), image.bytes.end()});
  const Result<SlabSource> source = host::open_raw_slabs(path, {{20, 30}, PixelFormat::u8});
  REQUIRE(source);
  fs::resize_file(path, 250);
  const auto report = host::label_slabs(*source, host::solve_by_cpu_fast(1), {}, {.planes = 10});
  REQUIRE_FALSE(report);
  CHECK(report.error().code == ErrorCode::file);
  CHECK_THAT(report.error().message, contains("rows 10 to 19: cannot read"));
  CHECK_THAT(report.error().message, contains("at byte 250: it ends there"));
}

TEST_CASE("labels written slab by slab make the file that write_labels() writes", "[host][tiled]") {
  const fs::path folder = scratch_directory();
  for (const Image& image : {make_image("noise", {37, 50}), make_image("noise", {9, 8, 21})}) {
    const LabelImage expected = reference_labels(image.view(), Connectivity::eighteen);
    for (const char* ending : {".npy", ".raw"}) {
      const fs::path whole = folder / (std::string("whole") + ending);
      const fs::path slabs = folder / (std::string("slabs") + ending);
      REQUIRE(host::write_labels(whole, expected));
      Result<host::OutputFile> file = host::OutputFile::create(slabs);
      REQUIRE(file);
      REQUIRE(host::begin_slab_labels(*file, image.extent));
      const auto report = host::label_slabs(
          host::source_of(image.view()), host::solve_by_cpu_fast(1), {Connectivity::eighteen}, {.planes = 4},
          [&](const host::FinishedSlab& slab) { return file->write(slab.labels.data(), slab.labels.size_bytes()); });
      REQUIRE(report);
      REQUIRE(file->commit());
      CHECK(read_file(slabs) == read_file(whole));
    }
  }
}

TEST_CASE("labels written slab by slab make a BigTIFF", "[host][tiled]") {
  const fs::path path = scratch_directory() / "labels.tif";
  // Three strips, and strips of a row.
  for (const Extent extent : {Extent{37, 50}, {1000, 600}, {300000, 3}, {9, 8, 21}, {700, 400, 3}, {1, 1}}) {
    LabelImage labels{extent, std::vector<std::uint32_t>(static_cast<std::size_t>(extent.elements()))};
    for (std::size_t i = 0; i < labels.values.size(); ++i)
      labels.values[i] = static_cast<std::uint32_t>(i * 2654435761);
    Result<host::OutputFile> file = host::OutputFile::create(path);
    REQUIRE(file);
    REQUIRE(host::begin_slab_labels(*file, extent));
    REQUIRE(file->write(labels.values.data(), labels.values.size() * sizeof(std::uint32_t)));
    REQUIRE(file->commit());
    const Result<host::LabelFile> found = host::read_labels(path);
    REQUIRE(found);
    CHECK(found->extent == extent);
    CHECK(read_file(path).substr(0, 4) == std::string("II\x2B\0", 4));
    CHECK(std::equal(labels.values.begin(), labels.values.end(), found->values.begin(), found->values.end()));
  }
  Result<host::OutputFile> file = host::OutputFile::create(path);
  REQUIRE(file);
  CHECK_THAT(host::begin_slab_labels(*file, {1, 1, 1048577}).error().message, contains("TIFF holds 1048576; use .npy"));
  const Result<void> status = host::check_slab_labels_path("labels.png");
  REQUIRE_FALSE(status);
  CHECK(status.error().message ==
        "cannot write labels.png as labels slab by slab: the ending .png is not known; use "
        ".npy, .raw, .tif or .tiff");
}

TEST_CASE("images made by coordinates are the same however they are read", "[host][tiled]") {
  for (const Extent extent : {Extent{70, 50}, {35, 40, 70}}) {
    const Result<SlabSource> gyroid = host::generate_slabs("gyroid", extent);
    REQUIRE(gyroid);
    const Result<Image> expected = host::generate_volume("gyroid", extent);
    REQUIRE(expected);
    for (const int at_once : {1, 7, 100}) CHECK(read_all(*gyroid, at_once) == *expected);
    const Result<SlabSource> noise = host::generate_slabs("hash-noise", extent, {.seed = 3, .density = 0.3});
    REQUIRE(noise);
    const Image whole = read_all(*noise, 1000);
    for (const int at_once : {1, 7}) CHECK(read_all(*noise, at_once) == whole);
    const auto share = static_cast<double>(std::count(whole.bytes.begin(), whole.bytes.end(), 255)) /
                       static_cast<double>(whole.bytes.size());
    CHECK(std::abs(share - 0.3) < 0.03);
    const Result<SlabSource> other = host::generate_slabs("hash-noise", extent, {.seed = 4, .density = 0.3});
    REQUIRE(other);
    CHECK_FALSE(read_all(*other, 1000) == whole);
  }
  CHECK(host::generate_slabs("spiral", {4, 4}).error().message ==
        "there is no kind \"spiral\" that is made by coordinates: there are hash-noise, hash-balls and gyroid");
  CHECK_FALSE(host::generate_slabs("hash-noise", {4, 4}, {.density = 1.5}));
  CHECK_FALSE(host::generate_slabs("gyroid", {4, 0}));
}

}  // namespace glccl::tests
