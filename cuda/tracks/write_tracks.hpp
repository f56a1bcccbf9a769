// The tracks of a frame as columns, as libraries of arrays have them.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "cuda/measure/dense_labels.hpp"
#include "glccl/result.hpp"

namespace glccl::cuda {

/// Where the columns are written: id, age, overlap, events and parent, with a number for each label, then id, age and
/// the heir's id, with a number for each death. They lie one behind the other without gaps.
struct TrackColumns {
  void* first = nullptr;           ///< Device memory, aligned to 8 bytes.
  std::uint32_t labels = 0;        ///< The largest label: LabelCounts::largest.
  std::uint32_t deaths = 0;        ///< TracksHeader::deaths.
  std::uint32_t number_bytes = 4;  ///< 4 or 8.
};

/// Writes the columns of a frame that was followed by the numbers of make_dense_labels(), in the order of `stream`.
/// `tracks` is Tracks::data. The numbers of labels that do not occur are 0. Requires at most DenseNumbers::most labels.
/// Error `gpu`: the launch failed.
Result<void> write_tracks(const void* tracks, const DenseNumbers& numbers, const TrackColumns& columns,
                          cudaStream_t stream);

}  // namespace glccl::cuda
