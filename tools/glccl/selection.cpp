#include "tools/glccl/selection.hpp"

#include <algorithm>
#include <cmath>

#include "tools/glccl/text.hpp"

namespace glccl::tools {
namespace {

Error contradiction(const std::string& message) { return {ErrorCode::invalid_argument, message}; }

/// Stored values are whole numbers up to 65535, so v > T means v > floor(T), and all larger T mean the same.
float whole(double value) { return static_cast<float>(std::floor(std::min(value, 1.0e6))); }

}  // namespace

Status read_selection(const std::optional<std::string>& threshold, Selection& selection) {
  if (threshold) {
    const Result<Threshold> value = parse_threshold(*threshold);
    if (!value) return value.error();
    selection.threshold = *value;
  }
  if (selection.equal && selection.max_difference) {
    return contradiction(
        "--equal and --max-difference contradict each other: each says which neighbors are connected; give one of "
        "them");
  }
  const bool connects_by_value = selection.equal || selection.max_difference;
  const std::string by_value = selection.equal ? "--equal" : "--max-difference";
  if (connects_by_value && selection.threshold) {
    return contradiction("--threshold and " + by_value + " contradict each other: " + by_value +
                         " connects pixels by their values and has no threshold; give one of them");
  }
  if (connects_by_value && selection.inverted) {
    return contradiction("--invert and " + by_value + " contradict each other: only foreground by --threshold can be " +
                         "inverted; leave out one of them");
  }
  if (selection.max_difference && !(*selection.max_difference >= 0.0)) {
    return contradiction("--max-difference must be a number from 0, in stored values");
  }
  return {};
}

SelectedImage select(const host::Image& image, const Selection& selection) {
  const bool colors = image.format == PixelFormat::rgba8;
  if (selection.equal) {
    return {host::number_wide_colours(image), Equal{}, "equal values are connected, zero is background"};
  }
  if (selection.max_difference) {
    return {{image.extent, image.format, image.bytes},
            Difference{whole(*selection.max_difference)},
            "differences up to " + to_string(*selection.max_difference) +
                (image.low_bytes.empty() ? " are connected" : " in the upper 8 bits of 16 are connected")};
  }
  Foreground foreground;
  foreground.inverted = selection.inverted;
  if (!selection.threshold) {
    return {
        host::largest_of_colours(image), foreground,
        std::string("foreground: ") + (selection.inverted ? "zero" : "non-zero") + (colors ? " colors" : " values")};
  }
  SelectedImage selected{host::to_grey(image), foreground, {}};
  const double threshold =
      selection.threshold->otsu ? host::otsu_threshold(selected.image) : selection.threshold->value;
  foreground.threshold = whole(threshold);
  selected.criterion = foreground;
  selected.description = std::string("foreground: ") + (colors ? "luminance " : "value ") +
                         (selection.inverted ? "<= " : "> ") + to_string(threshold) +
                         (selection.threshold->otsu ? " (Otsu)" : "");
  return selected;
}

}  // namespace glccl::tools
