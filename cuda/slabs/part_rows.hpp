// Kernels for the component tables of an image that lies in parts on several devices: from the rows of a slab to the
// rows of the whole. Exported for host/tiled/cuda.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "cuda/slabs/slabs.hpp"
#include "glccl/api.h"
#include "glccl/cuda/memory.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::cuda {

/// The table of a part: the rows of the components that begin in the part, in the order of their numbers. It has the
/// columns that table_columns_of() has for the extent of the whole.
struct PartTable {
  DeviceTable memory;        ///< Rows beyond its capacity are not written.
  Extent extent;             ///< Of the whole.
  std::uint32_t before = 0;  ///< Components that begin in earlier parts.
};

/// The rows of a slab by itself, in the slab's coordinates, and where the slab lies in the whole.
struct SlabRows {
  const void* rows = nullptr;     ///< Device memory, a multiple of 16: the row of label 1.
  std::uint32_t columns = 0;      ///< A set of TableColumn. A slab of one slice has no sum_z.
  std::uint32_t count = 0;        ///< Rows.
  std::uint32_t first_plane = 0;  ///< The first plane of the slab.
};

/// Moves the rows of a slab to the coordinates of the whole, with their final numbers, in the order of `stream`. The
/// rows of components that begin in the slab go to `part`. The others go to `listed`, in the order of the list: pinned
/// or device memory, a multiple of 16, with room for a row of the part's table for each of LabelNumbers::listed. Error
/// `gpu`: the launch failed.
GLCCL_API Result<void> finish_rows(const SlabRows& slab, const LabelNumbers& numbers, const PartTable& part,
                                   void* listed, cudaStream_t stream);

/// Adds rows of parts of components to the rows that finish_rows() has written, in the order of `stream`: areas and
/// sums are added, boxes united. `rows` has `count` of them in pinned or device memory, a multiple of 16; each has the
/// number of a component that begins in the part, and no element in common with the others. Error `gpu`: the launch
/// failed.
GLCCL_API Result<void> add_rows(const void* rows, std::uint32_t count, const PartTable& part, cudaStream_t stream);

/// Writes the header of a table with `count` components, in the order of `stream`. Error `gpu`: the launch failed.
GLCCL_API Result<void> write_part_header(const PartTable& part, std::uint32_t count, cudaStream_t stream);

}  // namespace glccl::cuda
