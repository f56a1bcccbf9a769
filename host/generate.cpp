// Images made by rule. Every draw is one call of a std::mt19937 seeded with `seed`, in the order in which the code
// makes them, and is used with integer arithmetic only (no std distribution: those differ between standard libraries).
#include "glccl/host/generate.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <new>
#include <random>

namespace glccl::host {
namespace {

constexpr std::uint8_t foreground = 255;

/// An image under construction, background to start with, addressed in 64 bits.
class Canvas {
 public:
  explicit Canvas(Size size)
      : image_{size, PixelFormat::grey8, std::vector<std::uint8_t>(static_cast<std::size_t>(size.pixels()))} {}

  std::int64_t width() const { return image_.size.width; }
  std::int64_t height() const { return image_.size.height; }

  std::uint8_t& at(std::int64_t x, std::int64_t y) { return image_.bytes[static_cast<std::size_t>(y * width() + x)]; }

  /// Fills the pixels x0 <= x < x1, y0 <= y < y1 that lie in the image.
  void fill(std::int64_t x0, std::int64_t y0, std::int64_t x1, std::int64_t y1) {
    x0 = std::max<std::int64_t>(x0, 0);
    x1 = std::min(x1, width());
    if (x0 >= x1) return;
    for (std::int64_t y = std::max<std::int64_t>(y0, 0); y < std::min(y1, height()); ++y) {
      std::fill_n(&at(x0, y), x1 - x0, foreground);
    }
  }

  std::vector<std::uint8_t>& bytes() { return image_.bytes; }
  Image take() { return std::move(image_); }

