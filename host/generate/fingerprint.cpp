// Ridges are a phase cut at a threshold: the phase of a flow pattern, plus a whole turn around every minutia, as in K.
// G. Larkin and P. A. Fletcher, A coherent framework for fingerprint analysis: are fingerprints holograms?, 2007. The
// flow pattern here is a simpler one. Phases are in 1/65536 of the distance between two ridges.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "host/generate/kinds.hpp"

namespace glccl::host::generated {
namespace {

constexpr std::int64_t turn = 65536;

/// The direction of (x, y) in 1/65536 of a turn, with an error of at most a third of a degree.
std::int64_t direction(std::int64_t x, std::int64_t y) {
  if (x == 0 && y == 0) return 0;
  const std::int64_t a = std::abs(x);
  const std::int64_t b = std::abs(y);
  const std::int64_t slope = 32768 * std::min(a, b) / std::max(a, b);
  std::int64_t angle = slope * (8192 + 2847 * (32768 - slope) / 32768) / 32768;  // Within an eighth of a turn.
  if (b > a) angle = turn / 4 - angle;
  if (x < 0) angle = turn / 2 - angle;
  return y < 0 ? turn - angle : angle;
}

/// The integer part of the square root. Exact, because the square root of IEEE 754 is correctly rounded.
std::int64_t root(std::int64_t value) { return static_cast<std::int64_t>(std::sqrt(static_cast<double>(value))); }

/// Smooth noise from -1024 to 1024: one draw per corner of a grid, blended between corners.
class Waves {
 public:
  Waves(const PixelCanvas& canvas, Random& random, std::int64_t side)
      : side_(side), across_(canvas.width() / side + 2), corners_() {
    const std::int64_t down = canvas.height() / side + 2;
    corners_.resize(static_cast<std::size_t>(across_ * down));
    for (std::int64_t& corner : corners_) corner = draw(random, 2049) - 1024;
  }

  std::int64_t at(std::int64_t x, std::int64_t y) const {
    const std::int64_t fx = ease(x % side_);
    const std::int64_t fy = ease(y % side_);
    const std::int64_t* const corner = &corners_[static_cast<std::size_t>(y / side_ * across_ + x / side_)];
    const std::int64_t above = corner[0] * (side_ - fx) + corner[1] * fx;
    const std::int64_t below = corner[across_] * (side_ - fx) + corner[across_ + 1] * fx;
    return (above * (side_ - fy) + below * fy) / (side_ * side_);
  }

 private:
  /// Blends from 0 to the side with slope 0 at both ends.
  std::int64_t ease(std::int64_t from) const { return from * from * (3 * side_ - 2 * from) / (side_ * side_); }

  std::int64_t side_;
  std::int64_t across_;
  std::vector<std::int64_t> corners_;
};

/// Two minutiae of opposite sense, between which a ridge ends or splits. Their effects cancel at a distance.
struct Minutiae {
  std::int64_t x0, y0, x1, y1;
};

std::vector<Minutiae> draw_minutiae(const PixelCanvas& canvas, Random& random, std::int64_t period) {
  std::vector<Minutiae> all;
  for (int i = 0; i < 26; ++i) {
    const std::int64_t x = canvas.width() / 6 + draw(random, 1 + canvas.width() * 2 / 3);
    const std::int64_t y = canvas.height() / 6 + draw(random, 1 + canvas.height() * 2 / 3);
    const std::int64_t dx = draw(random, 6 * period + 1) - 3 * period;
    const std::int64_t dy = draw(random, 6 * period + 1) - 3 * period;
    all.push_back({x, y, x + dx, y + dy});
  }
  return all;
}

/// Adds the turns of the minutiae to the phases of one row.
void add_minutiae(const std::vector<Minutiae>& all, std::int64_t reach, std::int64_t y,
                  std::vector<std::int64_t>& phases) {
  const auto width = static_cast<std::int64_t>(phases.size());
  for (const Minutiae& one : all) {
    if (std::abs(y - one.y0) > reach) continue;
    for (std::int64_t x = std::max<std::int64_t>(0, one.x0 - reach); x < std::min(width, one.x0 + reach + 1); ++x) {
      phases[static_cast<std::size_t>(x)] += direction(x - one.x0, y - one.y0) - direction(x - one.x1, y - one.y1);
    }
  }
}

}  // namespace

/// Ridges in rings around a core above the middle, flatter below it, within an oval. About 48 ridges fit along the
/// shorter side, at least four pixels apart. Their width varies, so that some touch and some are interrupted. One draw
/// per pixel makes their edges rough.
void fingerprint(PixelCanvas& canvas, const GenerateOptions& options) {
  Random random(options.seed);
  const std::int64_t width = canvas.width();
  const std::int64_t height = canvas.height();
  const std::int64_t period = std::max<std::int64_t>(4, std::min(width, height) / 48);
  const Waves bends(canvas, random, 7 * period);
  const Waves pressure(canvas, random, 4 * period);
  const std::vector<Minutiae> minutiae = draw_minutiae(canvas, random, period);
  const std::int64_t core_x = width / 2 + draw(random, 1 + width / 16);
  const std::int64_t core_y = height * 2 / 5 + draw(random, 1 + height / 16);
  // Half axes of the oval.
  const std::int64_t a = std::max<std::int64_t>(1, width * 43 / 100);
  const std::int64_t b = std::max<std::int64_t>(1, height * 47 / 100);
  const std::int64_t fade = 160 * period;
  std::vector<std::int64_t> phases(static_cast<std::size_t>(width));
  for (std::int64_t y = 0; y < height; ++y) {
    const std::int64_t dy = 16 * (y - core_y);  // In sixteenths of a pixel.
    // Rings are stretched sideways by 1024 / `narrow`.
    const std::int64_t narrow = dy <= 0 ? 1024 : 1024 * fade / root(fade * fade + dy * dy);
    for (std::int64_t x = 0; x < width; ++x) {
      const std::int64_t dx = 16 * (x - core_x) * narrow / 1024;
      const std::int64_t distance = root(dy * dy + dx * dx);
      phases[static_cast<std::size_t>(x)] = distance * turn / (16 * period) + 50 * bends.at(x, y);
    }
    add_minutiae(minutiae, 9 * period, y, phases);
    for (std::int64_t x = 0; x < width; ++x) {
      const std::int64_t roughness = draw(random, 8192) - 4096;
      const std::int64_t across = 512 * (2 * x - width) / a;  // 1024 at the edge of the oval.
      const std::int64_t down = 512 * (2 * y - height) / b;
      if (across * across + down * down > 1024 * (1024 + pressure.at(x, y) / 16)) continue;
      const std::int64_t phase = ((phases[static_cast<std::size_t>(x)] % turn) + turn) % turn;
      if (phase < turn / 2 + 12 * pressure.at(x, y) + roughness) canvas.at(x, y) = generated_foreground;
    }
  }
}

}  // namespace glccl::host::generated
