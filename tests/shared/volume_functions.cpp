// The functions of glsl/shared on words of volumes mean the same in C++ and in GLSL: a compute shader evaluates them on
// random words and has to give the results of the C++ compilation.
#include <cstddef>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "glsl/shared/bands.h"
#include "glsl/shared/crossings.h"
#include "glsl/shared/words.h"
#include "tests/shared/run_shader.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"

// Code for the compiler, and as text for the shader: both compile the same.
#define GLCCL_CODE_AND_TEXT(name, ...) \
  __VA_ARGS__                          \
  static constexpr const char* text_of_##name() { return #__VA_ARGS__; }

namespace glccl::tests {
namespace {

using namespace shared;

// A grid of words. Rows and slices of voxels are bands times rows of a band.
constexpr int grid_words = 2;
constexpr int grid_y = 8;
constexpr int grid_z = 4;
constexpr int evaluated_words = grid_words * grid_y * grid_z;
constexpr int rows_in_grid = 2 * grid_y;
constexpr int slices_in_grid = 2 * grid_z;
constexpr int input_words = grid_words * rows_in_grid * slices_in_grid * 14;  // voxels, and links in 13 directions
constexpr int results_of_band_word = 112;

template <int axes, int rows_y, int rows_z, bool values, bool plane>
class VolumeEvaluation {
 public:
  explicit VolumeEvaluation(const std::vector<GLuint>& words) : words_(words) {}

  /// The results for all words of bands.
  std::vector<GLuint> results() {
    for (int own = 0; own < evaluated_words; ++own) {
      evaluate(own % grid_words, own / grid_words % grid_y, own / grid_words / grid_y);
    }
    return std::move(results_);
  }

  /// The shader that does the same.
  static std::string text() { return std::string(text_of_words()) + "\n"; }
  static std::string main_text() {
    return "uint at = gl_LocalInvocationIndex * uint(RESULTS);\nvoid put(uint value) { results[at++] = value; }\n" +
           std::string(text_of_evaluate()) +
           "\nvoid main() { int own = int(gl_LocalInvocationIndex);\n"
           "evaluate(own % GRID_WORDS, own / GRID_WORDS % GRID_Y, own / GRID_WORDS / GRID_Y); }\n";
  }

 private:
  static constexpr int AXES = axes;
  static constexpr int ROWS_Y = rows_y;
  static constexpr int ROWS_Z = rows_z;
  static constexpr bool LINKED = values;
  static constexpr bool PLANE = plane;
  static constexpr int LINE_ROWS = plane ? rows_y : grid_y;
  static constexpr int WORDS_X = grid_words;
  static constexpr int SIDE_Y = grid_y;
  static constexpr int SIDE_Z = grid_z;
  static constexpr int GRID_WORDS = grid_words;
  static constexpr int GRID_ROWS = rows_in_grid;
  static constexpr int GRID_SLICES = slices_in_grid;

  uint input_at(int place) const { return words_[static_cast<std::size_t>(place)]; }
  void put(uint value) { results_.push_back(value); }

  // clang-format off
  GLCCL_CODE_AND_TEXT(words,
  uint word_in(int which, int word, int y, int z) {
    if (word < 0 || y < 0 || z < 0 || word >= GRID_WORDS || y >= GRID_ROWS || z >= GRID_SLICES) return 0u;
    return input_at(((which * GRID_SLICES + z) * GRID_ROWS + y) * GRID_WORDS + word);
  }
  uint bits_of(int word, int y, int z) { return word_in(0, word, y, z); }
  uint links_of(int word, int y, int z, int direction) { return word_in(1 + direction, word, y, z); }
  int tiles_in_y() { return 2; }
  int tiles_in_z() { return 2; }
  uint stored_row(Place tile, int layer, int word, int y, int z) {
    return word_in(layer, (word + tile.x) % WORDS_X, tile.y * SIDE_Y + y, tile.z * SIDE_Z + z);
  }
  uint stored_column(Place tile, int layer, bool last, int y, int z) {
    return stored_row(tile, layer, last ? 1 : 0, y, z) & ((1u << uint(LINE_ROWS)) - 1u);
  })

