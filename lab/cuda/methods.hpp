// The CUDA methods of the laboratory. Plain C++: builds without CUDA have their names and capabilities alone.
#pragma once

#include <array>
#include <cstdint>

#include "glccl/cuda/methods.hpp"

namespace glccl::cuda {

/// The traits of the methods below.
extern const MethodTraits jung_traits, jung_surface_traits, qin_traits, hawick_traits;

}  // namespace glccl::cuda

namespace glccl::lab {

/// I.-Y. Jung and C.-S. Jeong, Parallel connected-component labeling algorithm for GPGPU applications, 2010, as
/// C. Bester and L. Pulles, Connected-Components Labeling, section 3.3, give it: labels are tree pointers in global
/// memory, and roots take the smallest neighbouring label by atomicMin until nothing changes. cuda::Options::tuning is
/// the side of a block: 4, 8, 16 or 32 threads. 8 is the default, and Bester and Pulles' choice.
inline constexpr cuda::Method jung{cuda::jung_traits};

/// The same on a surface, which Bester and Pulles compare with it. Surfaces have no atomicMin, so more rounds may be
/// needed.
inline constexpr cuda::Method jung_surface{cuda::jung_surface_traits};

/// F. Qin and B. Fang, GPU accelerated parallel labeling algorithm of connected-domains in binary images, 2010: every
/// pixel takes the smallest label around it and the place of its component's top pixel, whose record gathers the
/// component's extents. Takes as many rounds as the longest path inside a component has pixels.
inline constexpr cuda::Method qin{cuda::qin_traits};

/// K. A. Hawick, A. Leist and D. P. Playne, Parallel graph component labelling with GPUs and CUDA, 2010, kernel D:
/// label equivalence, which scans, analyses and relabels until nothing changes.
inline constexpr cuda::Method hawick{cuda::hawick_traits};

/// All of them.
inline constexpr std::array cuda_methods = {jung, jung_surface, qin, hawick};

/// A record of cuda::Labels::records, which `qin` fills: one for each pixel in raster order. Below, (x, y) is the
/// component's first pixel in raster order, and x0, x1, y0, y1 are its box.
///
///     the record of       code                     width    height   flag
///     the first pixel     y * extent.width + x     x1 - x0  y1 - y0  x0 - x, which is 0 or less
///     its other pixels    y * extent.width + x     x        y        1
///     background          -1                       0        0        0
struct QinRecord {
  std::int32_t code = 0;
  std::int32_t width = 0;
  std::int32_t height = 0;
  std::int32_t flag = 0;
  bool operator==(const QinRecord&) const = default;
};

}  // namespace glccl::lab
