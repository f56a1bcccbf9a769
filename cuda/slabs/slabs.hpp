// Kernels for labeling by slabs: final numbers of labels, rows of some labels, noise by coordinates. Exported for
// host/tiled/cuda.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "cuda/runtime/label_numbers.hpp"
#include "glccl/api.h"
#include "glccl/result.hpp"

namespace glccl::cuda {

/// Replaces `count` labels in device memory by their final numbers, in the order of `stream`. 0 stays 0. Fastest where
/// `labels` is a multiple of 16. Error `gpu`: the launch failed.
GLCCL_API Result<void> renumber_labels(std::uint32_t* labels, std::int64_t count, const LabelNumbers& numbers,
                                       cudaStream_t stream);

/// Stores a number of components in device memory and in pinned memory, in the order of `stream`. A copy would wait for
/// the copy engines, which have the elements of other slabs to copy. Error `gpu`: the launch failed.
GLCCL_API Result<void> tell_count(const std::uint32_t* count, std::uint32_t* on_device, std::uint32_t* on_host,
                                  cudaStream_t stream);

/// Copies the rows of `count` labels of a component table to `to`, without gaps, in the order of `stream`. `rows` is
/// the first row of the table, `row_bytes` a multiple of 16. `labels` and `to` are device or pinned memory, `to` a
/// multiple of 16. Error `gpu`: the launch failed.
GLCCL_API Result<void> gather_rows(const void* rows, std::size_t row_bytes, const std::uint32_t* labels,
                                   std::uint32_t count, void* to, cudaStream_t stream);

/// Copies rows in device memory, `bytes` in all, to another place of it, in the order of `stream`. All are multiples of
/// 16. As tell_count() it leaves the copy engines alone. Error `gpu`: the launch failed.
GLCCL_API Result<void> copy_rows(const void* rows, std::size_t bytes, void* to, cudaStream_t stream);

/// Sums of the areas of components.
struct AreaSums {
  std::uint64_t sum = 0;      ///< Of all areas.
  std::uint64_t largest = 0;  ///< The largest area.
};
static_assert(sizeof(AreaSums) == 16);

/// Adds up the areas of the rows of a component table to `sums` in device memory, and copies them to `on_host`, in the
/// order of `stream`. The table has *`count` rows, or only the first `most` of them; `count` is device memory. `rows`
/// and `row_bytes` are those of gather_rows(); `sums` and `on_host`, pinned memory, are multiples of 16. Error `gpu`:
/// the launch failed.
GLCCL_API Result<void> sum_areas(const void* rows, std::size_t row_bytes, const std::uint32_t* count,
                                 std::uint32_t most, AreaSums* sums, AreaSums* on_host, cudaStream_t stream);

/// Writes the elements of places `first` to `first + count - 1` of hash-noise to device memory, in the order of
/// `stream`: 255 where hash_noise_at() is below `limit`, else 0. Error `gpu`: the launch failed.
GLCCL_API Result<void> make_hash_noise(std::uint8_t* elements, std::uint64_t first, std::int64_t count,
                                       std::uint64_t limit, std::uint32_t seed, cudaStream_t stream);

}  // namespace glccl::cuda
