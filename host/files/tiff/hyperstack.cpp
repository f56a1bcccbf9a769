#include "host/files/tiff/hyperstack.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <numeric>
#include <system_error>

#include "host/files/decode.hpp"
#include "host/files/picks.hpp"

namespace glccl::host {
namespace {

constexpr std::string_view spaces = " \t\r\n";

/// The number that a text begins with.
std::optional<std::uint64_t> number_in(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  return number;
}

/// The number behind "\nNAME=" in a description of ImageJ.
std::optional<std::uint64_t> line_of(std::string_view description, std::string_view name) {
  const std::size_t at = description.find(std::string("\n").append(name).append("="));
  if (at == std::string_view::npos) return std::nullopt;
  return number_in(description.substr(at + name.size() + 2));
}

/// The attributes of the next element of this name, with any prefix, and where they end; none where there is none.
struct Tag {
  std::string_view attributes;
  std::size_t end = 0;
};
std::optional<Tag> next_tag(std::string_view xml, std::string_view name, std::size_t from = 0) {
  for (std::size_t at = xml.find(name, from); at != std::string_view::npos; at = xml.find(name, at + 1)) {
    const std::size_t behind = at + name.size();
    if (at == 0 || behind == xml.size() || (xml[at - 1] != '<' && xml[at - 1] != ':')) continue;
    if (xml[at - 1] == ':' && xml.rfind("</", at) == xml.rfind('<', at)) continue;  // the end of an element
    if ((std::string(spaces) + "/>").find(xml[behind]) == std::string::npos) continue;
    const std::size_t end = std::min(xml.find('>', behind), xml.size());
    return Tag{xml.substr(behind, end - behind), end};
  }
  return std::nullopt;
}

/// The value of an attribute; none where there is none.
std::optional<std::string_view> value_of(std::string_view attributes, std::string_view name) {
  for (std::size_t at = attributes.find(name); at != std::string_view::npos; at = attributes.find(name, at + 1)) {
    if (at == 0 || spaces.find(attributes[at - 1]) == std::string_view::npos) continue;
    const std::size_t equals = attributes.find_first_not_of(spaces, at + name.size());
    if (equals == std::string_view::npos || attributes[equals] != '=') continue;
    const std::size_t quote = attributes.find_first_not_of(spaces, equals + 1);
    if (quote == std::string_view::npos || (attributes[quote] != '"' && attributes[quote] != '\'')) continue;
    return attributes.substr(quote + 1, attributes.find(attributes[quote], quote + 1) - quote - 1);
  }
  return std::nullopt;
}

std::optional<std::uint64_t> attribute(const Tag& tag, std::string_view name) {
  const auto value = value_of(tag.attributes, name);
  return value ? number_in(*value) : std::nullopt;
}

Hyperstack imagej_stack(std::string_view description) {
  const auto at_least_1 = [](std::optional<std::uint64_t> number) {
    return std::max<std::uint64_t>(number.value_or(1), 1);
  };
  Hyperstack stack{.writer = "ImageJ", .order = "CZT"};
  stack.images = at_least_1(line_of(description, "images"));
  stack.channels = at_least_1(line_of(description, "channels"));
  stack.frames = at_least_1(line_of(description, "frames"));
  const auto slices = line_of(description, "slices");
  stack.slices = at_least_1(slices ? slices : stack.images / stack.channels / stack.frames);
  return stack;
}

Hyperstack ome_stack(const Tag& pixels, std::string_view xml, int samples) {
  const auto side = [&](const char* name) { return std::max<std::uint64_t>(attribute(pixels, name).value_or(1), 1); };
  Hyperstack stack{.writer = "OME-XML", .slices = side("SizeZ"), .channels = side("SizeC"), .frames = side("SizeT")};
  const auto together = static_cast<std::uint64_t>(std::max(samples, 1));
  if (stack.channels % together == 0) stack.samples = together;
  stack.channels /= stack.samples;
  constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max() >> 12;  // whose product 64 bits hold
  stack.images = std::min(stack.slices, most) * std::min(stack.channels, most) * std::min(stack.frames, most);
  stack.order = value_of(pixels.attributes, "DimensionOrder").value_or("XYZCT");
  stack.order.remove_prefix(std::min<std::size_t>(stack.order.size(), 2));
  const std::optional<Tag> next = next_tag(xml, "Pixels", pixels.end);
  stack.places = xml.substr(pixels.end, next ? next->end - pixels.end : std::string_view::npos);
  return stack;
}

/// Which of the images of a stack is at a place on each axis.
class StackOrder {
 public:
  explicit StackOrder(const Hyperstack& stack) : stack_(stack) {}

  std::uint64_t length(char axis) const {
    return axis == 'Z' ? stack_.slices : axis == 'C' ? stack_.channels : stack_.frames;
  }