  GLCCL_CODE_AND_TEXT(evaluate,
  void evaluate(int word, int y, int z) {
    put(band_bits(word, y, z));
    put(linked_left(word, y, z, ALL_COLUMNS));
    put(starts_in(word, y, z));
    put(needs_left(word, y, z) ? 1u : 0u);
    put(uint(directions_of(AXES)));
    Word own;
    own.bits = band_bits(word, y, z);
    own.starts = starts_in(word, y, z);
    uint columns = own.starts == 0u ? ALL_COLUMNS : run_of(own, findMSB(own.starts));
    for (int band = BEFORE; band < BANDS_BEFORE; ++band) {
      BandContacts contacts = contacts_with(word, y, z, band, columns);
      put(contacts.columns);
      put(contacts.left ? 1u : 0u);
      put(contacts.right ? 1u : 0u);
      put(reached_columns(word, y, z, band, columns, ~columns << 3));
      for (int dx = -1; dx <= 1; ++dx) {
        put(linked_to(word, y, z, band, dx, ALL_COLUMNS));
        put(uint(direction_to(band, dx)));
      }
    }
    for (int dx = -1; dx <= 1; ++dx) {
      put(linked_between(word, y, z, BEFORE, ABOVE, dx));
      put(linked_between(word, y, z, BEFORE, BEFORE_ABOVE, dx));
      put(linked_between(word, y, z, BEFORE, BEFORE_BELOW, dx));
      put(linked_between(word, y, z, ABOVE, BEFORE_ABOVE, dx));
      put(linked_between(word, y, z, BEFORE_ABOVE, ABOVE, dx));
    }
    put(reached_from(word, y, z, BEFORE, ABOVE, columns));
    put(reached_from(word, y, z, BEFORE, BEFORE_BELOW, columns));
    put(bits_beside(word, y, z, -1));
    put(bits_beside(word, y, z, 1));
    put(uint(band_dy(word + y % 2 * 2) + 1));
    put(uint(band_dz(word + y % 2 * 2) + 1));
    put(own.bits);
    put(own.starts);
    put(columns);
    put(continued_in(word, y, z));
    for (int across = 0; across < DIRECTIONS_ACROSS; ++across) {
      BorderLine line;
      line.across = across;
      line.tile.x = 1;
      line.tile.y = 1;
      line.tile.z = 1;
      line.word = word % words_across(across);
      line.v = across == ACROSS_Z ? y : z;
      BorderWords words = words_of_line(line, false);
      BorderWords others = words_of_line(line, true);
      BorderLinks links = border_links(line, words, others);
      for (int i = 0; i < 9; ++i) put(crossings_of_line(line, words, others, links, i % 3 - 1, i / 3 - 1));
      put(uint(lines_across(across) + 100 * words_across(across)));
      put(columns_across(across));
      Place voxel = moved_across(across, first_of_line(line));
      uint crossing = crossing_of(uint(voxel.x), word * 31, y % 3 - 1, z % 3 - 1);
      put(uint(voxel.x + 100 * voxel.y + 10000 * voxel.z));
      put(line_of_crossing(crossing) + uint(100 * column_of_crossing(crossing)));
      put(uint(du_of_crossing(crossing) + 3 * dv_of_crossing(crossing)));
    }
  })
  // clang-format on

#include "glsl/shared/borders.h"
#include "glsl/shared/contacts.h"
#include "glsl/shared/links.h"

  const std::vector<GLuint>& words_;
  std::vector<GLuint> results_;
};

/// Random words. A half, three quarters, a quarter or an eighth of the bits of a word are set.
std::vector<GLuint> random_volume_words(unsigned seed) {
  std::mt19937 random(seed);
  std::vector<GLuint> words(input_words);
  for (GLuint& word : words) {
    const auto a = static_cast<GLuint>(random());
    const auto b = static_cast<GLuint>(random());
    const auto c = static_cast<GLuint>(random());
    const auto density = random() % 4;
    word = density == 0 ? a : density == 1 ? a | b : density == 2 ? a & b : a & b & c;
  }
  return words;
}

template <int axes, int rows_y, int rows_z, bool values = false, bool plane = false>
void check_functions_of_volumes() {
  CAPTURE(axes, rows_y, rows_z, plane);
  using Evaluation = VolumeEvaluation<axes, rows_y, rows_z, values, plane>;
  const std::string head = "layout(local_size_x = " + std::to_string(evaluated_words) +
                           ") in;\n"
                           "layout(std430, binding = 0) readonly buffer Input { uint pixels[]; };\n"
                           "layout(std430, binding = 1) writeonly buffer Output { uint results[]; };\n"
                           "uint input_at(int place) { return pixels[place]; }\n";
  const auto define = [](const std::string& name, int value) { return name + " " + std::to_string(value); };
  const std::vector<std::string> defines = {define("AXES", axes),
                                            define("ROWS_Y", rows_y),
                                            define("ROWS_Z", rows_z),
                                            define("GRID_WORDS", grid_words),
                                            define("GRID_Y", grid_y),
                                            define("GRID_ROWS", rows_in_grid),
                                            define("GRID_SLICES", slices_in_grid),
                                            define("RESULTS", results_of_band_word),
                                            define("WORDS_X", grid_words),
                                            define("SIDE_Y", grid_y),
                                            define("SIDE_Z", grid_z),
                                            define("LINE_ROWS", plane ? rows_y : grid_y),
                                            std::string("PLANE ") + (plane ? "true" : "false"),
                                            std::string("LINKED ") + (values ? "true" : "false")};
  for (unsigned seed = 0; seed < 2; ++seed) {
    CAPTURE(seed);
    const std::vector<GLuint> words = random_volume_words(seed);
    const std::vector<GLuint> expected = Evaluation(words).results();
    REQUIRE(expected.size() == std::size_t{evaluated_words} * results_of_band_word);
    const std::vector<GLuint> found =
        run_shader({"shared/prelude.h", "shared/words.h", "shared/bands.h", "shared/crossings.h", "probe",
                    "shared/links.h", "shared/contacts.h", "shared/borders.h", "probe_main"},
                   {{"probe", head + Evaluation::text()}, {"probe_main", Evaluation::main_text()}}, defines, words,
                   expected.size());
    CHECK(found == expected);
  }
}

}  // namespace

TEST_CASE_METHOD(GlFixture, "functions on words of volumes give the same results in C++ and GLSL",
                 "[conformance][shared][volumes][slow]") {
  check_functions_of_volumes<3, 2, 2>();
  check_functions_of_volumes<2, 2, 2>();
  check_functions_of_volumes<2, 2, 1, false, true>();
  check_functions_of_volumes<1, 2, 1, false, true>();
  check_functions_of_volumes<1, 2, 1>();
  check_functions_of_volumes<1, 1, 1, true>();
  check_functions_of_volumes<2, 1, 1, true, true>();
  check_functions_of_volumes<2, 1, 1, true>();
  check_functions_of_volumes<3, 1, 1, true>();
}

}  // namespace glccl::tests
