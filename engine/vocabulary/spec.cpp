#include "glccl/spec.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "engine/vocabulary/enumerators.hpp"
#include "engine/vocabulary/list_of.hpp"

namespace glccl {
namespace {

Error invalid(std::string message) { return {ErrorCode::invalid_argument, std::move(message)}; }
Error unsupported(std::string message) { return {ErrorCode::unsupported, std::move(message)}; }

template <class Values, class Value>
bool has(const Values& values, const Value& value) {
  return std::find(std::begin(values), std::end(values), value) != std::end(values);
}

std::string text_of(Connectivity connectivity) { return std::to_string(static_cast<int>(connectivity)); }

/// Every Connectivity.
constexpr Connectivity connectivities[] = {Connectivity::four, Connectivity::eight, Connectivity::six,
                                           Connectivity::eighteen, Connectivity::twenty_six};

bool is_of_the_plane(Connectivity connectivity) {
  return connectivity == Connectivity::four || connectivity == Connectivity::eight;
}

/// The names of the formats for which `is_meant` holds.
template <class Predicate>
std::string list_formats(const Predicate& is_meant) {
  std::vector<std::string_view> names;
  for (const FormatTraits& format : pixel_formats()) {
    if (is_meant(format)) names.push_back(format.name);
  }
  return list_of(names, [](std::string_view name) { return name; });
}

/// Formats of one channel always use it; others have to have the channel that a threshold is compared with.
Status check_channel(const LabelingSpec& spec, const FormatTraits& format) {
  const auto* foreground = std::get_if<Foreground>(&spec.criterion);
  if (foreground == nullptr || foreground->channel == Channel::any || format.channels == 1) return {};
  constexpr std::array<std::string_view, 4> names = {"red", "green", "blue", "alpha"};
  const auto channel = static_cast<std::size_t>(foreground->channel);
  const auto channels = static_cast<std::size_t>(format.channels);
  if (channel < channels) return {};
  return unsupported(std::string(format.name) + " (" + std::string(format.gl_name) + ") has no channel " +
                     std::string(names[channel]) + ": it has " +
                     list_of(std::span(names).first(channels), [](std::string_view name) { return name; }));
}

/// Values that can never work, whatever the engine.
Status check_values(const LabelingSpec& spec) {
  const auto* foreground = std::get_if<Foreground>(&spec.criterion);
  if (foreground != nullptr && std::isnan(foreground->threshold)) {
    return invalid("the threshold is not a number: pass a finite one");
  }
  if (foreground != nullptr) {
    if (Status status = check_enumerator("the channel", foreground->channel, Channel::any); !status) return status;
  }
  const auto* difference = std::get_if<Difference>(&spec.criterion);
  if (difference != nullptr && !(difference->largest >= 0.0F)) {
    return invalid("the largest difference is " + std::to_string(difference->largest) + ": pass 0 or more");
  }
  return check_enumerator("the numbering", spec.numbering, Numbering::root);
}

Status check_connectivity(Connectivity connectivity, const Extent& extent, const Capabilities& engine) {
  if (!has(connectivities, connectivity)) {
    return invalid("the connectivity is " + text_of(connectivity) + ": its enumeration has the values " +
                   list_of(connectivities, text_of));
  }
  if (!has(engine.connectivities, connectivity)) {
    return unsupported(std::string(engine.engine) + " has no " + text_of(connectivity) + "-connectivity: it has " +
                       list_of(engine.connectivities, text_of));
  }
  if (is_of_the_plane(connectivity) == extent.is_volume()) {
    return invalid(text_of(connectivity) + "-connectivity is for " +
                   (extent.is_volume() ? "images, and this is a volume of " : "volumes, and this is an image of ") +
                   to_string(extent) + ": use " + (extent.is_volume() ? "6, 18 or 26" : "4 or 8"));
  }
  return {};
}

Status check_criterion(CriterionKind kind, const FormatTraits& format, const Capabilities& engine) {
  if (!has(engine.criteria, kind)) {
    return unsupported(std::string(engine.engine) + " has no criterion " + std::string(name_of(kind)) + ": it has " +
                       list_of(engine.criteria, name_of));
  }
  if (kind == CriterionKind::difference && !format.has_difference()) {
    return unsupported("the criterion difference subtracts values, and those of " + std::string(format.name) + " (" +
                       std::string(format.gl_name) + ") are ids: it works on " +
                       list_formats([](const FormatTraits& one) { return one.has_difference(); }));
  }
  if (kind != CriterionKind::equal || format.has_equal) return {};
  return unsupported("the criterion equal compares stored integers, and " + std::string(format.name) + " (" +
                     std::string(format.gl_name) + ") has none: it works on " +
                     list_formats([](const FormatTraits& one) { return one.has_equal; }));
}

Status check_format(const FormatTraits& format, const Capabilities& engine) {
  const auto is_read = [&](const FormatTraits& one) {
    return engine.formats.empty() ? one.bytes > 0 : has(engine.formats, one.format);
  };
  if (is_read(format)) return {};
  return unsupported(std::string(engine.engine) + " does not read the format " + std::string(format.name) +
                     ": it reads " + list_formats(is_read));
}

Status check_extent(const Extent& extent, const Capabilities& engine) {
  if (Status status = check_not_empty(extent); !status) return status;
  const std::int64_t longest = std::max({extent.width, extent.height, extent.depth});
  if (longest > engine.largest_side) {
    return Error{ErrorCode::too_large, "the image is " + to_string(extent) + ": " + std::string(engine.engine) +
                                           " labels up to " + std::to_string(engine.largest_side) +
                                           " in each direction, label it in parts"};
  }
  if (extent.elements() > engine.largest_elements) {
    return Error{ErrorCode::too_large, "the image is " + to_string(extent) + ", " + std::to_string(extent.elements()) +
                                           " elements: " + std::string(engine.engine) + " labels up to " +
                                           std::to_string(engine.largest_elements) + ", label it in parts"};
  }
  return {};
}

}  // namespace

std::string to_string(const Extent& extent) {
  std::string text = std::to_string(extent.width) + "x" + std::to_string(extent.height);
  if (extent.depth != 1) text += "x" + std::to_string(extent.depth);
  return text;
}

CriterionKind kind_of(const Criterion& criterion) { return static_cast<CriterionKind>(criterion.index()); }

std::string_view name_of(CriterionKind kind) {
  switch (kind) {
    case CriterionKind::foreground:
      return "foreground";
    case CriterionKind::equal:
      return "equal";
    case CriterionKind::difference:
      break;
  }
  return "difference";
}

Status check_not_empty(const Extent& extent) {
  if (extent.width >= 1 && extent.height >= 1 && extent.depth >= 1) return {};
  return invalid("the image is " + to_string(extent) + ": it needs at least one pixel");
}

Status check_rectangle(const Box& rectangle, const Extent& image, const std::string& name) {
  const auto& [x0, y0, x1, y1, z0, z1] = rectangle;
  if (z0 < 0 || z0 > z1 || z1 >= image.depth) {
    return invalid("the rectangle reaches from slice " + std::to_string(z0) + " to slice " + std::to_string(z1) + ": " +
                   name + " has " +
                   (image.depth == 1 ? "slice 0 alone" : "slices 0 to " + std::to_string(image.depth - 1)));
  }
  const bool inside = x0 >= 0 && y0 >= 0 && x1 < image.width && y1 < image.height;
  if (inside && x0 <= x1 && y0 <= y1) return {};
  const auto corner = [](int x, int y) { return "(" + std::to_string(x) + ", " + std::to_string(y) + ")"; };
  return invalid("the rectangle from " + corner(x0, y0) + " to " + corner(x1, y1) + " is " +
                 (inside ? "empty" : "not inside") + ": " + name + " reaches from (0, 0) to " +
                 corner(image.width - 1, image.height - 1) + ", both inclusive");
}

Status check(const LabelingSpec& spec, PixelFormat format, const Extent& extent, const Capabilities& engine) {
  if (Status status = check_enumerator("the format", format, pixel_formats().back().format); !status) return status;
  const FormatTraits& traits = traits_of(format);
  if (Status status = check_values(spec); !status) return status;
  if (Status status = check_extent(extent, engine); !status) return status;
  if (Status status = check_connectivity(spec.connectivity, extent, engine); !status) return status;
  if (Status status = check_format(traits, engine); !status) return status;
  if (Status status = check_channel(spec, traits); !status) return status;
  return check_criterion(kind_of(spec.criterion), traits, engine);
}

Status check_table(const LabelingSpec& spec, std::uint32_t rows) {
  if (rows == 0 || spec.numbering == Numbering::raster) return {};
  return invalid(
      "a component table and Numbering::root contradict each other: row i of a table is label i + 1; use "
      "Numbering::raster");
}

std::int64_t largest_integer_below(double limit) {
  constexpr double end = 4294967296.0;
  if (limit < 0.0) return -1;
  return limit < end ? static_cast<std::int64_t>(limit) : static_cast<std::int64_t>(end);
}

std::int64_t integer_threshold(float threshold, PixelFormat format) {
  const FormatTraits& traits = traits_of(format);
  if (traits.is_integer) {
    // The range of signed integers begins by the sign bit below 0, and ends as much earlier.
    const std::int64_t below_zero = traits.sign_bit();
    return largest_integer_below(std::floor(static_cast<double>(threshold)) + static_cast<double>(below_zero)) -
           below_zero;
  }
  // Byte b stands for b / 255. The search begins at the result or a little above it.
  auto byte = static_cast<std::int64_t>(std::clamp(threshold * 255.0F + 1.0F, -1.0F, 255.0F));
  while (byte >= 0 && static_cast<float>(byte) / 255.0F > threshold) --byte;
  return byte;
}

}  // namespace glccl