 private:
  Image image_;
};

using Random = std::mt19937;

/// Blocks of G x G in raster order, cropped at the border, one draw each: foreground if draw / 2^32 < density.
void noise(Canvas& canvas, const GenerateOptions& options) {
  Random random(options.seed);
  const std::int64_t side = options.granularity;
  for (std::int64_t y = 0; y < canvas.height(); y += side) {
    for (std::int64_t x = 0; x < canvas.width(); x += side) {
      // Exact: a 32-bit integer divided by a power of two is a double.
      if (static_cast<double>(static_cast<std::uint32_t>(random())) / 4294967296.0 < options.density) {
        canvas.fill(x, y, x + side, y + side);
      }
    }
  }
}

/// A grid of 4 x 4 ellipses that fill most of the image, whatever its size. In the order of the grid's rows each draws
/// a = cw * (80 + r % 19) / 200 and b = ch * (80 + r % 19) / 200 (integers) for a cell of cw x ch = W / 4 x H / 4
/// pixels with its centre at (cw / 2, ch / 2), and covers dx^2 b^2 + dy^2 a^2 <= a^2 b^2.
void objects(Canvas& canvas, const GenerateOptions& options) {
  Random random(options.seed);
  const std::int64_t cell_width = canvas.width() / 4;
  const std::int64_t cell_height = canvas.height() / 4;
  for (std::int64_t cell = 0; cell < 16; ++cell) {
    const std::int64_t cx = cell % 4 * cell_width + cell_width / 2;
    const std::int64_t cy = cell / 4 * cell_height + cell_height / 2;
    const std::int64_t a = cell_width * (80 + static_cast<std::int64_t>(random()) % 19) / 200;
    const std::int64_t b = cell_height * (80 + static_cast<std::int64_t>(random()) % 19) / 200;
    for (std::int64_t dy = -b; dy <= b; ++dy) {
      std::int64_t half = a;
      while (half * half * b * b + dy * dy * a * a > a * a * b * b) --half;
      canvas.fill(cx - half, cy + dy, cx + half + 1, cy + dy + 1);
    }
  }
}

/// n = P * W / 1024 * H / 1024 discs (integers, from left to right); each draws cx = r % W, cy = r % H, radius = 2 + r
/// % 14 and covers dx^2 + dy^2 <= radius^2.
void circles(Canvas& canvas, const GenerateOptions& options) {
  Random random(options.seed);
  const std::int64_t count = options.circles * canvas.width() / 1024 * canvas.height() / 1024;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t cx = static_cast<std::int64_t>(random()) % canvas.width();
    const std::int64_t cy = static_cast<std::int64_t>(random()) % canvas.height();
    const std::int64_t radius = 2 + static_cast<std::int64_t>(random()) % 14;
    for (std::int64_t dy = -radius; dy <= radius; ++dy) {
      std::int64_t half = radius;
      while (half * half + dy * dy > radius * radius) --half;
      canvas.fill(cx - half, cy + dy, cx + half + 1, cy + dy + 1);
    }
  }
}

/// One path, one pixel wide, from the top-left corner clockwise to the centre, with one pixel of background between its
/// turns.
void spiral(Canvas& canvas, const GenerateOptions&) {
  std::int64_t x = 0;
  std::int64_t y = 0;
  canvas.at(x, y) = foreground;
  std::array<std::int64_t, 2> steps = {canvas.width() - 1,
                                       canvas.height() - 1};  // of the next leg: horizontal, vertical
  std::int64_t previous =
      2;  // length of the leg before; less than 2 leaves no room for a gap, except before the second leg
  for (int leg = 0;; ++leg) {
    const std::int64_t length = steps[leg % 2];
    if (previous < 2 && leg != 1) break;
    if (length < 1 && leg > 0) break;
    const std::int64_t sign = leg % 4 < 2 ? 1 : -1;
    for (std::int64_t i = 0; i < length; ++i) {
      (leg % 2 == 0 ? x : y) += sign;
      canvas.at(x, y) = foreground;
    }
    previous = length;
    if (leg > 0) steps[leg % 2] -= 2;  // the first two horizontal legs are both as long as the image is wide
  }
}

/// Vertical teeth of width G with gaps of width G, joined by a spine of G rows. The spine is at the bottom, so that a
/// scan from the top takes every tooth for a component of its own and has to unite all of them in the end: the worst
/// case for union-find.
void comb(Canvas& canvas, const GenerateOptions& options) {
  const std::int64_t width = options.granularity;
  for (std::int64_t x = 0; x < canvas.width(); x += 2 * width) canvas.fill(x, 0, x + width, canvas.height());
  canvas.fill(0, canvas.height() - width, canvas.width(), canvas.height());
}

/// Blocks of G x G, every other one foreground, the top-left one included: one component with 8-connectivity, as many
/// as blocks with 4.
void checkerboard(Canvas& canvas, const GenerateOptions& options) {
  const std::int64_t side = options.granularity;
  for (std::int64_t y = 0, row = 0; y < canvas.height(); y += side, ++row) {
    for (std::int64_t x = row % 2 * side; x < canvas.width(); x += 2 * side) canvas.fill(x, y, x + side, y + side);
  }
}

/// A perfect maze (there is exactly one way between any two places) by randomized depth-first search. Cells are the
/// pixels with odd coordinates, (1, 1) the start; an image one pixel wide (high) has its cells at x = 0 (y = 0). At
/// every step the n cells not yet visited among those to the north, west, east and south, in this order, are counted;
/// if there are any, one draw takes number r % n.
void maze(Canvas& canvas, const GenerateOptions& options) {
  struct Direction {
    std::int64_t dx, dy;
  };
  constexpr std::array<Direction, 4> directions = {{{0, -1}, {-1, 0}, {1, 0}, {0, 1}}};  // i and 3 - i are opposite
  Random random(options.seed);
  std::int64_t x = canvas.width() > 1 ? 1 : 0;
  std::int64_t y = canvas.height() > 1 ? 1 : 0;

  // Until the end a visited cell holds 1 + the direction it was entered in, or 5 at the start: the way back needs no
  // stack.
  constexpr std::uint8_t start = 5;
  canvas.at(x, y) = start;
  for (;;) {
    std::array<int, 4> open{};
    unsigned count = 0;
    for (int d = 0; d < 4; ++d) {
      const std::int64_t to_x = x + 2 * directions[d].dx;
      const std::int64_t to_y = y + 2 * directions[d].dy;
      const bool inside = to_x >= 0 && to_x < canvas.width() && to_y >= 0 && to_y < canvas.height();
      if (inside && canvas.at(to_x, to_y) == 0) open[count++] = d;
    }
    if (count > 0) {
      const int d = open[random() % count];
      canvas.at(x + directions[d].dx, y + directions[d].dy) = foreground;
      x += 2 * directions[d].dx;
      y += 2 * directions[d].dy;
      canvas.at(x, y) = static_cast<std::uint8_t>(1 + d);
    } else if (canvas.at(x, y) != start) {
      const Direction& entered = directions[canvas.at(x, y) - 1];
      x -= 2 * entered.dx;
      y -= 2 * entered.dy;
    } else {
      break;
    }
  }
  for (std::uint8_t& pixel : canvas.bytes()) pixel = pixel != 0 ? foreground : 0;
}

/// Glyph-like strokes: lines at y0 = 6, 28, 50, ... while y0 + 14 < H, cells of 10 x 14 at x0 = 6, 18, 30, ... while x0
/// + 10 < W. One draw leaves a cell empty if r % 6 == 0; else three strokes draw x = x0 + r % 8, y = y0 + r % 12, dx =
/// r % 3 - 1, dy = r % 3 - 1 and make nine steps (dx, dy) with a 2 x 2 pen, clipped to the cell.
void text(Canvas& canvas, const GenerateOptions& options) {
  Random random(options.seed);
  const auto draw = [&random](std::int64_t n) { return static_cast<std::int64_t>(random()) % n; };
  for (std::int64_t y0 = 6; y0 + 14 < canvas.height(); y0 += 22) {
    for (std::int64_t x0 = 6; x0 + 10 < canvas.width(); x0 += 12) {
      if (draw(6) == 0) continue;
      for (int stroke = 0; stroke < 3; ++stroke) {
        std::int64_t x = x0 + draw(8);
        std::int64_t y = y0 + draw(12);
        const std::int64_t dx = draw(3) - 1;
        const std::int64_t dy = draw(3) - 1;
        for (int step = 0; step < 9; ++step, x += dx, y += dy) {
          canvas.fill(std::max(x, x0), std::max(y, y0), std::min(x + 2, x0 + 10), std::min(y + 2, y0 + 14));
        }
      }
    }
  }
}

void full(Canvas& canvas, const GenerateOptions&) { canvas.fill(0, 0, canvas.width(), canvas.height()); }

void empty(Canvas&, const GenerateOptions&) {}

struct Kind {
  GenerateKind description;
  void (*draw)(Canvas&, const GenerateOptions&);
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {{"noise", "random blocks (seed, density, granularity)"}, noise},
      {{"circles", "overlapping discs of radius 2 to 15 (seed, circles)"}, circles},
      {{"objects", "sixteen large ellipses (seed)"}, objects},
      {{"spiral", "one path a pixel wide from the corner to the centre: the longest component"}, spiral},
      {{"comb", "teeth joined only by the last rows: the worst case for union-find (granularity)"}, comb},
      {{"checkerboard", "blocks that touch at their corners alone (granularity)"}, checkerboard},
      {{"maze", "corridors with one way between any two places (seed)"}, maze},
      {{"text", "lines of glyph-like strokes (seed)"}, text},
      {{"full", "every pixel foreground"}, full},
      {{"empty", "every pixel background"}, empty},
  };
  return all;
}

