// Images of every format, whose labels are known by the units of the format.
#pragma once

#include <vector>

#include "glccl/host/image.hpp"

namespace glccl::tests {

/// Four pixels in a row, the last two of which exceed the threshold.
struct ThresholdCase {
  host::Image image;
  float threshold;
};

std::vector<ThresholdCase> threshold_cases();

/// Five pixels in a row. `connects` connects the first three and the last two, `separates` no two that differ.
struct DifferenceCase {
  host::Image image;
  float connects;
  float separates;
};

std::vector<DifferenceCase> difference_cases();

}  // namespace glccl::tests
