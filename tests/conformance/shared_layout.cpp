// The files of glsl/shared mean the same in C++ and in GLSL: a compute shader evaluates their constants and functions
// on random words and has to give the results of the C++ compilation. The component table has the layout of
// glccl/table.hpp.
#include <GL/glew.h>

#include <array>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "glccl/table.hpp"
#include "glsl/shared/border_links.h"
#include "glsl/shared/float_order.h"
#include "glsl/shared/ids.h"
#include "glsl/shared/locations.h"
#include "glsl/shared/sums.h"
#include "glsl/shared/table_layout.h"
#include "glsl/shared/tile_geometry.h"
#include "glsl/shared/words.h"
#include "tests/shared/run_shader.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"

namespace glccl::tests {
namespace {

using namespace shared;

// Each vector of a row begins where table_layout.h says.
constexpr std::size_t vector_bytes = 16;
static_assert(offsetof(ComponentRow, label) == ROW_HEAD * vector_bytes);
static_assert(offsetof(ComponentRow, value) == ROW_HEAD * vector_bytes + 4);
static_assert(offsetof(ComponentRow, area) == ROW_HEAD * vector_bytes + 8);
static_assert(offsetof(ComponentRow, x0) == ROW_BOX * vector_bytes);
static_assert(offsetof(ComponentRow, sum_x) == ROW_SUMS * vector_bytes);
static_assert(offsetof(ComponentRow, sum_y) == ROW_SUMS * vector_bytes + 8);
static_assert(offsetof(ComponentRow, first) == ROW_FIRST * vector_bytes);
static_assert(offsetof(ComponentRow, z0) == ROW_FIRST * vector_bytes + 8);
static_assert(sizeof(ComponentRow) == ROW_VECTORS * vector_bytes);
static_assert(ROW_VECTORS * vector_bytes == row_bytes_of(TABLE_COLUMN_BASE));
static_assert(TABLE_COLUMN_SUM_Z == table_column_sum_z);
static_assert(VOLUME_ROW_VECTORS * vector_bytes == row_bytes_of(TABLE_COLUMN_BASE | TABLE_COLUMN_SUM_Z));
static_assert(TABLE_COLUMN_BASE == table_column_base);
static_assert(TABLE_ROW_VERTICES == ComponentTableHeader{}.vertices);

/// Rows of words that the functions read: two for each band of a tile.
constexpr int input_rows = 2 * TILE_BANDS;
/// Results for each word of a band.
constexpr int results_of_word = 21;

/// What the shader does. It calls what evaluate() calls, in the same order.
const std::string probe = R"(
layout(local_size_x = WORDS_IN_TILE) in;
layout(std430, binding = 0) readonly buffer Input { uint pixels[]; };
layout(std430, binding = 1) writeonly buffer Output { uint results[]; };

Word word_at(uint own) {
  uint upper = pixels[own];
  uint lower = pixels[own + uint(WORDS_IN_TILE)];
  return Word(upper | lower, JOINED ? starts_of(upper | lower) : starts_of_rows(upper, lower));
}
)";

const std::string probe_main = R"(
uint at = gl_LocalInvocationIndex * uint(RESULTS);
void put(uint value) { results[at++] = value; }

void main() {
  uint own = gl_LocalInvocationIndex;
  int word = int(own) % TILE_WORDS;
  int band = int(own) / TILE_WORDS;
  Word found = word_at(own);
  put(found.starts);
  put(continued(found));
  put(below_lowest(found.bits));
  put(sum_of_places(found.bits));
  int last = found.starts == 0u ? 0 : findMSB(found.starts);
  TileSums sums = no_pixels();
  for (uint rest = found.starts; rest != 0u; rest &= rest - 1u) {
    uint columns = run_of(found, findLSB(rest));
    add_ends(sums, uint(word * 32), columns);
    add_row(sums, uint(word * 32), uint(band), columns, JOINED);
  }
  put(sums.area);
  put(sums.x);
  put(sums.y);
  put(sums.x0);
  put(sums.x1);
  put(sums.y1);
  put(behind_run(found.bits, found.starts, last));
  uint columns = found.starts == 0u ? 0u : run_of(found, last);
  put(columns);
  ivec2 first = pixel_at(own, 7);
  put(uint(first.x));
  put(uint(first.y));
  put(place_of(first, 1000));
  put(up_to(word * 8 + 7));
  put(pack_pixel(word, band) + uint(packed_x(own << 14)) + uint(packed_y(own << 14)));
  put(uint(place_of_column(word % 2 + 1, word > 1)));
  put(uint(direction_in_plane(word + 3)));
  put(uint(direction_at(LINKS_OF_FIRST + word)));
  put(uint(float_order(int(found.bits))));
}
)";

