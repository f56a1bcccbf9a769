// The kernels that find which components touch, and their memory. glsl/regions/contacts.glsl has the same passes.
#pragma once

#include <cstdint>

#include "cuda/measure/label_pairs.hpp"
#include "cuda/regions/sort.hpp"
#include "cuda/runtime/job.hpp"
#include "cuda/runtime/label_rows.hpp"
#include "cuda/runtime/memory/pieces.hpp"
#include "glccl/contacts.hpp"
#include "glccl/result.hpp"

namespace glccl::cuda {

/// The device memory of contacts.
struct ContactMemory {
  ContactsHeader* header;
  Contact* contacts;                    ///< Behind the header.
  PairTable<unsigned long long> pairs;  ///< The smaller label, the larger label: the length of their border.
  unsigned long long* border;           ///< The sum of all lengths.
  SortMemory sort;                      ///< Of each contact a label, and the slot of the pair.
};

/// Memory for `max_contacts` contacts.
ContactMemory take_contact_memory(Pieces& pieces, std::uint32_t max_contacts);

/// Launches all kernels. Error `gpu`.
Result<void> find_label_contacts(const Job& job, const ContactMemory& memory, const LabelRows& labels, int hops);

}  // namespace glccl::cuda
