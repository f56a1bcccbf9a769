// A file that cannot hold what its header claims is refused before memory is taken for it.
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "glccl/host/image_files.hpp"
#include "tests/host/files/file_bytes.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tests/support/sanitizers.hpp"
#include "tests/support/skip.hpp"

namespace glccl::tests {
namespace {

#ifdef GLCCL_WITH_ADDRESS_SANITIZER
constexpr const char* why_not = "AddressSanitizer maps too much memory to limit it";
#else
constexpr const char* why_not = "";
#endif

/// While it lives, this process can map at most `bytes` more than it has mapped.
class MemoryLimit {
 public:
  explicit MemoryLimit(std::size_t bytes) {
    std::size_t pages = 0;
    std::ifstream("/proc/self/statm") >> pages;
    REQUIRE(pages > 0);
    REQUIRE(::getrlimit(RLIMIT_AS, &former_) == 0);
    rlimit limit = former_;
    limit.rlim_cur = pages * 4096 + bytes;
    REQUIRE(::setrlimit(RLIMIT_AS, &limit) == 0);
  }
  ~MemoryLimit() { ::setrlimit(RLIMIT_AS, &former_); }
  MemoryLimit(const MemoryLimit&) = delete;
  MemoryLimit& operator=(const MemoryLimit&) = delete;

