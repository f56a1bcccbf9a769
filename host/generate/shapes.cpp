// Images and volumes of simple shapes. Every draw r is one call of a std::mt19937 seeded with `seed`, in the order of
// the code.
#include <algorithm>
#include <array>

#include "host/generate/kinds.hpp"

namespace glccl::host::generated {
namespace {

constexpr std::uint8_t foreground = generated_foreground;

/// A place in a slice.
struct Place {
  std::int64_t x = 0;
  std::int64_t y = 0;
};

/// One path, one pixel wide, from the top-left corner of slice z clockwise to the centre, with one pixel of background
/// between its turns. Returns its end.
Place draw_spiral(PixelCanvas& canvas, std::int64_t z) {
  Place end;
  canvas.at(end.x, end.y, z) = foreground;
  // Lengths of the next horizontal and the next vertical leg.
  std::array<std::int64_t, 2> steps = {canvas.width() - 1, canvas.height() - 1};
  // Length of the previous leg. Less than 2 leaves no room for a gap, except before the second leg.
  std::int64_t previous = 2;
  for (int leg = 0;; ++leg) {
    const std::int64_t length = steps[leg % 2];
    if (previous < 2 && leg != 1) break;
    if (length < 1 && leg > 0) break;
    const std::int64_t sign = leg % 4 < 2 ? 1 : -1;
    for (std::int64_t i = 0; i < length; ++i) {
      (leg % 2 == 0 ? end.x : end.y) += sign;
      canvas.at(end.x, end.y, z) = foreground;
    }
    previous = length;
    if (leg > 0) steps[leg % 2] -= 2;  // The first two horizontal legs are both as long as the image is wide.
  }
  return end;
}

}  // namespace

/// Blocks of G elements a side in raster order, cropped at the border. A block is foreground if its draw / 2^32 <
/// density.
void noise(PixelCanvas& canvas, const GenerateOptions& options) {
  Random random(options.seed);
  const std::int64_t side = options.granularity;
  for (std::int64_t z = 0; z < canvas.depth(); z += side) {
    for (std::int64_t y = 0; y < canvas.height(); y += side) {
      for (std::int64_t x = 0; x < canvas.width(); x += side) {
        // Exact: the quotient of a 32-bit integer and a power of two is a double.
        if (static_cast<double>(static_cast<std::uint32_t>(random())) / 4294967296.0 < options.density) {
          canvas.fill_box(x, y, z, x + side, y + side, z + side);
        }
      }
    }
  }
}

/// The noise above with blocks of one pixel, in which every column with (x + 1) % S == 0 is background: the random
/// images of Bester and Pulles, section 4 and figure 5.
void columns(PixelCanvas& canvas, const GenerateOptions& options) {
  GenerateOptions pixels = options;
  pixels.granularity = 1;
  noise(canvas, pixels);
  for (std::int64_t x = options.spacing - 1; x < canvas.width(); x += options.spacing) {
    canvas.fill(x, 0, x + 1, canvas.height(), 0);
  }
}

/// A grid of 4 x 4 ellipses that fill most of an image of any size. A cell has cw x ch = W / 4 x H / 4 pixels and its
/// centre at (cw / 2, ch / 2). In raster order of the cells, each draws a = cw * (80 + r % 19) / 200 and b = ch * (80 +
/// r % 19) / 200 (integers), and covers dx^2 b^2 + dy^2 a^2 <= a^2 b^2.
void objects(PixelCanvas& canvas, const GenerateOptions& options) {
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

/// n = P * W / 1024 * H / 1024 discs (integers, from left to right). Each draws cx = r % W, cy = r % H, radius = 2 + r
/// % 14, and covers dx^2 + dy^2 <= radius^2.
void circles(PixelCanvas& canvas, const GenerateOptions& options) {
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

/// One path, one element thick, with one element of background between its turns. In slices 0, 2, 4, ... it winds
/// clockwise between the top-left corner and the centre. One element in each slice between them is its stair to the
/// next, at the centre and at the corner in turn.
void spiral(PixelCanvas& canvas, const GenerateOptions&) {
  for (std::int64_t z = 0; z < canvas.depth(); z += 2) {
    const Place centre = draw_spiral(canvas, z);
    const Place stair = z % 4 == 0 ? centre : Place{};
    if (z + 2 < canvas.depth()) canvas.at(stair.x, stair.y, z + 1) = foreground;
  }
}

/// One path, one pixel wide, back and forth: the rows 0, 2, 4, ... from side to side, joined by one pixel at the right
/// and at the left end in turn. As long as the spiral, but in rows.
void serpentine(PixelCanvas& canvas, const GenerateOptions&) {
  for (std::int64_t y = 0; y < canvas.height(); y += 2) {
    canvas.fill(0, y, canvas.width(), y + 1);
    const std::int64_t end = y % 4 == 0 ? canvas.width() - 1 : 0;
    if (y + 2 < canvas.height()) canvas.at(end, y + 1) = foreground;
  }
}

/// Vertical teeth of width G with gaps of width G, joined by a spine of G rows at the bottom. A scan from the top gives
/// every tooth a label of its own and unites all of them at the end: the worst case for union-find.
void comb(PixelCanvas& canvas, const GenerateOptions& options) {
  const std::int64_t width = options.granularity;
  for (std::int64_t x = 0; x < canvas.width(); x += 2 * width) canvas.fill(x, 0, x + width, canvas.height());
  canvas.fill(0, canvas.height() - width, canvas.width(), canvas.height());
}

/// Blocks of G elements a side, every other one foreground, that of element (0, 0, 0) included. They are one component
/// with connectivity 8, 18 and 26, and one component each with 4 and 6.
void checkerboard(PixelCanvas& canvas, const GenerateOptions& options) {
  const std::int64_t side = options.granularity;
  for (std::int64_t z = 0; z < canvas.depth(); z += side) {
    for (std::int64_t y = 0; y < canvas.height(); y += side) {
      for (std::int64_t x = (z / side + y / side) % 2 * side; x < canvas.width(); x += 2 * side) {
        canvas.fill_box(x, y, z, x + side, y + side, z + side);
      }
    }
  }
}

/// Vertical stripes of G columns with gaps of G columns, the first column included.
void stripes(PixelCanvas& canvas, const GenerateOptions& options) {
  const std::int64_t width = options.granularity;
  for (std::int64_t x = 0; x < canvas.width(); x += 2 * width) canvas.fill(x, 0, x + width, canvas.height());
}

/// Horizontal and vertical lines of one pixel with G pixels of background between them, the first row and column
/// included.
void grid(PixelCanvas& canvas, const GenerateOptions& options) {
  const std::int64_t step = std::int64_t{options.granularity} + 1;
  for (std::int64_t x = 0; x < canvas.width(); x += step) canvas.fill(x, 0, x + 1, canvas.height());
  for (std::int64_t y = 0; y < canvas.height(); y += step) canvas.fill(0, y, canvas.width(), y + 1);
}

/// A perfect maze (there is exactly one way between any two places) by randomized depth-first search. Cells are the
/// pixels with odd coordinates, and (1, 1) is the start. In an image one pixel wide (high) cells have x = 0 (y = 0).
/// Every step counts the n unvisited cells to the north, west, east and south, in this order. If there are any, one
/// draw chooses number r % n.
void maze(PixelCanvas& canvas, const GenerateOptions& options) {
  struct Heading {
    std::int64_t dx, dy;
  };
  constexpr std::array<Heading, 4> directions = {{{0, -1}, {-1, 0}, {1, 0}, {0, 1}}};  // i and 3 - i are opposite.
  Random random(options.seed);
  std::int64_t x = canvas.width() > 1 ? 1 : 0;
  std::int64_t y = canvas.height() > 1 ? 1 : 0;

  // Until the end a visited cell holds 1 + the direction in which it was entered, or 5 at the start. No stack is needed
  // for the way back.
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
      const Heading& entered = directions[canvas.at(x, y) - 1];
      x -= 2 * entered.dx;
      y -= 2 * entered.dy;
    } else {
      break;
    }
  }
  for (std::uint8_t& pixel : canvas.bytes()) pixel = pixel != 0 ? foreground : 0;
}

/// Glyph-like strokes. Lines are at y0 = 6, 28, 50, ... while y0 + 14 < H, cells of 10 x 14 pixels at x0 = 6, 18, 30,
/// ... while x0 + 10 < W. One draw leaves a cell empty if r % 6 == 0. Otherwise three strokes draw x = x0 + r % 8, y =
/// y0 + r % 12, dx = r % 3 - 1, dy = r % 3 - 1, and make nine steps (dx, dy) with a pen of 2 x 2 pixels, clipped to the
/// cell.
void text(PixelCanvas& canvas, const GenerateOptions& options) {
  Random random(options.seed);
  for (std::int64_t y0 = 6; y0 + 14 < canvas.height(); y0 += 22) {
    for (std::int64_t x0 = 6; x0 + 10 < canvas.width(); x0 += 12) {
      if (draw(random, 6) == 0) continue;
      for (int stroke = 0; stroke < 3; ++stroke) {
        std::int64_t x = x0 + draw(random, 8);
        std::int64_t y = y0 + draw(random, 12);
        const std::int64_t dx = draw(random, 3) - 1;
        const std::int64_t dy = draw(random, 3) - 1;
        for (int step = 0; step < 9; ++step, x += dx, y += dy) {
          canvas.fill(std::max(x, x0), std::max(y, y0), std::min(x + 2, x0 + 10), std::min(y + 2, y0 + 14));
        }
      }
    }
  }
}

/// Every element is foreground.
void full(PixelCanvas& canvas, const GenerateOptions&) {
  std::fill(canvas.bytes().begin(), canvas.bytes().end(), foreground);
}

/// Every element is background.
void empty(PixelCanvas&, const GenerateOptions&) {}

}  // namespace glccl::host::generated
