#include "cuda/measure/table.cuh"
#include "cuda/runtime/label_numbers.cuh"
#include "cuda/runtime/launch.cuh"
#include "cuda/slabs/part_rows.hpp"
#include "cuda/slabs/stream_job.hpp"

namespace glccl::cuda {
namespace {

constexpr int row_threads = 256;

/// The rows of a part's table.
struct PartRows {
  explicit PartRows(const PartTable& table)
      : rows(static_cast<unsigned char*>(table.memory.data) + sizeof(ComponentTableHeader)),
        row_bytes(static_cast<std::uint32_t>(row_bytes_of(table_columns_of(table.extent)))),
        capacity(table.memory.rows),
        before(table.before) {}

  /// The row of a component that begins in the part; null beyond the capacity.
  __device__ unsigned char* row_of(std::uint32_t number) const {
    const std::uint32_t index = number - before - 1;
    return index < capacity ? rows + static_cast<std::uint64_t>(index) * row_bytes : nullptr;
  }

  unsigned char* rows;
  std::uint32_t row_bytes;
  std::uint32_t capacity;
  std::uint32_t before;
};

/// Where a slab's rows come from, and by how much they move.
struct RowMove {
  const unsigned char* rows;
  std::uint32_t row_bytes;
  std::uint32_t count;
  std::uint32_t planes;    ///< Planes before the slab.
  std::uint64_t elements;  ///< Elements before the slab.
  bool in_space;           ///< Planes are slices.
};

__device__ void add_to_words(std::uint32_t& low, std::uint32_t& high, std::uint64_t value) {
  const std::uint64_t sum = (std::uint64_t{high} << 32 | low) + value;
  low = static_cast<std::uint32_t>(sum);
  high = static_cast<std::uint32_t>(sum >> 32);
}

/// Vector number `vector` of a row (glsl/shared/table_layout.h) in the coordinates of the whole.
__device__ uint4 move_vector(const RowMove& move, const uint4* row, int vector, std::uint32_t number) {
  uint4 moved = {0, 0, 0, 0};
  if (vector * sizeof(uint4) < move.row_bytes) moved = row[vector];
  if (vector == shared::ROW_HEAD) moved.x = number;
  if (vector == shared::ROW_BOX && !move.in_space) {
    moved.y += move.planes;
    moved.w += move.planes;
  }
  if (vector == shared::ROW_FIRST) {
    add_to_words(moved.x, moved.y, move.elements);
    if (move.in_space) {
      moved.z += move.planes;
      moved.w += move.planes;
    }
  }
  if (vector == (move.in_space ? shared::ROW_SUM_Z : shared::ROW_SUMS)) {
    const uint4 head = row[shared::ROW_HEAD];
    const std::uint64_t sum = move.planes * (std::uint64_t{head.w} << 32 | head.z);
    if (move.in_space) {
      add_to_words(moved.x, moved.y, sum);
    } else {
      add_to_words(moved.z, moved.w, sum);
    }
  }
  return moved;
}

/// A thread moves 16 bytes of a row.
__global__ void __launch_bounds__(row_threads)
    finish(RowMove move, LabelNumbers numbers, PartRows part, unsigned char* listed) {
  const std::uint32_t vectors = part.row_bytes / sizeof(uint4);
  const std::uint64_t place = static_cast<std::uint64_t>(blockIdx.x) * row_threads + threadIdx.x;
  const std::uint64_t index = place / vectors;
  if (index >= move.count) return;
  const auto label = static_cast<std::uint32_t>(index) + 1;
  const ListPlace in_list = find_in_list(numbers, label);
  std::uint32_t number = numbers.before + label - in_list.smaller;
  unsigned char* to = nullptr;
  if (in_list.listed) {
    number = numbers.numbers[in_list.smaller];
    to = listed + static_cast<std::uint64_t>(in_list.smaller) * part.row_bytes;
  } else {
    to = part.row_of(number);
  }
  if (to == nullptr) return;
  const auto vector = static_cast<int>(place % vectors);
  const auto* const row = reinterpret_cast<const uint4*>(move.rows + index * move.row_bytes);
  reinterpret_cast<uint4*>(to)[vector] = move_vector(move, row, vector, number);
}

/// A thread adds a row.
__global__ void __launch_bounds__(row_threads) add(const unsigned char* rows, std::uint32_t count, PartRows part) {
  const std::uint32_t i = blockIdx.x * row_threads + threadIdx.x;
  if (i >= count) return;
  const auto* const bytes = rows + static_cast<std::uint64_t>(i) * part.row_bytes;
  const auto& added = *reinterpret_cast<const ComponentRow*>(bytes);
  unsigned char* const to = part.row_of(added.label);
  if (to == nullptr) return;
  auto& row = *reinterpret_cast<ComponentRow*>(to);
  add_part(row, added);
  if (part.row_bytes == sizeof(ComponentRow)) return;
  add_64(sum_z_of(row), joined(reinterpret_cast<const std::uint32_t*>(bytes + sizeof(ComponentRow))));
}

__global__ void store_header(TableView table, std::uint32_t count) { write_header(table, count, count); }

}  // namespace

Result<void> finish_rows(const SlabRows& slab, const LabelNumbers& numbers, const PartTable& part, void* listed,
                         cudaStream_t stream) {
  if (slab.count == 0) return {};
  const PartRows rows(part);
  const bool in_space = part.extent.is_volume();
  const std::int64_t plane = std::int64_t{part.extent.width} * (in_space ? part.extent.height : 1);
  const RowMove move = {static_cast<const unsigned char*>(slab.rows),
                        static_cast<std::uint32_t>(row_bytes_of(slab.columns)),
                        slab.count,
                        slab.first_plane,
                        static_cast<std::uint64_t>(plane) * slab.first_plane,
                        in_space};
  const std::int64_t threads = std::int64_t{slab.count} * (rows.row_bytes / sizeof(uint4));
  return launch("finish_rows", job_on(stream), blocks_for(threads, row_threads), row_threads, finish, move, numbers,
                rows, static_cast<unsigned char*>(listed));
}

Result<void> add_rows(const void* rows, std::uint32_t count, const PartTable& part, cudaStream_t stream) {
  if (count == 0) return {};
  return launch("add_rows", job_on(stream), blocks_for(count, row_threads), row_threads, add,
                static_cast<const unsigned char*>(rows), count, PartRows(part));
}

Result<void> write_part_header(const PartTable& part, std::uint32_t count, cudaStream_t stream) {
  const JobTable memory = job_table(part.memory, part.extent, 0);
  return launch("write_part_header", job_on(stream), 1, 1, store_header, make_table_view(memory, {}, part.extent),
                count);
}

}  // namespace glccl::cuda
