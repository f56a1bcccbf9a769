// The passes of the compute engine: their names, their shaders, and what their programs depend on.
#pragma once

namespace glccl::compute {

/// One name for C++, GLSL files, timers and documentation.
enum class ComputePass {
  pack_mask,              ///< Packs the mask into bits.
  label_tiles,            ///< Packs pixels into bits, solves each tile in shared memory, makes nodes at its border.
  merge_tiles,            ///< Unites nodes across the borders of tiles.
  settle_nodes,           ///< Links every node to its root, and sets a bit for every root.
  rank_words,             ///< Counts the roots before each word of bits in its group of words, and before each group.
  begin_areas,            ///< Starts the areas of components that several tiles add to.
  measure_areas,          ///< Adds areas, and marks the components at the border of the image.
  select_largest,         ///< Finds a digit of the area that the k-th largest component has.
  drop_roots,             ///< Clears the bits of roots whose components the filter drops, and ranks the others.
  begin_rows,             ///< Starts the component table: its header, and rows that several tiles may add to.
  write_labels,           ///< Writes the label of every pixel.
  measure_components,     ///< Adds areas, boxes and sums; writes the rows of components within one tile.
  begin_measurements,     ///< Clears the optional columns of the component table.
  measure_labels,         ///< Adds moments and quads to the component table, from labels.
  begin_intensities,      ///< Starts the column of intensities of the component table.
  find_extremes,          ///< Finds the smallest and the largest float of each component in this image.
  measure_intensities,    ///< Adds values of a second image to the component table, from labels.
  measure_cubes,          ///< Adds windows of 2x2x2 voxels to the component table, from labels.
  merge_tiles_and_seams,  ///< merge_tiles, and across the seams of periodic axes.
  sum_nodes,              ///< settle_nodes for a filter by limits; adds the areas of nodes to those of their roots.
  mark_kept_roots,        ///< Sets a bit for every root that this filter keeps.
  find_crossings,         ///< Marks the rows of components that cross the seams of periodic axes, from labels.
  measure_seams,          ///< Adds the elements of these to the component table, from labels.
  sum_ranks,              ///< Counts the roots before each group of words, where rank_words does not.
  sum_kept_ranks,         ///< The same where drop_roots does not; counts the dropped roots.
  choose_digit,           ///< Finds the digit that select_largest has counted, where it does not.
};
constexpr int compute_pass_count = static_cast<int>(ComputePass::choose_digit) + 1;

/// The group size of passes for which the plan chooses one.
constexpr int by_plan = 0;

/// What the program of a pass depends on, and what it shares with others.
struct ComputePassNeeds {
  bool tiles = false;         ///< How tiles are divided: connectivity and criterion.
  bool source = false;        ///< The type of the source's texels.
  bool values = false;        ///< The same where the criterion compares values; else it does not read the source.
  bool row_values = false;    ///< The same with Equal: rows of the table have the value of their component.
  bool numbering = false;     ///< The numbering of labels.
  bool filter = false;        ///< Whether roots may have been dropped.
  bool columns = false;       ///< The columns of the component table.
  bool stores_tiles = false;  ///< It stores what later passes read of tiles.
  bool writes_areas = false;  ///< Binding 0 has the areas of components, and not the table.
  bool mask = false;          ///< Its source is the mask.
  bool intensity = false;     ///< Its source is the image of intensities.
  bool labels = false;        ///< It measures the labels that have been written.
};

/// What is the same for a pass in every plan.
struct ComputePassTraits {
  ComputePass pass;
  const char* name;    ///< Also of its shader file, which says which others it needs.
  const char* folder;  ///< In glsl/compute, with a slash behind it.
  int group_size;      ///< Invocations in a workgroup: a multiple of 32, at most 1024; or by_plan.
  ComputePassNeeds needs;
};

/// The traits of a pass.
const ComputePassTraits& traits_of(ComputePass pass);

/// Whether a pass writes or reads the labels.
inline bool uses_labels(ComputePass pass) { return pass == ComputePass::write_labels || traits_of(pass).needs.labels; }

}  // namespace glccl::compute
