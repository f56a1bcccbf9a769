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
enum class Image { none, source, ids_a, ids_b, masks, sums, ranks, contacts, labels };

/// As many vertices as there are contacts, which only the GPU knows.
constexpr int all_contacts = -1;

/// Queries of a plan: two that merge rounds use in turn, and that of check_roots.
constexpr int no_query = -1;
constexpr int check_query = 2;
constexpr int query_count = 3;

/// One draw.
struct Pass {
  PassName name = PassName::encode_ids;
  std::string_view stage;  ///< the row of the timings that it counts to
  Image read = Image::none;
  Image write = Image::none;
  int argument = 0;          ///< the value of PassTraits::argument
  int hops = 1;              ///< steps along a chain of ids, for the passes that follow one
  Box rectangle;             ///< Geometry::rectangle: what is drawn, inclusive
  int points = 0;            ///< Geometry::points: how many vertices, or all_contacts
  int instances = 1;         ///< blocks, or borders between them
  bool clear_marks = false;  ///< the depth marks become 0 before
  int condition = no_query;  ///< drawn only if this query saw a fragment
  int query = no_query;      ///< the query that sees this pass's fragments
};

/// A level of the histogram pyramid in the texture `sums`.
struct Level {
  int first_row = 0;
  int elements = 0;
};

/// Pixels in a mask; masks or elements that an element of the pyramid sums; texels in a row of `sums`. The shaders have
/// the same numbers.
constexpr int pixels_in_mask = 16;
constexpr int pyramid_fan = 16;
constexpr int pyramid_row = 4096;

struct Plan {
  Size size;
  int block_width = 1;  ///< columns that are swept together
  std::vector<Level> levels;
  std::vector<Pass> passes;
};

/// The size of the texture `masks` of an image.
Size masks_size(Size size);

/// The levels of the pyramid over an image, at most 7, the last of one element.
std::vector<Level> pyramid_levels(Size size);

/// The rows that a level takes in `sums`.
int rows_of(const Level& level);

/// The list of passes for an image of `size`, 1x1 to 32768x32768. Of the options, connectivity, numbering and blocks
/// count.
Plan make_plan(Engine engine, Size size, const Options& options);

/// One line a pass; long repetitions are told by their first passes, a count and their last.
std::string describe(const Plan& plan);

}  // namespace glccl::raster
