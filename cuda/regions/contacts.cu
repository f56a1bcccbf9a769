// Which components touch, with the lengths of their borders. glsl/regions/contacts.glsl describes the passes, and why
// no result depends on the order of threads.
#include <cuda_runtime.h>

#include <algorithm>
#include <bit>

#include "cuda/measure/label_pairs.cuh"
#include "cuda/regions/chunks.cuh"
#include "cuda/regions/contacts.hpp"
#include "cuda/runtime/label_rows.cuh"
#include "cuda/runtime/launch.cuh"
#include "glsl/shared/regions.h"

namespace glccl::cuda {
namespace {

constexpr int label_bits = 32;

__device__ std::uint32_t contact_index() { return blockIdx.x * region_threads + threadIdx.x; }

/// grid: slots in blocks; block: region_threads.
__global__ void begin_contacts(ContactMemory memory) {
  const std::uint32_t i = contact_index();
  if (i < memory.pairs.slots) {
    memory.pairs.keys[i] = 0;
    memory.pairs.counts[i] = 0;
  }
  if (i != 0) return;
  *memory.pairs.pair_count = 0;
  *memory.border = 0;
}

/// The labels of an extent by place, with 0 outside.
struct LabelsAround {
  LabelRows rows;
  Extent extent;

  __device__ std::uint32_t load(int x, int y, int z) const {
    if (x < 0 || y < 0 || x >= extent.width || y >= extent.height || z >= extent.depth) return 0;
    const std::uint32_t row =
        static_cast<std::uint32_t>(z) * static_cast<std::uint32_t>(extent.height) + static_cast<std::uint32_t>(y);
    return load_label(rows, extent, static_cast<std::uint32_t>(x), row);
  }
};

/// grid: pair_grid(); block: pair_block. Whole warps add up, so no thread leaves early.
__global__ void __launch_bounds__(shared::PAIR_GROUP)
    count_contacts(ContactMemory memory, LabelsAround labels, int hops) {
  __shared__ BlockPairs own;
  __shared__ std::uint32_t block_border;
  clear_block_pairs(own);
  if (pair_thread() == 0) block_border = 0;
  __syncthreads();
  const Extent extent = labels.extent;
  const Strip strip = strip_of(extent);
  const int steps = extent.depth > 1 ? shared::STEPS_OF_VOLUME : shared::STEPS_OF_IMAGE;
  MetPair met;
  std::uint32_t border = 0;
  for (std::uint32_t row = strip.top; row < strip.bottom; ++row) {
    const auto at_x = static_cast<int>(strip.x);
    const auto at_y = static_cast<int>(row % static_cast<std::uint32_t>(extent.height));
    const auto at_z = static_cast<int>(row / static_cast<std::uint32_t>(extent.height));
    const std::uint32_t label = labels.load(at_x, at_y, at_z);
    if (label == 0) continue;
    for (int step = shared::FIRST_STEP_BEHIND; step < steps; ++step) {
      const int x = shared::x_of_step(step);
      const int y = shared::y_of_step(step);
      const int z = shared::z_of_step(step);
      if (!shared::are_neighbors(x, y, z, hops)) continue;
      const std::uint32_t other = labels.load(at_x + x, at_y + y, at_z + z);
      if (!shared::are_in_contact(label, other)) continue;
      const unsigned long long key = static_cast<unsigned long long>(min(label, other)) << 32 | max(label, other);
      if (key != met.key) {
        if (met.key != 0) add_block_pair(memory.pairs, own, met.key, met.count);
        met = {key, 0};
      }
      ++met.count;
      ++border;
    }
  }
  add_last_pairs(memory.pairs, own, met);
  if (border != 0) atomicAdd(&block_border, border);
  __syncthreads();
  pass_on_block_pairs(memory.pairs, own);
  if (pair_thread() == 0 && block_border != 0) {
    atomicAdd(memory.border, static_cast<unsigned long long>(block_border));
  }
}

/// The contacts that are listed: none after an overflow.
__device__ std::uint32_t listed_contacts(const PairTable<unsigned long long>& pairs) {
  return *pairs.pair_count <= pairs.max_pairs ? *pairs.pair_count : 0U;
}

/// grid: contacts in blocks; block: region_threads. Entries of all pairs in any order, by their larger labels; the
/// header.
__global__ void __launch_bounds__(region_threads) key_contacts_by_second(ContactMemory memory) {
  const PairTable<unsigned long long>& pairs = memory.pairs;
  const std::uint32_t contacts = listed_contacts(pairs);
  const std::uint32_t i = contact_index();
  if (i < contacts) {
    const std::uint32_t slot = pairs.used_slots[i];
    memory.sort.entries[i] = {static_cast<std::uint32_t>(pairs.keys[slot]), slot};
  }
  if (i != 0) return;
  const std::uint32_t found = min(*pairs.pair_count, pairs.max_pairs + 1);
  *memory.header = {found, contacts, found > pairs.max_pairs ? 1U : 0U, pairs.max_pairs, *memory.border, 0};
  *memory.sort.entry_count = contacts;
}

/// grid and block: as key_contacts_by_second. The same entries by their smaller labels.
__global__ void __launch_bounds__(region_threads) key_contacts_by_first(ContactMemory memory) {
  const std::uint32_t i = contact_index();
  if (i >= *memory.sort.entry_count) return;
  SortEntry& entry = memory.sort.entries[i];
  entry.word = static_cast<std::uint32_t>(memory.pairs.keys[entry.value] >> 32);
}

/// grid and block: as key_contacts_by_second.
__global__ void __launch_bounds__(region_threads) write_contacts(ContactMemory memory) {
  const std::uint32_t i = contact_index();
  if (i >= *memory.sort.entry_count) return;
  const SortEntry entry = memory.sort.entries[i];
  memory.contacts[i] = {entry.word, static_cast<std::uint32_t>(memory.pairs.keys[entry.value]),
                        memory.pairs.counts[entry.value]};
}

}  // namespace

ContactMemory take_contact_memory(Pieces& pieces, std::uint32_t max_contacts) {
  ContactMemory memory = {};
  memory.header = pieces.take<ContactsHeader>(1, contacts_bytes(max_contacts));
  if (memory.header != nullptr) memory.contacts = reinterpret_cast<Contact*>(memory.header + 1);
  memory.border = pieces.take<unsigned long long>(1);
  PairTable<unsigned long long>& pairs = memory.pairs;
  pairs.max_pairs = max_contacts;
  pairs.slots = 2 * std::bit_ceil(max_contacts);
  pairs.keys = pieces.take<unsigned long long>(pairs.slots);
  pairs.counts = pieces.take<unsigned long long>(pairs.slots);
  pairs.used_slots = pieces.take<std::uint32_t>(max_contacts);
  pairs.pair_count = pieces.take<std::uint32_t>(1);
  memory.sort = take_sort_memory(pieces, max_contacts);
  return memory;
}

Result<void> find_label_contacts(const Job& job, const ContactMemory& memory, const LabelRows& labels, int hops) {
  const unsigned slot_blocks = blocks_for(memory.pairs.slots, region_threads);
  const unsigned contact_blocks = blocks_for(memory.pairs.max_pairs, region_threads);
  const LabelsAround around{labels, job.extent};
  ContactMemory sorted = memory;
  // Not by assignment: nvcc takes that for an ignored result.
  if (Result<void> done = launch("begin_contacts", job, slot_blocks, region_threads, begin_contacts, memory); !done)
    return done;
  if (Result<void> done =
          launch("count_contacts", job, pair_grid(job.extent), pair_block, count_contacts, memory, around, hops);
      !done) {
    return done;
  }
  if (Result<void> done = launch("key_contacts", job, contact_blocks, region_threads, key_contacts_by_second, memory);
      !done) {
    return done;
  }
  if (Result<void> done = sort_by_words(job, sorted.sort, 0, label_bits); !done) return done;
  if (Result<void> done = launch("key_contacts", job, contact_blocks, region_threads, key_contacts_by_first, sorted);
      !done) {
    return done;
  }
  if (Result<void> done = sort_by_words(job, sorted.sort, 0, label_bits); !done) return done;
  return launch("write_contacts", job, contact_blocks, region_threads, write_contacts, sorted);
}

}  // namespace glccl::cuda
