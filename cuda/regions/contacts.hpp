// The kernels that find which components touch, and their memory. glsl/regions/contacts.glsl has the same passes.
#pragma once

#include <cstdint>

#include "cuda/measure/label_pairs.hpp"
#include "cuda/runtime/job.hpp"
#include "cuda/runtime/label_rows.hpp"
#include "cuda/runtime/memory/pieces.hpp"
#include "glccl/contacts.hpp"
#include "glccl/result.hpp"

namespace glccl::cuda {

/// The device memory of contacts. Between calls all slots are free, and the counts 0.
struct ContactMemory {
  ContactsHeader* header;
  Contact* contacts;                    ///< Behind the header.
  Contact* merged;                      ///< Rows take turns here and there while they are merged.
  PairTable<unsigned long long> pairs;  ///< The smaller label, the larger label: the length of their border.
  unsigned long long* border;           ///< The sum of all lengths.
};

/// Memory for `max_contacts` contacts.
ContactMemory take_contact_memory(Pieces& pieces, std::uint32_t max_contacts);

/// Makes fresh memory ready for the first call, on the job's stream. Error `gpu`.
Result<void> begin_contacts(const Job& job, const ContactMemory& memory);

/// Launches all kernels. Error `gpu`.
Result<void> find_label_contacts(const Job& job, const ContactMemory& memory, const LabelRows& labels, int hops);

}  // namespace glccl::cuda
