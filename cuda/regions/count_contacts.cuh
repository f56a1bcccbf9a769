// Kernel count_contacts: counts the neighbouring elements of each pair of labels.
//
// Most elements touch no other component. A lane has four columns of eight rows, loads them at once, and compares the
// least and the largest label around the four elements of a row: where these are one label, there is no contact. Its
// warp lists the other groups of four, and shares their elements out evenly.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/measure/label_pairs.cuh"
#include "cuda/regions/contacts.hpp"
#include "cuda/runtime/label_rows.hpp"
#include "cuda/runtime/launch.cuh"
#include "cuda/runtime/warp_sums.cuh"
#include "glsl/shared/regions.h"

namespace glccl::cuda {

constexpr int contact_columns_each = 4;
constexpr int contact_columns = warp_threads * contact_columns_each;  ///< Columns of a block.
constexpr int contact_rows = 8;                                       ///< Rows of a warp.
constexpr int contact_warps = shared::PAIR_GROUP / warp_threads;
constexpr int contact_block_rows = contact_warps * contact_rows;  ///< Rows of a block, in one slice.

/// The labels of an extent by place, with 0 outside.
struct LabelsAround {
  LabelRows rows;
  Extent extent;
  bool aligned;  ///< Each row begins at a multiple of 16 bytes.

  __device__ const std::uint32_t* row(int y, int z) const {
    const auto* bytes = reinterpret_cast<const unsigned char*>(rows.labels);
    return reinterpret_cast<const std::uint32_t*>(bytes + static_cast<std::size_t>(z) * rows.slice_pitch +
                                                  static_cast<std::size_t>(y) * rows.pitch);
  }
  __device__ bool has_row(int y, int z) const { return y >= 0 && y < extent.height && z < extent.depth; }

  __device__ std::uint32_t load(int x, int y, int z) const {
    return x >= 0 && x < extent.width && has_row(y, z) ? row(y, z)[x] : 0;
  }

  /// Four labels from `x`, a multiple of 4, on.
  __device__ uint4 load_four(int x, int y, int z) const {
    if (x >= extent.width || !has_row(y, z)) return {0, 0, 0, 0};
    const std::uint32_t* const from = row(y, z) + x;
    if (aligned && x + 3 < extent.width) return *reinterpret_cast<const uint4*>(from);
    return {from[0], x + 1 < extent.width ? from[1] : 0, x + 2 < extent.width ? from[2] : 0,
            x + 3 < extent.width ? from[3] : 0};
  }
};

/// The least label less 1, where 0 counts as the largest number, and the largest label of some elements.
struct LabelBounds {
  std::uint32_t least_before;
  std::uint32_t largest;

