// The filter of LabelingSpec.
#include "glsl/shared/filter.h"

#include <string>
#include <utility>

#include "glccl/spec.hpp"

namespace glccl {
namespace {

Error invalid_filter(std::string message) { return {ErrorCode::invalid_argument, std::move(message)}; }

}  // namespace

Result<void> check_filter(const LabelingSpec& spec) {
  const Filter& filter = spec.filter;
  if (filter.max_area < 1 || filter.max_area < filter.min_area) {
    return invalid_filter("the filter keeps areas from " + std::to_string(filter.min_area) + " to " +
                          std::to_string(filter.max_area) +
                          ", which no component has: pass a max_area of at least 1, and not below min_area");
  }
  if (filter.largest < 1) return invalid_filter("the filter keeps the 0 largest components: pass at least 1");
  if (filter.border_width != 0 && !filter.clear_border) {
    return invalid_filter("border_width is " + std::to_string(filter.border_width) +
                          ", and clear_border is not set: set it, or leave border_width at 0");
  }
  if (filter.border_width > shared::WIDEST_BORDER) {
    return invalid_filter("border_width is " + std::to_string(filter.border_width) + ": pass at most " +
                          std::to_string(shared::WIDEST_BORDER));
  }
  if (filter.keeps_all() || spec.numbering == Numbering::raster) return {};
  return invalid_filter("a filter and Numbering::root contradict each other: use Numbering::raster");
}

}  // namespace glccl
