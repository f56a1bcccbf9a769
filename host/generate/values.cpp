// Images whose pixels have many values: for the criteria Equal and Difference.
#include <cmath>
#include <cstdint>
#include <limits>

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
  std::uint8_t value;
};

/// The site of cell (i, j) of a grid of that side; i and j are at least -1.
Site site_of(std::int64_t i, std::int64_t j, std::int64_t side) {
  const auto part = [](std::int64_t index, std::uint32_t by) { return static_cast<std::uint32_t>(index + 1) * by; };
  const std::uint32_t k = hash(part(i, 7919) + part(j, 104729));
  return {i * side + k % side, j * side + (k >> 12) % side, static_cast<std::uint8_t>(hash(k ^ 0x9e37U) % 251 + 1)};
}

}  // namespace

/// Cells of a grid with one site each, at a place in the cell by a hash: a pixel has the value, 1 to 251, of the
/// nearest site of its own cell and the eight around it. Of sites at the same distance it is the first in raster order
/// of the cells. Does not depend on the seed.
void cells(PixelCanvas& canvas, const GenerateOptions& options) {
  const std::int64_t side = options.granularity;
  for (std::int64_t y = 0; y < canvas.height(); ++y) {
    for (std::int64_t x = 0; x < canvas.width(); ++x) {
      double least = std::numeric_limits<double>::infinity();  // squares of 32-bit distances exceed 64 bits
      for (std::int64_t j = y / side - 1; j <= y / side + 1; ++j) {
        for (std::int64_t i = x / side - 1; i <= x / side + 1; ++i) {
          const Site site = site_of(i, j, side);
          const auto across = static_cast<double>(site.x - x);
          const auto down = static_cast<double>(site.y - y);
          const double distance = across * across + down * down;
          if (distance >= least) continue;
          least = distance;
          canvas.at(x, y) = site.value;
        }
      }
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
