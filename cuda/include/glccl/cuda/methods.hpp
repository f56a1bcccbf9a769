// The CUDA methods: their names, what they can do, and the variants of some.
#pragma once

#include <array>
#include <compare>
#include <string_view>

#include "glccl/api.h"
#include "glccl/spec.hpp"

namespace glccl::cuda {

struct MethodTraits;

/// A method of labeling. All methods label images with connectivity 4 and 8 and the criteria Foreground and Equal, even
/// if less was published; capabilities_of() says what else. If a method repeats its kernels until nothing changes,
/// label() waits for the GPU between rounds. The number of rounds has no limit.
class Method {
 public:
  /// O. Stava and B. Benes, Connected Component Labeling in CUDA, GPU Computing Gems, chapter 35: tiles of 16x16 are
  /// solved in shared memory and merged four by four, level by level. The number of kernels follows from the extent
  /// alone. Also labels volumes, with connectivity 6, 18 and 26: tiles of 8x8x4 are merged 4x4x4.
  static const Method stava;
  /// Connected Components Revisited on Kepler, GPU Technology Conference 2013, session 3193: labels travel inside
  /// regions of 32x32 pixels that overlap by one pixel, along links to the farthest connected pixel, until nothing
  /// changes. Also has the criterion Difference, and labels volumes with connectivity 6, 18 and 26, in regions of 8x8x8
  /// voxels. LinksOptions has the variants of the talk.
  static const Method links;
  /// Our own method, which the OpenGL engine `compute` has too: union-find over runs of pixels that are packed to bits.
  /// Tiles are solved in shared memory and merged along their borders, after Stava and Benes. Roots are united without
  /// rounds, after Y. Komura, GPU-based cluster-labeling algorithm without the use of conventional iteration, 2015, and
  /// D. P. Playne and K. Hawick, A new algorithm for parallel connected-component labelling on GPUs, 2018. Launches two
  /// or three kernels, three or four more for numbers and table, five for a filter, and never waits for the GPU. Also
  /// has the criterion Difference, batches, volumes with connectivity 6, 18 and 26, and filters. Fills holes, by a
  /// labeling of the background with a filter before that of the foreground, in the same memory.
  static const Method fast;

  /// A method by its traits, which live as long as it: of this library, or of one that has more methods.
  constexpr explicit Method(const MethodTraits& traits) : traits_(&traits) {}

  /// What a Labeler has to know to run it.
  constexpr const MethodTraits& traits() const { return *traits_; }

  /// Whether two methods are the same one, and an order without a meaning.
  friend auto operator<=>(const Method&, const Method&) = default;
  /// Whether two methods are the same one.
  friend constexpr bool operator==(const Method&, const Method&) = default;

 private:
  const MethodTraits* traits_;
};

/// The traits of this library's methods.
GLCCL_API extern const MethodTraits stava_traits;
/// Those of Method::links.
GLCCL_API extern const MethodTraits links_traits;
/// Those of Method::fast.
GLCCL_API extern const MethodTraits fast_traits;

inline constexpr Method Method::stava{stava_traits};
inline constexpr Method Method::links{links_traits};
inline constexpr Method Method::fast{fast_traits};

/// The methods of this library.
inline constexpr std::array all_methods = {Method::stava, Method::links, Method::fast};

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
