// Labeling by slabs against cpu-serial on the whole: labels, numbers, count and every row.
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "glccl/host/slabs.hpp"
#include "tests/host/cpu/criteria.hpp"
#include "tests/host/tiled/areas.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

using host::Image;
using host::SlabOptions;
using host::SlabReport;
using host::SlabSource;

SlabSource source_of(const Image& image) { return host::source_of(image.view()); }

/// Labels and rows that the sink takes, one slab after another.
SlabReport label_slabs(const Image& image, const LabelingSpec& spec, const SlabOptions& options, LabeledImage& result) {
  result = {{image.extent, {}}, {}};
  int next = 0;
  const host::SlabSink sink = [&](const host::FinishedSlab& slab) {
    CHECK(slab.first == next);
    next += slab.planes;
    result.labels.values.insert(result.labels.values.end(), slab.labels.begin(), slab.labels.end());
    result.components.insert(result.components.end(), slab.components.begin(), slab.components.end());
    return Result<void>();
  };
  const Result<SlabReport> report =
      host::label_slabs(source_of(image), host::solve_by_cpu_fast(1), spec, options, sink);
  REQUIRE(report);
  CHECK(next == host::planes_of(image.extent));
  return *report;
}

/// The first difference from cpu-serial, of all numbers of slabs, with results kept and not; empty if there is none.
std::string differs_by_slabs(const Image& image, const LabelingSpec& spec) {
  const LabeledImage expected = reference(image, spec);
  const int planes = host::planes_of(image.extent);
  for (const int slabs : {1, 2, 3, 7, planes}) {
    for (const std::int64_t kept : {std::int64_t{0}, std::int64_t{2000}, keep_all}) {
      LabeledImage actual;
      const SlabOptions options{.planes = (planes + slabs - 1) / slabs, .components = true, .kept_bytes = kept};
      const SlabReport report = label_slabs(image, spec, options, actual);
      std::string difference = first_difference(actual.labels, expected.labels);
      if (difference.empty()) difference = first_difference(actual.components, expected.components);
      if (difference.empty() && report.components != expected.components.size()) difference = "another count";
      if (!difference.empty()) return std::to_string(slabs) + " slabs: " + difference;
    }
    const auto count = host::label_slabs(source_of(image), host::solve_by_cpu_fast(1), spec,
                                         {.planes = (planes + slabs - 1) / slabs, .sums = slabs != 2});
    REQUIRE(count);
    if (count->components != expected.components.size()) return std::to_string(slabs) + " slabs: another count alone";
    if (count->foreground != (slabs != 2 ? sum_of_areas(expected.components) : 0)) return "another sum of areas";
    if (count->largest != (slabs != 2 ? largest_area(expected.components) : 0)) return "another largest area";
  }
  return {};
}

/// Checks that all connectivities and criteria agree.
void check_all(const Image& image) {
  const auto check_with = [&](Connectivity connectivity, const Criterion& criterion) {
    const LabelingSpec spec{.connectivity = connectivity, .criterion = criterion};
    CAPTURE(image.extent, spec);
    CHECK(differs_by_slabs(image, spec) == "");
  };
  for (const Criterion& criterion : criteria()) {
    for (const Connectivity connectivity : connectivities_of_space) check_with(connectivity, criterion);
    if (image.extent.is_volume()) continue;
    for (const Connectivity connectivity : connectivities) check_with(connectivity, criterion);
  }
}

/// Volume `index` of a series: up to 13 elements a side, 2 to 4 values.
Image random_volume(unsigned index) {
  std::mt19937 random(index);
  const auto side = [&] { return static_cast<int>(1 + random() % 13); };
  const Extent extent{side(), side(), side()};
  return random_values(extent, PixelFormat::u8, static_cast<unsigned>(2 + random() % 3), index);
}

}  // namespace

TEST_CASE("500 random images and volumes labeled by slabs have the labels and rows of cpu-serial",
          "[host][slow][tiled]") {
  for (unsigned index = 0; index < 500; ++index) {
    CAPTURE(index);
    const bool is_volume = index % 2 != 0;
    const Image image = is_volume ? random_volume(index) : random_segments(static_cast<int>(index));
    const auto& all =
        is_volume ? std::vector<Connectivity>(std::begin(connectivities_of_space), std::end(connectivities_of_space))
                  : std::vector<Connectivity>(std::begin(connectivities), std::end(connectivities));
    const LabelingSpec spec{.connectivity = all[index / 2 % all.size()],
                            .criterion = criteria()[index / 6 % criteria().size()]};
    CAPTURE(image.extent, spec);
    CHECK(differs_by_slabs(image, spec) == "");
  }
}

TEST_CASE("labeling by slabs has every connectivity and criterion", "[host][tiled]") {
  check_all(random_values({13, 17}, PixelFormat::u8, 3, 1));
  check_all(random_values({6, 5, 9}, PixelFormat::u8, 3, 2));
}