 private:
  rlimit former_{};
};

/// Reads with at most 64 MiB of new memory.
Result<host::Image> read_in_little_memory(const std::string& bytes) {
  const std::filesystem::path path = file_with(bytes);
  const MemoryLimit limit(std::size_t{64} << 20);
  return host::read_image(path);
}

/// A JPEG whose frame says another extent.
std::string claiming(std::string jpeg, int width, int height) {
  const std::size_t frame = std::min(jpeg.find("\xFF\xC0"), jpeg.find("\xFF\xC2"));
  REQUIRE(frame != std::string::npos);
  return jpeg.replace(frame + 5, 4, bytes_of({height >> 8, height & 255, width >> 8, width & 255}));
}

/// A TIFF of 20000x20000 pixels of which the first strip has eight bytes and the others none. With `tile`, of tiles
/// that large instead of strips.
std::string huge_tiff(int bits, int channels, int compression, unsigned tile = 0) {
  const int photometric = channels == 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
  return read_file(tiff({20000, 20000}, bits, photometric, [&](TIFF* file) {
    TIFFSetField(file, TIFFTAG_COMPRESSION, compression);
    TIFFSetField(file, tile != 0 ? TIFFTAG_TILEWIDTH : TIFFTAG_ROWSPERSTRIP, tile != 0 ? tile : 20000);
    if (tile != 0) TIFFSetField(file, TIFFTAG_TILELENGTH, tile);
    std::uint8_t data[8] = {};
    if (tile != 0) {
      TIFFWriteRawTile(file, 0, data, sizeof data);
    } else {
      TIFFWriteRawStrip(file, 0, data, sizeof data);
    }
  }));
}

/// A TIFF of one bit and one strip, grey or with a palette, in the codes of fax group 4. It has `codes`; without any,
/// those of an empty page.
std::string fax(Extent extent, int photometric, const std::string& codes = "") {
  return read_file(tiff(extent, 1, photometric, [&](TIFF* file) {
    TIFFSetField(file, TIFFTAG_COMPRESSION, COMPRESSION_CCITTFAX4);
    TIFFSetField(file, TIFFTAG_ROWSPERSTRIP, extent.height);
    std::uint16_t ramp[] = {0, 65535};
    if (photometric == PHOTOMETRIC_PALETTE) TIFFSetField(file, TIFFTAG_COLORMAP, ramp, ramp, ramp);
    if (!codes.empty()) {
      std::string data = codes;
      TIFFWriteRawStrip(file, 0, data.data(), static_cast<tmsize_t>(data.size()));
      return;
    }
    std::string row(static_cast<std::size_t>(extent.width + 7) / 8, '\0');
    for (int y = 0; y < extent.height; ++y) TIFFWriteScanline(file, row.data(), static_cast<std::uint32_t>(y));
  }));
}

/// A TIFF of 100 pages of 2000x2000 pixels, each of which has eight bytes.
std::string tiff_of_many_pages() {
  return read_file(tiff({2000, 2000}, 8, PHOTOMETRIC_MINISBLACK, [&](TIFF* file) {
    for (int page = 0; page < 100; ++page) {
      TIFFSetField(file, TIFFTAG_IMAGEWIDTH, 2000);
      TIFFSetField(file, TIFFTAG_IMAGELENGTH, 2000);
      TIFFSetField(file, TIFFTAG_BITSPERSAMPLE, 8);
      TIFFSetField(file, TIFFTAG_SAMPLESPERPIXEL, 1);
      TIFFSetField(file, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_MINISBLACK);
      TIFFSetField(file, TIFFTAG_COMPRESSION, COMPRESSION_ADOBE_DEFLATE);
      TIFFSetField(file, TIFFTAG_ROWSPERSTRIP, 2000);
      std::uint8_t data[8] = {};
      TIFFWriteRawStrip(file, 0, data, sizeof data);
      TIFFWriteDirectory(file);
    }
  }));
}

std::string npy_header(const std::string& type, const std::string& shape) {
  const std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
  return "\x93NUMPY" + bytes_of({1, 0, static_cast<int>(header.size()), 0}) + header + "12345678";
}

}  // namespace

TEST_CASE("read_image() refuses a file that cannot hold what it claims before it takes memory", "[host][files]") {
  if (skip_gently(why_not)) return;
  const std::vector<std::uint8_t> pixels = random_bytes({21, 9}, PixelFormat::rgba8).bytes;
  const std::string large = little_endian(20000, 4);
  const std::pair<const char*, std::string> files[] = {
      {"grey PNG", png(20000, 20000, 8, 0, "no rows")},
      {"RGBA PNG of 16 bits", png(20000, 20000, 16, 6, "no rows")},
      {"JPEG", claiming(jpeg({21, 9}, 3, pixels), 20000, 20000)},
      {"progressive JPEG", claiming(jpeg({21, 9}, 3, pixels, true), 20000, 20000)},
      {"grey JPEG", claiming(jpeg({21, 9}, 1, pixels), 65500, 65500 / 4)},
      {"BMP of 24 bits", bmp(bmp_header(20000, 20000, 24), "", "no pixels")},
      {"BMP of one bit", bmp(bmp_header(20000, 20000, 1), std::string(8, '\0'), "no pixels")},
      {"BMP of runs", bmp(bmp_header(20000, 20000, 8, 1), std::string(8, '\0'), std::string("\0\1", 2))},
      {"GIF", gif().replace(6, 4, "\x20\x4E\x20\x4E")},
      {"PBM", "P4 20000 20000 no pixels"},
      {"PGM", "P5 20000 20000 255 no pixels"},
      {"PPM of 16 bits", "P6 20000 20000 65535 no pixels"},
      {"PPM of text", "P3 20000 20000 255 1 2 3"},
      {"npy", npy_header("|u1", "(20000, 20000)")},
      {"npy of 16 bits", npy_header("<u2", "(20000, 20000)")},
      {"npy of a volume", npy_header("|u1", "(700, 700, 700)")},
      {"NIfTI", nifti({.dim = {20000, 20000}}, "voxels")},
      {"NIfTI of a volume", nifti({.dim = {700, 700, 700}, .type = 64, .bits = 64}, "voxels")},
      {"NIfTI behind extensions", nifti({.dim = {1, 1, 1}, .offset = 1e9F}, "voxels")},
      {"compressed NIfTI", gzip(nifti({.dim = {20000, 20000}}, "voxels"))},
      {"compressed NIfTI behind extensions", gzip(nifti({.dim = {1, 1, 1}, .offset = 1e9F}, "voxels"))},
      {"TIFF", huge_tiff(8, 3, COMPRESSION_NONE)},
      {"TIFF of 16 bits", huge_tiff(16, 1, COMPRESSION_NONE)},
      {"TIFF of PackBits", huge_tiff(8, 3, COMPRESSION_PACKBITS)},
      {"TIFF of LZW", huge_tiff(8, 3, COMPRESSION_LZW)},
      {"TIFF of deflate", huge_tiff(8, 3, COMPRESSION_ADOBE_DEFLATE)},
      {"TIFF of tiles", huge_tiff(8, 3, COMPRESSION_NONE, 4000)},
      {"TIFF of many pages", tiff_of_many_pages()},
      {"TIFF of one tile", huge_tiff(8, 1, COMPRESSION_ADOBE_DEFLATE, 20000)},
  };
  for (const auto& [name, bytes] : files) {
    CAPTURE(name, bytes.size());
    const Result<host::Image> image = read_in_little_memory(bytes);
    REQUIRE_FALSE(image);
    CHECK(image.error().code == ErrorCode::file);
    CHECK(image.error().message.find("it is truncated: ") != std::string::npos);
  }
}

TEST_CASE("read_image() refuses a damaged fax before it takes memory for its pixels, and reads an empty one",
          "[host][files]") {
  for (const int photometric : {PHOTOMETRIC_MINISWHITE, PHOTOMETRIC_PALETTE}) {
    CAPTURE(photometric);
    const std::string damaged = fax({65535, 4000}, photometric, std::string(2000, '\x01'));
    const std::string empty = fax({20000, 4000}, photometric);
    REQUIRE(empty.size() < 2000);
    const Result<host::Image> page = host::read_image(file_with(empty));
    REQUIRE(page);
    CHECK(page->extent == Extent{20000, 4000});
    const auto pixel = static_cast<std::ptrdiff_t>(bytes_per_pixel(page->format));
    CHECK(std::equal(page->bytes.begin() + pixel, page->bytes.end(), page->bytes.begin()));
    if (skip_gently(why_not)) continue;
    const Result<host::Image> image = read_in_little_memory(damaged);
    REQUIRE_FALSE(image);
    CHECK(image.error().code == ErrorCode::file);
    CHECK(image.error().message.find("it is damaged: ") != std::string::npos);
  }
}

TEST_CASE("read_image() inflates no more of a NIfTI file than its header claims", "[host][files][volume]") {
  if (skip_gently(why_not)) return;
  const std::string bomb = gzip(nifti({.dim = {5, 1, 1}}, std::string(std::size_t{256} << 20, 'x')));
  REQUIRE(bomb.size() < std::size_t{1} << 20);
  const Result<host::Image> image = read_in_little_memory(bomb);
  REQUIRE_FALSE(image);
  CHECK(image.error().message.find("it is damaged: its gzip data goes on behind the voxels") != std::string::npos);
}

TEST_CASE("read_image() reads files that leave out most of a small image", "[host][files]") {
  if (skip_gently(why_not)) return;
  const Result<host::Image> screen = read_in_little_memory(gif().replace(6, 4, bytes_of({0, 8, 0, 8})));
  REQUIRE(screen);
  CHECK(screen->extent == Extent{2048, 2048});
  const Result<host::Image> runs =
      read_in_little_memory(bmp(bmp_header(2048, 2048, 8, 1), std::string(8, '\0'), std::string("\0\1", 2)));
  REQUIRE(runs);
  CHECK(runs->bytes.size() == std::size_t{4} << 22);
}

}  // namespace glccl::tests
