#include "cuda/runtime/label_numbers.cuh"
#include "cuda/runtime/launch.cuh"
#include "cuda/slabs/final_rows.hpp"
#include "cuda/slabs/stream_job.hpp"
#include "engine/vocabulary/table_rows.hpp"

namespace glccl::cuda {
namespace {

constexpr int final_row_threads = 256;

/// Where the columns of a slab's rows are, and where the final rows go.
struct FinalRowsWork {
  const unsigned char* rows;
  std::uint32_t row_bytes;
  std::uint32_t count;
  std::uint32_t sum_z;      ///< Bytes before the column; 0 where there is none.
  std::uint32_t moments;    ///< The same.
  std::uint32_t moments_z;  ///< The same.
  SlabShift shift;
  Component* components;
  Moments* final_moments;
};

__device__ std::uint64_t integer_at(const unsigned char* row, std::uint32_t byte) {
  return joined(reinterpret_cast<const std::uint32_t*>(row + byte));
}

__device__ Moments moments_of(const FinalRowsWork& work, const unsigned char* row) {
  Moments moments;
  moments.xx = integer_at(row, work.moments);
  moments.xy = integer_at(row, work.moments + 8);
  moments.yy = integer_at(row, work.moments + 16);
  if (work.moments_z == 0) return moments;
  moments.xz = integer_at(row, work.moments_z);
  moments.yz = integer_at(row, work.moments_z + 8);
  moments.zz = integer_at(row, work.moments_z + 16);
  return moments;
}

/// A thread makes a row.
__global__ void __launch_bounds__(final_row_threads) make_final_row(FinalRowsWork work, LabelNumbers numbers) {
  const std::uint64_t i = static_cast<std::uint64_t>(blockIdx.x) * final_row_threads + threadIdx.x;
  if (i >= work.count) return;
  const auto label = static_cast<std::uint32_t>(i) + 1;
  const ListPlace in_list = find_in_list(numbers, label);
  if (in_list.listed) return;
  const std::uint64_t place = i - in_list.smaller;
  const unsigned char* const row = work.rows + i * work.row_bytes;
  Component component =
      component_of(*reinterpret_cast<const ComponentRow*>(row), work.sum_z == 0 ? 0 : integer_at(row, work.sum_z));
  component.label = numbers.before + static_cast<std::uint32_t>(place) + 1;
  if (work.final_moments != nullptr) {
    Moments moments = moments_of(work, row);
    move_moments(moments, component, work.shift);
    work.final_moments[place] = moments;
  }
  move_row(component, work.shift);
  work.components[place] = component;
}

}  // namespace

Result<void> write_final_rows(const SlabRows& slab, const LabelNumbers& numbers, const Extent& whole,
                              Component* components, Moments* moments, cudaStream_t stream) {
  if (slab.count == 0) return {};
  const auto place_of = [&](std::uint32_t column) {
    const std::size_t place = (slab.columns & column) != 0 ? column_offset(slab.columns, column) : 0;
    return static_cast<std::uint32_t>(place);
  };
  const std::uint64_t plane = std::uint64_t(whole.width) * (whole.is_volume() ? std::uint64_t(whole.height) : 1);
  const FinalRowsWork work = {static_cast<const unsigned char*>(slab.rows),
                              static_cast<std::uint32_t>(row_bytes_of(slab.columns)),
                              slab.count,
                              place_of(table_column_sum_z),
                              place_of(table_column_moments),
                              place_of(table_column_moments_z),
                              {slab.first_plane, plane * slab.first_plane, whole.is_volume()},
                              components,
                              moments};
  return launch("write_final_rows", job_on(stream), blocks_for(slab.count, final_row_threads), final_row_threads,
                make_final_row, work, numbers);
}

}  // namespace glccl::cuda