  /// The image by the order of the axes alone.
  std::uint64_t image(std::uint64_t z, std::uint64_t c, std::uint64_t t) const {
    std::uint64_t image = 0;
    std::uint64_t step = 1;
    for (const char axis : stack_.order) {
      image += step * (axis == 'Z' ? z : axis == 'C' ? c : t);
      step *= length(axis);
    }
    return image;
  }

  bool is_known() const {
    std::string axes(stack_.order);
    std::sort(axes.begin(), axes.end());
    return axes == "CTZ";
  }

 private:
  const Hyperstack& stack_;
};

/// The page of each image in the order of the axes, as elements TiffData say; empty where they contradict each other.
std::vector<int> read_places(const Hyperstack& stack, int count) {
  std::vector<int> pages(static_cast<std::size_t>(count));
  std::iota(pages.begin(), pages.end(), 0);
  std::optional<Tag> data = next_tag(stack.places, "TiffData");
  if (!data) return pages;
  const StackOrder order(stack);
  const auto all = static_cast<std::uint64_t>(count);
  std::fill(pages.begin(), pages.end(), -1);
  std::vector<bool> taken(pages.size());
  for (; data; data = next_tag(stack.places, "TiffData", data->end)) {
    const auto place = [&](const char* name) { return attribute(*data, name).value_or(0); };
    const std::uint64_t z = place("FirstZ");
    const std::uint64_t c = place("FirstC") / stack.samples;
    const std::uint64_t t = place("FirstT");
    const std::uint64_t page = place("IFD");
    if (z >= stack.slices || c >= stack.channels || t >= stack.frames || page >= all) return {};
    const std::uint64_t first = order.image(z, c, t);
    const std::uint64_t rest = value_of(data->attributes, "IFD") ? 1 : all - std::max(first, page);
    const std::uint64_t planes = attribute(*data, "PlaneCount").value_or(rest);
    if (planes > all - first || planes > all - page) return {};
    for (std::uint64_t i = 0; i < planes; ++i) {
      if (pages[first + i] >= 0 || taken[page + i]) return {};
      pages[first + i] = static_cast<int>(page + i);
      taken[page + i] = true;
    }
  }
  if (std::find(pages.begin(), pages.end(), -1) != pages.end()) return {};
  return pages;
}

Error refuse(const std::string& reason) { return {ErrorCode::file, reason}; }

}  // namespace

std::optional<Hyperstack> read_hyperstack(std::string_view description, int samples) {
  if (description.starts_with("ImageJ=")) return imagej_stack(description);
  const std::optional<Tag> pixels = next_tag(description, "Pixels");
  if (!pixels || !next_tag(description, "OME")) return std::nullopt;
  return ome_stack(*pixels, description, samples);
}

Result<std::vector<int>> pick_slices(const std::optional<Hyperstack>& stack, int count, const ReadOptions& options) {
  const bool picks = options.channel || options.frame;
  if (!stack) {
    if (!picks || options.where_several) return std::vector<int>();
    return refuse("neither ImageJ nor OME-TIFF says which of its pages are channels and frames; leave out --" +
                  std::string(options.channel ? "channel" : "frame"));
  }
  const PickedAxis axes[] = {{"channel", stack->channels, options.channel}, {"frame", stack->frames, options.frame}};
  const Result<std::uint64_t> channel = pick_place(axes[0], options);
  if (!channel) return channel.error();
  const Result<std::uint64_t> frame = pick_place(axes[1], options);
  if (!frame) return frame.error();
  const bool counts_all = stack->has_several() || !stack->is_imagej();
  if (!counts_all || (count == 1 && !picks)) return std::vector<int>();
  if (!stack->has_images(static_cast<std::uint64_t>(count))) {
    return refuse(std::string(stack->writer) + " says that it has " + counted(stack->slices, "slice") + ", " +
                  counted(stack->channels, "channel") + " and " + counted(stack->frames, "frame") + ", and it has " +
                  counted(static_cast<std::uint64_t>(count), "page") + "; save it with a page for each");
  }
  if ((stack->channels > 1 && !options.channel) || (stack->frames > 1 && !options.frame)) {
    return refuse("its " + counted(static_cast<std::uint64_t>(count), "page") + " are " +
                  counted(stack->channels, "channel") + " and " + counted(stack->frames, "frame") +
                  ", not slices of one volume; " + ways_to_pick(axes, options));
  }
  const StackOrder order(*stack);
  const std::vector<int> pages = order.is_known() ? read_places(*stack, count) : std::vector<int>();
  if (pages.empty()) {
    return refuse("its " + std::string(stack->writer) +
                  " places images twice or beyond its pages; save it with the channels and frames in order");
  }
  std::vector<int> slices;
  for (std::uint64_t z = 0; z < stack->slices; ++z) slices.push_back(pages[order.image(z, *channel, *frame)]);
  return slices;
}

}  // namespace glccl::host
