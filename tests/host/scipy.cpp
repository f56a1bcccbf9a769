// cpu-serial in space against scipy.ndimage.label, which tests/data/scipy_label.py runs.
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/support/catch.hpp"
#include "tests/support/images.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/run_program.hpp"
#include "tests/support/skip.hpp"

namespace glccl::tests {
namespace {

using host::Image;
namespace fs = std::filesystem;

/// Noise of several densities in volumes of one slice, row or column among others.
std::vector<Image> volumes() {
  std::vector<Image> all;
  unsigned seed = 0;
  for (const Extent& extent : {Extent{1, 1, 1},
                               {1, 1, 77},
                               {1, 77, 1},
                               {77, 1, 1},
                               {1, 35, 41},
                               {35, 1, 41},
                               {35, 41, 1},
                               {2, 2, 2},
                               {3, 5, 7},
                               {31, 3, 17},
                               {17, 31, 3},
                               {3, 17, 31},
                               {33, 65, 9},
                               {63, 2, 63},
                               {47, 53, 59}}) {
    for (const double density : {0.05, 0.15, 0.3, 0.5, 0.8, 1.0}) {
      Image noise =
          make_image("noise", {extent.width, extent.height * extent.depth}, {.seed = ++seed, .density = density});
      noise.extent = extent;
      all.push_back(std::move(noise));
    }
  }
  return all;
}

/// Runs the script with the python3 of the PATH, or else with Debian's: the package python3-scipy is for that one.
ProgramResult run_scipy(const fs::path& folder) {
  const std::string script = test_data("scipy_label.py").string();
  const ProgramResult result = run_program("/usr/bin/env", {"python3", script, "extents", "volumes", "labels"}, folder);
  if (result.status == 0 || !fs::exists("/usr/bin/python3")) return result;
  return run_program("/usr/bin/python3", {script, "extents", "volumes", "labels"}, folder);
}

}  // namespace

TEST_CASE("cpu-serial gives scipy's labels for volumes", "[host][oracle][volumes]") {
  const std::vector<Image> all = volumes();
  const fs::path folder = scratch_directory();
  {
    std::ofstream extents(folder / "extents");
    std::ofstream bytes(folder / "volumes", std::ios::binary);
    for (const Image& volume : all) {
      extents << volume.extent.depth << ' ' << volume.extent.height << ' ' << volume.extent.width << '\n';
      bytes.write(reinterpret_cast<const char*>(volume.bytes.data()),
                  static_cast<std::streamsize>(volume.bytes.size()));
    }
  }
  const ProgramResult scipy = run_scipy(folder);
  const bool missing = scipy.status == 3 || scipy.status == 127;  // of the script; of env without python3
  if (skip_gently(missing ? "python3 has no scipy; install it (Debian: python3-scipy)" : "")) return;
  INFO(scipy.err);
  REQUIRE(scipy.status == 0);

  const std::string labels = read_file(folder / "labels");
  std::size_t at = 0;
  for (const Image& volume : all) {
    for (const Connectivity connectivity : connectivities_of_space) {
      CAPTURE(volume.extent, connectivity);
      LabelImage theirs{volume.extent, std::vector<std::uint32_t>(volume.bytes.size())};
      const std::size_t bytes = 4 * theirs.values.size();
      REQUIRE(at + bytes <= labels.size());
      std::memcpy(theirs.values.data(), labels.data() + at, bytes);
      at += bytes;
      CHECK(first_difference(reference_labels(volume, connectivity), theirs) == "");
    }
  }
  CHECK(at == labels.size());
}

}  // namespace glccl::tests