/// The same in C++.
template <bool joined>
class Evaluation {
 public:
  explicit Evaluation(const std::vector<GLuint>& pixels) : pixels_(pixels) {}

  /// The results for all words of the tile.
  std::vector<GLuint> evaluate() {
    for (uint own = 0; own < WORDS_IN_TILE; ++own) {
      results_.resize(std::size_t{own} * results_of_word);
      evaluate(own);
    }
    results_.resize(std::size_t{WORDS_IN_TILE} * results_of_word);
    return results_;
  }

 private:
  Word word_at(uint own) const {
    const uint upper = pixels_[own];
    const uint lower = pixels_[own + WORDS_IN_TILE];
    return {upper | lower, joined ? starts_of(upper | lower) : starts_of_rows(upper, lower)};
  }

  void put(uint value) { results_.push_back(value); }
  void evaluate(uint own) {
    const int word = static_cast<int>(own) % TILE_WORDS;
    const int band = static_cast<int>(own) / TILE_WORDS;
    const Word found = word_at(own);
    put(found.starts);
    put(continued(found));
    put(below_lowest(found.bits));
    put(sum_of_places(found.bits));
    const int last = found.starts == 0 ? 0 : findMSB(found.starts);
    TileSums sums = no_pixels();
    for (uint rest = found.starts; rest != 0; rest &= rest - 1) {
      const uint columns = run_of(found, findLSB(rest));
      add_ends(sums, static_cast<uint>(word * 32), columns);
      add_row(sums, static_cast<uint>(word * 32), static_cast<uint>(band), columns, joined);
    }
    for (const uint value : {sums.area, sums.x, sums.y, sums.x0, sums.x1, sums.y1}) put(value);
    put(behind_run(found.bits, found.starts, last));
    const uint columns = found.starts == 0 ? 0 : run_of(found, last);
    put(columns);
    const ivec2 first = pixel_at(own, 7);
    put(static_cast<uint>(first.x));
    put(static_cast<uint>(first.y));
    put(place_of(first, 1000));
    put(up_to(word * 8 + 7));
    put(pack_pixel(word, band) + static_cast<uint>(packed_x(own << 14U)) + static_cast<uint>(packed_y(own << 14U)));
    put(static_cast<uint>(place_of_column(word % 2 + 1, word > 1)));
    put(static_cast<uint>(direction_in_plane(word + 3)));
    put(static_cast<uint>(direction_at(LINKS_OF_FIRST + word)));
    put(static_cast<uint>(float_order(static_cast<int>(found.bits))));
  }

  const std::vector<GLuint>& pixels_;
  std::vector<GLuint> results_;
};

/// Random words. Depending on the seed, a half, three quarters or a quarter of their pixels are set.
std::vector<GLuint> random_words(unsigned seed) {
  std::mt19937 random(seed);
  std::vector<GLuint> words(static_cast<std::size_t>(input_rows) * TILE_WORDS);
  for (GLuint& word : words) {
    const auto a = static_cast<GLuint>(random());
    const auto b = static_cast<GLuint>(random());
    word = seed % 3 == 0 ? a : seed % 3 == 1 ? a | b : a & b;
  }
  return words;
}

template <bool joined>
void check_functions() {
  CAPTURE(joined);
  const std::vector<std::string> files = {"shared/prelude.h", "shared/ids.h",   "shared/tile_geometry.h",
                                          "shared/words.h",   "shared/bands.h", "shared/border_links.h",
                                          "shared/sums.h",    "probe",          "shared/float_order.h",
                                          "probe_main"};
  const std::vector<std::string> defines = {std::string("JOINED ") + (joined ? "true" : "false"),
                                            "RESULTS " + std::to_string(results_of_word)};
  for (unsigned seed = 0; seed < 6; ++seed) {
    CAPTURE(seed);
    const std::vector<GLuint> words = random_words(seed);
    const std::vector<GLuint> expected = Evaluation<joined>(words).evaluate();
    const std::vector<GLuint> found =
        run_shader(files, {{"probe", probe}, {"probe_main", probe_main}}, defines, words, expected.size());
    CHECK(found == expected);
  }
}

}  // namespace

