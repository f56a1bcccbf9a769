// Selections by seeds, boundaries, lists of elements, contacts and colours, for C: what glccl::Regions (regions.hpp)
// can do, function by function. Failures, lists, threads and contexts are as in glccl.h; region_results.hpp and
// contacts.hpp have the rules and the layout of buffers.
#pragma once

#include "glccl/glccl.h"
#include "glccl/region_results.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What Regions are to make, its memory, and how its calls leave the context. Start from
/// glccl_default_regions(), which makes nothing: at least one of `max_seeds`, `boundaries`, `max_components`,
/// `max_contacts` and `colours` has to be set.
typedef struct glccl_region_options {
  uint32_t size;             ///< Bytes of the struct.
  uint32_t max_seeds;        ///< Seeds of a selection, up to 65536; 0: no selections.
  int32_t selection_mask;    ///< 0, or any other number for selections as a mask: 1 in the selected components.
  int32_t selection_labels;  ///< 0, or any other number for selections as labels 1..K.
  int32_t boundaries;        ///< 0, or any other number for boundaries, as a mask.
  uint32_t max_components;   ///< Components of lists, up to 16777216; 0: no lists. A component takes 4 bytes.
  uint32_t max_elements;     ///< Places of lists, 4 bytes each; 0: as many as there are elements.
  /// Runs of successive elements of one label, 17 bytes each; 0: as many as GLCCL_CRITERION_FOREGROUND can give. The
  /// other criteria can give twice as many.
  uint32_t max_runs;
  uint32_t max_contacts;  ///< Pairs of components that touch, up to 16777216, of 68 to 100 bytes; 0: no contacts.
  int32_t state_policy;   ///< A glccl_state_policy.
  /// That of glccl_labeler_options.
  glccl_get_proc_address get_proc_address;
  int32_t debug_groups;                     ///< A glccl_debug_groups.
  int32_t colours;                          ///< 0, or any other number for labels as colours, an RGBA8 texture.
  glccl_program_binaries program_binaries;  ///< Those of glccl_labeler_options.
} glccl_region_options;

/// A selection that stays on the GPU until the next glccl_regions_select() or glccl_regions_destroy().
typedef struct glccl_selection {
  /// Bytes of the struct.
  uint32_t size GLCCL_INITIAL(sizeof(glccl_selection));
  uint32_t seeds;       ///< Name of the buffer object with what the seeds have found.
  uint32_t mask;        ///< Name of an R8UI texture; 0 without glccl_region_options.selection_mask.
  uint32_t labels;      ///< Name of an R32UI texture; 0 without glccl_region_options.selection_labels.
  glccl_extent extent;  ///< Extent of the textures.
} glccl_selection;

/// Lists that stay on the GPU until the next glccl_regions_lists() or glccl_regions_destroy().
typedef struct glccl_lists {
  /// Bytes of the struct.
  uint32_t size GLCCL_INITIAL(sizeof(glccl_lists));
  uint32_t lists;   ///< Name of the buffer object with a glccl_lists_header and the offsets.
  uint32_t places;  ///< Name of the buffer object with the places.
} glccl_lists;

/// Takes components out of labels in the OpenGL context that is current when it is created.
typedef struct glccl_regions glccl_regions;

/// Sets `*options`, a struct of `size` bytes, to what glccl_default_regions() returns.
GLCCL_API void glccl_set_default_regions(glccl_region_options* options, uint32_t size);

/// Nothing to make, state preserved.
static inline glccl_region_options glccl_default_regions(void) {
  glccl_region_options options;
  glccl_set_default_regions(&options, sizeof options);
  return options;
}

/// Creates Regions for labels of this extent and sets `*regions`, to a null pointer after a failure.
/// glccl_regions_destroy() ends it. Errors: those of glccl::Regions::create().
GLCCL_API glccl_error_code glccl_regions_create(glccl_extent extent, const glccl_region_options* options,
                                                glccl_regions** regions, glccl_error* error);

/// Ends Regions and deletes its OpenGL objects. Ignores a null pointer.
GLCCL_API void glccl_regions_destroy(glccl_regions* regions);

