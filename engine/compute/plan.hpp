// The plan of the compute engine: the list of passes, each one dispatch, that labels an image of one size. Made on the
// CPU without OpenGL; the engine runs it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "glccl/labeler.hpp"
#include "glccl/types.hpp"

namespace glccl::compute {

/// One name for C++, GLSL files, timers and documentation.
enum class PassName {
  label_tiles,         ///< bits of pixels, solved tile by tile in shared memory; nodes of what reaches a tile's border
  merge_tiles,         ///< union of nodes across the borders of tiles
  settle_nodes,        ///< every node right below its root, a bit for every root
  rank_words,          ///< how many roots come before each word of bits, in groups of words
  sum_ranks,           ///< and before each group
  begin_rows,          ///< the component table's header, and its rows that several tiles may add to
  write_labels,        ///< the label of every pixel
  measure_components,  ///< areas, boxes and sums; all of the other rows
};

/// What a word of bits stands for: 32 columns of a band, and a band is one row of pixels or two. The shaders have the
/// same numbers.
constexpr int columns_in_word = 32;
constexpr int words_in_tile = 4;
constexpr int bands_in_tile = 32;
/// Words whose roots are ranked together.
constexpr int ranked_words = 1024;

/// One dispatch.
struct Pass {
  PassName name = PassName::label_tiles;
  int group_size = 1;  ///< invocations in a group: a multiple of 32, at most 1024
  int groups_x = 1;
  int groups_y = 1;
};

struct Plan {
  Size size;
  int rows_in_band = 1;
  bool links_values = false;  ///< the criterion compares values, so that every column can start a run
  bool numbered = true;       ///< Numbering::raster
  Size words;                 ///< in a band, and bands
  Size tiles;
  int columns_each = 1;  ///< that an invocation of merge_tiles has, below horizontal borders: 1 to 32, a power of two
  std::uint32_t table_rows = 0;
  std::vector<Pass> passes;

  /// Words of all rows of pixels.
  std::int64_t row_words() const { return words.pixels() * rows_in_band; }
};

std::string_view name_of(PassName pass);

/// The list of passes for an image of `size`, 1x1 to 32768x32768. Of the options, connectivity, the kind of criterion,
/// numbering and table_rows count.
Plan make_plan(Size size, const Options& options);

/// A pass in one line, without its name.
std::string describe(const Pass& pass);

}  // namespace glccl::compute
