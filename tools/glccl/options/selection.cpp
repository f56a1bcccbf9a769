#include "tools/glccl/options/selection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "glccl/host/image_files.hpp"
#include "glccl/spec.hpp"
#include "tools/glccl/text.hpp"

namespace glccl::tools {
namespace {

Error contradiction(const std::string& message) { return {ErrorCode::invalid_argument, message}; }

bool is_zero(std::span<const std::uint8_t> pixel) {
  return std::all_of(pixel.begin(), pixel.end(), [](std::uint8_t byte) { return byte == 0; });
}

/// Calls `visit` with the bytes of every pixel that is not zero, until it returns false.
template <class Visit>
void for_each_nonzero(const host::Image& image, const Visit& visit) {
  const auto size = static_cast<std::size_t>(bytes_per_pixel(image.format));
  for (std::size_t i = 0; i < image.bytes.size(); i += size) {
    const std::span pixel(&image.bytes[i], size);
    if (!is_zero(pixel) && !visit(pixel)) return;
  }
}

std::uint64_t count_nonzero(const host::Image& image) {
  std::uint64_t count = 0;
  for_each_nonzero(image, [&](std::span<const std::uint8_t>) { return ++count > 0; });
  return count;
}

/// Whether all pixels that are not zero are equal. Photographs have another value among the first few.
bool is_mask(const host::Image& image) {
  std::span<const std::uint8_t> first;
  bool mask = true;
  for_each_nonzero(image, [&](std::span<const std::uint8_t> pixel) {
    if (first.empty()) first = pixel;
    return mask = std::equal(pixel.begin(), pixel.end(), first.begin());
  });
  return mask;
}

/// What is not 0, NaN too: as a range of the values that a format stores.
Foreground non_zero(PixelFormat of_image) {
  const FormatTraits& format = traits_of(of_image);
  if (!format.is_signed && !format.has_floats()) return {};
  const double below = format.has_floats() ? -double{std::numeric_limits<float>::denorm_min()} : -1.0;
  return {.low = below, .high = 0.0, .inverted = true};
}

/// Whether values of a format can have this threshold.
Result<void> check_threshold(const Threshold& threshold, PixelFormat of_image) {
  const FormatTraits& format = traits_of(of_image);
  if (threshold.otsu && !host::is_picture(of_image)) {
    return contradiction("--threshold otsu is for images of 8 and 16 bits without a sign, and this one is " +
                         std::string(format.name) + "; give --threshold a number");
  }
  if (threshold.otsu || threshold.low >= 0.0 || format.is_signed || format.has_floats()) return {};
  return contradiction("--threshold " + to_argument(threshold.low, threshold.high) +
                       " is below all values of this image, which is " + std::string(format.name) +
                       " and has none below 0; give a number from 0, or \"otsu\"");
}

}  // namespace

std::string describe_range(double low, double high, bool inverted) {
  const std::string above = (inverted ? "<= " : "> ") + to_string(low);
  if (std::isinf(high)) return above;
  return above + (inverted ? " or > " : " and <= ") + to_string(high);
}

std::string other_criterion(const Selection& selection) {
  return selection.equal ? "--equal" : selection.max_difference ? "--max-difference" : "";
}

Result<void> read_selection(const SelectionWords& words, Selection& selection) {
  if (words.threshold) {
    const Result<Threshold> value = parse_threshold(*words.threshold);
    if (!value) return value.error();
    selection.threshold = *value;
  }
  if (words.background) {
    const Result<Background> value = parse_background(*words.background);
    if (!value) return value.error();
    selection.background = *value;
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
  if (selection.background && !connects_by_value) {
    return contradiction(
        "--background is for --equal and --max-difference: by --threshold it is what is not foreground; give one of "
        "them");
  }
  if (selection.measure && !selection.max_difference) {
    return contradiction("--measure is for --max-difference, whose largest difference it measures; give both");
  }
  if (selection.max_difference && !(*selection.max_difference >= 0.0)) {
    return contradiction("--max-difference must be a number from 0, in stored values");
  }
  return {};
}

std::string describe_difference(const Selection& selection) {
  const std::string of = selection.measure ? " of " + std::string(name_of(*selection.measure)) : "";
  return "differences" + of + " up to " + to_string(*selection.max_difference);
}

std::string describe_background(const std::optional<Background>& background, const std::string& otherwise) {
  if (!background) return otherwise;
  std::string text;
  for (const double value : *background) text += (text.empty() ? "" : ",") + to_string(value);
  return text.empty() ? "no background" : text + " is background";
}

Result<SelectedImage> select(const host::Image& image, const Selection& selection) {
  const bool colors = image.format == PixelFormat::rgba8;
  if (selection.equal) {
    SelectedImage selected{host::number_wide_colours(image), Equal{}, "equal values are connected, "};
    selected.description +=
        describe_background(selection.background, image.opaque ? "black is background" : "zero is background");
    if (!selection.background) {
      if (image.opaque && image.low_bytes.empty()) selected.criterion = Equal{PixelValue{0.0, 0.0, 0.0, 255.0}};
      return selected;
    }
    if (image.low_bytes.empty()) {
      selected.criterion = Equal{background_in(*selection.background, image.format)};
    } else {
      const auto colour = background_in(*selection.background, image.format, 65535.0);
      const auto number = colour ? host::number_of_wide_colour(image, *colour) : std::nullopt;
      selected.criterion = Equal{number ? std::optional(PixelValue{static_cast<double>(*number)}) : std::nullopt};
    }
    return selected;
  }
  if (selection.max_difference) {
    Difference difference{*selection.max_difference};
    if (selection.background) difference.background = background_in(*selection.background, image.format);
    difference.measure = selection.measure.value_or(Measure::sum);
    return SelectedImage{{image.extent, image.format, image.bytes},
                         difference,
                         describe_difference(selection) +
                             (image.low_bytes.empty() ? " are connected" : " in the upper 8 bits of 16 are connected") +
                             (selection.background ? ", " + describe_background(selection.background, {}) : "")};
  }
  if (!selection.threshold) {
    const std::string values = std::string(selection.inverted ? "zero" : "non-zero") + (colors ? " colors" : " values");
    Foreground values_other_than_zero = non_zero(image.format);
    if (selection.inverted) values_other_than_zero.inverted = !values_other_than_zero.inverted;
    return SelectedImage{host::largest_of_colours(image), values_other_than_zero, "foreground: " + values};
  }
  Foreground foreground;
  foreground.inverted = selection.inverted;
  if (const Result<void> status = check_threshold(*selection.threshold, image.format); !status) return status.error();
  SelectedImage selected{host::to_grey(image), foreground, {}};
  foreground.low = selection.threshold->otsu ? host::otsu_threshold(selected.image) : selection.threshold->low;
  foreground.high = selection.threshold->high;
  selected.criterion = foreground;
  selected.description = std::string("foreground: ") + (colors ? "luminance " : "value ") +
                         describe_range(foreground.low, foreground.high, selection.inverted) +
                         (selection.threshold->otsu ? " (Otsu)" : "");
  return selected;
}

std::string threshold_hint(const host::Image& image, const Selection& selection,
                           std::optional<std::uint64_t> foreground) {
  if (selection.threshold || selection.inverted || selection.equal || selection.max_difference) return {};
  if (!host::is_picture(image.format)) return {};
  constexpr double nearly_all = 0.98;
  const double share = static_cast<double>(foreground ? *foreground : count_nonzero(image)) /
                       static_cast<double>(image.extent.elements());
  if (share <= nearly_all || is_mask(image)) return {};
  return fixed(100.0 * share, 1) +
         " % of the image is foreground, because every non-zero pixel is; --threshold otsu separates bright from dark";
}

}  // namespace glccl::tools
