// Volumes of shapes in space, in integer arithmetic. An image is a volume of one slice. Every draw r is one call of a
// std::mt19937 seeded with `seed`, in the order of the code.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "host/generate/kinds.hpp"

namespace glccl::host::generated {
namespace {

struct Point {
  std::int64_t x = 0;
  std::int64_t y = 0;
  std::int64_t z = 0;
};

/// Covers dx^2 + dy^2 + dz^2 <= radius^2.
void draw_ball(PixelCanvas& canvas, const Point& centre, std::int64_t radius) {
  const std::int64_t last_z = std::min(centre.z + radius, canvas.depth() - 1);
  const std::int64_t last_y = std::min(centre.y + radius, canvas.height() - 1);
  for (std::int64_t z = std::max<std::int64_t>(centre.z - radius, 0); z <= last_z; ++z) {
    for (std::int64_t y = std::max<std::int64_t>(centre.y - radius, 0); y <= last_y; ++y) {
      const std::int64_t left = radius * radius - (y - centre.y) * (y - centre.y) - (z - centre.z) * (z - centre.z);
      if (left < 0) continue;
      // The square root of IEEE 754 is correctly rounded, so this one is the same on every machine.
      const auto half = static_cast<std::int64_t>(std::sqrt(static_cast<double>(left)));
      canvas.fill_box(centre.x - half, y, z, centre.x + half + 1, y + 1, z + 1);
    }
  }
}

/// x = r % W, y = r % H, z = r % D.
Point draw_point(Random& random, const PixelCanvas& canvas) {
  Point point;
  point.x = draw(random, canvas.width());
  point.y = draw(random, canvas.height());
  point.z = draw(random, canvas.depth());
  return point;
}

/// N * W / 256 * H / 256 * D / 256 (integers, from left to right).
std::int64_t count_bodies(const PixelCanvas& canvas, const GenerateOptions& options) {
  return options.bodies * canvas.width() / 256 * canvas.height() / 256 * canvas.depth() / 256;
}

/// The sine of k / 32 of a turn, in 1/32768. Requires k from 0.
std::int64_t sine(std::int64_t k) {
  constexpr std::array<std::int64_t, 9> quarter = {0, 6393, 12540, 18205, 23170, 27246, 30274, 32138, 32768};
  const std::int64_t half = k % 16;
  const std::int64_t magnitude = quarter[static_cast<std::size_t>(half <= 8 ? half : 16 - half)];
  return k % 32 < 16 ? magnitude : -magnitude;
}

std::int64_t cosine(std::int64_t k) { return sine(k + 8); }

/// The place of a cell on the Hilbert curve through a cube of 2^bits cells a side, from 0: J. Skilling, Programming the
/// Hilbert curve, AIP Conference Proceedings 707, 2004.
std::uint64_t hilbert_place(std::array<std::uint32_t, 3> axes, int bits) {
  const std::uint32_t top = 1U << bits >> 1;
  for (std::uint32_t bit = top; bit > 1; bit >>= 1) {
    for (std::uint32_t& axis : axes) {
      const std::uint32_t swapped = (axis & bit) != 0 ? 0 : (axes[0] ^ axis) & (bit - 1);
      if ((axis & bit) != 0) axes[0] ^= bit - 1;
      axes[0] ^= swapped;
      axis ^= swapped;
    }
  }
  // Gray code.
  axes[1] ^= axes[0];
  axes[2] ^= axes[1];
  std::uint32_t flipped = 0;
  for (std::uint32_t bit = top; bit > 1; bit >>= 1) {
    if ((axes[2] & bit) != 0) flipped ^= bit - 1;
  }
  std::uint64_t place = 0;
  for (std::uint32_t bit = top; bit > 0; bit >>= 1) {
    for (const std::uint32_t axis : axes) place = place << 1 | (((axis ^ flipped) & bit) != 0 ? 1 : 0);
  }
  return place;
}

}  // namespace

/// Balls: each draws its centre, and its radius from the least to the largest one.
void balls(PixelCanvas& canvas, const GenerateOptions& options) {
  Random random(options.seed);
  const std::int64_t count = count_bodies(canvas, options);
  for (std::int64_t i = 0; i < count; ++i) {
    const Point centre = draw_point(random, canvas);
    const std::int64_t spread = options.largest_radius - std::int64_t{options.least_radius} + 1;
    draw_ball(canvas, centre, options.least_radius + draw(random, spread));
  }
}

/// Straight tubes from one random point to another: each draws both ends and radius = 1 + r % 3, and is covered by
/// balls that are at most half an element apart along its longest axis.
void tubes(PixelCanvas& canvas, const GenerateOptions& options) {
  Random random(options.seed);
  const std::int64_t count = count_bodies(canvas, options);
  for (std::int64_t i = 0; i < count; ++i) {
    const Point from = draw_point(random, canvas);
    const Point to = draw_point(random, canvas);
    const std::int64_t radius = 1 + draw(random, 3);
    const Point way{to.x - from.x, to.y - from.y, to.z - from.z};
    const std::int64_t steps = 2 * std::max({std::abs(way.x), std::abs(way.y), std::abs(way.z), std::int64_t{1}});
    for (std::int64_t step = 0; step <= steps; ++step) {
      draw_ball(canvas, {from.x + way.x * step / steps, from.y + way.y * step / steps, from.z + way.z * step / steps},
                radius);
    }
  }
}

/// One of the two labyrinths of a gyroid, A. H. Schoen's triply periodic minimal surface, made thinner: sin x cos y +
/// sin y cos z + sin z cos x > 0.6, with a period of 32 elements. Sines are rounded to 1/32768.
void gyroid(PixelCanvas& canvas, const GenerateOptions&) {
  constexpr std::int64_t one = 32768 * 32768;
  for (std::int64_t z = 0; z < canvas.depth(); ++z) {
    for (std::int64_t y = 0; y < canvas.height(); ++y) {
      for (std::int64_t x = 0; x < canvas.width(); ++x) {
        const std::int64_t sum = sine(x) * cosine(y) + sine(y) * cosine(z) + sine(z) * cosine(x);
        if (10 * sum > 6 * one) canvas.at(x, y, z) = generated_foreground;
      }
    }
  }
}

/// A Hilbert curve, one element thick, through the elements with even coordinates, and one element of background
/// between its parts. It is the curve through the smallest cube of 2^k elements a side that holds the volume, so in
/// such a cube it is one component, and in other volumes the pieces that lie in them. Along sides of more than 2^22
/// elements curves of that side follow one another.
void hilbert(PixelCanvas& canvas, const GenerateOptions&) {
  const std::int64_t longest = std::max({canvas.width(), canvas.height(), canvas.depth()});
  int bits = 0;  // of a cell's coordinate; cells are two elements wide
  while (bits < 21 && std::int64_t{2} << bits < longest) ++bits;
  const auto place_of = [bits](std::int64_t x, std::int64_t y, std::int64_t z) {
    const auto cell = [mask = (std::int64_t{1} << bits) - 1](std::int64_t at) {
      return static_cast<std::uint32_t>(at / 2 & mask);
    };
    return static_cast<std::int64_t>(hilbert_place({cell(x), cell(y), cell(z)}, bits));
  };
  for (std::int64_t z = 0; z < canvas.depth(); z += 2) {
    for (std::int64_t y = 0; y < canvas.height(); y += 2) {
      for (std::int64_t x = 0; x < canvas.width(); x += 2) {
        canvas.at(x, y, z) = generated_foreground;
        const std::int64_t here = place_of(x, y, z);
        const auto follows = [&](std::int64_t place) { return std::abs(place - here) == 1; };
        if (x + 2 < canvas.width() && follows(place_of(x + 2, y, z))) canvas.at(x + 1, y, z) = generated_foreground;
        if (y + 2 < canvas.height() && follows(place_of(x, y + 2, z))) canvas.at(x, y + 1, z) = generated_foreground;
        if (z + 2 < canvas.depth() && follows(place_of(x, y, z + 2))) canvas.at(x, y, z + 1) = generated_foreground;
      }
    }
  }
}

}  // namespace glccl::host::generated
