// The render passes of the raster engine: their names, their shaders, and how each one draws.
#pragma once

#include <string>
#include <vector>

namespace glccl::raster {

/// One name for C++, GLSL files, timers and documentation. The chapters are O'Connell's.
enum class PassName {
  encode_ids,         ///< chapter 4
  vertical_runs,      ///< chapter 4
  gather_neighbor,    ///< chapter 5
  update_column,      ///< chapter 5
  scatter_back,       ///< chapter 5
  update_roots,       ///< chapter 6
  check_roots,        ///< ours: whether update_roots has come to the ends
  update_children,    ///< chapter 6
  merge_blocks,       ///< chapter 9
  find_contacts,      ///< ours: where runs touch
  find_roots,         ///< ours: which pixels are roots of components
  histogram_pyramid,  ///< Ziegler et al. 2006, in raster order
  count_contacts,     ///< ours: the pyramid's top becomes the vertex count of merge_rounds
  list_contacts,      ///< ours: compaction by the pyramid
  rank_masks,         ///< ours: the pyramid's counts as running totals
  merge_rounds,       ///< ours: what makes the method exact
  number_components,  ///< ours
};
constexpr int pass_count = static_cast<int>(PassName::number_components) + 1;

enum class Geometry {
  rectangle,  ///< fragments of a rectangle: work in image space
  points,     ///< a point a vertex, moved to where it scatters
  captured,   ///< one vertex, captured by transform feedback
};

enum class Depth {
  off,   ///< neither tested nor written
  mark,  ///< every fragment writes 1
  test,  ///< only fragments where 1 is written
};

/// How a pass draws, the same for every image.
struct PassTraits {
  PassName pass;
  const char* name;
  Geometry geometry = Geometry::rectangle;
  bool counted_only = false;  ///< for a query; writes nothing
  bool integers = false;      ///< the target is an integer texture
  bool blend_max = false;     ///< GL_MAX blending into a float target
  Depth depth = Depth::off;
  const char* captured = nullptr;         ///< Geometry::captured: the output
  const char* argument = nullptr;         ///< the uniform that Pass::argument goes to, if it has one
  std::vector<std::string> vertex_files;  ///< of glsl/
  std::vector<std::string> fragment_files;
};

/// The traits of a pass.
const PassTraits& traits_of(PassName pass);

}  // namespace glccl::raster
