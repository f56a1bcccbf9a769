// The published methods as a table: what the Labeler has to know of each one to run it.
#pragma once

#include <cstddef>
#include <string_view>

#include "cuda/core/job.hpp"
#include "glccl/cuda/labeler.hpp"

namespace glccl::cuda {

struct AlgorithmTraits {
  Algorithm algorithm;
  std::string_view name;  ///< the engine's, "cuda-stava"
  /// Fills the job's forest so that every entry is that of its root, the component's first pixel in raster order; where
  /// it is `complete`, writes labels and tables instead, and needs no forest.
  Status (*run)(const Job& job);
  std::size_t (*work_bytes)(const Job& job) = nullptr;  ///< of Job::work; null: none
  bool iterates = false;                                ///< needs Job::changed
  bool needs_plane = false;                             ///< needs Job::plane
  bool complete = false;                                ///< also takes batches
  bool has_difference = false;                          ///< criterion Difference, besides Foreground and Equal
};

/// Null for a value that is no Algorithm.
const AlgorithmTraits* find_traits(Algorithm algorithm);

}  // namespace glccl::cuda