TEST_CASE("labeling by slabs takes every format that has bytes in memory", "[host][tiled]") {
  for (const FormatTraits& format : pixel_formats()) {
    if (format.bytes == 0) continue;
    CAPTURE(format.name);
    for (const Extent extent : {Extent{9, 14}, {5, 4, 8}}) {
      const Image image = random_values(extent, format.format, 2, 3);
      for (const Criterion& criterion : criteria()) {
        const LabelingSpec spec{.connectivity = Connectivity::eighteen, .criterion = criterion};
        if (!check(spec, format.format, extent, host::slab_capabilities())) continue;
        CHECK(differs_by_slabs(image, spec) == "");
      }
    }
  }
}

TEST_CASE("labeling by slabs is exact where borders are at their worst", "[host][tiled]") {
  const Extent extent{33, 40};
  const host::GenerateOptions options{.granularity = 1};
  for (const char* kind : {"comb", "spiral", "serpentine", "checkerboard", "stripes", "maze", "full", "empty"}) {
    CAPTURE(kind);
    const Image image = make_image(kind, extent, options);
    // Columns instead of rows as well.
    Image turned{{extent.height, extent.width}, image.format, std::vector<std::uint8_t>(image.bytes.size())};
    for (std::size_t i = 0; i < image.bytes.size(); ++i) turned.bytes[i % 33 * 40 + i / 33] = image.bytes[i];
    for (const Connectivity connectivity : connectivities) {
      CHECK(differs_by_slabs(image, {connectivity}) == "");
      CHECK(differs_by_slabs(turned, {connectivity}) == "");
    }
  }
  for (const Image& volume :
       {corner_lattice({7, 8, 21}), make_image("spiral", {9, 9, 22}), make_image("hilbert", {16, 16, 16}),
        make_image("full", {3, 4, 15}), make_image("empty", {3, 4, 15})}) {
    for (const Connectivity connectivity : connectivities_of_space)
      CHECK(differs_by_slabs(volume, {connectivity}) == "");
  }
}

TEST_CASE("slabs whose results are kept are neither read nor solved again", "[host][tiled]") {
  const Image image = make_image("noise", {64, 100});
  LabeledImage result;
  for (const auto& [kept_bytes, solved_again] :
       {std::pair{std::int64_t{0}, 10}, {std::int64_t{3 * 2560}, 7}, {keep_all, 0}}) {
    int planes_read = 0;
    SlabSource source = source_of(image);
    source.read = [&, read = source.read](int first, int planes, void* elements) {
      planes_read += planes;
      return read(first, planes, elements);
    };
    const auto report =
        host::label_slabs(source, host::solve_by_cpu_fast(1), {}, {.planes = 10, .kept_bytes = kept_bytes},
                          [](const host::FinishedSlab&) { return Result<void>(); });
    REQUIRE(report);
    CHECK(report->solved_again == solved_again);
    CHECK(planes_read == 100 + 10 * solved_again);
    CHECK(report->kept_bytes == (10 - solved_again) * 2560);
  }
}

TEST_CASE("counting by slabs holds one slab and the components in two planes, however long the image is",
          "[host][tiled]") {
  std::uint64_t nodes = 0;
  for (const int height : {64, 640, 6400}) {
    const Image image = make_image("noise", {128, height}, {.density = 0.4});
    const auto report = host::label_slabs(source_of(image), host::solve_by_cpu_fast(1), {}, {.planes = 16});
    REQUIRE(report);
    CHECK(report->components == reference(image).components.size());
    CHECK(report->slabs == height / 16);
    CHECK(report->elements_held == 17 * 128);
    CHECK(report->kept_bytes == 0);
    // A row has at most 64 runs: those of the plane before a slab and of its first and last planes.
    CHECK(report->nodes_held <= 3 * 64);
    CHECK(report->border_components > report->pairs);
    if (nodes != 0) CHECK(report->nodes_held < 2 * nodes);
    nodes = report->nodes_held;
  }
}

TEST_CASE("a table by slabs holds the rows of components in several slabs alone", "[host][tiled]") {
  LabeledImage result;
  // Every row of a slab of one row is a component of its own, or part of a column.
  const Image rows = make_image("stripes", {32, 40}, {.granularity = 1});
  const SlabReport of_columns = label_slabs(rows, {}, {.planes = 4, .components = true}, result);
  const std::size_t components = result.components.size();
  CHECK(of_columns.rows_held <= components);
  Image dots = make_image("empty", {32, 40});
  for (int y = 1; y < 40; y += 4) dots.bytes[static_cast<std::size_t>(y) * 32 + 5] = 255;
  const SlabReport of_dots = label_slabs(dots, {}, {.planes = 4, .components = true}, result);
  CHECK(of_dots.components == 10);
  CHECK(of_dots.rows_held == 0);
  CHECK(of_dots.border_components == 0);
  CHECK(of_dots.pairs == 0);
}

