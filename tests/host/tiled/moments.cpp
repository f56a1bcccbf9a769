// Moments by slabs against those of the whole.
#include "tests/host/tiled/moments.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "glccl/host/cpu.hpp"
#include "glccl/host/slab_plan.hpp"
#include "glccl/host/slabs.hpp"
#include "tests/host/cpu/criteria.hpp"
#include "tests/host/tiled/areas.hpp"
#include "tests/host/tiled/label_by_threads.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

using host::Image;
using host::SlabOptions;
using host::SlabSource;

/// Rows and moments that a sink takes, one slab after another.
struct TakenMoments {
  host::SlabSink sink() {
    return [this](const host::FinishedSlab& slab) {
      components.insert(components.end(), slab.components.begin(), slab.components.end());
      moments.insert(moments.end(), slab.moments.begin(), slab.moments.end());
      return Result<void>();
    };
  }

  /// The first difference from the whole; empty if there is none.
  std::string difference_from(const LabeledImage& expected) const {
    const std::string difference = first_difference(components, expected.components);
    return difference.empty() ? first_difference(moments, moments_of(expected)) : difference;
  }

  std::vector<Component> components;
  std::vector<Moments> moments;
};

/// The first difference of slabs that are solved one after the other, of all numbers of slabs, with results kept and
/// not.
std::string differs_in_turn(const Image& image, const LabelingSpec& spec, const LabeledImage& expected) {
  const int planes = host::planes_of(image.extent);
  for (const int slabs : {1, 2, 3, 7, planes}) {
    for (const std::int64_t kept : {std::int64_t{0}, std::int64_t{2000}, keep_all}) {
      TakenMoments taken;
      const SlabOptions options{.planes = (planes + slabs - 1) / slabs,
                                .labels = slabs != 2,
                                .components = true,
                                .sums = slabs == 3,
                                .kept_bytes = kept};
      REQUIRE(
          host::label_slabs(host::source_of(image.view()), host::solve_by_cpu_fast(1), spec, options, taken.sink()));
      const std::string difference = taken.difference_from(expected);
      if (!difference.empty()) return std::to_string(slabs) + " slabs: " + difference;
    }
  }
  return {};
}

/// The first difference of slabs that are solved at the same time, of several numbers of slabs.
std::string differs_at_once(const Image& image, const LabelingSpec& spec, const LabeledImage& expected) {
  for (const int count : {1, 2, 3, 5}) {
    if (count > host::planes_of(image.extent)) continue;
    TakenMoments taken;
    for (const auto& result : label_by_threads(image, spec, count, [](int) { return host::solve_by_cpu_fast(1); })) {
      REQUIRE(result.has_value());
      REQUIRE(*result);
      REQUIRE(taken.sink()({0, 0, {}, (*result)->components, {}, (*result)->moments}));
    }
    const std::string difference = taken.difference_from(expected);
    if (!difference.empty()) return std::to_string(count) + " slabs at once: " + difference;
  }
  return {};
}

/// Image or volume `index` of a series.
Image random_elements(unsigned index) {
  std::mt19937 random(index);
  const auto side = [&](unsigned most) { return static_cast<int>(1 + random() % most); };
  const Extent extent = index % 2 != 0 ? Extent{side(9), side(9), 1 + side(12)} : Extent{side(40), side(30)};
  Image image{extent, PixelFormat::u8, {}};
  image.bytes.resize(static_cast<std::size_t>(extent.elements()));
  const auto values = static_cast<unsigned>(2 + random() % 3);
  for (std::uint8_t& byte : image.bytes) byte = static_cast<std::uint8_t>(random() % values);
  return image;
}

/// The error of a labeling whose source is not read.
Error error_of(const Extent& extent, const LabelingSpec& spec, bool components = true,
               const host::SolveSlab& solve = host::solve_by_cpu_fast(1)) {
  const SlabSource source{extent, PixelFormat::u8, [](int, int, void*) { return Result<void>(); }};
  const host::SlabSink sink = [](const host::FinishedSlab&) { return Result<void>(); };
  const auto report = host::label_slabs(source, solve, spec, {.planes = 7, .components = components}, sink);
  REQUIRE_FALSE(report);
  return report.error();
}

}  // namespace

TEST_CASE("moments of 200 random images and volumes by slabs are those of the whole", "[host][tiled]") {
  for (unsigned index = 0; index < 200; ++index) {
    const Image image = random_elements(index);
    const LabelingSpec spec{.connectivity = image.extent.is_volume() ? connectivities_of_space[index / 2 % 3]
                                                                     : connectivities[index / 2 % 2],
                            .criterion = criteria()[index / 6 % criteria().size()],
                            .columns = table_column_moments};
    CAPTURE(index, image.extent, spec);
    const LabeledImage expected = reference(image, spec);
    CHECK(differs_in_turn(image, spec, expected) == "");
    CHECK(differs_at_once(image, spec, expected) == "");
  }
}

TEST_CASE("moments by slabs are exact where all components lie in all slabs", "[host][tiled]") {
  for (const char* kind : {"comb", "spiral", "full", "empty"}) {
    CAPTURE(kind);
    for (const Extent extent : {Extent{33, 40}, {9, 9, 22}}) {
      if (extent.is_volume() && std::string(kind) == "comb") continue;
      const Image image = make_image(kind, extent);
      const LabelingSpec spec{.connectivity = Connectivity::eighteen, .columns = table_column_moments};
      const LabeledImage expected = reference(image, spec);
      CHECK(differs_in_turn(image, spec, expected) == "");
      CHECK(differs_at_once(image, spec, expected) == "");
    }
  }
}

