// What stays in memory between the two passes, and the rows that threads hand over.
#include <algorithm>
#include <string>
#include <vector>

#include "glccl/host/slabs.hpp"
#include "host/threads/thread_team.hpp"
#include "host/tiled/finish_rows.hpp"
#include "host/tiled/finish_slab.hpp"
#include "host/tiled/slab_border.hpp"
#include "tests/host/cpu/criteria.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

using host::Image;
using host::SlabOptions;
using host::SlabReport;
using host::SlabSource;

/// The planes of an image, which an engine has to read: they lie in no memory that it knows of.
SlabSource unseen(const Image& image) {
  SlabSource source = host::source_of(image.view());
  source.memory = nullptr;
  return source;
}

/// Labels an image and checks labels and rows against cpu-serial, the counts of planes against the calls of read(), and
/// that no more is kept than allowed.
SlabReport check_labeled(const Image& image, const LabelingSpec& spec, const SlabOptions& options) {
  int planes_read = 0;
  SlabSource source = unseen(image);
  source.read = [&, read = source.read](int first, int planes, void* elements) {
    planes_read += planes;
    return read(first, planes, elements);
  };
  LabeledImage found{{image.extent, {}}, {}};
  const host::SlabSink sink = [&](const host::FinishedSlab& slab) {
    found.labels.values.insert(found.labels.values.end(), slab.labels.begin(), slab.labels.end());
    found.components.insert(found.components.end(), slab.components.begin(), slab.components.end());
    return Result<void>();
  };
  const auto report = host::label_slabs(source, host::solve_by_cpu_fast(1), spec, options, sink);
  REQUIRE(report);
  const LabeledImage expected = reference(image, spec);
  if (options.labels) CHECK(first_difference(found.labels, expected.labels) == "");
  if (options.components) CHECK(first_difference(found.components, expected.components) == "");
  CHECK(report->planes_read == planes_read);
  CHECK(report->planes_read == host::planes_of(image.extent) + report->planes_read_again);
  CHECK(report->kept_bytes <= options.kept_bytes);
  return *report;
}

}  // namespace

TEST_CASE("no plane is read twice where memory has room for the elements", "[host][tiled]") {
  struct Case {
    const char* name;
    Criterion criterion;
    bool as_stored;
    std::int64_t kept_bytes;
    std::int64_t read_again;  // planes
    std::int64_t from_kept;   // slabs
  };
  constexpr std::int64_t bits = 64 * 10 / 8;  // of a slab
  constexpr std::int64_t bytes = 64 * 10;
  constexpr std::int64_t result = 64 * 10 * 4;
  const Case cases[] = {
      {"nothing", Foreground{}, false, 0, 100, 0},
      {"bits of the first slabs", Foreground{}, false, 4 * bits - 1, 70, 3},
      {"bits of all slabs", Foreground{}, false, 10 * bits, 0, 10},
      {"one result less than there is room for", Foreground{}, false, 9 * bits + 2 * result - bits - 1, 0, 9},
      {"a result beside the bits of later slabs", Foreground{}, false, 9 * bits + result, 0, 9},
      {"two results", Foreground{}, false, 8 * bits + 2 * result, 0, 8},
      {"all results", Foreground{}, false, 10 * result, 0, 0},
      {"elements of the first slabs as stored", Foreground{}, true, 3 * bytes, 70, 3},
      {"elements of the first slabs", Equal{}, false, 4 * bytes - 1, 70, 3},
      {"elements of all slabs", Difference{1.0}, false, 10 * bytes, 0, 10},
      {"all results of values", Equal{}, false, 10 * result, 0, 0},
  };
  const Image image = make_image("noise", {64, 100});
  for (const Case& test : cases) {
    CAPTURE(test.name);
    const SlabReport report =
        check_labeled(image, {.criterion = test.criterion},
                      {.planes = 10, .kept_bytes = test.kept_bytes, .solves_as_stored = test.as_stored});
    CHECK(report.planes_read_again == test.read_again);
    CHECK(report.solved_again == test.read_again / 10);
    CHECK(report.solved_from_kept == test.from_kept);
  }
}

TEST_CASE("a result that takes less than the elements is kept in their place", "[host][tiled]") {
  // A row of the table takes 80 bytes, the bits of a slab 100, and there is room for two slabs.
  const SlabReport report = check_labeled(make_image("full", {80, 100}), {},
                                          {.planes = 10, .labels = false, .components = true, .kept_bytes = 200});
  CHECK(report.kept_bytes == 2 * sizeof(Component));
  CHECK(report.solved_from_kept == 0);
  CHECK(report.planes_read_again == 80);
}

TEST_CASE("slabs that are solved again from what was kept have the labels and rows of cpu-serial", "[host][tiled]") {
  for (const Image& image : {make_image("noise", {37, 29}), make_image("cells", {21, 40}, {.granularity = 4}),
                             make_image("spiral", {31, 33}), make_image("noise", {7, 9, 11}, {.density = 0.3})}) {
    for (const Criterion& criterion : criteria()) {
      for (const std::int64_t kept_bytes : {40, 160, 500, 900, 2500}) {
        for (const int planes : {1, 4, 40}) {
          CAPTURE(image.extent, kept_bytes, planes);
          const LabelingSpec spec{.connectivity = Connectivity::eighteen, .criterion = criterion};
          check_labeled(image, spec, {.planes = planes, .components = true, .kept_bytes = kept_bytes});
        }
      }
    }
  }
}

