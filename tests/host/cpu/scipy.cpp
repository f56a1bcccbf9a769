// Labels of volumes against scipy.ndimage.label: cpu-serial on noise, every engine that labels volumes on a brain and
// on atlases of Debian's package mricron-data.
#include "tests/support/references/scipy.hpp"

#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "glccl/host/image_files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"
#include "tests/support/skip.hpp"
#include "tools/glccl/registry.hpp"

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

/// A file of the package mricron-data, of which GLCCL_TEST_VOLUMES may name another folder. None where it is not
/// installed.
std::optional<Image> real_volume(const std::string& name) {
  const char* folder = std::getenv("GLCCL_TEST_VOLUMES");
  const fs::path path = fs::path(folder == nullptr ? "/usr/share/mricron/templates" : folder) / name;
  if (skip_gently(fs::exists(path) ? "" : path.string() + " is not there; install mricron-data (Debian)")) return {};
  Result<Image> image = host::read_image(path);
  REQUIRE(image);
  return *std::move(image);
}

/// The elements of a u8 volume above a threshold, as 1.
Image above(const Image& volume, unsigned threshold) {
  Image mask = volume;
  for (std::uint8_t& element : mask.bytes) element = element > threshold ? 1 : 0;
  return mask;
}

/// Checks the labels of every engine that labels volumes. `theirs` has those of connectivity 6, 18 and 26. Each engine
/// has its own context, so it comes and goes before the next one.
void check_engines(const Image& volume, const Criterion& criterion, const std::array<LabelImage, 3>& theirs) {
  for (const engines::EngineInfo& info : tools::registry().engines()) {
    if (!info.capabilities.has_volumes() || info.backend == engines::Backend::automatic) continue;
    const Result<std::unique_ptr<engines::Runner>> runner = tools::registry().make(info.name, {});
    if (!runner) continue;  // no such device here
    REQUIRE((*runner)->upload(volume.view()));
    for (std::size_t i = 0; i < theirs.size(); ++i) {
      const Connectivity connectivity = connectivities_of_space[i];
      CAPTURE(info.name, connectivity);
      REQUIRE((*runner)->label({.connectivity = connectivity, .criterion = criterion}));
      const Result<LabelImage> labels = (*runner)->labels();
      REQUIRE(labels);
      CHECK(first_difference(*labels, theirs[i]) == "");
    }
  }
}

}  // namespace

TEST_CASE("cpu-serial gives scipy's labels for volumes", "[host][oracle][volumes]") {
  const std::vector<Image> all = volumes();
  ScipyLabels scipy(all);
  if (skip_gently(scipy.missing())) return;
  for (const Image& volume : all) {
    for (const Connectivity connectivity : connectivities_of_space) {
      CAPTURE(volume.extent, connectivity);
      CHECK(first_difference(reference_labels(volume, connectivity), scipy.next(volume.extent)) == "");
    }
  }
  CHECK(scipy.at_end());
}

TEST_CASE("a brain has scipy's labels", "[host][oracle][volumes][slow]") {
  const std::optional<Image> brain = real_volume("ch2better.nii.gz");
  if (!brain) return;
  REQUIRE(brain->format == PixelFormat::u8);
  for (const unsigned threshold : {host::otsu_threshold(*brain), 120U}) {
    CAPTURE(threshold);
    ScipyLabels scipy({above(*brain, threshold)});
    if (skip_gently(scipy.missing())) return;
    std::array<LabelImage, 3> theirs;
    for (LabelImage& labels : theirs) labels = scipy.next(brain->extent);
    check_engines(*brain, Foreground{.low = static_cast<double>(threshold)}, theirs);
  }
}

TEST_CASE("atlases have scipy's labels by value", "[host][oracle][volumes][slow]") {
  for (const std::string name : {"aal", "brodmann", "natbrainlab", "inia19-NeuroMaps", "JHU-WhiteMatter-labels-1mm"}) {
    CAPTURE(name);
    const std::optional<Image> atlas = real_volume(name + ".nii.gz");
    if (!atlas) return;
    ScipyLabels scipy({*atlas}, true);
    if (skip_gently(scipy.missing())) return;
    std::array<LabelImage, 3> theirs;
    for (LabelImage& labels : theirs) labels = renumber_in_raster_order(scipy.next(atlas->extent));
    check_engines(*atlas, Equal{}, theirs);
  }
}

}  // namespace glccl::tests
