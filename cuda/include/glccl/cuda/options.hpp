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
  /// Tuning of Method::jung and Method::jung_surface: 4, 8, 16 or 32 threads per side of a block. 8 is Bester and
  /// Pulles' choice.
  int block_side = 8;
};

}  // namespace glccl::cuda
