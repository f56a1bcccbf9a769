// A warp reads and writes successive elements. A thread has several of them, whose rows it reads at the same time.
#include <cuda_runtime.h>

#include "cuda/measure/write_areas.hpp"
#include "cuda/runtime/launch.cuh"
#include "glccl/table.hpp"

namespace glccl::cuda {
namespace {

constexpr unsigned threads = 256;
constexpr unsigned elements_each = 4;

/// grid: elements of an array in blocks of `threads` * `elements_each`, arrays by grid_of().
__global__ void __launch_bounds__(threads)
    write_areas_of(ComponentTables tables, const std::uint32_t* labels, std::int32_t* areas, std::uint64_t elements) {
  const unsigned image = block_row();
  if (image >= tables.images) return;
  const auto* const bytes = static_cast<const unsigned char*>(tables.first) + image * tables.stride;
  const std::uint32_t row_bytes = reinterpret_cast<const ComponentTableHeader*>(bytes)->row_bytes;
  const unsigned char* const rows = bytes + sizeof(ComponentTableHeader);
  const std::uint64_t before = image * elements;
  const std::uint64_t block = std::uint64_t{blockIdx.x} * threads * elements_each;
#pragma unroll
  for (unsigned i = 0; i < elements_each; ++i) {
    const std::uint64_t place = block + i * threads + threadIdx.x;
    if (place >= elements) return;
    const std::uint32_t label = labels[before + place];
    const std::uint64_t at = std::uint64_t{label - 1} * row_bytes;
    const std::uint32_t area = label == 0 ? 0 : reinterpret_cast<const ComponentRow*>(rows + at)->area[0];
    areas[before + place] = static_cast<std::int32_t>(area);
  }
}

}  // namespace

Result<void> write_areas(const ComponentTables& tables, const std::uint32_t* labels, std::int32_t* areas,
                         cudaStream_t stream) {
  Job job;
  job.stream = stream;
  const std::int64_t elements = tables.extent.elements();
  const dim3 grid = grid_of(blocks_for(elements, threads * elements_each), tables.images);
  return launch("write_areas", job, grid, threads, write_areas_of, tables, labels, areas,
                static_cast<std::uint64_t>(elements));
}

}  // namespace glccl::cuda
