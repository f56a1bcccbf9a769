// The CUDA methods: their names, what they can do, and the variants of some.
#pragma once

#include <string_view>

#include "glccl/api.h"
#include "glccl/spec.hpp"

namespace glccl::cuda {

/// The published methods and our own, each in a file of its own name. All of them label images with connectivity 4 and
/// 8 and the criteria Foreground and Equal, even if less was published; capabilities_of() says what else. If a method
/// repeats its kernels until nothing changes, label() waits for the GPU between rounds. The number of rounds has no
/// limit.
enum class Method {
  /// O. Stava and B. Benes, Connected Component Labeling in CUDA, GPU Computing Gems, chapter 35: tiles of 16x16 are
  /// solved in shared memory and merged four by four, level by level. The number of kernels follows from the extent
  /// alone. Also labels volumes, with connectivity 6, 18 and 26: tiles of 8x8x4 are merged 4x4x4.
  stava,
  /// Connected Components Revisited on Kepler, GPU Technology Conference 2013, session 3193: labels travel inside
  /// regions of 32x32 pixels that overlap by one pixel, along links to the farthest connected pixel, until nothing
  /// changes. Also has the criterion Difference, and labels volumes with connectivity 6, 18 and 26, in regions of 8x8x8
  /// voxels. LinksOptions has the variants of the talk.
  links,
  /// I.-Y. Jung and C.-S. Jeong, Parallel connected-component labeling algorithm for GPGPU applications, 2010, as
  /// C. Bester and L. Pulles, Connected-Components Labeling, section 3.3, give it: labels are tree pointers in global
  /// memory, and roots take the smallest neighbouring label by atomicMin until nothing changes.
  jung,
  /// The same on a surface, which Bester and Pulles compare with it. Surfaces have no atomicMin, so more rounds may be
  /// needed.
  jung_surface,
  /// F. Qin and B. Fang, GPU accelerated parallel labeling algorithm of connected-domains in binary images, 2010: every
  /// pixel takes the smallest label around it and the place of its component's top pixel, whose record gathers the
  /// component's extents. Takes as many rounds as the longest path inside a component has pixels.
  qin,
  /// K. A. Hawick, A. Leist and D. P. Playne, Parallel graph component labelling with GPUs and CUDA, 2010, kernel D:
  /// label equivalence, which scans, analyses and relabels until nothing changes.
  hawick,
  /// Our own method, which the OpenGL engine `compute` has too: union-find over runs of pixels that are packed to bits.
  /// Tiles are solved in shared memory and merged along their borders, after Stava and Benes. Roots are united without
  /// rounds, after Y. Komura, GPU-based cluster-labeling algorithm without the use of conventional iteration, 2015, and
  /// D. P. Playne and K. Hawick, A new algorithm for parallel connected-component labelling on GPUs, 2018. Launches two
  /// or three kernels, three or four more for numbers and table, five for a filter, and never waits for the GPU. Also
  /// has the criterion Difference, batches, volumes with connectivity 6, 18 and 26, and filters. Fills holes, by a
  /// labeling of the background with a filter before that of the foreground, in the same memory.
  fast,
};

/// The method's name on the command line and in messages: `cuda-stava`.
GLCCL_API std::string_view name_of(Method method);

/// Capabilities of the method: connectivities, criteria, formats and the largest image. The device and its memory may
/// allow less.
GLCCL_API const Capabilities& capabilities_of(Method method);

/// Where Method::links gathers labels from. Each variant also has the sources of those before it.
enum class LinksGather {
  one,  ///< "1-gather": the connected neighbours.
  max,  ///< "max-gather": the farthest pixel that is connected in a straight line.
  root  ///< "LabelRoot": the pixel that the thread's own label comes from, anywhere in the image.
};

/// The variants of Method::links in the talk's table of execution times.
struct LinksOptions {
  LinksGather gather = LinksGather::root;  ///< Where labels are gathered from.
  /// Labels of a row pass by warp shuffle; false: through shared memory, as they always do in volumes.
  bool shuffle = true;
};

}  // namespace glccl::cuda
