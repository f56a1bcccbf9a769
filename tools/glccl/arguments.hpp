// Sizes and thresholds on the command line.
#pragma once

#include <string>

#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::tools {

/// "640x480". Error `invalid_argument`: not two whole numbers, a side of 0, more than `host::max_pixels` pixels.
Result<Extent> parse_size(const std::string& text);

/// The value of --threshold.
struct Threshold {
  bool otsu = false;   ///< The threshold that Otsu's method finds for the image.
  double value = 0.0;  ///< In stored values; unused with `otsu`.
};

/// "otsu" or a number from 0. Error `invalid_argument`.
Result<Threshold> parse_threshold(const std::string& text);

/// Refuses an output that is an input, also by another name. Error `invalid_argument`.
Status check_not_input(const std::string& option, const std::string& output, const std::string& input);

}  // namespace glccl::tools
