// Where the results of a CUDA labeling go, and how it works.
#pragma once

#include "glccl/cuda/memory.hpp"
#include "glccl/cuda/methods.hpp"
#include "glccl/types.hpp"

namespace glccl::cuda {

/// Where the results of a labeling go, and how it works.
struct Outputs {
  Target target = {};                        ///< Where labels are written.
  DeviceTable table = {};                    ///< Needs Numbering::raster.
  TimingDetail timing = TimingDetail::none;  ///< Read the times with Labeler::times().
  LinksOptions links = {};                   ///< Tuning of Method::links.
  int tuning = 0;                            ///< A number that methods of other libraries read; 0: their default.
};

}  // namespace glccl::cuda
