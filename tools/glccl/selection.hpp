// The criterion that the command line selects, and the image that it applies to.
#pragma once

#include <optional>
#include <string>

#include "glccl/host/image.hpp"
#include "glccl/types.hpp"
#include "tools/glccl/arguments.hpp"

namespace glccl::tools {

/// The options that choose a criterion. Without any option every non-zero pixel is foreground.
struct Selection {
  std::optional<Threshold> threshold = {};
  bool inverted = false;
  bool equal = false;
  std::optional<double> max_difference = {};
};

/// Reads the value of --threshold into the selection and checks the selection. Errors `invalid_argument`: no threshold,
/// two options that contradict each other, a value that can never work.
Status read_selection(const std::optional<std::string>& threshold, Selection& selection);

/// An image, a criterion that every engine understands alike, and a description of it.
struct SelectedImage {
  host::Image image;
  Criterion criterion;
  std::string description;
};

/// Applies a selection to an image. Colour images become grey for two criteria: luminance for a threshold, and the
/// largest of red, green and blue for non-zero pixels, because files without an alpha channel are opaque everywhere.
SelectedImage select(const host::Image& image, const Selection& selection);

}  // namespace glccl::tools
