#include <algorithm>
#include <cub/block/block_scan.cuh>
#include <limits>

#include "cuda/runtime/launch.cuh"
#include "cuda/slabs/borders.hpp"
#include "cuda/slabs/stream_job.hpp"
#include "glccl/cuda/memory.hpp"
#include "glsl/shared/prelude.h"

namespace glccl::cuda {
namespace {

constexpr int border_threads = 256;
constexpr unsigned most_list_blocks = border_threads;  ///< list_border has a thread for the sum of each block.
constexpr unsigned most_copy_blocks = 64;
constexpr int word_bits = 32;
constexpr std::uint32_t no_place = 0xFFFFFFFFU;

using BorderScan = cub::BlockScan<std::uint32_t, border_threads>;

/// A job with its scratch memory.
struct BorderWork {
  SlabBorderJob job;
  std::uint32_t* bits = nullptr;         ///< A bit for each label of the slab: it is that of a component at the border.
  std::uint32_t* before = nullptr;       ///< For each word of `bits` the set bits before it.
  std::uint32_t* sums = nullptr;         ///< For each block of count_border the set bits in its words.
  std::uint32_t* listed = nullptr;       ///< BorderFacts::listed.
  std::uint32_t* paired = nullptr;       ///< BorderFacts::paired.
  std::uint32_t* first_above = nullptr;  ///< For each label of the seam the smallest place above it, or no_place.
  std::uint32_t* first_below = nullptr;  ///< The same below it.
  std::uint32_t* labels = nullptr;       ///< BorderFacts::labels.
  std::uint32_t* in_last = nullptr;      ///< BorderFacts::in_last: bytes in words.

  /// Words of `bits` for the labels that the slab has.
  __device__ std::uint32_t words() const {
    const std::uint32_t count = *job.count;
    return count == too_many_components ? 0 : count / word_bits + 1;
  }

  /// The place of a component at the border in the list, from 0.
  __device__ std::uint32_t place_of(std::uint32_t label) const {
    const std::uint32_t word = label / word_bits;
    const std::uint32_t smaller = (1U << label % word_bits) - 1U;
    return before[word] + static_cast<std::uint32_t>(shared::bitCount(bits[word] & smaller));
  }

