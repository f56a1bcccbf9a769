// Which components touch, with the lengths of their borders. glsl/regions/contacts.glsl describes the passes, and why
// no result depends on the order of threads.
#include <cuda_runtime.h>

#include <algorithm>
#include <bit>
#include <cstdint>

#include "cuda/regions/contacts.hpp"
#include "cuda/regions/count_contacts.cuh"
#include "cuda/regions/sort_contacts.cuh"
#include "cuda/runtime/launch.cuh"
#include "glsl/shared/regions.h"

namespace glccl::cuda {
namespace {

/// grid and block: any.
__global__ void begin_memory(ContactMemory memory) {
  clear_pairs(memory.pairs, gridDim.x);
  if (blockIdx.x != 0 || threadIdx.x != 0) return;
  *memory.pairs.pair_count = 0;
  *memory.border = 0;
}

unsigned sort_blocks(const Job& job, const ContactMemory& memory) {
  return std::min(blocks_for(memory.pairs.max_pairs, shared::CONTACT_CHUNK),
                  sort_blocks_each * static_cast<unsigned>(job.device.multiprocessors));
}

}  // namespace

ContactMemory take_contact_memory(Pieces& pieces, std::uint32_t max_contacts) {
  ContactMemory memory = {};
  memory.header = pieces.take<ContactsHeader>(1, contacts_bytes(max_contacts));
  if (memory.header != nullptr) memory.contacts = reinterpret_cast<Contact*>(memory.header + 1);
  memory.merged = pieces.take<Contact>(max_contacts);
  memory.border = pieces.take<unsigned long long>(1);
  PairTable<unsigned long long>& pairs = memory.pairs;
  pairs.max_pairs = max_contacts;
  pairs.slots = 2 * std::bit_ceil(max_contacts);
  pairs.keys = pieces.take<unsigned long long>(pairs.slots);
  pairs.counts = pieces.take<unsigned long long>(pairs.slots);
  pairs.used_slots = pieces.take<std::uint32_t>(max_contacts);
  pairs.pair_count = pieces.take<std::uint32_t>(1);
  return memory;
}

Result<void> begin_contacts(const Job& job, const ContactMemory& memory) {
  return launch("begin_memory", job, sort_blocks(job, memory), sort_threads, begin_memory, memory);
}

Result<void> find_label_contacts(const Job& job, const ContactMemory& memory, const LabelRows& labels, int hops) {
  const bool aligned =
      (reinterpret_cast<std::uintptr_t>(labels.labels) | labels.pitch | labels.slice_pitch) % sizeof(uint4) == 0;
  const LabelsAround around{labels, job.extent, aligned};
  const unsigned slice_blocks = blocks_for(job.extent.height, contact_block_rows);
  const dim3 grid =
      grid_of(blocks_for(job.extent.width, contact_columns), slice_blocks * static_cast<unsigned>(job.extent.depth));
  const Result<void> counted =
      launch("count_contacts", job, Overlap::with_previous, grid, pair_block,
             job.extent.is_volume() ? count_contacts<true> : count_contacts<false>, memory, around, hops, slice_blocks);
  if (!counted) return counted;
  return launch_together("sort_contacts", job, Overlap::with_previous, sort_blocks(job, memory), sort_threads,
                         sort_contacts, memory);
}

}  // namespace glccl::cuda
