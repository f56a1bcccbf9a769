// hash-balls, which are made row by row, against their plain definition.
#include "host/generate/hash_balls.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <random>
#include <vector>

#include "glccl/host/slab_sources.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

using host::ball_cell_of;
using host::HashBall;
using host::Image;
using host::SlabSource;

constexpr int longest = std::numeric_limits<int>::max();

SlabSource balls_of(const Extent& extent, std::uint32_t seed = 1) {
  const Result<SlabSource> source = host::generate_slabs("hash-balls", extent, {.seed = seed});
  REQUIRE(source);
  CHECK(source->extent == extent);
  CHECK(source->format == PixelFormat::u8);
  return *source;
}

/// Planes of a source, read by so many at once.
std::vector<std::uint8_t> read_planes(const SlabSource& source, int first, int planes, int at_once) {
  const auto plane = static_cast<std::size_t>(host::slab_of(source.extent, 1).elements());
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(planes) * plane, 0xAB);
  for (int done = 0; done < planes; done += at_once) {
    const Result<void> status = source.read(first + done, std::min(at_once, planes - done), &bytes[plane * done]);
    REQUIRE(status);
  }
  return bytes;
}

/// Whether a ball of the element's cell or of a cell around it covers the element.
bool is_covered(std::int64_t x, std::int64_t y, std::int64_t z, bool in_space, std::uint32_t seed) {
  for (std::int64_t dz = in_space ? -1 : 0; dz <= (in_space ? 1 : 0); ++dz) {
    for (std::int64_t dy = -1; dy <= 1; ++dy) {
      for (std::int64_t dx = -1; dx <= 1; ++dx) {
        const host::HashBallRow row(ball_cell_of(y) + dy, in_space ? ball_cell_of(z) + dz : 0, seed);
        const HashBall ball = row.at(ball_cell_of(x) + dx);
        const std::array<std::int64_t, 3> way = {x - ball.x, y - ball.y, in_space ? z - ball.z : 0};
        if (way[0] * way[0] + way[1] * way[1] + way[2] * way[2] <= ball.radius * ball.radius) return true;
      }
    }
  }
  return false;
}

struct PlainCase {
  Extent extent;
  int first;        ///< First plane that is read.
  int planes;       ///< As many are read.
  double at_least;  ///< Share of foreground.
  double at_most;
};

}  // namespace

TEST_CASE("a cell of hash-balls has its ball's centre", "[host][tiled]") {
  std::array<int, 16> radii = {};
  for (const std::int64_t y : {-1, 0, 5, 1 << 26}) {
    for (const std::int64_t z : {-1, 0, 1 << 26}) {
      const host::HashBallRow row(y, z, 3);
      for (std::int64_t x = -1; x < 500; ++x) {
        const HashBall ball = row.at(x);
        CHECK(std::array{ball_cell_of(ball.x), ball_cell_of(ball.y), ball_cell_of(ball.z)} == std::array{x, y, z});
        REQUIRE(ball.radius >= host::least_ball_radius);
        REQUIRE(ball.radius <= host::largest_ball_radius);
        ++radii[static_cast<std::size_t>(ball.radius)];
      }
    }
  }
  // Each of 14 radii is as likely as the others: 430 of 6012 balls.
  for (std::size_t radius = host::least_ball_radius; radius < radii.size(); ++radius) {
    CHECK(std::abs(radii[radius] - 430) < 100);
  }
}

