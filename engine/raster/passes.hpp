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
  find_corners,       ///< ours: which pixels bounding boxes come from
  histogram_pyramid,  ///< Ziegler et al. 2006, in raster order
  count_points,       ///< ours: the pyramid's top becomes the vertex count of an indirect draw
  list_points,        ///< ours: compaction by the pyramid
  rank_masks,         ///< ours: the pyramid's counts as running totals
  merge_rounds,       ///< ours: what makes the method exact
  stencil_routing,    ///< chapter 8
  check_routing,      ///< ours: whether stencil_routing has left roots over
  number_roots,       ///< ours: from stencil_routing's order to the roots' pixels
  number_components,  ///< ours
  count_roots,        ///< chapter 8
  list_components,    ///< ours: the rows of the component table
  sum_areas,          ///< ours: areas and centroids
  bounding_boxes,     ///< chapter 7
  write_boxes,        ///< ours: from chapter 7's texture into the table
};
constexpr int pass_count = static_cast<int>(PassName::write_boxes) + 1;

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

/// Texels on a side of stencil_routing's region, roots that it holds, and how often it is filled.
constexpr int routing_side = 16;
constexpr int routed_a_round = 255;
constexpr int routing_rounds = 4;

/// How a pass draws, the same for every image.
struct PassTraits {
  PassName pass;
  const char* name;
  Geometry geometry = Geometry::rectangle;
  bool writes_target = true;  ///< false: drawn for a query, or for what it stores in the table
  bool uses_table = false;    ///< reads or writes the component table
  bool integers = false;      ///< the target is an integer texture
  bool blend_max = false;     ///< GL_MAX blending into a float target
  bool routes = false;        ///< points cover the region of stencil_routing, the stencil test lets each through once
  Depth depth = Depth::off;
  const char* captured = nullptr;         ///< Geometry::captured: the output
  const char* argument = nullptr;         ///< the uniform that Pass::argument goes to, if it has one
  std::vector<std::string> vertex_files;  ///< of glsl/
  std::vector<std::string> fragment_files;
};

/// The traits of a pass.
const PassTraits& traits_of(PassName pass);

}  // namespace glccl::raster
