// The disjoint set forest in global memory (Stava and Benes, figure 35.4), which many threads change at the same time.
// job.hpp defines its entries: 0, or 1 + an index. A label is a non-zero entry.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace glccl::cuda {

/// Loads an entry as other threads last stored it, never from a register and never torn. A former parent stays an
/// ancestor, so a value that another thread has just replaced still leads to the root.
inline __device__ std::uint32_t load_entry(const std::uint32_t* forest, std::uint32_t index) {
  return *static_cast<const volatile std::uint32_t*>(forest + index);
}

/// Stores an entry for other threads to load.
inline __device__ void store_entry(std::uint32_t* forest, std::uint32_t index, std::uint32_t label) {
  *static_cast<volatile std::uint32_t*>(forest + index) = label;
}

/// The label of the root above `label`.
inline __device__ std::uint32_t find_root(const std::uint32_t* forest, std::uint32_t label) {
  std::uint32_t parent = load_entry(forest, label - 1);
  while (parent != label) {
    label = parent;
    parent = load_entry(forest, label - 1);
  }
  return label;
}

/// Hangs the larger root of two linked pixels below the smaller one. Returns whether there were two roots. If so, the
/// caller has to call again, because another thread may have hung the same root elsewhere in between. atomicMin then
/// keeps the smaller of the two parents, and the thread whose parent was not kept finds two roots again. Only a pixel
/// that is a root gets a new parent, so no link from an earlier round is lost.
inline __device__ bool unite(std::uint32_t* forest, std::uint32_t index_a, std::uint32_t index_b) {
  const std::uint32_t a = find_root(forest, load_entry(forest, index_a));
  const std::uint32_t b = find_root(forest, load_entry(forest, index_b));
  if (a == b) return false;
  atomicMin(forest + (max(a, b) - 1), min(a, b));
  return true;
}

/// Marks the entry of a root whose number is known; the other bits are the number. Images have fewer than 2^31 pixels,
/// so no label has this bit.
constexpr std::uint32_t numbered = 0x80000000U;

/// The final label of a pixel of a flat forest: its root's number if the roots are numbered, else its root's label. The
/// kernel write_labels may remove a root's mark at the same time; the number stays the same.
inline __device__ std::uint32_t final_label(const std::uint32_t* forest, std::uint32_t index) {
  const std::uint32_t entry = load_entry(forest, index);
  if (entry == 0) return 0;
  if ((entry & numbered) != 0) return entry & ~numbered;
  return load_entry(forest, entry - 1) & ~numbered;
}

}  // namespace glccl::cuda
