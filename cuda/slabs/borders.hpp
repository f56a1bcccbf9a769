// Kernels for the borders of slabs: which components lie in a slab's first and last planes, and which pairs of them
// touch across the seam before the slab. Exported for host/tiled/cuda.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "glccl/api.h"
#include "glccl/result.hpp"

namespace glccl::cuda {

/// Two components that touch across a seam.
struct SeamPair {
  std::uint32_t above = 0;  ///< Place, from 0, in the list of the slab before the seam.
  std::uint32_t below = 0;  ///< The same of the slab behind it.
};

/// Where the host gets what find_border() finds: pinned memory, from multiples of 8 on.
struct BorderFacts {
  std::uint32_t* listed = nullptr;  ///< The number of components in the list.
  std::uint32_t* paired = nullptr;  ///< The number of pairs.
  /// The list: the labels of the components in the first or last plane, ascending. Room for those of two planes.
  std::uint32_t* labels = nullptr;
  /// 1 for each component that lies in the last plane, else 0. Room for those of two planes, rounded up to 4.
  std::uint8_t* in_last = nullptr;
  SeamPair* pairs = nullptr;   ///< The pairs, in any order, some of them several times. Room for those of two planes.
  void* rows = nullptr;        ///< The rows of the first components in the list, as many as it has room for.
  std::uint32_t row_room = 0;  ///< That room, in rows; 0: no rows are told.
};

/// A slab that is solved, in device memory but for the facts.
struct SlabBorderJob {
  const std::uint32_t* labels = nullptr;  ///< Of the slab: 1..M in raster order, 0 is background.
  const std::uint32_t* count = nullptr;   ///< M; too_many_components: nothing is found.
  std::int64_t elements = 0;              ///< Of the slab.
  std::int64_t plane = 0;                 ///< Elements of a plane, fewer than 2^31.
  /// Labels 1..M of an image of the two planes beside the seam before the slab: elements of one label are connected.
  /// Null: there is no seam.
  const std::uint32_t* seam = nullptr;
  /// For each element of the plane before the seam: the index, from 1, of its component in the list of the slab before;
  /// 0 is background. Null: there is no seam.
  const std::uint32_t* above = nullptr;
  std::uint32_t* last = nullptr;  ///< Gets the same for the last plane of the slab.
  const void* rows = nullptr;     ///< The first row of the slab's table, where BorderFacts::row_room is not 0.
  std::uint32_t row_bytes = 0;    ///< Bytes of a row, a multiple of 16.
  std::uint32_t table_rows = 0;   ///< Rows of the table: those of larger labels are not told.
  void* scratch = nullptr;        ///< border_scratch_bytes() of memory, a multiple of 16.
  BorderFacts facts;
};

/// Bytes of scratch memory for a slab of so many elements with planes of so many.
GLCCL_API std::size_t border_scratch_bytes(std::int64_t elements, std::int64_t plane);

/// Finds the components at the border of a slab, and the pairs of components that touch across the seam before it, in
/// the order of `stream`. The pairs connect what the labels of the seam connect, and no more. Error `gpu`: a launch
/// failed.
GLCCL_API Result<void> find_border(const SlabBorderJob& job, cudaStream_t stream);

}  // namespace glccl::cuda