TEST_CASE("the bits of a slab are the foreground of every format", "[host][tiled]") {
  const Image bytes = make_image("cells", {64, 48}, {.granularity = 3});
  for (const FormatTraits& format : pixel_formats()) {
    if (format.bytes == 0) continue;
    CAPTURE(format.name);
    Image image{{48 * 64 / 16 / static_cast<int>(format.bytes), 16}, format.format, bytes.bytes};
    image.bytes.resize(static_cast<std::size_t>(image.extent.elements()) * format.bytes);
    for (const Foreground& range :
         {Foreground{}, Foreground{.low = 0.3}, Foreground{.low = 2.0, .high = 90.0, .inverted = true}}) {
      const LabelingSpec spec{.criterion = range};
      if (!check(spec, image.format, image.extent, host::slab_capabilities())) continue;
      const SlabReport report = check_labeled(image, spec, {.planes = 5, .components = true, .kept_bytes = 400});
      CHECK(report.planes_read_again == 0);
    }
  }
}

TEST_CASE("a solver that reads elements gets them as they are stored", "[host][tiled]") {
  Image image = make_image("noise", {8, 12});
  image.format = PixelFormat::u16;
  image.extent = {4, 12};
  for (const bool as_stored : {false, true}) {
    std::vector<PixelFormat> formats;
    const host::SolveSlab solve = [&, solve = host::solve_by_cpu_fast(1)](const ImageView& slab,
                                                                          const LabelingSpec& spec, bool measured,
                                                                          host::SlabSolution& solution) {
      formats.push_back(slab.format);
      return solve(slab, spec, measured, solution);
    };
    const SlabOptions options{.planes = 6, .kept_bytes = 96, .solves_as_stored = as_stored};
    REQUIRE(
        host::label_slabs(unseen(image), solve, {}, options, [](const host::FinishedSlab&) { return Result<void>(); }));
    // Two slabs, the seam, and the two slabs again.
    const PixelFormat again = as_stored ? PixelFormat::u16 : PixelFormat::u8;
    CHECK(formats == std::vector{PixelFormat::u16, PixelFormat::u16, PixelFormat::u16, again, again});
  }
}

TEST_CASE("rows that several threads hand over are those of cpu-serial", "[host][tiled]") {
  // Slabs of 40,000 dots and columns: more than two threads take.
  Image image = make_image("empty", {400, 900});
  for (int y = 0; y < 900; ++y) {
    for (int x = y % 2; x < 400; x += 2) {
      const bool in_column = x % 40 == 0 || x % 40 == 1;
      if (in_column || y % 2 == 0) image.bytes[static_cast<std::size_t>(y) * 400 + static_cast<std::size_t>(x)] = 255;
    }
  }
  for (const std::int64_t kept_bytes : {std::int64_t{0}, std::int64_t{1} << 30}) {
    const SlabReport report =
        check_labeled(image, {}, {.planes = 450, .labels = false, .components = true, .kept_bytes = kept_bytes});
    CHECK(report.components > 2 * 40000);
    CHECK(report.pairs == 10);
  }
}

TEST_CASE("rows are finished in place wherever the labels lie that are left out", "[host][tiled]") {
  const std::vector<std::vector<std::uint32_t>> lists = {{},
                                                         {1},
                                                         {12},
                                                         {1, 2, 5, 9, 12},
                                                         {4, 5, 6, 7, 8},
                                                         {9, 10, 11, 12},
                                                         {1, 12},
                                                         {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}};
  const Extent whole{7, 50};
  host::ThreadTeam team(2);
  for (const std::vector<std::uint32_t>& list : lists) {
    CAPTURE(list);
    const host::tiled::Renumbering numbers{12, 100, list, std::vector<std::uint64_t>(list.size(), 7)};
    std::vector<Component> expected;
    std::vector<Moments> expected_moments;
    std::vector<Component> rows;
    std::vector<Moments> moments;
    for (std::uint32_t label = 1; label <= numbers.count; ++label) {
      rows.push_back({.label = label, .area = label, .box = {1, 2, 3, 4}, .sum_y = 5, .first = 15 + label});
      moments.push_back({.xx = label, .yy = 9});
    }
    host::tiled::for_each_own(numbers, [&](std::uint32_t label, std::uint64_t number) {
      Component row = rows[label - 1];
      Moments own = moments[label - 1];
      host::tiled::move_row(row, whole, 10, &own);
      row.label = static_cast<std::uint32_t>(number);
      CHECK(row.label == 101 + expected.size());
      expected.push_back(row);
      expected_moments.push_back(own);
    });
    REQUIRE(expected.size() == numbers.own());
    const host::tiled::FinalRows found = host::tiled::finish_rows({rows, moments}, numbers, whole, 10, team);
    CHECK(std::vector(found.components.begin(), found.components.end()) == expected);
    CHECK(std::vector(found.moments.begin(), found.moments.end()) == expected_moments);
  }
}

}  // namespace glccl::tests