/// Selects the components under `seeds`, `count` positions that may lie anywhere, of labels of any numbering; they need
/// no table. Returns once the commands are issued; `selection` may be null, and so may `seeds` with a count of 0.
/// Errors, which leave everything as it was: those of glccl::Regions::select().
GLCCL_API glccl_error_code glccl_regions_select(glccl_regions* regions, const glccl_labels* labels,
                                                const glccl_position* seeds, size_t count, glccl_selection* selection,
                                                glccl_error* error);

/// Makes a mask, an R8UI texture whose name it writes to `*mask`: 1 for every element of a component that has a
/// neighbour of another label, else 0. `connectivity` is a glccl_connectivity. Errors: those of
/// glccl::Regions::boundaries().
GLCCL_API glccl_error_code glccl_regions_boundaries(glccl_regions* regions, const glccl_labels* labels,
                                                    int32_t connectivity, uint32_t* mask, glccl_error* error);

/// Lists the elements of each component, of labels of GLCCL_NUMBERING_RASTER with a table of at least one row. Returns
/// once the commands are issued; `lists` may be null. An overflow is no error: glccl_lists_header.overflow tells.
/// Errors: those of glccl::Regions::lists().
GLCCL_API glccl_error_code glccl_regions_lists(glccl_regions* regions, const glccl_labels* labels, glccl_lists* lists,
                                               glccl_error* error);

/// Finds which components touch, of labels of any numbering, and the lengths of their common borders. Writes the name
/// of the buffer object with a glccl_contacts_header and the contacts, which are in ascending order of both labels, to
/// `*buffer`; it may be null. `connectivity` is a glccl_connectivity. An overflow is no error:
/// glccl_contacts_header.overflow tells. Errors: those of glccl::Regions::contacts().
GLCCL_API glccl_error_code glccl_regions_contacts(glccl_regions* regions, const glccl_labels* labels,
                                                  int32_t connectivity, uint32_t* buffer, glccl_error* error);

/// Writes the colours of labels of any numbering to an RGBA8 texture: `target`, or with 0 one of the Regions' own.
/// Writes its name to `*texture`; it may be null. Errors: those of glccl::Regions::colours().
GLCCL_API glccl_error_code glccl_regions_colours(glccl_regions* regions, const glccl_labels* labels, uint32_t target,
                                                 uint32_t* texture, glccl_error* error);

/// Copies what the last seeds have found, in their order; a list. Waits for the GPU. Errors: INVALID_ARGUMENT before
/// the first glccl_regions_select(), BUFFER_TOO_SMALL.
GLCCL_API glccl_error_code glccl_readback_seeds(glccl_regions* regions, glccl_seed* seeds, size_t capacity,
                                                size_t* count, glccl_error* error);

/// Copies the header of the last lists; waits for the GPU. Error: INVALID_ARGUMENT before the first
/// glccl_regions_lists().
GLCCL_API glccl_error_code glccl_readback_lists_header(glccl_regions* regions, glccl_lists_header* header,
                                                       glccl_error* error);

/// Copies the offsets of the last lists, one more than there are lists: the places of label l are those from
/// offsets[l - 1] to before offsets[l]. A list; waits for the GPU. Errors: those of glccl_readback_lists_header(),
/// BUFFER_TOO_SMALL.
GLCCL_API glccl_error_code glccl_readback_offsets(glccl_regions* regions, uint32_t* offsets, size_t capacity,
                                                  size_t* count, glccl_error* error);

/// Copies the places of the last lists, linear and in raster order; none after an overflow. A list; waits for the GPU.
/// glccl_position_of() has their coordinates. Errors: those of glccl_readback_offsets().
GLCCL_API glccl_error_code glccl_readback_places(glccl_regions* regions, uint32_t* places, size_t capacity,
                                                 size_t* count, glccl_error* error);

/// Copies the header of the last contacts; waits for the GPU. Error: INVALID_ARGUMENT before the first
/// glccl_regions_contacts().
GLCCL_API glccl_error_code glccl_readback_contacts_header(glccl_regions* regions, glccl_contacts_header* header,
                                                          glccl_error* error);

/// Copies the last contacts; none after an overflow. A list; waits for the GPU. Errors: those of
/// glccl_readback_contacts_header(), BUFFER_TOO_SMALL.
GLCCL_API glccl_error_code glccl_readback_contacts(glccl_regions* regions, glccl_contact* contacts, size_t capacity,
                                                   size_t* count, glccl_error* error);

#ifdef __cplusplus
}  // extern "C"
#endif