  __device__ const std::uint32_t* last_plane() const { return job.labels + (job.elements - job.plane); }
};

/// The words of a block of count_border and list_border.
struct WordRange {
  std::uint32_t first;
  std::uint32_t end;
};

__device__ WordRange own_words(std::uint32_t words) {
  const std::uint32_t share = (words + gridDim.x - 1) / gridDim.x;
  const std::uint32_t first = min(blockIdx.x * share, words);
  return {first, min(first + share, words)};
}

/// The element of a plane that a thread has. It can be outside.
__device__ std::int64_t own_element() { return static_cast<std::int64_t>(blockIdx.x) * border_threads + threadIdx.x; }

/// Sets the bits of the labels in the first and last plane. Neighbours are often equal, and then set once.
__global__ void __launch_bounds__(border_threads) mark_border(BorderWork work) {
  const std::int64_t i = own_element();
  if (i >= work.job.plane || work.words() == 0) return;
  const std::uint32_t* const planes[] = {work.job.labels, work.last_plane()};
  for (const std::uint32_t* plane : planes) {
    const std::uint32_t label = plane[i];
    if (label == 0 || (i > 0 && plane[i - 1] == label)) continue;
    atomicOr(work.bits + label / word_bits, 1U << label % word_bits);
  }
}

/// Counts the set bits in the words of each block.
__global__ void __launch_bounds__(border_threads) count_border(BorderWork work) {
  __shared__ typename BorderScan::TempStorage storage;
  const WordRange own = own_words(work.words());
  std::uint32_t count = 0;
  for (std::uint32_t word = own.first + threadIdx.x; word < own.end; word += border_threads) {
    count += static_cast<std::uint32_t>(shared::bitCount(work.bits[word]));
  }
  std::uint32_t sum = 0;
  std::uint32_t total = 0;
  BorderScan(storage).ExclusiveSum(count, sum, total);
  if (threadIdx.x == 0) work.sums[blockIdx.x] = total;
}

/// Lists the labels whose bits are set, in ascending order, and counts the bits before each word.
__global__ void __launch_bounds__(border_threads) list_border(BorderWork work) {
  __shared__ typename BorderScan::TempStorage storage;
  const WordRange own = own_words(work.words());
  std::uint32_t sum = 0;
  std::uint32_t before = 0;
  BorderScan(storage).ExclusiveSum(threadIdx.x < blockIdx.x ? work.sums[threadIdx.x] : 0U, sum, before);
  for (std::uint32_t first = own.first; first < own.end; first += border_threads) {
    __syncthreads();  // before the storage is used again
    const std::uint32_t word = first + threadIdx.x;
    std::uint32_t bits = word < own.end ? work.bits[word] : 0U;
    std::uint32_t total = 0;
    BorderScan(storage).ExclusiveSum(static_cast<std::uint32_t>(shared::bitCount(bits)), sum, total);
    std::uint32_t place = before + sum;
    if (word < own.end) work.before[word] = place;
    for (; bits != 0; bits &= bits - 1) {
      work.labels[place++] = word * word_bits + static_cast<std::uint32_t>(shared::findLSB(bits));
    }
    before += total;
  }
  if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0) *work.listed = before;
}

/// Makes *smallest the smaller one. Most values come in ascending order, and need no atomic operation.
__device__ void lower(std::uint32_t* smallest, std::uint32_t value) {
  if (*smallest > value) atomicMin(smallest, value);
}

/// The places of the components in the last plane, and of each component of the seam one that it has above and one
/// that it has below.
__global__ void __launch_bounds__(border_threads) find_places(BorderWork work) {
  const std::int64_t i = own_element();
  if (i >= work.job.plane || work.words() == 0) return;
  const std::uint32_t last = work.last_plane()[i];
  const std::uint32_t place = last == 0 ? 0 : work.place_of(last) + 1;
  work.job.last[i] = place;
  if (place != 0 && (i == 0 || work.last_plane()[i - 1] != last)) {
    reinterpret_cast<unsigned char*>(work.in_last)[place - 1] = 1;
  }
  if (work.job.seam == nullptr) return;
  const std::uint32_t above = work.job.above[i];
  if (above != 0) lower(work.first_above + work.job.seam[i], above - 1);
  const std::uint32_t below = work.job.labels[i];
  if (below != 0) lower(work.first_below + work.job.seam[work.job.plane + i], work.place_of(below));
}

/// Appends a pair for each thread that has one. The whole warp calls it.
__device__ void append(const BorderWork& work, bool has_pair, const SeamPair& pair) {
  const unsigned votes = __ballot_sync(whole_warp, has_pair);
  if (votes == 0) return;
  const unsigned lane = threadIdx.x % warp_threads;
  std::uint32_t first = 0;
  if (lane == 0) first = atomicAdd(work.paired, static_cast<std::uint32_t>(shared::bitCount(votes)));
  first = __shfl_sync(whole_warp, first, 0);
  if (!has_pair) return;
  const unsigned earlier = votes & ((1U << lane) - 1U);
  work.job.facts.pairs[first + static_cast<std::uint32_t>(shared::bitCount(earlier))] = pair;
}

/// Pairs the components of each component of the seam: all of those below with the first one above, and the others
/// above with the first one below. A component of the seam that lies on one side alone is part of one component of the
/// slab there. Neighbours that make the same pair make it once.
__global__ void __launch_bounds__(border_threads) pair_components(BorderWork work) {
  const std::int64_t i = own_element();
  const bool inside = i < work.job.plane && work.words() != 0;
  const auto differs = [&](const std::uint32_t* seam, const std::uint32_t* components) {
    return components[i] != 0 && (i == 0 || seam[i - 1] != seam[i] || components[i - 1] != components[i]);
  };
  SeamPair pair;
  bool has_pair = false;
  if (inside && differs(work.job.seam, work.job.above)) {
    pair = {work.job.above[i] - 1, work.first_below[work.job.seam[i]]};
    has_pair = pair.above != work.first_above[work.job.seam[i]];
  }
  append(work, has_pair, pair);
  has_pair = false;
  const std::uint32_t* const seam_below = work.job.seam + work.job.plane;
  if (inside && differs(seam_below, work.job.labels)) {
    pair = {work.first_above[seam_below[i]], work.place_of(work.job.labels[i])};
    has_pair = pair.above != no_place;
  }
  append(work, has_pair, pair);
}

/// Copies the rows of the list to the host. A thread copies 16 bytes.
__device__ void tell_rows(const BorderWork& work, std::uint32_t listed, std::uint32_t first, std::uint32_t step) {
  const SlabBorderJob& job = work.job;
  const std::uint32_t vectors = job.row_bytes / sizeof(uint4);
  const std::uint64_t all = std::uint64_t{min(listed, job.facts.row_room)} * vectors;
  for (std::uint64_t i = first; i < all; i += step) {
    const std::uint32_t label = work.labels[i / vectors];
    if (label > job.table_rows) continue;
    const std::uint64_t from = std::uint64_t{label - 1} * vectors + i % vectors;
    static_cast<uint4*>(job.facts.rows)[i] = static_cast<const uint4*>(job.rows)[from];
  }
}

/// Copies the list to the host, as long as it is, and its rows.
__global__ void __launch_bounds__(border_threads) tell_border(BorderWork work) {
  const std::uint32_t listed = work.words() == 0 ? 0 : *work.listed;
  const std::uint32_t first = blockIdx.x * border_threads + threadIdx.x;
  const std::uint32_t step = gridDim.x * border_threads;
  for (std::uint32_t i = first; i < listed; i += step) work.job.facts.labels[i] = work.labels[i];
  auto* const in_last = reinterpret_cast<std::uint32_t*>(work.job.facts.in_last);
  for (std::uint32_t i = first; i < (listed + 3) / 4; i += step) in_last[i] = work.in_last[i];
  if (work.job.facts.row_room != 0) tell_rows(work, listed, first, step);
  if (first != 0) return;
  *work.job.facts.listed = listed;
  *work.job.facts.paired = *work.paired;
}

/// Words of each part of the scratch memory.
struct BorderParts {
  BorderParts(std::int64_t elements, std::int64_t plane)
      : bits(static_cast<std::size_t>(std::min<std::int64_t>(elements, std::numeric_limits<std::uint32_t>::max())) /
                 word_bits +
             1),
        seam(2 * static_cast<std::size_t>(plane) + 1),
        list(2 * static_cast<std::size_t>(plane)),
        in_last((list + 3) / 4) {}