TEST_CASE("hash-balls are the elements that balls cover", "[host][tiled]") {
  const std::vector<PlainCase> cases = {
      {{300, 200}, 0, 200, 0.15, 0.35},       {{1, 1}, 0, 1, 0.0, 1.0},
      {{1, 400}, 0, 400, 0.1, 0.5},           {{1000, longest}, longest - 100, 100, 0.15, 0.35},
      {{60, 70, 80}, 0, 80, 0.06, 0.2},       {{100, 90, longest}, longest - 40, 40, 0.06, 0.2},
      {{5000, 300, 1000}, 777, 2, 0.06, 0.2},
  };
  std::mt19937 random(1);
  for (const auto& [extent, first, planes, at_least, at_most] : cases) {
    for (const std::uint32_t seed : {1U, 4000000000U}) {
      CAPTURE(extent, first, seed);
      const std::vector<std::uint8_t> found = read_planes(balls_of(extent, seed), first, planes, planes);
      std::size_t wrong = 0;
      const std::size_t looks = std::min<std::size_t>(found.size(), 20000);
      for (std::size_t look = 0; look < looks; ++look) {
        const auto place = looks == found.size() ? look : random() % found.size();
        const auto x = static_cast<std::int64_t>(place) % extent.width;
        const std::int64_t row = static_cast<std::int64_t>(place) / extent.width;
        const bool in_space = extent.is_volume();
        const std::int64_t y = in_space ? row % extent.height : first + row;
        const std::int64_t z = in_space ? first + row / extent.height : 0;
        wrong += found[place] != (is_covered(x, y, z, in_space, seed) ? 255 : 0) ? 1 : 0;
      }
      CHECK(wrong == 0);
      const auto covered = static_cast<double>(std::count(found.begin(), found.end(), 255));
      CHECK(covered >= at_least * static_cast<double>(found.size()));
      CHECK(covered <= at_most * static_cast<double>(found.size()));
    }
  }
}

TEST_CASE("hash-balls are the same however planes are read, and in any extent", "[host][tiled]") {
  for (const Extent extent : {Extent{170, 150}, {45, 40, 70}}) {
    CAPTURE(extent);
    const SlabSource source = balls_of(extent);
    const int planes = host::planes_of(extent);
    const std::vector<std::uint8_t> whole = read_planes(source, 0, planes, planes);
    for (const int at_once : {1, 7, 33}) CHECK(read_planes(source, 0, planes, at_once) == whole);
    const auto plane = static_cast<std::ptrdiff_t>(whole.size() / static_cast<std::size_t>(planes));
    CHECK(std::equal(whole.begin() + 40 * plane, whole.begin() + 50 * plane, read_planes(source, 40, 10, 3).begin()));
    Extent longer = extent;
    (extent.is_volume() ? longer.depth : longer.height) += 100;
    CHECK(read_planes(balls_of(longer), 0, planes, 20) == whole);
    CHECK_FALSE(read_planes(balls_of(extent, 2), 0, planes, planes) == whole);
  }
  CHECK_FALSE(host::generate_slabs("hash-balls", {4, 0}));
}

TEST_CASE("labels of hash-balls by slabs are those of the whole", "[host][tiled]") {
  for (const Extent extent : {Extent{200, 190}, {50, 60, 70}}) {
    CAPTURE(extent);
    const SlabSource source = balls_of(extent);
    const int planes = host::planes_of(extent);
    const Image image{extent, PixelFormat::u8, read_planes(source, 0, planes, planes)};
    const LabelingSpec spec{extent.is_volume() ? Connectivity::six : Connectivity::four};
    const LabeledImage expected = reference(image, spec);
    CHECK(expected.components.size() > 10);
    for (const int thickness : {1, 9, 64}) {
      std::vector<std::uint32_t> labels;
      std::vector<Component> components;
      const auto report =
          host::label_slabs(source, host::solve_by_cpu_fast(1), spec, {.planes = thickness, .components = true},
                            [&](const host::FinishedSlab& slab) {
                              labels.insert(labels.end(), slab.labels.begin(), slab.labels.end());
                              components.insert(components.end(), slab.components.begin(), slab.components.end());
                              return Result<void>();
                            });
      REQUIRE(report);
      CHECK(labels == expected.labels.values);
      CHECK(components == expected.components);
    }
  }
}

}  // namespace glccl::tests
