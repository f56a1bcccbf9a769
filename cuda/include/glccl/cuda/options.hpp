// What a CUDA labeling is told besides the specification.
#pragma once

#include "glccl/cuda/memory.hpp"
#include "glccl/cuda/methods.hpp"
#include "glccl/types.hpp"

namespace glccl::cuda {

/// Arguments of a CUDA labeling besides the specification.
struct Options {
  DeviceTable table = {};                    ///< Needs Numbering::raster.
  TimingDetail timing = TimingDetail::none;  ///< Read the times with Labeler::times().
  LinksOptions links = {};                   ///< Tuning of Method::links.
  DeviceSecondImages beside = {};            ///< The mask and the intensities.
  int tuning = 0;                            ///< A number that methods of other libraries read; 0: their default.
};

}  // namespace glccl::cuda
