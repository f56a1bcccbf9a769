// What some engines can be told beyond the options that all of them have.
#pragma once

#include "glccl/cuda/labeler.hpp"

namespace glccl::tools {

/// Each engine looks at its own; the defaults are the engines' best.
struct EngineVariant {
  cuda::LinksOptions links;  ///< of cuda-links
  int block_side = 8;        ///< of cuda-jung and cuda-jung-surface: threads a side of a block, 4, 8, 16 or 32
  /// Of the CUDA engines: with Options::timings one time, `labeling`, in place of one for each kernel.
  bool whole_time = false;
  int ranks = 0;  ///< of mpi-rows: how many of the job's ranks take part, 0 for all
};

}  // namespace glccl::tools
