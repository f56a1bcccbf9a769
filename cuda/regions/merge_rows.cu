// Rows are sorted by their values. The first of a value, which is the earliest component, begins the row of the value;
// the others are added to it.
#include <cuda_runtime.h>

#include <climits>
#include <cstring>

#include "cuda/measure/intensity_sums.cuh"
#include "cuda/measure/table.cuh"
#include "cuda/regions/chunks.cuh"
#include "cuda/regions/merge_rows.hpp"
#include "cuda/regions/sort.hpp"
#include "cuda/runtime/launch.cuh"
#include "cuda/runtime/memory/pieces.hpp"
#include "cuda/runtime/scan.cuh"
#include "engine/vocabulary/table_rows.hpp"

namespace glccl::cuda {
namespace {

/// The tables, and the memory between the kernels.
struct Merge {
  SortMemory sort;
  std::uint32_t*
      firsts;  ///< Of each block of sorted rows the number that are the first of a value, then their sum before.
  std::uint32_t* targets;  ///< Of each row the number of the row that it is part of; 0: none.
  const unsigned char* rows;
  ComponentTableHeader* merged;
  std::uint32_t count;
  std::uint32_t row_bytes;
  std::uint32_t intensity;    ///< Byte of a row at which table_column_intensity begins; row_bytes: there is none.
  std::uint32_t intensity_z;  ///< Likewise; 0: there is none.
  std::uint32_t integers[2];  ///< Bytes at which sums of 64 bits begin behind ComponentRow and behind intensities, ...
  std::uint32_t ends[2];      ///< ... and at which they end.
  bool is_signed;

