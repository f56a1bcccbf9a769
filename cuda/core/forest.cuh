// The disjoint set forest in global memory (figure 35.4), shared by threads that change it at the same time. job.hpp
// says what an entry is: 0, or 1 + an index. A label is such a non-zero entry.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace glccl::cuda {

/// An entry as other threads last left it: never from a register, never torn. What it once was stays an ancestor, so
/// that a value overtaken by another thread still leads to the root.
inline __device__ std::uint32_t load_entry(const std::uint32_t* forest, std::uint32_t index) {
  return *static_cast<const volatile std::uint32_t*>(forest + index);
}

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

/// Hangs the larger root of two linked pixels below the smaller one. True where there were two: the caller has to look
/// again, because another thread may have hung the same root elsewhere in between. atomicMin then keeps the smaller
/// parent of both, and the link to the other is found missing by whoever made it. Only a root of the moment ever gets a
/// new parent, so no link from an earlier round is lost.
inline __device__ bool unite(std::uint32_t* forest, std::uint32_t index_a, std::uint32_t index_b) {
  const std::uint32_t a = find_root(forest, load_entry(forest, index_a));
  const std::uint32_t b = find_root(forest, load_entry(forest, index_b));
  if (a == b) return false;
  atomicMin(forest + (max(a, b) - 1), min(a, b));
  return true;
}

/// On the entry of a root whose number is known: what is left of the entry is the number. Indices end below 2^30, so no
/// label has this bit.
constexpr std::uint32_t numbered = 0x80000000U;

/// The final label of a pixel of a flat forest: its root's number where the roots are numbered, else its root's label.
/// Write_labels may take the mark off a root at the same time; the number below it is the same.
inline __device__ std::uint32_t final_label(const std::uint32_t* forest, std::uint32_t index) {
  const std::uint32_t entry = load_entry(forest, index);
  if (entry == 0) return 0;
  if ((entry & numbered) != 0) return entry & ~numbered;
  return load_entry(forest, entry - 1) & ~numbered;
}

}  // namespace glccl::cuda
