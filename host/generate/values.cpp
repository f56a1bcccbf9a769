// Images whose pixels have many values: for the criteria Equal and Difference.
#include <cmath>
#include <cstdint>
#include <vector>

#include "host/generate/kinds.hpp"

namespace glccl::host::generated {
namespace {

/// The site of a cell, and its value.
struct Site {
  std::int64_t x;
  std::int64_t y;
  std::uint8_t value;
};

}  // namespace

/// The cells of the sites of a jittered grid, `granularity` pixels apart: a pixel has the value, 1 to 251, of the site
/// that is nearest to it. Of sites at the same distance it is the first in raster order.
void cells(PixelCanvas& canvas, const GenerateOptions& options) {
  Random random(options.seed);
  const std::int64_t side = options.granularity;
  // Two cells of margin on each side: the nearest site is at most two cells away.
  constexpr std::int64_t margin = 2;
  const std::int64_t across = (canvas.width() + side - 1) / side + 2 * margin;
  const std::int64_t down = (canvas.height() + side - 1) / side + 2 * margin;
  std::vector<Site> sites;
  for (std::int64_t row = 0; row < down; ++row) {
    for (std::int64_t column = 0; column < across; ++column) {
      const std::int64_t x = (column - margin) * side + draw(random, side);
      const std::int64_t y = (row - margin) * side + draw(random, side);
      sites.push_back({x, y, static_cast<std::uint8_t>(1 + draw(random, 251))});
    }
  }
  for (std::int64_t y = 0; y < canvas.height(); ++y) {
    for (std::int64_t x = 0; x < canvas.width(); ++x) {
      const Site* nearest = nullptr;
      std::int64_t least = 0;
      for (std::int64_t row = y / side; row <= y / side + 2 * margin; ++row) {
        for (std::int64_t column = x / side; column <= x / side + 2 * margin; ++column) {
          const Site& site = sites[static_cast<std::size_t>(row * across + column)];
          const std::int64_t distance = (site.x - x) * (site.x - x) + (site.y - y) * (site.y - y);
          if (nearest != nullptr && distance >= least) continue;
          nearest = &site;
          least = distance;
        }
      }
      canvas.at(x, y) = nearest->value;
    }
  }
}

/// Waves of several lengths, as a photograph of something without edges: 128 + 60 sin(.02 x) cos(.017 y) +
/// 30 sin(.11 (x + y)).
void smooth(PixelCanvas& canvas, const GenerateOptions&) {
  for (std::int64_t y = 0; y < canvas.height(); ++y) {
    const double vertical = 60.0 * std::cos(0.017 * static_cast<double>(y));
    for (std::int64_t x = 0; x < canvas.width(); ++x) {
      const double value = 128.0 + vertical * std::sin(0.02 * static_cast<double>(x)) +
                           30.0 * std::sin(0.11 * static_cast<double>(x + y));
      canvas.at(x, y) = static_cast<std::uint8_t>(value);
    }
  }
}

}  // namespace glccl::host::generated