  __device__ const unsigned char* row(std::uint32_t i) const { return rows + std::uint64_t{i} * row_bytes; }
  /// Row `number` of the merged table, from 1 on.
  __device__ unsigned char* target(std::uint32_t number) const {
    return reinterpret_cast<unsigned char*>(merged + 1) + std::uint64_t{number - 1} * row_bytes;
  }
  __device__ std::uint32_t* column(std::uint32_t number) const {
    return reinterpret_cast<std::uint32_t*>(target(number) + intensity);
  }
  __device__ bool has_intensity() const { return intensity != row_bytes; }
  /// Whether the sorted row at a place is the first of a value that is not negative.
  __device__ bool is_first(std::uint32_t place) const {
    const std::uint32_t value = sort.entries[place].word;
    if (is_signed && (value & 0x80000000U) != 0) return false;
    return place == 0 || sort.entries[place - 1].word != value;
  }
};

__device__ std::uint32_t own_index() { return blockIdx.x * region_threads + threadIdx.x; }

__global__ void __launch_bounds__(region_threads) list_values(Merge merge) {
  const std::uint32_t i = own_index();
  if (i == 0) *merge.sort.entry_count = merge.count;
  if (i >= merge.count) return;
  merge.sort.entries[i] = {reinterpret_cast<const ComponentRow*>(merge.row(i))->value, i};
  merge.targets[i] = 0;
}

__global__ void __launch_bounds__(region_threads) count_firsts(Merge merge) {
  __shared__ typename RegionScan::TempStorage storage;
  const std::uint32_t place = own_index();
  const bool is_first = place < merge.count && merge.is_first(place);
  std::uint32_t firsts = 0;
  sum_before(storage, is_first ? 1 : 0, firsts);
  if (threadIdx.x == 0) merge.firsts[blockIdx.x] = firsts;
}

__global__ void __launch_bounds__(scan_threads) sum_firsts(Merge merge, std::uint32_t blocks) {
  const std::uint64_t all = sum_values_before(merge.firsts, blocks);
  if (threadIdx.x != 0) return;
  *merge.merged = *reinterpret_cast<const ComponentTableHeader*>(merge.rows - sizeof(ComponentTableHeader));
  merge.merged->rows = merge.merged->count[0] = static_cast<std::uint32_t>(all);
}

/// Whether the values of a column are all finite.
__device__ bool has_finite(const std::uint32_t* column) {
  return column[kind_at] != shared::FLOAT_KEYS || own_bits(column) != shared::NOT_FINITE;
}

/// Begins the row of each value, without intensities.
__global__ void __launch_bounds__(region_threads) begin_merged(Merge merge) {
  __shared__ typename RegionScan::TempStorage storage;
  const std::uint32_t place = own_index();
  const bool exists = place < merge.count;
  const bool is_first = exists && merge.is_first(place);
  std::uint32_t all = 0;
  const std::uint32_t before = merge.firsts[blockIdx.x] + sum_before(storage, is_first ? 1 : 0, all);
  const std::uint32_t number = before + (is_first ? 1 : 0);
  if (!exists) return;
  const SortEntry entry = merge.sort.entries[place];
  if (merge.is_signed && (entry.word & 0x80000000U) != 0) return;
  merge.targets[entry.value] = number;
  if (!is_first) return;
  const auto* const from = reinterpret_cast<const uint4*>(merge.row(entry.value));
  auto* const to = reinterpret_cast<uint4*>(merge.target(number));
  for (std::uint32_t i = 0; i < merge.row_bytes / sizeof(uint4); ++i) to[i] = from[i];
  reinterpret_cast<ComponentRow*>(to)->label = number;
  if (!merge.has_intensity()) return;
  std::uint32_t* const column = merge.column(number);
  for (int i = 0; i < minimum_at; ++i) column[i] = 0;
  column[fraction_bits_at] = INT_MAX;
  if (merge.intensity_z != 0) {
    for (int i = 0; i < 4; ++i) reinterpret_cast<std::uint32_t*>(merge.target(number) + merge.intensity_z)[i] = 0;
  }
}

/// Whether all values of a column are 0, or not all finite: it has no sums.
__device__ bool has_no_sums(const std::uint32_t* column) {
  return (column[squares_at] | column[squares_at + 1] | column[squares_at + 2] | column[squares_at + 3]) == 0;
}

/// Adds what does not depend on the bits of a fraction, and finds these. Those of values that are all 0 say nothing.
__global__ void __launch_bounds__(region_threads) add_to_merged(Merge merge) {
  const std::uint32_t i = own_index();
  if (i >= merge.count || merge.targets[i] == 0) return;
  const std::uint32_t number = merge.targets[i];
  const unsigned char* const bytes = merge.row(i);
  if (merge.has_intensity()) {
    const auto* const own = reinterpret_cast<const std::uint32_t*>(bytes + merge.intensity);
    std::uint32_t* const column = merge.column(number);
    atomicMin(column + minimum_at, own[minimum_at]);
    atomicMax(column + maximum_at, own[maximum_at]);
    if (!has_no_sums(own)) {
      atomicMin(reinterpret_cast<int*>(column) + fraction_bits_at, static_cast<int>(own[fraction_bits_at]));
    }
  }
  const auto& row = *reinterpret_cast<const ComponentRow*>(bytes);
  auto& target = *reinterpret_cast<ComponentRow*>(merge.target(number));
  if (target.first[0] == row.first[0] && target.first[1] == row.first[1]) return;  // it began the row
  add_part(target, row);
  for (int part = 0; part < 2; ++part) {
    for (std::uint32_t at = merge.integers[part]; at < merge.ends[part]; at += sizeof(std::uint64_t)) {
      const std::uint64_t value = *reinterpret_cast<const std::uint64_t*>(bytes + at);
      if (value != 0) add_64(reinterpret_cast<std::uint32_t*>(merge.target(number) + at), value);
    }
  }
}

/// An integer divided by 2^bits, and rounded to the nearest integer.
__device__ Wide rounded(const std::uint32_t* words, int bits) {
  Wide value = 0;
  std::memcpy(&value, words, sizeof value);
  return bits == 0 ? value : bits > 126 ? Wide{0} : ((value >> (bits - 1)) + 1) >> 1;
}

/// Adds sums of intensities, in the bits of a fraction that their values have in common.
__global__ void __launch_bounds__(region_threads) add_intensities_to_merged(Merge merge) {
  const std::uint32_t i = own_index();
  if (i >= merge.count || merge.targets[i] == 0) return;
  const unsigned char* const bytes = merge.row(i);
  const auto* const own = reinterpret_cast<const std::uint32_t*>(bytes + merge.intensity);
  std::uint32_t* const column = merge.column(merge.targets[i]);
  if (has_no_sums(own) || !has_finite(column)) return;
  const int fewer = static_cast<int>(own[fraction_bits_at]) - static_cast<int>(column[fraction_bits_at]);
  add_128(column, rounded(own, fewer));
  add_128(column + squares_at, rounded(own + squares_at, 2 * fewer));
  add_128(column + sum_x_at, rounded(own + sum_x_at, fewer));
  add_128(column + sum_y_at, rounded(own + sum_y_at, fewer));
  if (merge.intensity_z == 0) return;
  add_128(reinterpret_cast<std::uint32_t*>(merge.target(merge.targets[i]) + merge.intensity_z),
          rounded(reinterpret_cast<const std::uint32_t*>(bytes + merge.intensity_z), fewer));
}

/// A row without sums has the fraction of zeros, as a row that was measured at once.
__global__ void __launch_bounds__(region_threads) end_merged(Merge merge) {
  const std::uint32_t i = own_index();
  if (i >= merge.merged->count[0]) return;
  std::uint32_t* const column = merge.column(i + 1);
  if (column[fraction_bits_at] == INT_MAX || !has_finite(column)) column[fraction_bits_at] = 0;
}

Merge take_memory(Pieces& pieces, std::uint32_t rows) {
  Merge merge = {};
  merge.sort = take_sort_memory(pieces, rows);
  merge.firsts = pieces.take<std::uint32_t>(blocks_for(rows, region_threads));
  merge.targets = pieces.take<std::uint32_t>(rows);
  return merge;
}

}  // namespace

std::size_t merge_bytes(std::uint32_t rows) {
  Pieces pieces(nullptr);
  take_memory(pieces, rows);
  return pieces.bytes();
}

Result<void> merge_rows(const PropertyTable& table, void* merged, void* memory, cudaStream_t stream) {
  Pieces pieces(memory);
  Merge merge = take_memory(pieces, table.rows);
  const auto at = [&table](std::uint32_t column) {
    return static_cast<std::uint32_t>(column_offset(table.columns, column));
  };
  const auto has = [&table](std::uint32_t column) { return (table.columns & column) != 0; };
  merge.rows = static_cast<const unsigned char*>(table.table) + sizeof(ComponentTableHeader);
  merge.merged = static_cast<ComponentTableHeader*>(merged);
  merge.count = table.rows;
  merge.row_bytes = static_cast<std::uint32_t>(row_bytes_of(table.columns));
  merge.intensity = has(table_column_intensity) ? at(table_column_intensity) : merge.row_bytes;
  merge.intensity_z = has(table_column_intensity_z) ? at(table_column_intensity_z) : 0;
  merge.integers[0] = sizeof(ComponentRow);
  merge.ends[0] = at(table_column_intensity);
  merge.integers[1] = at(table_column_cubes);
  merge.ends[1] = at(table_column_seams);
  merge.is_signed = table.is_signed;
  Job job;
  job.stream = stream;
  const unsigned blocks = blocks_for(table.rows, region_threads);
  if (Result<void> done = launch("list_values", job, blocks, region_threads, list_values, merge); !done) return done;
  if (Result<void> done = sort_by_words(job, merge.sort, 0, 32); !done) return done;
  if (Result<void> done = launch("count_firsts", job, blocks, region_threads, count_firsts, merge); !done) return done;
  if (Result<void> done = launch("sum_firsts", job, 1, scan_threads, sum_firsts, merge, blocks); !done) return done;
  if (Result<void> done = launch("begin_merged", job, blocks, region_threads, begin_merged, merge); !done) return done;
  if (Result<void> done = launch("add_to_merged", job, blocks, region_threads, add_to_merged, merge); !done)
    return done;
  if (!has(table_column_intensity)) return {};
  if (Result<void> done =
          launch("add_intensities_to_merged", job, blocks, region_threads, add_intensities_to_merged, merge);
      !done)
    return done;
  return launch("end_merged", job, blocks, region_threads, end_merged, merge);
}

}  // namespace glccl::cuda
