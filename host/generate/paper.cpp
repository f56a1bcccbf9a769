// Images of printed paper. All positions are integers in sixteenths of a pixel, so that every machine produces the same
// bytes. The code is the definition.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <string_view>

#include "host/generate/glyphs.hpp"
#include "host/generate/kinds.hpp"

namespace glccl::host::generated {
namespace {

constexpr std::int64_t one_pixel = 16;

struct Point {
  std::int64_t x = 0;  ///< In sixteenths of a pixel.
  std::int64_t y = 0;
};

/// Ink on a sheet of paper that lies on the canvas at a small angle.
class Sheet {
 public:
  /// `tilt` is in pixels down per 1024 pixels to the right.
  Sheet(PixelCanvas& canvas, std::int64_t tilt) : canvas_(canvas), tilt_(tilt) {}

  /// Draws a round dot `width` pixels wide.
  void dot(Point point, std::int64_t width) {
    const std::int64_t x = (point.x - point.y * tilt_ / 1024) / one_pixel - (width - 1) / 2;
    const std::int64_t y = (point.y + point.x * tilt_ / 1024) / one_pixel - (width - 1) / 2;
    for (std::int64_t row = 0; row < width; ++row) {
      const std::int64_t dy = 2 * row + 1 - width;
      std::int64_t begin = 0;
      while ((2 * begin + 1 - width) * (2 * begin + 1 - width) + dy * dy > width * width) ++begin;
      canvas_.fill(x + begin, y + row, x + width - begin, y + row + 1);
    }
  }

  /// Draws a straight line of dots that are at most half a pixel apart.
  void line(Point from, Point to, std::int64_t width) {
    const std::int64_t dx = to.x - from.x;
    const std::int64_t dy = to.y - from.y;
    const std::int64_t steps = 1 + 2 * std::max(std::abs(dx), std::abs(dy)) / one_pixel;
    for (std::int64_t i = 0; i <= steps; ++i) dot({from.x + dx * i / steps, from.y + dy * i / steps}, width);
  }

 private:
  PixelCanvas& canvas_;
  std::int64_t tilt_;
};

/// The size of letters.
struct Font {
  std::int64_t grid;  ///< One step of the glyphs' grid, in sixteenths of a pixel.
  std::int64_t pen;   ///< Width of a stroke in pixels.
};

constexpr std::int64_t letter_height = 6;  // Height of a capital, in steps of the grid.
constexpr std::int64_t line_height = 12;   // In steps of the grid.

std::string_view strokes_of(char letter) {
  const auto glyph = std::find_if(glyphs.begin(), glyphs.end(), [&](const Glyph& one) { return one.letter == letter; });
  return glyph == glyphs.end() ? std::string_view() : glyph->strokes;
}

/// Whether a letter is two steps of the grid narrower than others.
bool is_narrow(char letter) { return std::string_view("ijl.,I ").find(letter) != std::string_view::npos; }

std::int64_t advance(char letter) { return is_narrow(letter) ? 4 : 6; }

/// Width of a word in steps of the grid.
std::int64_t width_of(std::string_view word) {
  std::int64_t width = 0;
  for (const char letter : word) width += advance(letter);
  return width;
}

void draw_letter(Sheet& sheet, Point origin, const Font& font, char letter) {
  const std::string_view strokes = strokes_of(letter);
  const std::int64_t shift = is_narrow(letter) ? -1 : 0;
  const auto place = [&](std::size_t i) {
    return Point{origin.x + (strokes[i] - '0' + shift) * font.grid, origin.y + (strokes[i + 1] - '0') * font.grid};
  };
  for (std::size_t i = 0; i < strokes.size();) {
    const bool last = i + 2 >= strokes.size() || strokes[i + 2] == ' ';
    if (!last) sheet.line(place(i), place(i + 2), font.pen);
    i += last ? 3 : 2;
  }
}

/// Writes words to the right from `at`, the top of capitals. Returns the x coordinate of their end.
std::int64_t write(Sheet& sheet, Point at, const Font& font, std::string_view words) {
  for (const char letter : words) {
    draw_letter(sheet, at, font, letter);
    at.x += advance(letter) * font.grid;
  }
  return at.x;
}

constexpr std::array<std::string_view, 64> vocabulary = {
    "the",  "and",   "to",    "of",   "my",    "you",   "lord",  "in",     "it",    "that",  "is",    "not",    "his",
    "this", "with",  "but",   "for",  "your",  "me",    "as",    "be",     "he",    "what",  "king",  "him",    "so",
    "have", "will",  "no",    "our",  "are",   "good",  "come",  "shall",  "all",   "by",    "thou",  "they",   "we",
    "now",  "sir",   "let",   "more", "queen", "there", "would", "father", "their", "speak", "night", "heaven", "most",
    "must", "blood", "world", "love", "death", "ghost", "know",  "play",   "grave", "quick", "joy",   "exit"};

constexpr std::array<std::string_view, 6> speakers = {"HAMLET", "HORATIO", "KING", "QUEEN", "POLONIUS", "LAERTES"};

/// The area for text, in sixteenths of a pixel.
struct Margins {
  std::int64_t left;
  std::int64_t right;
  std::int64_t top;
  std::int64_t bottom;
};

/// Fills lines with words as far as they fit.
class TextWriter {
 public:
  TextWriter(Sheet& sheet, Random& random, const Margins& margins, const Font& font)
      : sheet_(sheet), random_(random), margins_(margins), font_(font), at_{margins.left, margins.top} {}

