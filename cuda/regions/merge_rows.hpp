// Components of equal value as one row of a table (glccl/table.hpp): the rows of labels that others made, each of which
// may have several components.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

#include "cuda/measure/write_properties.hpp"
#include "glccl/result.hpp"

namespace glccl::cuda {

/// Bytes of scratch memory of merge_rows() for so many rows.
std::size_t merge_bytes(std::uint32_t rows);

/// Writes to `merged`, which has room for as many rows, a table with a row for each value of components that is not
/// negative, in ascending order: what they are together. Values of a second image that have fractions of other sizes
/// are rounded to the largest of these. Error `gpu`: a launch failed.
Result<void> merge_rows(const PropertyTable& table, void* merged, void* memory, cudaStream_t stream);

}  // namespace glccl::cuda