TEST_CASE("measure_moments() gives moments by definition", "[host][tiled]") {
  const LabeledImage labeled = reference(make_image("noise", {20, 9, 11}, {.density = 0.2}), {Connectivity::six});
  const std::size_t count = labeled.components.size();
  CHECK(first_difference(host::measure_moments(labeled.labels, count), moments_of(labeled)) == "");
  CHECK(host::measure_moments({{3, 2}, std::vector<std::uint32_t>(6, 0)}, 0).empty());
}

TEST_CASE("moments by slabs are exact up to 64 bits", "[host][tiled]") {
  // A column in the middle of three, through all slabs. The sum of y * y has 59 bits.
  const Extent extent{3, 1 << 20};
  const SlabSource source{extent, PixelFormat::u8, [](int, int planes, void* elements) {
                            auto* const to = static_cast<std::uint8_t*>(elements);
                            std::fill_n(to, 3 * planes, std::uint8_t{0});
                            for (int y = 0; y < planes; ++y) to[3 * y + 1] = 1;
                            return Result<void>();
                          }};
  TakenMoments taken;
  const LabelingSpec spec{.columns = table_column_moments};
  const SlabOptions options{.planes = 100000, .labels = false, .components = true};
  REQUIRE(host::label_slabs(source, host::solve_by_cpu_fast(1), spec, options, taken.sink()));
  const std::uint64_t n = std::uint64_t{1} << 20;
  const Moments expected{.xx = n, .xy = n * (n - 1) / 2, .yy = (n - 1) * (n / 2) * (2 * n - 1) / 3};
  CHECK(taken.moments == std::vector{expected});
}

TEST_CASE("slabs have no moments unless they are asked for", "[host][tiled]") {
  const Image image = make_image("noise", {20, 30});
  TakenMoments taken;
  const SlabOptions options{.planes = 7, .components = true};
  REQUIRE(host::label_slabs(host::source_of(image.view()), host::solve_by_cpu_fast(1), {}, options, taken.sink()));
  CHECK(taken.components.size() == reference(image).components.size());
  CHECK(taken.moments.empty());
}

TEST_CASE("slabs refuse columns that they do not measure, and say which", "[host][tiled]") {
  const std::string way = ": ask for table_column_moments alone, or label the whole image";
  const Error quads = error_of({20, 30}, {.columns = shape_columns});
  CHECK(quads.code == ErrorCode::unsupported);
  CHECK(quads.message == "labeling by slabs has no quads, whose windows lie across seams" + way);
  const LabelingSpec cubes{.connectivity = Connectivity::six, .columns = table_column_cubes};
  CHECK(error_of({5, 6, 20}, cubes).message == "labeling by slabs has no cubes, whose windows lie across seams" + way);
  CHECK(error_of({20, 30}, {.columns = table_column_seams}).message ==
        "labeling by slabs has no seams, because no axis is periodic there" + way);
  CHECK(error_of({20, 30}, {.columns = table_column_intensity}).message ==
        "labeling by slabs has no intensities, because no second image is read slab by slab" + way);
  CHECK(error_of({20, 30}, {.columns = table_column_quads | table_column_intensity}).message ==
        "labeling by slabs has no quads, whose windows lie across seams, and no intensities, because no second image "
        "is read slab by slab" +
            way);
  const Error without_rows = error_of({20, 30}, {.columns = table_column_moments}, false);
  CHECK(without_rows.code == ErrorCode::invalid_argument);
  CHECK(without_rows.message ==
        "moments are a column of the component table: ask for its rows, or leave table_column_moments out");
  // 3 * 2^21 elements of up to 2^42 each.
  const Error large = error_of({3, 1 << 21}, {.columns = table_column_moments});
  CHECK(large.code == ErrorCode::too_large);
  CHECK_THAT(large.message, contains("the moments of 3x2097152"));
}

TEST_CASE("a solver that leaves moments out is named", "[host][tiled]") {
  // A solver for each thread: solve_by_cpu_fast() makes one that is called by one thread at a time.
  const auto make_solver = [](int) -> host::SolveSlab {
    return [by_cpu_fast = host::solve_by_cpu_fast(1)](const ImageView& slab, const LabelingSpec& spec, bool measured,
                                                      host::SlabSolution& solution) {
      const Result<void> status = by_cpu_fast(slab, spec, measured, solution);
      if (!status) return status;
      solution.labels.values.front() = 1;  // a slab with a component, also where the source stores nothing
      solution.components.resize(measured ? 1 : 0);
      solution.moments.clear();
      return status;
    };
  };
  const std::string message =
      "the solver of the slabs measures no moments: leave table_column_moments out, or use another solver";
  const LabelingSpec spec{.columns = table_column_moments};
  CHECK(error_of({20, 30}, spec, true, make_solver(0)).message == "rows 0 to 6: " + message);
  for (const auto& result : label_by_threads(make_image("full", {20, 30}), spec, 3, make_solver)) {
    REQUIRE(result.has_value());
    REQUIRE_FALSE(*result);
    CHECK(result->error().message == "slab 0: " + message);
  }
}

TEST_CASE("slabs with moments are planned thinner", "[host][tiled]") {
  const Extent extent{1000, 1 << 20};
  const auto plan = [&](bool has_rows, std::uint32_t columns) {
    return host::plan_slabs(extent, PixelFormat::u8, CriterionKind::foreground, has_rows, 1 << 24, false, columns);
  };
  REQUIRE(plan(true, table_column_moments));
  CHECK(plan(true, table_column_moments)->planes < plan(true, 0)->planes);
}

}  // namespace glccl::tests