Error invalid(const std::string& message) { return {ErrorCode::invalid_argument, "cannot generate: " + message}; }

std::string as_text(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%g", value);
  return text;
}

Status check(Size size, const GenerateOptions& options) {
  if (size.width < 1 || size.height < 1) {
    return invalid("the size " + std::to_string(size.width) + "x" + std::to_string(size.height) +
                   " has no pixels; both sides have to be at least 1");
  }
  if (!(options.density >= 0.0 && options.density <= 1.0)) {
    return invalid("density " + as_text(options.density) + " is not a probability; it has to be from 0 to 1");
  }
  if (options.granularity < 1) {
    return invalid("granularity " + std::to_string(options.granularity) + " is not a width; it has to be at least 1");
  }
  if (options.circles < 0) {
    return invalid(std::to_string(options.circles) + " circles are not a number of circles; it has to be at least 0");
  }
  return {};
}

}  // namespace

const std::vector<GenerateKind>& generate_kinds() {
  static const std::vector<GenerateKind> descriptions = [] {
    std::vector<GenerateKind> list;
    for (const Kind& kind : kinds()) list.push_back(kind.description);
    return list;
  }();
  return descriptions;
}

Result<Image> generate(const std::string& kind, Size size, const GenerateOptions& options) {
  const auto found =
      std::find_if(kinds().begin(), kinds().end(), [&](const Kind& k) { return k.description.name == kind; });
  if (found == kinds().end()) {
    std::string known;
    for (const Kind& k : kinds()) known += (known.empty() ? "" : ", ") + k.description.name;
    return invalid("there is no kind \"" + kind + "\"; the kinds are " + known);
  }
  if (Status status = check(size, options); !status) return status.error();
  try {
    Canvas canvas(size);
    found->draw(canvas, options);
    return canvas.take();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::too_large, "cannot generate: there is no memory for an image of " +
                                           std::to_string(size.width) + "x" + std::to_string(size.height) +
                                           " pixels; ask for a smaller one"};
  }
}

}  // namespace glccl::host
