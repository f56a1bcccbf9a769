// Thread i writes the numbers of label i + 1 and of death i.
#include <cuda_runtime.h>

#include <algorithm>

#include "cuda/runtime/launch.cuh"
#include "cuda/tracks/write_tracks.hpp"
#include "glccl/tracks.hpp"

namespace glccl::cuda {
namespace {

constexpr unsigned threads = 128;

template <class Number>
__global__ void __launch_bounds__(threads)
    write_tracks_of(const TracksHeader* tracks, DenseNumbers numbers, TrackColumns columns) {
  const auto* const rows = reinterpret_cast<const TrackRow*>(tracks + 1);
  const std::uint32_t i = blockIdx.x * threads + threadIdx.x;
  auto* of_label = static_cast<Number*>(columns.first) + i;
  if (i < columns.labels) {
    const std::uint32_t smaller = numbers.smaller[i];
    const std::uint32_t next = i + 1 < columns.labels ? numbers.smaller[i + 1] : numbers.counts->occurring;
    TrackRow row = {};
    if (smaller < next) row = rows[smaller];
    for (const std::uint32_t number : {row.id, row.age, row.overlap, row.events, row.parent}) {
      *of_label = number;
      of_label += columns.labels;
    }
  }
  if (i >= columns.deaths) return;
  const auto* const bytes = reinterpret_cast<const unsigned char*>(tracks) + tracks->deaths_at;
  const DeathRow death = reinterpret_cast<const DeathRow*>(bytes)[i];
  auto* of_death = static_cast<Number*>(columns.first) + std::uint64_t{5} * columns.labels + i;
  for (const std::uint32_t number : {death.id, death.age, death.heir == 0 ? 0U : rows[death.heir - 1].id}) {
    *of_death = number;
    of_death += columns.deaths;
  }
}

}  // namespace

Result<void> write_tracks(const void* tracks, const DenseNumbers& numbers, const TrackColumns& columns,
                          cudaStream_t stream) {
  Job job;
  job.stream = stream;
  const std::uint32_t most = std::max(columns.labels, columns.deaths);
  if (most == 0) return {};
  auto* const kernel = columns.number_bytes == 8 ? write_tracks_of<std::uint64_t> : write_tracks_of<std::uint32_t>;
  return launch("write_tracks", job, blocks_for(most, threads), threads, kernel,
                static_cast<const TracksHeader*>(tracks), numbers, columns);
}

}  // namespace glccl::cuda
