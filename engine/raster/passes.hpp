// The render passes of the raster engine: their names, their shaders, and how each one draws.
#pragma once

#include <string>

namespace glccl::raster {

/// One name for C++, GLSL files, timers and documentation. The chapters are O'Connell's.
enum class RasterPass {
  encode_ids,         ///< Chapter 4.
  vertical_runs,      ///< Chapter 4.
  gather_neighbor,    ///< Chapter 5.
  update_column,      ///< Chapter 5.
  scatter_back,       ///< Chapter 5.
  update_roots,       ///< Chapter 6.
  update_children,    ///< Chapter 6.
  merge_blocks,       ///< Chapter 9.
  find_foreground,    ///< Chapter 4, as bits.
  find_links,         ///< Ours: which pixels are linked, as bits.
  find_runs,          ///< Ours: where vertical runs end.
  end_runs,           ///< Chapter 4, for words of 32 pixels.
  hook_runs,          ///< Chapter 5, by gathering alone.
  flatten_trees,      ///< Chapter 6, for all runs.
  find_contacts,      ///< Ours: where trees touch.
  find_roots,         ///< Ours: which pixels or runs are roots of components.
  find_corners,       ///< Ours: which pixels define bounding boxes.
  histogram_pyramid,  ///< Ziegler et al. 2006, in raster order.
  count_points,       ///< Ours: the pyramid's top becomes the vertex count of an indirect draw.
  list_points,        ///< Ours: compaction by the pyramid.
  list_contacts,      ///< Ours: the same for contacts.
  rank_masks,         ///< Ours: the pyramid's counts as running totals.
  merge_rounds,       ///< Ours: makes the method exact.
  update_trees,       ///< Chapter 6, for runs.
  place_roots,        ///< Ours: from trees of runs to ids of pixels.
  stencil_routing,    ///< Chapter 8.
  check_routing,      ///< Ours: whether stencil_routing has left roots over.
  number_roots,       ///< Ours: from stencil_routing's order to the roots' pixels.
  number_components,  ///< Ours.
  number_runs,        ///< Ours.
  label_pixels,       ///< Ours.
  count_roots,        ///< Chapter 8.
  list_components,    ///< Ours: the rows of the component table.
  sum_areas,          ///< Ours: areas and centroids.
  bounding_boxes,     ///< Chapter 7.
  write_boxes,        ///< Ours: from chapter 7's texture into the table.
};
constexpr int raster_pass_count = static_cast<int>(RasterPass::write_boxes) + 1;

enum class Geometry {
  rectangle,  ///< Fragments of a rectangle: work in image space.
  points,     ///< One point per vertex, moved to the pixel that it scatters to.
  captured,   ///< One vertex, captured by transform feedback.
};

enum class Depth {
  off,   ///< Neither tested nor written.
  mark,  ///< Every fragment writes 1.
  test,  ///< Only fragments where 1 is written.
};

/// What is the same for a pass in every plan.
struct RasterPassTraits {
  RasterPass pass;
  const char* name;
  Geometry geometry = Geometry::rectangle;
  bool writes_target = true;  ///< False for passes that are drawn for a query or for what they store.
  bool uses_table = false;    ///< Reads or writes the component table.
  bool blend_max = false;     ///< GL_MAX blending into a float target.
  bool routes = false;        ///< Points cover the region of stencil_routing; the stencil test lets each through once.
  bool reads_source = false;  ///< Its program depends on the criterion and on the type of the source's texels.
  bool reads_runs = false;    ///< Its program depends on whether values are compared.
  bool finds_neighbors = false;  ///< Its program depends on the connectivity.
  Depth depth = Depth::off;
  const char* captured = nullptr;  ///< Geometry::captured: the output.
  const char* argument = nullptr;  ///< The meaning of Draw::argument, if the pass has one.
  std::string vertex_file;
  std::string fragment_file;
};

/// The traits of a pass.
const RasterPassTraits& traits_of(RasterPass pass);

}  // namespace glccl::raster
