// What can be taken out of labels: the components under seed points, the boundaries of components, lists of their
// elements, and which of them touch. Results and their layout in GPU memory. Plain C++. glccl::Regions (OpenGL),
// glccl::vulkan::Regions and glccl::cuda::Regions make them; glccl/host/regions.hpp has the functions on the CPU. All
// give the same results, bit for bit.
//
//   selection   The components under a list of positions, in labels of their own: 1..K in the order of the seeds. Seeds
//               in one component share the number of the first. A seed on background or outside selects nothing.
//   boundaries  The elements of components with a neighbour of another label, background included. The image's border
//               is no boundary. This is mode "inner" of skimage.segmentation.find_boundaries (scikit-image).
//   lists       The elements of each component as linear places in raster order, one list behind the other in the order
//               of the labels.
//   contacts    Which components touch, with the lengths of their common borders: contacts.hpp has the rules.
//   colours     A colour for each element, by OpenGL and Vulkan: equal labels have equal colours, and consecutive
//               labels, often neighbours, distant hues. Background is transparent black. colour_of_label() has them.
//
// In GPU memory the seeds are one buffer: a header of 16 bytes, and a row of 8 bytes per seed. The lists are two
// buffers: a header of 32 bytes with the offsets, and the places. Declarations for the caller's shaders:
//
//   layout(std430, binding = 0) readonly buffer Seeds { uint seeds, selected, unused[2]; uvec2 label_and_number[]; };
//   layout(std430, binding = 1) readonly buffer Lists {
//     uint components, lists, elements, runs, overflow, max_components, max_elements, max_runs;
//     uint offsets[];  // list i has the places from offsets[i] to before offsets[i + 1]
//   };
//   layout(std430, binding = 2) readonly buffer Places { uint places[]; };
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "glccl/api.h"
#include "glccl/contacts.hpp"
#include "glccl/region_results.h"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// What a seed has found.
using SeedRow = glccl_seed;
static_assert(sizeof(SeedRow) == 8);

/// The seeds of a selection, on the CPU.
struct SeedReport {
  std::uint32_t selected = 0;  ///< K, the number of components in the selection.
  std::vector<SeedRow> seeds;  ///< One per seed, in their order.
  friend bool operator==(const SeedReport&, const SeedReport&) = default;
};

/// Bits of ListsHeader::overflow: glccl_list_overflow by the names of C++.
enum ListOverflow : std::uint32_t {
  list_too_many_components = GLCCL_LIST_TOO_MANY_COMPONENTS,  ///< Beyond RegionOptions::max_components.
  list_too_many_elements = GLCCL_LIST_TOO_MANY_ELEMENTS,      ///< Beyond elements_of().
  list_too_many_runs = GLCCL_LIST_TOO_MANY_RUNS,              ///< Beyond runs_of().
};

/// The first 32 bytes of the lists.
using ListsHeader = glccl_lists_header;
static_assert(sizeof(ListsHeader) == 32);

/// The elements of each component, on the CPU. Those of label l are places[offsets[l - 1]] to before
/// places[offsets[l]], in ascending order.
struct ComponentLists {
  ListsHeader header;                  ///< Counts.
  std::vector<std::uint32_t> offsets;  ///< ListsHeader::lists + 1 of them.
  std::vector<std::uint32_t> places;   ///< Linear places; none after an overflow.
  friend bool operator==(const ComponentLists&, const ComponentLists&) = default;
};

/// What Regions are to make, and its memory, which is fixed at its creation.
struct RegionOptions {
  std::uint32_t max_seeds = 0;    ///< Seeds of a selection, up to most_seeds; 0: no selections.
  bool selection_mask = false;    ///< Selections as a mask: 1 in the selected components, 0 elsewhere.
  bool selection_labels = false;  ///< Selections as labels 1..K.
  bool boundaries = false;        ///< Boundaries, as a mask: 1 and 0.
  /// Components of lists, up to most_listed_components; 0: no lists. A component takes 4 bytes.
  std::uint32_t max_components = 0;
  std::uint32_t max_elements = 0;  ///< Places of lists, 4 bytes each; 0: as many as there are elements.
  /// Runs of successive elements of one label in labels that are listed, 17 bytes each; 0: as many as
  /// Foreground can give. Equal and Difference can give twice as many.
  std::uint32_t max_runs = 0;
  /// Pairs of components that touch, up to most_contacts; 0: no contacts. A pair takes 68 to 100 bytes.
  std::uint32_t max_contacts = 0;
  bool colours = false;  ///< Labels as colours, an RGBA8 texture. glccl::cuda::Regions refuses it.
};

/// The largest RegionOptions::max_seeds.
inline constexpr std::uint32_t most_seeds = 1U << 16;

/// The largest RegionOptions::max_components.
inline constexpr std::uint32_t most_listed_components = 1U << 24;

/// Whether Regions can have this extent and these options. Errors: `invalid_argument` (a side below 1, nothing to
/// make, places or runs without lists, a mask or labels without seeds), `too_large` (the sides' product, seeds,
/// components or contacts beyond the limit; the message has both numbers).
GLCCL_API Result<void> check_regions(const Extent& extent, const RegionOptions& options);

/// Whether there can be a selection by so many seeds. Errors: `invalid_argument` (Regions without selections),
/// `too_large` (more than RegionOptions::max_seeds).
GLCCL_API Result<void> check_seeds(std::size_t seeds, const RegionOptions& options);

/// How many coordinates of two neighbours may differ: 1 with connectivity 4 and 6, 2 with 8 and 18, 3 with 26. As
/// everywhere, full is 8 in images and 26 in volumes, and in images 6 is 4, and 18 and 26 are 8. Error
/// `invalid_argument`: no connectivity, or 4 or 8 in a volume.
GLCCL_API Result<int> hops_of(Connectivity connectivity, const Extent& extent);

/// RegionOptions::max_elements, with its default resolved. Requires check_regions().
GLCCL_API std::uint32_t elements_of(const RegionOptions& options, const Extent& extent);

/// RegionOptions::max_runs, with its default resolved. Requires check_regions().
GLCCL_API std::uint32_t runs_of(const RegionOptions& options, const Extent& extent);

/// Bytes of the buffer of seeds.
GLCCL_API std::size_t seeds_bytes(std::uint32_t max_seeds);

/// Bytes of the lists' header and offsets.
GLCCL_API std::size_t lists_bytes(std::uint32_t max_components);

/// The colour of a label: red | green << 8 | blue << 16 | alpha << 24, as in an RGBA8 texture. That of 0 is 0.
GLCCL_API std::uint32_t colour_of_label(std::uint32_t label);

/// The seeds from the bytes of their buffer, aligned to 4 bytes.
GLCCL_API SeedReport read_seeds(const void* bytes);

}  // namespace glccl
