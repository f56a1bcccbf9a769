// Rows and headers of what is taken out of labels: structs that C and C++ share (region_results.hpp, contacts.hpp).
#pragma once

#include <stdint.h>

#include "glccl/api.h"

/// What a seed has found.
typedef struct glccl_seed {
  uint32_t label GLCCL_INITIAL(0);  ///< The label under the seed; 0: it lies on background or outside.
  /// The label of that component in the selection, from 1; 0: the seed selects nothing.
  uint32_t number GLCCL_INITIAL(0);
  GLCCL_COMPARED(glccl_seed)
} glccl_seed;

/// Why there are no lists: bits of glccl_lists_header.overflow. The header then has no lists, and the offsets are one
/// 0.
typedef enum glccl_list_overflow {
  GLCCL_LIST_TOO_MANY_COMPONENTS = 1,  ///< More components than glccl_lists_header.max_components.
  GLCCL_LIST_TOO_MANY_ELEMENTS = 2,    ///< More labeled elements than glccl_lists_header.max_elements.
  GLCCL_LIST_TOO_MANY_RUNS = 4         ///< More runs than glccl_lists_header.max_runs.
} glccl_list_overflow;

/// The first 32 bytes of the lists.
typedef struct glccl_lists_header {
  uint32_t components GLCCL_INITIAL(0);      ///< Components in the labels; 2^32 - 1 if there are more.
  uint32_t lists GLCCL_INITIAL(0);           ///< Lists: `components`, or 0 after an overflow.
  uint32_t elements GLCCL_INITIAL(0);        ///< Elements with the label of a component.
  uint32_t runs GLCCL_INITIAL(0);            ///< Runs of successive elements of one label, of up to 256 elements.
  uint32_t overflow GLCCL_INITIAL(0);        ///< A set of glccl_list_overflow; 0: the lists are complete.
  uint32_t max_components GLCCL_INITIAL(0);  ///< Capacity in components, as the options say.
  uint32_t max_elements GLCCL_INITIAL(0);    ///< Capacity in places.
  uint32_t max_runs GLCCL_INITIAL(0);        ///< Capacity in runs.
  GLCCL_COMPARED(glccl_lists_header)
} glccl_lists_header;

/// Two components that touch.
typedef struct glccl_contact {
  uint32_t first GLCCL_INITIAL(0);   ///< The smaller label, from 1.
  uint32_t second GLCCL_INITIAL(0);  ///< The larger label.
  /// The length of their common border: pairs of neighbouring elements. 64 bits hold 13 pairs for each of 2^32
  /// elements.
  uint64_t length GLCCL_INITIAL(0);
  GLCCL_COMPARED(glccl_contact)
} glccl_contact;

/// The first 32 bytes of contacts.
typedef struct glccl_contacts_header {
  uint32_t found GLCCL_INITIAL(0);     ///< Pairs of labels that touch; max_contacts + 1: more than max_contacts.
  uint32_t contacts GLCCL_INITIAL(0);  ///< Rows: `found`, or 0 after an overflow.
  /// 1: there are more than max_contacts, and no rows; 0: the rows are complete.
  uint32_t overflow GLCCL_INITIAL(0);
  uint32_t max_contacts GLCCL_INITIAL(0);  ///< Capacity in rows, as the options say.
  /// The sum of all lengths, also after an overflow. There are never more contacts than this.
  uint64_t border GLCCL_INITIAL(0);
  uint64_t unused GLCCL_INITIAL(0);  ///< 0.
  GLCCL_COMPARED(glccl_contacts_header)
} glccl_contacts_header;