  static constexpr std::size_t counters = 4;  ///< `listed` and `paired`, and two that are not used.

  /// The parts that are zero at first: bits, counters, in_last.
  std::size_t zeros() const { return bits + counters + in_last; }
  /// The parts that are no_place at first.
  std::size_t places() const { return 2 * seam; }
  std::size_t all() const { return zeros() + places() + bits + most_list_blocks + list; }

  std::size_t bits;
  std::size_t seam;
  std::size_t list;
  std::size_t in_last;
};

/// The parts in a job's scratch memory.
BorderWork lay_out(const SlabBorderJob& job, const BorderParts& parts) {
  BorderWork work{.job = job};
  auto* next = static_cast<std::uint32_t*>(job.scratch);
  const auto take = [&](std::size_t words) {
    std::uint32_t* const part = next;
    next += words;
    return part;
  };
  work.bits = take(parts.bits);
  work.listed = take(BorderParts::counters);
  work.paired = work.listed + 1;
  work.in_last = take(parts.in_last);
  work.first_above = take(parts.seam);
  work.first_below = take(parts.seam);
  work.before = take(parts.bits);
  work.sums = take(most_list_blocks);
  work.labels = take(parts.list);
  return work;
}

Result<void> clear(const BorderWork& work, const BorderParts& parts, cudaStream_t stream) {
  constexpr std::size_t word = sizeof(std::uint32_t);
  const Result<void> cleared = check(cudaMemsetAsync(work.bits, 0, parts.zeros() * word, stream), "cudaMemsetAsync");
  if (!cleared || work.job.seam == nullptr) return cleared;
  return check(cudaMemsetAsync(work.first_above, 0xFF, parts.places() * word, stream), "cudaMemsetAsync");
}

}  // namespace

std::size_t border_scratch_bytes(std::int64_t elements, std::int64_t plane) {
  return BorderParts(elements, plane).all() * sizeof(std::uint32_t);
}

Result<void> find_border(const SlabBorderJob& border, cudaStream_t stream) {
  const BorderParts parts(border.elements, border.plane);
  const BorderWork work = lay_out(border, parts);
  if (Result<void> status = clear(work, parts, stream); !status) return status;
  const Job job = job_on(stream);
  const unsigned plane_blocks = blocks_for(border.plane, border_threads);
  const unsigned list_blocks =
      std::min(blocks_for(static_cast<std::int64_t>(parts.bits), 4 * border_threads), most_list_blocks);
  const unsigned copy_blocks = std::min(plane_blocks, most_copy_blocks);
  const auto run = [&](const char* name, unsigned blocks, void (*kernel)(BorderWork)) {
    return launch(name, job, blocks, border_threads, kernel, work);
  };
  if (Result<void> status = run("mark_border", plane_blocks, mark_border); !status) return status;
  if (Result<void> status = run("count_border", list_blocks, count_border); !status) return status;
  if (Result<void> status = run("list_border", list_blocks, list_border); !status) return status;
  if (Result<void> status = run("find_places", plane_blocks, find_places); !status) return status;
  if (border.seam != nullptr) {
    if (Result<void> status = run("pair_components", plane_blocks, pair_components); !status) return status;
  }
  return run("tell_border", copy_blocks, tell_border);
}

}  // namespace glccl::cuda
