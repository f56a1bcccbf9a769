// The plan: the list of render passes that labels an image of one size. Made on the CPU without OpenGL; the engine runs
// it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/raster/passes.hpp"
#include "glccl/labeler.hpp"
#include "glccl/types.hpp"

namespace glccl::raster {

/// The targets of a plan. `ids_a` and `ids_b` are the pair that passes read and write in turn; `rows` are the rows of
/// the component table, which is a buffer.
enum class Image { none, source, ids_a, ids_b, masks, sums, ranks, points, labels, routed, boxes, rows };
constexpr int image_count = static_cast<int>(Image::rows) + 1;

/// As many vertices as there are points in the list, which only the GPU knows.
constexpr int all_points = -1;

/// Queries of a plan: two that merge rounds use in turn, those of check_roots and check_routing, and that of
/// count_roots, which counts.
constexpr int no_query = -1;
constexpr int check_query = 2;
constexpr int routing_query = 3;
constexpr int count_query = 4;
constexpr int query_count = 5;

/// One draw.
struct Pass {
  PassName name = PassName::encode_ids;
  std::string_view stage;  ///< the row of the timings that it counts to
  Image read = Image::none;
  Image write = Image::none;
  int argument = 0;          ///< the value of PassTraits::argument
  int hops = 1;              ///< steps along a chain of ids, for the passes that follow one
  Box rectangle;             ///< Geometry::rectangle: what is drawn, inclusive
  int points = 0;            ///< Geometry::points: how many vertices, or all_points
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

/// Pass::hops of a pass that ends every chain in two passes, for any number of roots that there can be.
constexpr int all_hops = 1 << 18;

/// Arguments of number_components.
constexpr int number_by_rank = 0;
constexpr int number_by_root = 1;
constexpr int number_by_routing = 2;

/// Rows of the component table that lie beside one another where passes draw over them.
constexpr int rows_across = 4096;

/// Pixels in a mask; masks or elements that an element of the pyramid sums; texels in a row of `sums`. The shaders have
/// the same numbers.
constexpr int pixels_in_mask = 16;
constexpr int pyramid_fan = 16;
constexpr int pyramid_row = 4096;

struct Plan {
  Size size;
  std::uint32_t table_rows = 0;
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

/// The size of the target Image::rows of a table.
Size rows_size(std::uint32_t table_rows);

/// The list of passes for an image of `size`, 1x1 to 32768x32768. Of the options, connectivity, the kind of criterion,
/// numbering, table_rows, blocks and compaction count.
Plan make_plan(Engine engine, Size size, const Options& options);

/// A pass in one line, without its name.
std::string describe(const Pass& pass);

const char* name_of(Image image);

/// One line a pass; long repetitions are told by their first passes, a count and their last.
std::string describe(const Plan& plan);

}  // namespace glccl::raster
