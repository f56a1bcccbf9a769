// Images whose pixels have many values: for the criteria Equal and Difference.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "host/generate/kinds.hpp"

namespace glccl::host::generated {
namespace {

/// A hash of 32 bits: each bit of the result depends on every bit of `k`.
std::uint32_t hash(std::uint32_t k) {
  k ^= k >> 16;
  k *= 0x7feb352dU;
  k ^= k >> 15;
  k *= 0x846ca68bU;
  return k ^ k >> 16;
}

/// The site of a cell, and its value.
struct Site {
  std::int64_t x;
  std::int64_t y;
  std::int64_t z;
  std::uint8_t value;
};

/// The site of cell (i, j, k) of a grid of that side; all three are at least -1. In images k and the z of sites are 0.
Site site_of(std::int64_t i, std::int64_t j, std::int64_t k, std::int64_t side, bool is_volume) {
  const auto part = [](std::int64_t index, std::uint32_t by) { return static_cast<std::uint32_t>(index + 1) * by; };
  const std::uint32_t key = hash(part(i, 7919) + part(j, 104729) + (is_volume ? part(k, 1299709) : 0));
  return {i * side + key % side, j * side + (key >> 12) % side, is_volume ? k * side + hash(key ^ 0x79b9U) % side : 0,
          static_cast<std::uint8_t>(hash(key ^ 0x9e37U) % 251 + 1)};
}

/// The value of the site that is nearest to an element; of several the first.
std::uint8_t nearest_value(const std::vector<Site>& sites, std::int64_t x, std::int64_t y, std::int64_t z) {
  double least = std::numeric_limits<double>::infinity();  // squares of 32-bit distances exceed 64 bits
  std::uint8_t value = 0;
  for (const Site& site : sites) {
    const auto across = static_cast<double>(site.x - x);
    const auto down = static_cast<double>(site.y - y);
    const auto back = static_cast<double>(site.z - z);
    const double distance = across * across + down * down + back * back;
    if (distance >= least) continue;
    least = distance;
    value = site.value;
  }
  return value;
}

/// Fills the cell whose first element is (x0, y0, z0).
void fill_cell(PixelCanvas& canvas, std::int64_t x0, std::int64_t y0, std::int64_t z0, std::int64_t side) {
  const bool is_volume = canvas.depth() > 1;
  const std::int64_t reach = is_volume ? 1 : 0;
  std::vector<Site> sites;
  for (std::int64_t k = z0 / side - reach; k <= z0 / side + reach; ++k) {
    for (std::int64_t j = y0 / side - 1; j <= y0 / side + 1; ++j) {
      for (std::int64_t i = x0 / side - 1; i <= x0 / side + 1; ++i) sites.push_back(site_of(i, j, k, side, is_volume));
    }
  }
  for (std::int64_t z = z0; z < std::min(z0 + side, canvas.depth()); ++z) {
    for (std::int64_t y = y0; y < std::min(y0 + side, canvas.height()); ++y) {
      for (std::int64_t x = x0; x < std::min(x0 + side, canvas.width()); ++x) {
        canvas.at(x, y, z) = nearest_value(sites, x, y, z);
      }
    }
  }
}

}  // namespace

/// Cells of a grid with one site each, at a place in the cell by a hash: an element has the value, 1 to 251, of the
/// nearest site of its own cell and the cells around it, 8 in images and 26 in volumes. Of sites at the same distance
/// it is the first in raster order of the cells. Does not depend on the seed.
void cells(PixelCanvas& canvas, const GenerateOptions& options) {
  const std::int64_t side = options.granularity;
  for (std::int64_t z = 0; z < canvas.depth(); z += side) {
    for (std::int64_t y = 0; y < canvas.height(); y += side) {
      for (std::int64_t x = 0; x < canvas.width(); x += side) fill_cell(canvas, x, y, z, side);
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
