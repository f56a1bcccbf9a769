// What of an image file is labeled.
#pragma once

#include <optional>
#include <string>

#include "glccl/host/image.hpp"
#include "glccl/types.hpp"
#include "tools/glccl/arguments.hpp"

namespace glccl::tools {

/// The options that choose a criterion. Without any: every non-zero pixel.
struct Selection {
  std::optional<Threshold> threshold = {};
  bool inverted = false;
  bool equal = false;
  std::optional<double> max_difference = {};
};

/// Error `invalid_argument` where two of them contradict each other or a value can never work.
Status check_selection(const Selection& selection);

/// An image and a criterion that every engine understands alike, and words for it.
struct Subject {
  host::Image image;
  Criterion criterion;
  std::string description;
};

/// With a threshold: the luminance of colour images. For every non-zero pixel: the largest of red, green and blue,
/// because what has no alpha channel in the file is opaque everywhere.
Subject select(const host::Image& image, const Selection& selection);

}  // namespace glccl::tools
