#include <algorithm>
#include <array>
#include <iomanip>
#include <sstream>
#include <string_view>
#include <type_traits>
#include <variant>

#include "engine/vocabulary/spec_fields.hpp"
#include "tests/support/catch.hpp"

namespace glccl::tests {
namespace {

/// The name of an enumeration's value; its number where it has none.
template <std::size_t Count, class Value>
std::string name_in(const std::array<std::string_view, Count>& names, Value value) {
  const auto index = static_cast<std::size_t>(value);
  return index < Count ? std::string(names[index]) : std::to_string(static_cast<int>(value));
}

std::string text_of(const Foreground& foreground) {
  std::ostringstream text;
  text << "foreground " << print(foreground.channel) << (foreground.inverted ? " not" : "") << " above "
       << std::setprecision(17) << foreground.low << " up to " << foreground.high;
  return text.str();
}

std::string text_of(const std::optional<PixelValue>& background) {
  if (!background) return ", no background";
  std::ostringstream text;
  text << std::setprecision(17) << ", background";
  for (const double value : *background) text << " " << value;
  return text.str();
}

std::string text_of(const Equal& equal) { return "equal" + text_of(equal.background); }

std::string text_of(const Difference& difference) {
  std::ostringstream text;
  text << "difference of " << name_of(difference.measure) << " <= " << difference.largest;
  return text.str() + text_of(difference.background);
}

template <class Number>
requires std::is_arithmetic_v<Number> std::string print(Number number) { return std::to_string(number); }

std::string print(const std::optional<int>& number) { return number ? std::to_string(*number) : "none"; }

}  // namespace

std::string print(const Extent& extent) { return to_string(extent); }

std::string print(const Position& position) {
  std::string text = "(" + std::to_string(position.x) + ", " + std::to_string(position.y);
  if (position.z != 0) text += ", " + std::to_string(position.z);
  return text + ")";
}

std::string print(const Box& box) {
  return print(Position{box.x0, box.y0, box.z0}) + " to " + print(Position{box.x1, box.y1, box.z1});
}

std::string print(const Component& component) {
  std::ostringstream text;
  text << "label " << component.label << ", area " << component.area << ", box " << print(component.box) << ", sums ("
       << component.sum_x << ", " << component.sum_y << ", " << component.sum_z << "), first " << component.first
       << ", value " << component.value;
  return text.str();
}

std::string print(const LabelImage& labels) {
  std::ostringstream text;
  text << to_string(labels.extent) << " labels";
  if (labels.values.size() > 100 || labels.extent.width < 1) {
    text << " up to " << *std::max_element(labels.values.begin(), labels.values.end());
    return text.str();
  }
  const auto width = static_cast<std::size_t>(labels.extent.width);
  for (std::size_t i = 0; i < labels.values.size(); ++i) text << (i % width == 0 ? "\n" : " ") << labels.values[i];
  return text.str();
}

std::string print(const Criterion& criterion) {
  return std::visit([](const auto& one) { return text_of(one); }, criterion);
}

std::string print(const Filter& filter) { return print(LabelingSpec{.filter = filter}); }

std::string print(const LabelingSpec& spec) {
  std::string text;
  const LabelingSpec defaults;
  visit_fields(
      [&](const Field& field, const auto& asked, const auto& otherwise) {
        if (asked == otherwise) return;
        text += (text.empty() ? "" : ", ") + std::string(field.name) + " " + print(asked);
      },
      spec, defaults);
  return text.empty() ? "by default" : text;
}

std::string print(const PeriodicAxes& axes) {
  const auto name = [](bool periodic, const char* text) { return periodic ? text : ""; };
  return std::string(name(axes.x, "x")) + name(axes.y, "y") + name(axes.z, "z");
}

std::string print(Connectivity connectivity) {
  return connectivity == Connectivity::full ? "full" : std::to_string(static_cast<int>(connectivity));
}

std::string print(Numbering numbering) { return name_in(std::array<std::string_view, 2>{"raster", "root"}, numbering); }

std::string print(Channel channel) {
  return name_in(std::array<std::string_view, 5>{"red", "green", "blue", "alpha", "any"}, channel);
}

std::string print(CriterionKind kind) { return std::string(name_of(kind)); }

std::string print(PixelFormat format) {
  const auto formats = pixel_formats();
  const auto index = static_cast<std::size_t>(format);
  return index < formats.size() ? std::string(formats[index].name) : std::to_string(index);
}

std::string print(TimingDetail detail) {
  return name_in(std::array<std::string_view, 4>{"none", "whole", "stages", "passes"}, detail);
}

std::string print(ErrorCode code) {
  return name_in(
      std::array<std::string_view, 6>{"invalid_argument", "unsupported", "too_large", "file", "no_device", "gpu"},
      code);
}

std::string print(Engine engine) { return std::string(name_of(engine)); }

std::string print(StatePolicy policy) {
  return name_in(std::array<std::string_view, 2>{"preserve", "clobber"}, policy);
}

std::string print(Compaction compaction) {
  return name_in(std::array<std::string_view, 2>{"histogram_pyramid", "stencil_routing"}, compaction);
}

std::string print(StepContents contents) {
  return name_in(std::array<std::string_view, 11>{"none", "source", "ids", "masks", "sums", "points", "labels", "boxes",
                                                  "ranks", "roots", "words"},
                 contents);
}

}  // namespace glccl::tests
