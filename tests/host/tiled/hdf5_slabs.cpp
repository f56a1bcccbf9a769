// Datasets of HDF5 files as sources of slabs.
#include <hdf5.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "glccl/host/slab_sources.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;
using host::SlabSource;

/// A dataset of a test: bytes that count up, stored as this type.
struct StoredDataset {
  const char* name;
  std::vector<hsize_t> sides;
  hid_t type = H5T_STD_U8LE;
  hid_t memory = H5T_NATIVE_UINT8;
  PixelFormat format = PixelFormat::u8;
  std::vector<hsize_t> chunk = {};
  bool deflated = false;
};

std::vector<std::uint8_t> bytes_of(const StoredDataset& dataset) {
  std::size_t count = H5Tget_size(dataset.memory);
  for (const hsize_t side : dataset.sides) count *= side;
  std::vector<std::uint8_t> bytes(count);
  for (std::size_t i = 0; i < count; ++i) bytes[i] = static_cast<std::uint8_t>(i * 7 + i / 256);
  // No float that a conversion of byte order would change.
  if (dataset.format == PixelFormat::f32) std::fill(bytes.begin(), bytes.end(), std::uint8_t{0x3f});
  return bytes;
}

fs::path write(const StoredDataset& dataset) {
  const fs::path path = scratch_file("slabs.h5");
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t group = H5Gcreate2(file, "/scan", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  const hid_t space = H5Screate_simple(static_cast<int>(dataset.sides.size()), dataset.sides.data(), nullptr);
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  if (!dataset.chunk.empty()) {
    H5Pset_chunk(properties, static_cast<int>(dataset.chunk.size()), dataset.chunk.data());
  }
  if (dataset.deflated) H5Pset_deflate(properties, 4);
  const hid_t set = H5Dcreate2(group, "volume", dataset.type, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  const std::vector<std::uint8_t> bytes = bytes_of(dataset);
  CHECK(H5Dwrite(set, dataset.memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) >= 0);
  H5Dclose(set);
  H5Pclose(properties);
  H5Sclose(space);
  H5Gclose(group);
  H5Fclose(file);
  return path;
}

/// An enumeration as h5py stores truth values.
hid_t truth_type() {
  const hid_t type = H5Tenum_create(H5T_STD_I8LE);
  for (std::int8_t value : {std::int8_t{0}, std::int8_t{1}})
    H5Tenum_insert(type, value == 0 ? "FALSE" : "TRUE", &value);
  return type;
}

std::string error_of(const fs::path& path, const std::string& dataset) {
  const Result<SlabSource> source = host::open_hdf5_slabs(path, dataset);
  return source ? std::string() : source.error().message;
}

}  // namespace

TEST_CASE("datasets of HDF5 are read plane by plane", "[host][tiled]") {
  const std::vector<StoredDataset> datasets = {
      {.name = "an image", .sides = {50, 37}},
      {.name = "a volume", .sides = {21, 8, 9}},
      {.name = "a volume in four axes", .sides = {1, 21, 8, 9}},
      {.name = "slices of four axes in chunks", .sides = {21, 1, 18, 19}, .chunk = {4, 1, 5, 6}},
      {.name = "one channel, last", .sides = {21, 8, 9, 1}},
      {.name = "a volume in chunks", .sides = {21, 18, 19}, .chunk = {4, 5, 6}},
      {.name = "chunks of deflate",
       .sides = {50, 37},
       .type = H5T_STD_U16LE,
       .memory = H5T_NATIVE_UINT16,
       .format = PixelFormat::u16,
       .chunk = {16, 16},
       .deflated = true},
      {.name = "big-endian",
       .sides = {50, 37},
       .type = H5T_STD_I16BE,
       .memory = H5T_NATIVE_INT16,
       .format = PixelFormat::i16},
      {.name = "floats",
       .sides = {5, 37},
       .type = H5T_IEEE_F32BE,
       .memory = H5T_NATIVE_FLOAT,
       .format = PixelFormat::f32},
      {.name = "ids",
       .sides = {7, 5, 4},
       .type = H5T_STD_U32LE,
       .memory = H5T_NATIVE_UINT32,
       .format = PixelFormat::u32},
      {.name = "wide integers",
       .sides = {5, 7, 4},
       .type = H5T_STD_I64BE,
       .memory = H5T_NATIVE_INT32,
       .format = PixelFormat::i32},
      {.name = "wide ids",
       .sides = {50, 7},
       .type = H5T_STD_U64LE,
       .memory = H5T_NATIVE_UINT32,
       .format = PixelFormat::u32,
       .chunk = {3, 3}},
      {.name = "wide floats",
       .sides = {5, 7, 4},
       .type = H5T_IEEE_F64LE,
       .memory = H5T_NATIVE_FLOAT,
       .format = PixelFormat::f32},
      {.name = "a volume of one slice", .sides = {1, 30, 20}, .chunk = {1, 8, 8}, .deflated = true},
      {.name = "a volume of columns",
       .sides = {30, 1, 1},
       .type = H5T_STD_I8LE,
       .memory = H5T_NATIVE_INT8,
       .format = PixelFormat::i8},
  };
  for (const StoredDataset& dataset : datasets) {
    CAPTURE(dataset.name);
    const fs::path path = write(dataset);
    const Result<SlabSource> source = host::open_slabs(path.string() + ":/scan/volume");
    REQUIRE(source);
    CHECK(source->format == dataset.format);
    const std::vector<std::uint8_t> expected = bytes_of(dataset);
    const int all = host::planes_of(source->extent);
    const std::size_t plane = expected.size() / static_cast<std::size_t>(all);
    CHECK(plane ==
          static_cast<std::size_t>(host::slab_of(source->extent, 1).elements()) * bytes_per_pixel(source->format));
    for (const int at_once : {1, 3, 100}) {
      std::vector<std::uint8_t> found(expected.size() + 1, 0xAB);
      for (int first = 0; first < all; first += at_once) {
        REQUIRE(source->read(first, std::min(at_once, all - first), &found[static_cast<std::size_t>(first) * plane]));
      }
      CHECK(found.back() == 0xAB);
      found.pop_back();
      CHECK(found == expected);
    }
  }
}

TEST_CASE("truth values of h5py are read as bytes", "[host][tiled]") {
  const hid_t type = truth_type();
  const fs::path path = write({.name = "truth", .sides = {3, 4}, .type = type, .memory = type});
  const Result<SlabSource> source = host::open_hdf5_slabs(path, "/scan/volume");
  REQUIRE(source);
  CHECK(source->format == PixelFormat::u8);
  std::vector<std::uint8_t> found(12);
  REQUIRE(source->read(0, 3, found.data()));
  CHECK(found[1] == 7);
  H5Tclose(type);
}

TEST_CASE("a chunk that cannot be read is named with its slab", "[host][tiled]") {
  const fs::path path = write({.name = "chunks", .sides = {40, 30}, .chunk = {16, 16}, .deflated = true});
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t set = H5Dopen2(file, "/scan/volume", H5P_DEFAULT);
  const std::vector<hsize_t> place = {16, 16};
  unsigned mask = 0;
  haddr_t at = 0;
  hsize_t bytes = 0;
  REQUIRE(H5Dget_chunk_info_by_coord(set, place.data(), &mask, &at, &bytes) >= 0);
  H5Dclose(set);
  H5Fclose(file);
  std::fstream(path, std::ios::in | std::ios::out | std::ios::binary).seekp(static_cast<std::streamoff>(at))
      << std::string(bytes, '\xff');
  const Result<SlabSource> source = host::open_hdf5_slabs(path, "/scan/volume");
  REQUIRE(source);
  const auto report = host::label_slabs(*source, host::solve_by_cpu_fast(1), {}, {.planes = 10});
  REQUIRE_FALSE(report);
  CHECK(report.error().code == ErrorCode::file);
  CHECK_THAT(report.error().message, contains("rows 10 to 19: cannot read ") &&
                                         contains("/scan/volume, the chunk at (16, 16), at byte " + std::to_string(at) +
                                                  " of the file, cannot be read (inflate() failed)"));
}

TEST_CASE("numbers of HDF5 that no element holds as they are", "[host][tiled]") {
  const auto read = [](const fs::path& path, auto* elements) {
    const Result<SlabSource> source = host::open_hdf5_slabs(path, "/scan/volume");
    REQUIRE(source);
    return source->read(0, 2, elements);
  };
  const StoredDataset ids{.name = "ids", .sides = {2, 1}, .type = H5T_STD_U64LE, .memory = H5T_NATIVE_UINT64};
  std::vector<std::uint32_t> words(2);
  const Result<void> refused = read(write(ids), words.data());
  REQUIRE_FALSE(refused);
  CHECK_THAT(refused.error().message, contains("which u32 does not hold"));

  const hid_t half = H5Tcopy(H5T_IEEE_F32LE);
  H5Tset_fields(half, 15, 10, 5, 0, 10);
  H5Tset_size(half, 2);
  H5Tset_ebias(half, 15);
  std::vector<float> floats(2);
  REQUIRE(read(
      write({.name = "halves", .sides = {2, 1}, .type = half, .memory = H5T_NATIVE_FLOAT, .format = PixelFormat::f32}),
      floats.data()));
  CHECK(floats == std::vector<float>{0.74707031F, 0.74707031F});  // 0x3f3f3f3f, rounded to a half
  H5Tclose(half);
}

TEST_CASE("a dataset of HDF5 whose filter is not there is refused by the filter's name", "[host][tiled][errors]") {
  // The number of LZF, which h5py brings along; libhdf5 does not have it.
  const H5Z_class2_t lzf{
      H5Z_CLASS_T_VERS,
      32000,
      1,
      1,
      "lzf",
      nullptr,
      nullptr,
      [](unsigned, std::size_t, const unsigned*, std::size_t bytes, std::size_t*, void**) { return bytes; }};
  REQUIRE(H5Zregister(&lzf) >= 0);
  const fs::path path = scratch_file("lzf.h5");
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const std::vector<hsize_t> sides = {4, 4};
  const hid_t space = H5Screate_simple(2, sides.data(), nullptr);
  const hid_t properties = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_chunk(properties, 2, sides.data());
  H5Pset_filter(properties, 32000, 0, 0, nullptr);
  const hid_t set = H5Dcreate2(file, "volume", H5T_STD_U8LE, space, H5P_DEFAULT, properties, H5P_DEFAULT);
  const std::vector<std::uint8_t> bytes(16, 1);
  CHECK(H5Dwrite(set, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes.data()) >= 0);
  H5Dclose(set);
  H5Pclose(properties);
  H5Sclose(space);
  H5Fclose(file);
  CHECK(error_of(path, "/volume").empty());
  REQUIRE(H5Zunregister(32000) >= 0);
  CHECK(error_of(path, "/volume") ==
        "cannot read " + path.string() +
            ": /volume is stored through the filter lzf (32000), which libhdf5 does not have here; name its plugin's "
            "folder in HDF5_PLUGIN_PATH, or write the dataset again with compression=\"gzip\" of h5py");
}

TEST_CASE("datasets that are not read are refused in one line", "[host][tiled]") {
  const fs::path path = write({.name = "an image", .sides = {5, 4}});
  CHECK_THAT(error_of(path, "/scan/other"), contains("it has no dataset /scan/other"));
  CHECK_THAT(error_of(path, "/scan"), contains("it has no dataset /scan"));
  CHECK_THAT(error_of(path.parent_path() / "missing.h5", "/a"), contains("there is no such file"));
  CHECK_THAT(host::open_slabs(path.string()).error().message,
             contains("it is an HDF5 file; name a dataset in it, as " + path.string() + ":/scan/volume"));
  CHECK(host::read_image(path).error().message == host::open_slabs(path.string()).error().message);
  CHECK_THAT(error_of(write({.name = "a row", .sides = {5}}), "/scan/volume"),
             contains("has the shape (5); (H, W), (D, H, W) and these with another axis of length 1 can be read"));
  CHECK_THAT(error_of(write({.name = "nothing", .sides = {0, 5}}), "/scan/volume"), contains("it has no pixels"));
  CHECK_THAT(
      error_of(write({.name = "bits", .sides = {5, 5}, .type = H5T_STD_B8LE, .memory = H5T_NATIVE_B8}), "/scan/volume"),
      contains("has other elements than integers of 8 to 64 bits or floats of 16 to 64 bits"));
  std::ofstream(path) << "no dataset";
  CHECK_THAT(error_of(path, "/a"), contains("it is no HDF5 file, or it is damaged"));
}

}  // namespace glccl::tests
