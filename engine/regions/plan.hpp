// The plans of Regions: passes and the sizes of buffers. OpenGL and Vulkan run them.
#pragma once

#include <array>
#include <cstdint>

#include "engine/gl/compute_pass.hpp"
#include "glccl/region_results.hpp"
#include "glccl/types.hpp"

namespace glccl::regions {

/// Storage buffers that a shader of glsl/regions has, from binding 0 on.
constexpr int storage_buffers = 6;

/// Selections by seeds, as glsl/regions/regions.glsl lists the passes.
struct SelectionPlan {
  /// Bindings.
  enum Buffer : std::size_t { seeds, slots, positions, buffers };
  gl::PassList list;  ///< Without write_selection.
  std::array<std::int64_t, buffers> bytes;
};
SelectionPlan selection_plan(const Extent& extent, const RegionOptions& options);

/// write_selection, which writes a mask, labels, or in OpenGL both.
gl::PassSource write_selection_pass(const Extent& extent, bool mask, bool labels);

/// The one pass find_boundaries.
gl::PassList boundary_list(const Extent& extent);

/// The one pass write_colours.
gl::PassList colour_list(const Extent& extent);

/// Lists of elements, as glsl/regions/lists.glsl lists the passes.
struct ListPlan {
  /// Bindings.
  enum Buffer : std::size_t { table, lists, places, counts, entries, sorted_entries, buffers };
  /// The passes in the order of their dispatches: the runs are sorted before count_elements.
  enum Pass : std::size_t { count_runs, sum_runs, list_runs, count_elements, sum_elements, write_lists };
  /// The passes of the sort.
  enum SortPass : std::size_t { count_digits, sum_digits, sort_entries };
  gl::PassList list;
  gl::PassList sort;
  std::array<std::int64_t, buffers> bytes;  ///< The table has 0.
  int end_bit = 0;                          ///< Of the words of runs, behind the labels.
};
ListPlan list_plan(const Extent& extent, const RegionOptions& options);

/// Contacts, as glsl/regions/contacts.glsl lists the passes.
struct ContactPlan {
  /// Bindings.
  enum Buffer : std::size_t { contacts, slots, pairs, merged, buffers };
  enum Pass : std::size_t { count_contacts, sort_contacts, merge_contacts };
  gl::PassList list;
  std::array<std::int64_t, buffers> bytes;  ///< Slots and pairs are 0 before the first call.
  int merges = 0;                           ///< Dispatches of merge_contacts.
};
ContactPlan contact_plan(const Extent& extent, std::uint32_t max_contacts);

}  // namespace glccl::regions
