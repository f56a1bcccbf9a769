// The criterion that the command line selects, and the image that it applies to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "glccl/host/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "tools/glccl/options/arguments.hpp"

namespace glccl::tools {

/// The options that choose a criterion. Without any option every non-zero pixel is foreground.
struct Selection {
  std::optional<Threshold> threshold = {};
  bool inverted = false;
  bool equal = false;
  std::optional<double> max_difference = {};
  std::optional<Measure> measure = {};        ///< With `max_difference`; without it the sum.
  std::optional<Background> background = {};  ///< With `equal` or `max_difference`.
};

/// Values of options that read_selection() reads.
struct SelectionWords {
  std::optional<std::string> threshold;
  std::optional<std::string> background;
};

/// Reads the words into the selection and checks the selection. Errors `invalid_argument`: no threshold or background,
/// two options that contradict each other, a value that can never work.
Result<void> read_selection(const SelectionWords& words, Selection& selection);

/// The option of a criterion that compares values, "--equal" or "--max-difference"; empty for a foreground.
std::string other_criterion(const Selection& selection);

/// The range of a foreground, or with `inverted` its complement: "> 3", "<= 3 or > 7".
std::string describe_range(double low, double high, bool inverted);

/// The differences that connect: "differences of luminance up to 3". Requires `max_difference`.
std::string describe_difference(const Selection& selection);

/// The background of Equal or Difference: "1,2,3 is background", "no background", or `otherwise` if none is chosen.
std::string describe_background(const std::optional<Background>& background, const std::string& otherwise);

/// An image, a criterion that every engine understands alike, and a description of it.
struct SelectedImage {
  host::Image image;
  Criterion criterion;
  std::string description;
};

/// Applies a selection to an image. Colour images become grey for two criteria: luminance for a threshold, and the
/// largest of red, green and blue for non-zero pixels, because files without an alpha channel are opaque everywhere.
/// Without options foreground is what is not zero, also below zero and NaN. Error `invalid_argument`: Otsu's
/// threshold of values that have neither 8 nor 16 bits without a sign, a threshold below 0 of values without a sign.
Result<SelectedImage> select(const host::Image& image, const Selection& selection);

/// One line that names --threshold, where more than 98 % of an image is foreground and no option has chosen a
/// criterion: most photographs have hardly a pixel of zero, and are one component. Else empty, also for an image with a
/// single non-zero value, which is a mask that was made on purpose, and for formats that have no Otsu's threshold.
/// `image` is that of select(), `foreground` the number of its foreground pixels, which are counted where it is not
/// known.
std::string threshold_hint(const host::Image& image, const Selection& selection,
                           std::optional<std::uint64_t> foreground = {});

}  // namespace glccl::tools