TEST_CASE("an error of source, solver or sink ends the labeling and names the planes", "[host][tiled]") {
  const Image image = make_image("noise", {20, 30});
  const host::SolveSlab solve = host::solve_by_cpu_fast(1);
  const SlabOptions options{.planes = 7};
  int finished = 0;
  const host::SlabSink sink = [&](const host::FinishedSlab& slab) {
    ++finished;
    return slab.first < 14 ? Result<void>() : Error{ErrorCode::file, "the disk is full"};
  };
  const auto refused_by_sink = host::label_slabs(source_of(image), solve, {}, options, sink);
  REQUIRE_FALSE(refused_by_sink);
  CHECK(refused_by_sink.error().code == ErrorCode::file);
  CHECK(refused_by_sink.error().message == "rows 14 to 20: the disk is full");
  CHECK(finished == 3);

  finished = 0;
  SlabSource source = source_of(image);
  int reads = 0;
  source.read = [&, read = source.read](int first, int planes, void* elements) {
    return ++reads < 7 ? read(first, planes, elements) : Error{ErrorCode::file, "byte 99 is unreadable"};
  };
  const auto unread = host::label_slabs(source, solve, {}, options, sink);  // the second slab of the second pass
  REQUIRE_FALSE(unread);
  CHECK(unread.error().message == "rows 7 to 13: byte 99 is unreadable");
  CHECK(finished == 1);

  const host::SolveSlab broken = [&](const ImageView& slab, const LabelingSpec& spec, bool measured,
                                     host::SlabSolution& solution) {
    if (slab.extent.height == 2) return Result<void>(Error{ErrorCode::gpu, "the device is lost"});
    return solve(slab, spec, measured, solution);
  };
  const auto unsolved = host::label_slabs(source_of(image), broken, {}, options);
  REQUIRE_FALSE(unsolved);
  CHECK(unsolved.error().code == ErrorCode::gpu);
  CHECK(unsolved.error().message == "rows 7 to 13: the device is lost");
}

TEST_CASE("labeling by slabs refuses what it cannot do", "[host][tiled]") {
  const Image image = make_image("noise", {20, 30});
  const auto error_of = [&](const LabelingSpec& spec, const SlabOptions& options) {
    const auto report = host::label_slabs(source_of(image), host::solve_by_cpu_fast(1), spec, options);
    REQUIRE_FALSE(report);
    return report.error().message;
  };
  CHECK(error_of({}, {.planes = 0}) == "slabs of 0 planes hold nothing: pass at least 1");
  CHECK(error_of({.filter = {.min_area = 2}}, {}) ==
        "labeling by slabs has no filter: label with compute, cuda-fast or an engine cpu-*");
  CHECK(error_of({.criterion = Difference{-1.0}}, {}) == "the largest difference is -1: pass 0 or more");
}

TEST_CASE("labeling by slabs counts places and sums beyond 32 bits", "[host][tiled][slow]") {
  // A column through all slabs, a dot in the last row, and nothing else.
  const Extent extent{1 << 16, 5 << 14};
  const auto width = static_cast<std::size_t>(extent.width);
  const SlabSource source{extent, PixelFormat::u8, [&](int first, int planes, void* elements) {
                            auto* const to = static_cast<std::uint8_t*>(elements);
                            std::fill_n(to, static_cast<std::size_t>(planes) * width, std::uint8_t{0});
                            for (int y = 0; y < planes; ++y) to[static_cast<std::size_t>(y) * width + 5] = 1;
                            if (first + planes == extent.height) to[static_cast<std::size_t>(planes) * width - 1] = 1;
                            return Result<void>();
                          }};
  std::vector<Component> rows;
  const host::SlabSink sink = [&](const host::FinishedSlab& slab) {
    CHECK(slab.labels.empty());
    rows.insert(rows.end(), slab.components.begin(), slab.components.end());
    return Result<void>();
  };
  const auto report =
      host::label_slabs(source, host::solve_by_cpu_fast(), {},
                        {.planes = 2048, .labels = false, .components = true, .kept_bytes = 1 << 20}, sink);
  REQUIRE(report);
  CHECK(report->solved_again == 0);
  CHECK(report->rows_held == 1);
  const auto height = static_cast<std::uint64_t>(extent.height);
  const std::vector<Component> expected = {
      {.label = 1,
       .area = height,
       .box = {5, 0, 5, extent.height - 1},
       .sum_x = 5 * height,
       .sum_y = height * (height - 1) / 2,
       .first = 5},
      {.label = 2,
       .area = 1,
       .box = {extent.width - 1, extent.height - 1, extent.width - 1, extent.height - 1},
       .sum_x = width - 1,
       .sum_y = height - 1,
       .first = static_cast<std::uint64_t>(extent.elements()) - 1}};
  CHECK(first_difference(rows, expected) == "");
}

TEST_CASE("10 large images labeled by slabs have the labels and rows of cpu-serial", "[host][tiled][slow]") {
  for (unsigned seed = 0; seed < 10; ++seed) {
    CAPTURE(seed);
    const bool is_volume = seed % 2 != 0;
    const Image image = make_image("noise", is_volume ? Extent{120, 90, 110} : Extent{1500, 900},
                                   {.seed = seed, .density = 0.1 + 0.05 * seed});
    CHECK(differs_by_slabs(image, {is_volume ? Connectivity::eighteen : Connectivity::eight}) == "");
  }
}

}  // namespace glccl::tests
