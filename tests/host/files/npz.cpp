// Arrays of .npz files, as numpy.savez and savez_compressed write them.
#include <zlib.h>

#include <cstdint>
#include <fstream>
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

/// A file of zip_of().
struct Entry {
  std::string name;
  std::string bytes;
  int method = 0;     ///< 0 stored, 8 deflated.
  bool wide = false;  ///< Sizes of 64 bits before the bytes, as NumPy writes them.
};

/// A ZIP file with these files.
std::string zip_of(const std::vector<Entry>& entries) {
  std::string file;
  std::string directory;
  for (const Entry& entry : entries) {
    const auto n = [](std::size_t value, int count) { return little_endian(value, count); };
    const std::string packed = entry.method == 8 ? deflated(entry.bytes, -MAX_WBITS) : entry.bytes;
    const auto* bytes = reinterpret_cast<const Bytef*>(entry.bytes.data());
    const std::string sum = n(crc32(0, bytes, static_cast<uInt>(entry.bytes.size())), 4);
    const std::string sizes = n(packed.size(), 4) + n(entry.bytes.size(), 4);
    const std::string wide = n(1, 2) + n(16, 2) + n(entry.bytes.size(), 8) + n(packed.size(), 8);
    const std::string method = n(static_cast<std::size_t>(entry.method), 2) + n(0, 4) + sum;
    const std::size_t place = file.size();
    file += "PK\x03\x04" + n(entry.wide ? 45 : 20, 2) + n(0, 2) + method;
    file += (entry.wide ? std::string(8, '\xFF') : sizes) + n(entry.name.size(), 2) + n(entry.wide ? 20 : 0, 2);
    file += entry.name + (entry.wide ? wide : "") + packed;
    directory += "PK\x01\x02" + n(20, 2) + n(20, 2) + n(0, 2) + method + sizes + n(entry.name.size(), 2) + n(0, 8) +
                 n(0, 4) + n(place, 4) + entry.name;
  }
  const std::string count = little_endian(static_cast<std::uint32_t>(entries.size()), 2);
  return file + directory + "PK\x05\x06" + std::string(4, '\0') + count + count +
         little_endian(static_cast<std::uint32_t>(directory.size()), 4) +
         little_endian(static_cast<std::uint32_t>(file.size()), 4) + std::string(2, '\0');
}

/// The image that slabs of `planes` planes give; the first error.
Result<Image> read_slabs(const std::string& name, int planes) {
  const Result<host::SlabSource> source = host::open_slabs(name);
  if (!source) return source.error();
  Image image{source->extent, source->format, {}};
  const std::size_t plane = static_cast<std::size_t>(host::slab_of(source->extent, 1).elements()) *
                            static_cast<std::size_t>(bytes_per_pixel(source->format));
  const int all = host::planes_of(source->extent);
  image.bytes.resize(plane * static_cast<std::size_t>(all));
  for (int pass = 0; pass < 2; ++pass) {
    for (int first = 0; first < all; first += planes) {
      const Result<void> status = source->read(first, std::min(planes, all - first), &image.bytes[plane * first]);
      if (!status) return status.error();
    }
  }
  return image;
}

/// The reason of the refusal, the same of both ways.
std::string refused_npz(const std::string& name) {
  const Result<Image> whole = host::read_image(name);
  REQUIRE_FALSE(whole);
  const Result<Image> slabs = read_slabs(name, 1);
  REQUIRE_FALSE(slabs);
  CHECK(slabs.error().message == whole.error().message);
  CHECK(whole.error().code == ErrorCode::file);
  const std::string::size_type reason = whole.error().message.find(".npz: ");
  REQUIRE(reason != std::string::npos);
  return whole.error().message.substr(reason + 6);
}

}  // namespace

