// The capabilities of each method. Builds without CUDA have this file too, for the rows of the registry.
#include <array>

#include "glccl/cuda/labeler.hpp"

namespace glccl::cuda {
namespace {

/// Every method labels images of any side that Extent can hold, in all formats with bytes in memory. Only cuda-fast
/// compares ids of 64 bits: a segment of the others has 32.
Capabilities capable(std::string_view engine, bool difference, std::int64_t largest_elements, bool ids = false,
                     bool volumes = false) {
  Capabilities capabilities;
  capabilities.engine = engine;
  capabilities.criteria = {CriterionKind::foreground, CriterionKind::equal};
  if (difference) capabilities.criteria.push_back(CriterionKind::difference);
  if (volumes) {
    for (const Connectivity one : {Connectivity::six, Connectivity::eighteen, Connectivity::twenty_six}) {
      capabilities.connectivities.push_back(one);
    }
  }
  capabilities.largest_elements = largest_elements;
  for (const FormatTraits& format : pixel_formats()) {
    if (format.format == PixelFormat::rg32u && !ids) continue;
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
      capable("cuda-stava", false, largest_forest, false, true),
      capable("cuda-links", true, largest_forest),
      capable("cuda-jung", false, largest_forest),
      capable("cuda-jung-surface", false, largest_forest),
      capable("cuda-qin", false, largest_forest),
      capable("cuda-hawick", false, largest_forest),
      // Labels are 1 + a place, and 0 is background.
      capable("cuda-fast", true, 0xFFFFFFFE, true, true),
  };
  static const Capabilities none{.engine = "cuda-unknown", .connectivities = {}, .criteria = {}, .formats = {}};
  const auto index = static_cast<std::size_t>(method);
  return index < all.size() ? all[index] : none;
}

std::string_view name_of(Method method) { return capabilities_of(method).engine; }

}  // namespace glccl::cuda
