// Colours without alpha, and palettes, as a user of glccl label sees them: what is background with --equal, and what
// --palette-indices labels.
#include <tiffio.h>

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "glccl/host/image_files.hpp"
#include "tests/host/files/file_bytes.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tests/tools/label_program.hpp"

namespace glccl::tests {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// The number of components that glccl label prints for a file.
int count(const fs::path& path, const Words& options) {
  Words words = {"label", path.string(), "--connectivity", "4"};
  words.insert(words.end(), options.begin(), options.end());
  const std::string out = run(words, path.parent_path());
  const std::size_t line = out.find("components ");
  REQUIRE(line != std::string::npos);
  return std::stoi(out.substr(line + 11));
}

const std::string black_red_black = bytes_of({0, 0, 0, 200, 0, 0, 0, 0, 0});

/// The same three pixels as a TIFF, with alpha or without.
std::string tiff_of(int bits, int channels) {
  return read_file(tiff(
      {3, 1}, bits, PHOTOMETRIC_RGB,
      [&](TIFF* file) {
        std::string row;
        for (int x = 0; x < 3; ++x) {
          for (int c = 0; c < channels; ++c) {
            const int value = c == 3 ? 255 : x == 1 && c == 0 ? 200 : 0;
            row += bits == 8 ? bytes_of({value}) : bytes_of({value, c == 3 ? 255 : 0});
          }
        }
        const std::uint16_t alpha = EXTRASAMPLE_UNASSALPHA;
        if (channels == 4) TIFFSetField(file, TIFFTAG_EXTRASAMPLES, 1, &alpha);
        TIFFWriteScanline(file, row.data(), 0, 0);
      },
      channels));
}

/// Three pixels 0 1 0 of a palette whose colours are green, blue, black.
std::string palette_tiff() {
  return read_file(tiff({3, 1}, 8, PHOTOMETRIC_PALETTE, [](TIFF* file) {
    std::vector<std::uint16_t> red(256);
    std::vector<std::uint16_t> green(256);
    std::vector<std::uint16_t> blue(256);
    green[0] = blue[1] = 65535;
    TIFFSetField(file, TIFFTAG_COLORMAP, red.data(), green.data(), blue.data());
    std::string row = bytes_of({0, 1, 0});
    TIFFWriteScanline(file, row.data(), 0, 0);
  }));
}

}  // namespace

TEST_CASE("black is background with --equal where a file has no alpha", "[tools][cli][files]") {
  const std::string array = std::string("\x93NUMPY\x01\x00\x46\x00", 10) +
                            "{'descr': '|u1', 'fortran_order': False, 'shape': (1, 3, 3)}         \n";
  struct Case {
    const char* name;
    std::string bytes;
    int components;  ///< By --equal: 1 where black is background, else 3.
    bool slabs = false;
  };
  const std::string wide = bytes_of({0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  const std::string with_alpha = bytes_of({0, 0, 0, 0, 255, 200, 0, 0, 255, 0, 0, 0, 255});
  const std::vector<Case> cases = {
      {"a.ppm", "P6 3 1 255\n" + black_red_black, 1},
      {"a.npy", array + black_red_black, 1},
      {"a.png", png(3, 1, 8, 2, std::string(1, '\0') + black_red_black), 1},
      {"wide.png", png(3, 1, 16, 2, wide), 1},
      {"alpha.png", png(3, 1, 8, 6, with_alpha), 3},
      {"palette.png", png(3, 1, 8, 3, bytes_of({0, 1, 0, 1}), bytes_of({9, 9, 9, 0, 0, 0})), 1},
      {"a.bmp", bmp(bmp_header(3, 1, 24), "", black_red_black + std::string(3, '\0')), 1},
      {"a.gif", gif(), 2},
      {"a.tif", tiff_of(8, 3), 1, true},
      {"wide.tif", tiff_of(16, 3), 1},
      {"alpha.tif", tiff_of(8, 4), 3, true},
      {"palette.tif", palette_tiff(), 3},
  };
  for (const Case& one : cases) {
    CAPTURE(one.name);
    const fs::path path = file_with(one.bytes, one.name);
    CHECK(count(path, {"--equal"}) == one.components);
    if (one.slabs) CHECK(count(path, {"--equal", "--memory", "1M"}) == one.components);
    const int all = one.name == std::string("a.gif") ? 4 : 3;
    CHECK(count(path, {"--equal", "--background", "none"}) == all);
  }
  CHECK(count(file_with(cases[0].bytes, "a.ppm"), {"--equal", "--background", "200,0,0"}) == 2);
  CHECK(count(file_with(cases[3].bytes, "wide.png"), {"--equal", "--background", "0"}) == 1);
}

TEST_CASE("--palette-indices labels the indices of a palette", "[tools][cli][files]") {
  struct Case {
    const char* name;
    std::string bytes;
    int foreground;  ///< Components of indices other than 0.
    int all;         ///< Of equal indices, 0 too.
    bool slabs = false;
  };
  const std::string colours = bytes_of({9, 9, 9, 9, 9, 9, 0, 0, 0});
  const std::string bmp_colours = bytes_of({9, 9, 9, 0, 0, 0, 0, 0});
  const std::vector<Case> cases = {
      {"a.png", png(4, 1, 8, 3, bytes_of({0, 0, 1, 2, 0}), colours), 2, 4},
      {"two_bits.png", png(4, 1, 2, 3, bytes_of({0, 0x18}), colours), 2, 4},
      {"a.bmp", bmp(bmp_header(3, 1, 8), bmp_colours, bytes_of({0, 1, 0, 0})), 1, 3},
      {"a.gif", gif(), 2, 4},
      {"a.tif", palette_tiff(), 1, 3, true},
  };
  for (const Case& one : cases) {
    CAPTURE(one.name);
    const fs::path path = file_with(one.bytes, one.name);
    Words memory = {"--palette-indices", "--equal"};
    for (int slabs = 0; slabs <= (one.slabs ? 1 : 0); ++slabs) {
      if (slabs == 1) memory.insert(memory.end(), {"--memory", "1M"});
      CHECK(count(path, memory) == one.foreground);
      Words with_zero = memory;
      with_zero.insert(with_zero.end(), {"--background", "none"});
      CHECK(count(path, with_zero) == one.all);
    }
  }
  const fs::path two_bits = file_with(cases[1].bytes, "two_bits.png");
  const Result<host::Image> indices = host::read_image(two_bits, {.palette_indices = true});
  REQUIRE(indices);
  CHECK(*indices == host::Image{{4, 1}, PixelFormat::u8, {0, 1, 2, 0}});
  const fs::path frame = file_with(gif(), "a.gif");
  const Result<host::Image> frame_indices = host::read_image(frame, {.palette_indices = true});
  REQUIRE(frame_indices);
  CHECK(frame_indices->bytes == std::vector<std::uint8_t>{0, 1, 1, 0});
}

}  // namespace glccl::tests