TEST_CASE("the array of a .npz file is read", "[host][files][volume]") {
  for (const Image& image : {random_bytes({7, 5}, PixelFormat::u8), random_bytes({6, 5, 4}, PixelFormat::u16),
                             random_bytes({3, 2}, PixelFormat::rgba8)}) {
    const std::string array = as_file(image, "a.npy");
    for (const Entry& entry : {Entry{"arr_0.npy", array}, Entry{"arr_0.npy", array, 0, true},
                               Entry{"arr_0.npy", array, 8}, Entry{"arr_0.npy", array, 8, true}}) {
      CAPTURE(entry.method, entry.wide);
      const fs::path path = file_with(zip_of({{"readme.txt", "no array"}, entry}), "a.npz");
      CHECK(read_image_file(path) == image);
      CHECK(read_image_file(path.string() + ":arr_0") == image);
      for (const int planes : {1, 3, 100}) {
        const Result<Image> slabs = read_slabs(path.string(), planes);
        REQUIRE(slabs);
        CHECK(*slabs == image);
      }
    }
  }
  std::string header = "{'descr': '<i4', 'fortran_order': True, 'shape': (2, 3)}";
  header.resize(69, ' ');
  std::string fortran = std::string("\x93NUMPY\x01\x00\x46\x00", 10) + header + '\n';
  for (const int label : {1, 4, 2, 5, 3, 6}) fortran += little_endian(static_cast<std::uint32_t>(label), 4);
  const fs::path path = file_with(zip_of({{"labels.npy", fortran, 8}}), "labels.npz");
  const Image counted = read_image_file(path);
  CHECK(counted.extent == Extent{3, 2});
  const Result<Image> slabs = read_slabs(path.string(), 1);
  REQUIRE(slabs);
  CHECK(*slabs == counted);
  for (const std::string& name : {path.string(), path.string() + ":labels"}) {
    const Result<host::LabelFile> labels = host::read_labels(name);
    REQUIRE(labels);
    CHECK(labels->values == std::vector<std::int64_t>{1, 2, 3, 4, 5, 6});
  }
}

TEST_CASE("an array of a .npz file is named where it has several", "[host][files]") {
  const Image first = random_bytes({4, 3}, PixelFormat::u8);
  const Image second = random_bytes({2, 5}, PixelFormat::i16);
  const fs::path path = file_with(
      zip_of({{"image.npy", as_file(first, "a.npy")}, {"scan/labels.npy", as_file(second, "b.npy"), 8}}), "a.npz");
  CHECK(read_image_file(path.string() + ":image") == first);
  CHECK(read_image_file(path.string() + ":scan/labels") == second);
  CHECK(read_slabs(path.string() + ":scan/labels", 2).value() == second);
  CHECK(refused_npz(path.string()) ==
        "it holds 2 arrays (image, scan/labels); name one behind a colon, as FILE.npz:image");
  CHECK(refused_npz(path.string() + ":mask") == "it has no array mask; there is image, scan/labels");
}

TEST_CASE("damaged and foreign .npz files are refused", "[host][files][errors]") {
  const std::string array = as_file(random_bytes({40, 30}, PixelFormat::u8), "a.npy");
  CHECK(refused_npz(file_with(zip_of({{"readme.txt", "text"}}), "a.npz").string()) ==
        "it is a ZIP file without arrays of NumPy; a .npz file of numpy.savez can be read");
  CHECK(refused_npz(file_with(zip_of({}), "a.npz").string()).starts_with("it is a ZIP file without arrays"));
  for (const int method : {0, 8}) {
    const std::string whole = zip_of({{"a.npy", array, method}});
    CAPTURE(method);
    for (std::size_t length = 4; length < whole.size(); length += 13) {
      CAPTURE(length);
      CHECK_THAT(refused_npz(file_with(whole.substr(0, length), "a.npz").string()),
                 contains("it is damaged: the ZIP file"));
    }
    std::string flipped = whole;
    flipped[whole.size() / 2] = static_cast<char>(flipped[whole.size() / 2] ^ 1);  // the checksum is wrong
    const fs::path path = file_with(flipped, "a.npz");
    CHECK_THAT(refused_npz(path.string()), contains("it is damaged: its array cannot be unpacked"));
  }
  std::string other = zip_of({{"a.npy", array}});
  other.replace(8, 2, little_endian(12, 2));
  other.replace(other.find("PK\x01\x02") + 10, 2, little_endian(12, 2));
  CHECK(
      refused_npz(file_with(other, "a.npz").string()) ==
      "its array is encrypted or packed by method 12 of ZIP; numpy.savez and savez_compressed write what can be read");
}

}  // namespace glccl::tests