  /// Whether another line fits.
  bool fits() const { return at_.y + letter_height * font_.grid <= margins_.bottom; }

  std::int64_t top() const { return at_.y; }

  void skip(std::int64_t halves) { at_ = {margins_.left, at_.y + halves * line_height / 2 * font_.grid}; }

  void word(std::string_view letters) {
    if (at_.x > margins_.left && at_.x + width_of(letters) * font_.grid > margins_.right) skip(2);
    if (fits()) write(sheet_, at_, font_, letters);
    at_.x += (width_of(letters) + 3) * font_.grid;
  }

  /// Writes 1 + r % `most` words. Each word takes one more draw for itself and one for a comma after it.
  void sentence(std::int64_t most) {
    const std::int64_t words = 1 + draw(random_, most);
    for (std::int64_t i = 0; i < words && fits(); ++i) {
      std::string letters(vocabulary[static_cast<std::size_t>(draw(random_, vocabulary.size()))]);
      if (i == 0) letters[0] = static_cast<char>(letters[0] - 'a' + 'A');
      const bool comma = draw(random_, 9) == 0;
      if (i + 1 == words) {
        letters += '.';
      } else if (comma) {
        letters += ',';
      }
      word(letters);
    }
  }

 private:
  Sheet& sheet_;
  Random& random_;
  Margins margins_;
  Font font_;
  Point at_;
};

/// The font with 480 steps of the grid along the shorter side, each at least a pixel.
Font font_for(const PixelCanvas& canvas) {
  const std::int64_t grid = std::max(one_pixel, std::min(canvas.width(), canvas.height()) * one_pixel / 480);
  return {grid, std::max<std::int64_t>(1, (grid + one_pixel / 2) / one_pixel)};
}

}  // namespace

/// A page of a play, like the one that Bester and Pulles binarised: a heading, then speeches that begin with a name in
/// capitals and end ragged. Letters grow with the image: from 480 pixels on, lines of a page have the same number of
/// words.
void page(PixelCanvas& canvas, const GenerateOptions& options) {
  Random random(options.seed);
  Sheet sheet(canvas, 0);
  const std::int64_t width = canvas.width() * one_pixel;
  const std::int64_t height = canvas.height() * one_pixel;
  const Font font = font_for(canvas);
  const Font large{2 * font.grid, 2 * font.pen};
  const std::string_view heading = "HAMLET";
  write(sheet, {(width - width_of(heading) * large.grid) / 2, height / 16}, large, heading);
  TextWriter writer(sheet, random, {width / 9, width - width / 9, height / 16 + 26 * font.grid, height - height / 14},
                    font);
  while (writer.fits()) {
    writer.word(std::string(speakers[static_cast<std::size_t>(draw(random, speakers.size()))]) + ".");
    for (std::int64_t sentences = 1 + draw(random, 5); sentences > 0; --sentences) writer.sentence(14);
    writer.skip(3);
  }
}

namespace {

/// Draws a ring of chords.
void ring(Sheet& sheet, Point centre, std::int64_t radius, std::int64_t pen) {
  // Points of a circle of radius 100: an eighth of a turn, mirrored to the whole circle.
  constexpr std::array<Point, 24> circle = {{{100, 0},  {97, 26},   {87, 50},   {71, 71},   {50, 87},   {26, 97},
                                             {0, 100},  {-26, 97},  {-50, 87},  {-71, 71},  {-87, 50},  {-97, 26},
                                             {-100, 0}, {-97, -26}, {-87, -50}, {-71, -71}, {-50, -87}, {-26, -97},
                                             {0, -100}, {26, -97},  {50, -87},  {71, -71},  {87, -50},  {97, -26}}};
  const auto place = [&](std::size_t i) {
    const Point& point = circle[i % circle.size()];
    return Point{centre.x + point.x * radius / 100, centre.y + point.y * radius / 100};
  };
  for (std::size_t i = 0; i < circle.size(); ++i) sheet.line(place(i), place(i + 1), pen);
}

/// Draws a mark over three lines of an address, a name in large letters, and a double rule. Returns the y coordinate
/// below it.
std::int64_t letterhead(Sheet& sheet, const Margins& margins, const Font& font) {
  const Font large{3 * font.grid, 4 * font.pen};
  const std::int64_t size = 24 * font.grid;
  const Point centre{margins.left + size / 2, margins.top + size / 2};
  ring(sheet, centre, size / 2 - font.grid, 2 * font.pen);
  for (std::int64_t i = 0; i < 3; ++i) {
    const std::int64_t y = centre.y + (i - 1) * 5 * font.grid;
    sheet.line({centre.x - 6 * font.grid, y}, {centre.x + 6 * font.grid, y}, 3 * font.pen);
  }
  write(sheet, {margins.left + size + 8 * font.grid, margins.top}, large, "BROWN LEAF Co.");
  write(sheet, {margins.left + size + 8 * font.grid, margins.top + 22 * font.grid}, font,
        "Tobacco and Snuff, Richmond");
  const std::int64_t rule = margins.top + 34 * font.grid;
  sheet.line({margins.left, rule}, {margins.right, rule}, 2 * font.pen);
  sheet.line({margins.left, rule + 4 * font.grid}, {margins.right, rule + 4 * font.grid}, font.pen);
  return rule + 16 * font.grid;
}

/// Draws loops of quadratic curves, each beginning at the end of the last.
void signature(Sheet& sheet, Random& random, Point at, const Font& font) {
  Point from = at;
  for (int loop = 0; loop < 9; ++loop) {
    const std::int64_t rise = (loop == 0 ? 26 : 8 + draw(random, 12)) * font.grid;
    const Point peak{from.x + (4 + draw(random, 10)) * font.grid, from.y + (loop % 2 == 0 ? -rise : rise)};
    const Point to{from.x + (5 + draw(random, 5)) * font.grid, at.y + draw(random, 3) * font.grid};
    Point last = from;
    for (std::int64_t t = 1; t <= 16; ++t) {
      const auto blend = [t](std::int64_t a, std::int64_t b, std::int64_t c) {
        return ((16 - t) * (16 - t) * a + 2 * (16 - t) * t * b + t * t * c) / 256;
      };
      const Point next{blend(from.x, peak.x, to.x), blend(from.y, peak.y, to.y)};
      sheet.line(last, next, font.pen + font.pen / 2);
      last = next;
    }
    from = to;
  }
  sheet.line(from, {from.x + 30 * font.grid, from.y - 2 * font.grid}, font.pen);
}

/// Draws two rings with a word between two bars.
void stamp(Sheet& sheet, Point centre, const Font& font) {
  ring(sheet, centre, 36 * font.grid, 2 * font.pen);
  ring(sheet, centre, 31 * font.grid, font.pen);
  const std::string_view word = "RECEIVED";
  for (const std::int64_t y : {-7, 7}) {
    sheet.line({centre.x - 28 * font.grid, centre.y + y * font.grid},
               {centre.x + 28 * font.grid, centre.y + y * font.grid}, font.pen);
  }
  write(sheet, {centre.x - width_of(word) * font.grid / 2, centre.y - 3 * font.grid}, font, word);
}

/// Sets one pixel in 300 to foreground and one in 300 to background. One draw gives the place of each.
void speckle(PixelCanvas& canvas, Random& random) {
  const auto pixels = static_cast<std::int64_t>(canvas.bytes().size());
  for (std::int64_t i = 0; i < 2 * (pixels / 300); ++i) {
    canvas.bytes()[static_cast<std::size_t>(draw(random, pixels))] = i % 2 == 0 ? generated_foreground : 0;
  }
}

}  // namespace

/// A letter on headed paper, as a scanner with a threshold sees it, tilted by up to 1.5 pixels in 100.
void letter(PixelCanvas& canvas, const GenerateOptions& options) {
  Random random(options.seed);
  const std::int64_t tilt = (6 + draw(random, 11)) * (draw(random, 2) == 0 ? 1 : -1);
  Sheet sheet(canvas, tilt);
  const std::int64_t width = canvas.width() * one_pixel;
  const std::int64_t height = canvas.height() * one_pixel;
  const Font font = font_for(canvas);
  const Margins margins{width / 8, width - width / 8, height / 16, height - height / 4};
  const std::int64_t begin = letterhead(sheet, margins, font);
  write(sheet, {margins.left, begin}, font, "Dear Sir,");
  TextWriter writer(sheet, random, {margins.left, margins.right, begin + 2 * line_height * font.grid, margins.bottom},
                    font);
  while (writer.fits()) {
    for (std::int64_t sentences = 2 + draw(random, 4); sentences > 0; --sentences) writer.sentence(16);
    writer.skip(4);
  }
  const std::int64_t foot = std::max(writer.top(), margins.bottom) + 6 * font.grid;
  write(sheet, {margins.left, foot}, font, "Yours truly,");
  signature(sheet, random, {margins.left + 6 * font.grid, foot + 40 * font.grid}, font);
  stamp(sheet, {margins.right - 50 * font.grid, foot + 30 * font.grid}, font);
  for (const std::int64_t y : {height / 4, height - height / 4}) sheet.dot({width / 24, y}, 7 * font.pen);
  speckle(canvas, random);
}

}  // namespace glccl::host::generated
