// The capabilities of each method. Builds without CUDA have this file too, for the rows of the registry.
#include <array>

#include "glccl/cuda/methods.hpp"

namespace glccl::cuda {
namespace {

/// What a method has besides the criteria Foreground and Equal on images.
struct Extras {
  bool difference = false;  ///< The criterion Difference.
  bool ids = false;         ///< Ids of 64 bits. A segment of the other methods has 32.
  bool volumes = false;
  std::int64_t largest_volume = 0;  ///< Capabilities::largest_volume.
  Needs needs = {Need::measurements};
};

/// Every method labels images of any side that Extent can hold, in all formats with bytes in memory but those of ids.
Capabilities capable(std::string_view engine, std::int64_t largest_elements, const Extras& extras = {}) {
  Capabilities capabilities;
  capabilities.engine = engine;
  if (extras.volumes) {
    capabilities.connectivities = {Connectivity::four, Connectivity::eight, Connectivity::six, Connectivity::eighteen,
                                   Connectivity::twenty_six};
  }
  capabilities.criteria = {CriterionKind::foreground, CriterionKind::equal};
  if (extras.difference) capabilities.criteria.push_back(CriterionKind::difference);
  capabilities.largest_elements = largest_elements;
  capabilities.largest_volume = extras.largest_volume;
  capabilities.needs = extras.needs;
  for (const FormatTraits& format : pixel_formats()) {
    if (format.format == PixelFormat::rg32u && !extras.ids) continue;
    if (format.bytes > 0) capabilities.formats.push_back(format.format);
  }
  return capabilities;
}

/// The upper bit of a forest's entry marks a root whose number is known (forest.cuh), and cuda-qin keeps places as
/// signed integers.
constexpr std::int64_t largest_forest = 0x7FFFFFFF;

}  // namespace

const Capabilities& capabilities_of(Method method) {
  // In the order of Method.
  static const std::array all = {
      capable("cuda-stava", largest_forest, {.volumes = true}),
      capable("cuda-links", largest_forest, {.difference = true, .volumes = true}),
      capable("cuda-jung", largest_forest),
      capable("cuda-jung-surface", largest_forest),
      capable("cuda-qin", largest_forest),
      capable("cuda-hawick", largest_forest),
      // Labels of images are 1 + a place, and 0 is background. Sums of coordinates of up to 2^34 voxels fit 64 bits.
      capable("cuda-fast", 0xFFFFFFFE,
              {.difference = true,
               .ids = true,
               .volumes = true,
               .largest_volume = std::int64_t{1} << 34,
               .needs = {Need::filter, Need::measurements, Need::mask, Need::holes, Need::periodic}}),
  };
  static const Capabilities none{.engine = "cuda-unknown", .connectivities = {}, .criteria = {}, .formats = {}};
  const auto index = static_cast<std::size_t>(method);
  return index < all.size() ? all[index] : none;
}

std::string_view name_of(Method method) { return capabilities_of(method).engine; }

}  // namespace glccl::cuda
