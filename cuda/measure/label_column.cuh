// The labels of a lane's column in registers, from which words of bits are made for one component after another.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/measure/measured_labels.cuh"
#include "cuda/measure/small_boxes.cuh"
#include "cuda/runtime/launch.cuh"
#include "glsl/shared/cubes.h"
#include "glsl/shared/words.h"

namespace glccl::cuda {

/// The labels of a lane's column, from the row above the warp on, and those to the left of the warp. The latter and the
/// row above are 0 unless windows are counted.
struct LabelColumn {
  static constexpr int rows = warp_rows + 1;
  std::uint32_t own[rows];
  std::uint32_t beside_warp;       ///< Of the lane: in row `lane`.
  std::uint32_t beside_warp_last;  ///< In the last row, which has no lane.

  __device__ static LabelColumn read(const LabelReader& labels, const MeasuredOrigin& origin, bool windows) {
    const auto left = static_cast<int>(origin.x);
    const auto top = static_cast<int>(origin.y);
    const auto lane = static_cast<int>(threadIdx.x);
    LabelColumn column = {};
    labels.read_down<warp_rows>(left + lane, top, column.own + 1);
    if (!windows) return column;
    column.own[0] = labels.at(left + lane, top - 1);
    column.beside_warp = labels.at(left - 1, top - 1 + lane);
    column.beside_warp_last = labels.at(left - 1, top + warp_rows - 1);
    return column;
  }

  /// Replaces labels by 0 whose components are measured by themselves. Their bits are read a few at a time, and once
  /// for the pixels of a component below one another.
  __device__ void keep_large(const MeasuredTable& table) {
    if (!measures_boxes(table)) return;
    constexpr int at_once = 11;
    std::uint32_t above = 0;
    bool kept = false;
#pragma unroll
    for (int row = 0; row < rows; row += at_once) {
      bool large[at_once] = {};
#pragma unroll
      for (int i = row; i < row + at_once && i < rows; ++i) {
        if (own[i] != (i > row ? own[i - 1] : above)) large[i - row] = is_large(table, true, own[i]);
      }
#pragma unroll
      for (int i = row; i < row + at_once && i < rows; ++i) {
        if (own[i] != above) kept = large[i - row];
        above = own[i];
        own[i] = kept ? above : 0;
      }
    }
    if (!is_large(table, true, beside_warp)) beside_warp = 0;
    if (!is_large(table, true, beside_warp_last)) beside_warp_last = 0;
  }

  /// The smallest label above `done` that the lane holds; 0: none.
  __device__ std::uint32_t smallest_above(std::uint32_t done) const {
    // What `done` precedes by less comes first. 0, which is none, and what is not above `done` come last.
    std::uint32_t least = min(beside_warp - done - 1, beside_warp_last - done - 1);
#pragma unroll
    for (int row = 0; row < rows; ++row) least = min(least, own[row] - done - 1);
    return least < 0xFFFFFFFF - done ? least + done + 1 : 0;
  }

  /// The rows of the lane's column that a component has, without the one above the warp.
  __device__ std::uint32_t rows_of(std::uint32_t label) const {
    std::uint32_t bits = 0;
#pragma unroll
    for (int row = 1; row < rows; ++row) bits |= own[row] == label ? 1U << (row - 1) : 0;
    return bits;
  }

  /// The pixels that a component has in the lane's column and in the one to its left. Whole warps must call it.
  __device__ shared::TwoColumns two_columns_of(std::uint32_t label) const {
    shared::TwoColumns bits = {};
    bits.right = rows_of(label);
    bits.above_right = own[0] == label ? 1 : 0;
    const std::uint32_t beside = __ballot_sync(whole_warp, beside_warp == label);
    bits.left = __shfl_up_sync(whole_warp, bits.right, 1);
    bits.above_left = __shfl_up_sync(whole_warp, bits.above_right, 1);
    if (threadIdx.x == 0) {
      bits.left = beside >> 1 | (beside_warp_last == label ? shared::LAST_COLUMN : 0);
      bits.above_left = beside & 1;
    }
    return bits;
  }
};

}  // namespace glccl::cuda