TEST_CASE_METHOD(GlFixture, "functions of glsl/shared give the same results in C++ and GLSL", "[conformance][shared]") {
  check_functions<false>();
  check_functions<true>();
}

TEST_CASE_METHOD(GlFixture, "constants of glsl/shared are the same in C++ and GLSL", "[conformance][shared]") {
  const std::vector<std::pair<std::string, GLuint>> constants = {
      {"WORD_COLUMNS", WORD_COLUMNS},
      {"TILE_WORDS", TILE_WORDS},
      {"TILE_BANDS", TILE_BANDS},
      {"TILE_COLUMNS", TILE_COLUMNS},
      {"WORDS_IN_TILE", WORDS_IN_TILE},
      {"MOST_RUNS_OF_FOREGROUND", MOST_RUNS_OF_FOREGROUND},
      {"MOST_RUNS_OF_VALUES", MOST_RUNS_OF_VALUES},
      {"LOW_TILE_BANDS", LOW_TILE_BANDS},
      {"most_nodes_of_foreground(32)", most_nodes_of_foreground(32)},
      {"MOST_NODES_OF_VALUES", MOST_NODES_OF_VALUES},
      {"AT_BORDER", AT_BORDER},
      {"RANKED_WORDS", RANKED_WORDS},
      {"ROW_HEAD", ROW_HEAD},
      {"ROW_BOX", ROW_BOX},
      {"ROW_SUMS", ROW_SUMS},
      {"ROW_FIRST", ROW_FIRST},
      {"ROW_VECTORS", ROW_VECTORS},
      {"ROW_SUM_Z", ROW_SUM_Z},
      {"VOLUME_ROW_VECTORS", VOLUME_ROW_VECTORS},
      {"TABLE_GROUP_ROWS", TABLE_GROUP_ROWS},
      {"LARGEST_GL_SIDE", LARGEST_GL_SIDE},
      {"ORDER_OF_INFINITY", ORDER_OF_INFINITY},
      {"COORDINATE_BITS", COORDINATE_BITS},
      {"COORDINATE_MASK", COORDINATE_MASK},
      {"AT_IMAGE_SIZE", AT_IMAGE_SIZE},
      {"AT_TABLE_ROWS", AT_TABLE_ROWS},
      {"AT_VOLUME", AT_VOLUME},
      {"AT_LEVELS", AT_LEVELS},
      {"AT_PERIODIC", AT_PERIODIC},
  };
  std::string text =
      "layout(local_size_x = 1) in;\n"
      "layout(std430, binding = 1) writeonly buffer Output { uint results[]; };\n"
      "void main() {\n";
  std::vector<GLuint> expected;
  for (const auto& [name, value] : constants) {
    text += "  results[" + std::to_string(expected.size()) + "] = uint(" + name + ");\n";
    expected.push_back(value);
  }
  text += "}\n";
  const std::vector<std::string> files = {
      "shared/prelude.h",      "shared/ids.h",         "shared/locations.h", "shared/tile_geometry.h",
      "shared/table_layout.h", "shared/float_order.h", "constants"};
  CHECK(run_shader(files, {{"constants", text}}, {}, {0}, expected.size()) == expected);
}

TEST_CASE("the header of a component table is where shaders expect it", "[conformance][shared]") {
  // common/table.glsl declares it as 14 words and 2 unused words before the rows.
  CHECK(offsetof(ComponentTableHeader, row_bytes) == 7 * sizeof(GLuint));
  CHECK(offsetof(ComponentTableHeader, count) == 8 * sizeof(GLuint));
  CHECK(offsetof(ComponentTableHeader, columns) == 10 * sizeof(GLuint));
  CHECK(offsetof(ComponentTableHeader, width) == 11 * sizeof(GLuint));
  CHECK(offsetof(ComponentTableHeader, depth) == 13 * sizeof(GLuint));
  CHECK(sizeof(ComponentTableHeader) == 16 * sizeof(GLuint));
}

}  // namespace glccl::tests