  /// Whether there are two labels other than 0.
  __device__ bool has_several() const { return largest - 1 > least_before; }
};

inline __device__ LabelBounds operator|(LabelBounds a, LabelBounds b) {
  return {min(a.least_before, b.least_before), max(a.largest, b.largest)};
}
inline __device__ LabelBounds operator|(LabelBounds a, std::uint32_t label) {
  return a | LabelBounds{label - 1, label};
}

/// Bounds of `rows` successive rows from `top` on: of a lane's four columns and those beside them. Whole warps call it.
template <int rows>
__device__ void find_bounds(const LabelsAround& labels, int x, int top, int z, LabelBounds* bounds) {
  const bool is_first = threadIdx.x == 0;
  const bool is_last = threadIdx.x == warp_threads - 1;
  const int x_beside = is_first ? x - 1 : x + contact_columns_each;
  uint4 four[rows];
  std::uint32_t beside_warp[rows];
#pragma unroll
  for (int i = 0; i < rows; ++i) four[i] = labels.load_four(x, top + i, z);
#pragma unroll
  for (int i = 0; i < rows; ++i) beside_warp[i] = is_first || is_last ? labels.load(x_beside, top + i, z) : 0;
#pragma unroll
  for (int i = 0; i < rows; ++i) {
    const std::uint32_t before = __shfl_up_sync(whole_warp, four[i].w, 1);
    const std::uint32_t behind = __shfl_down_sync(whole_warp, four[i].x, 1);
    bounds[i] = LabelBounds{four[i].x - 1, four[i].x} | four[i].y | four[i].z | four[i].w |
                (is_first ? beside_warp[i] : before) | (is_last ? beside_warp[i] : behind);
  }
}

/// Of each of the warp's rows, as a bit, whether the four elements of the lane may be in contact with elements behind
/// them.
template <bool is_volume>
__device__ std::uint32_t find_contact_rows(const LabelsAround& labels, int x, int top, int z) {
  LabelBounds bounds[contact_rows + 1];
  find_bounds<contact_rows + 1>(labels, x, top, z, bounds);
#pragma unroll
  for (int i = 0; i < contact_rows; ++i) bounds[i] = bounds[i] | bounds[i + 1];
  if constexpr (is_volume) {
    LabelBounds behind[contact_rows + 2];  // in the slice behind
    find_bounds<contact_rows + 2>(labels, x, top - 1, z + 1, behind);
#pragma unroll
    for (int i = 0; i < contact_rows; ++i) bounds[i] = bounds[i] | behind[i] | behind[i + 1] | behind[i + 2];
  }
  std::uint32_t found = 0;
#pragma unroll
  for (int i = 0; i < contact_rows; ++i) found |= bounds[i].has_several() ? 1U << i : 0;
  return found;
}

/// Lists the groups of four elements, as row * 32 + lane, whose rows are set in `found`. Returns how many the warp has.
/// Whole warps call it.
inline __device__ unsigned list_groups(std::uint32_t found, std::uint8_t* groups) {
  static_assert(contact_rows * warp_threads == 256, "a group is a byte");
  unsigned count = 0;
#pragma unroll
  for (unsigned i = 0; i < contact_rows; ++i) {
    const bool is_found = (found >> i & 1) != 0;
    const unsigned lanes = __ballot_sync(whole_warp, is_found);
    const auto before = static_cast<unsigned>(shared::bitCount(lanes & ((1U << threadIdx.x) - 1)));
    if (is_found) groups[count + before] = static_cast<std::uint8_t>(i * warp_threads + threadIdx.x);
    count += static_cast<unsigned>(shared::bitCount(lanes));
  }
  __syncwarp();
  return count;
}

/// Counts the contacts of an element with elements behind it, so that each pair of neighbours is met once. Returns how
/// many there are.
template <bool is_volume>
__device__ std::uint32_t count_contacts_of(const ContactMemory& memory, BlockPairs& own, const LabelsAround& labels,
                                           int hops, int x, int y, int z) {
  constexpr int last = is_volume ? shared::STEPS_OF_VOLUME : shared::STEPS_OF_IMAGE;
  constexpr int steps = last - shared::FIRST_STEP_BEHIND;
  const std::uint32_t label = labels.load(x, y, z);
  std::uint32_t others[steps];
  std::uint32_t left = 0;  // the contacts that are not counted yet
#pragma unroll
  for (int i = 0; i < steps; ++i) {
    const int step = shared::FIRST_STEP_BEHIND + i;
    const int step_x = shared::x_of_step(step);
    const int step_y = shared::y_of_step(step);
    const int step_z = shared::z_of_step(step);
    const bool is_neighbor = label != 0 && shared::are_neighbors(step_x, step_y, step_z, hops);
    others[i] = is_neighbor ? labels.load(x + step_x, y + step_y, z + step_z) : 0;
  }
#pragma unroll
  for (int i = 0; i < steps; ++i) left |= shared::are_in_contact(label, others[i]) ? 1U << i : 0;
  const auto contacts = static_cast<std::uint32_t>(shared::bitCount(left));
#pragma unroll 1
  while (left != 0) {  // one label after another, so that the code that adds a pair stands once
    std::uint32_t other = 0;
    std::uint32_t same = 0;
#pragma unroll
    for (int i = 0; i < steps; ++i) other = (left >> i & 1) != 0 ? others[i] : other;
#pragma unroll
    for (int i = 0; i < steps; ++i) same |= others[i] == other ? 1U << i : 0;
    const unsigned long long key = static_cast<unsigned long long>(min(label, other)) << 32 | max(label, other);
    add_block_pair(memory.pairs, own, key, static_cast<std::uint32_t>(shared::bitCount(same)));
    left &= ~same;
  }
  return contacts;
}

/// grid: blocks of contact_columns columns, and `slice_blocks` blocks of contact_block_rows rows for each slice,
/// grid_of(); block: pair_block. The first blocks have the last rows, as those of strip_of().
template <bool is_volume>
__global__ void __launch_bounds__(shared::PAIR_GROUP)
    count_contacts(ContactMemory memory, LabelsAround labels, int hops, unsigned slice_blocks) {
  __shared__ BlockPairs own;
  __shared__ std::uint8_t groups[contact_warps][contact_rows * warp_threads];
  __shared__ std::uint32_t border;
  const unsigned block = gridDim.y * gridDim.z - 1 - block_row();
  const auto z = static_cast<int>(block / slice_blocks);
  if (z >= labels.extent.depth) return;
  const auto left = static_cast<int>(blockIdx.x * contact_columns);
  const auto top = static_cast<int>(block % slice_blocks * contact_block_rows + threadIdx.y * contact_rows);
  clear_block_pairs(own);
  if (pair_thread() == 0) border = 0;
  __syncthreads();
  wait_for_kernels_before();
  const int x = left + static_cast<int>(threadIdx.x) * contact_columns_each;
  const unsigned count = list_groups(find_contact_rows<is_volume>(labels, x, top, z), groups[threadIdx.y]);
  std::uint32_t contacts = 0;
#pragma unroll 1
  for (unsigned i = threadIdx.x; i < count * contact_columns_each; i += warp_threads) {
    const int group = groups[threadIdx.y][i / contact_columns_each];
    const int column = group % warp_threads * contact_columns_each + static_cast<int>(i) % contact_columns_each;
    contacts += count_contacts_of<is_volume>(memory, own, labels, hops, left + column, top + group / warp_threads, z);
  }
  if (contacts != 0) atomicAdd(&border, contacts);
  __syncthreads();
  if (border == 0) return;
  pass_on_block_pairs(memory.pairs, own);
  if (pair_thread() == 0) atomicAdd(memory.border, static_cast<unsigned long long>(border));
}

}  // namespace glccl::cuda
