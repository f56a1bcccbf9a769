// The plan: the list of render passes that labels an image of one size. Made on the CPU without OpenGL; the engine runs
// it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "glccl/labeler.hpp"
#include "glccl/types.hpp"
#include "raster/passes.hpp"

namespace glccl::raster {

/// The textures of a plan. `ids_a` and `ids_b` are the pair that passes read and write in turn.
enum class Image { none, source, ids_a, ids_b, sums, numbers, labels };

/// What is cleared before a pass draws.
enum class Clear {
  nothing,
  ids,    ///< the color of the written image, to 0
  marks,  ///< the depth marks, to 0
};

/// No query.
constexpr int no_query = -1;

/// One draw.
struct Pass {
  PassName name = PassName::encode_ids;
  std::string_view stage;  ///< the row of the timings that it counts to
  Image read = Image::none;
  Image write = Image::none;
  int argument = 0;  ///< the value of PassTraits::argument
  Box rectangle;     ///< Geometry::rectangle: what is drawn, inclusive
  int points = 0;    ///< Geometry::points: how many vertices
  Clear clear = Clear::nothing;
  int condition = no_query;  ///< drawn only if this query saw a fragment
  int query = no_query;      ///< the query that sees this pass's fragments
};

/// A level of the histogram pyramid in the texture `sums`.
struct Level {
  int first_row = 0;
  int elements = 0;
};

/// Pixels or elements that one element of the pyramid sums, and texels in a row of `sums`; glsl/raster/pyramid.glsl has
/// the same.
constexpr int pyramid_fan = 16;
constexpr int pyramid_row = 4096;

struct Plan {
  Size size;
  std::vector<Pass> passes;
  std::vector<Level> levels;   ///< empty with Numbering::root
  Image firsts = Image::none;  ///< which of the id textures is free to keep first pixels in
};

/// The levels of the pyramid over an image, at most 8, the last of one element.
std::vector<Level> pyramid_levels(Size size);

/// The rows that a level takes in `sums`.
int rows_of(const Level& level);

/// The list of passes for an image of `size`, 1x1 to 32768x32768.
Plan make_plan(Engine engine, Size size, const Options& options);

/// One line a pass; long repetitions are told by their first passes, a count and their last.
std::string describe(const Plan& plan);

}  // namespace glccl::raster
