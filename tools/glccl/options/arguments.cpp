#include "tools/glccl/options/arguments.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <string_view>
#include <system_error>

#include "glccl/host/cpu.hpp"
#include "glccl/host/image.hpp"
#include "glccl/host/image_files.hpp"
#include "glccl/host/output_file.hpp"
#include "glccl/host/slab_sources.hpp"
#include "tools/glccl/text.hpp"

namespace glccl::tools {
namespace {

/// Whole numbers with an x between them, in the order of the text: "3x4x5". Numbers beyond 64 bits are the largest that
/// these hold. Empty where the text is something else.
std::vector<std::int64_t> parse_sides(const std::string& text) {
  std::vector<std::int64_t> sides;
  const char* const end = text.data() + text.size();
  for (const char* at = text.data();; ++at) {
    std::int64_t side = std::numeric_limits<std::int64_t>::max();  // stays where the number is out of range
    const auto [rest, error] = std::from_chars(at, end, side);
    if (error == std::errc::invalid_argument) return {};
    sides.push_back(side);
    at = rest;
    if (at == end) return sides;
    if (*at != 'x') return {};
  }
}

/// Whether the product of the sides is at most `most`. Requires sides from 1.
bool are_within(const std::vector<std::int64_t>& sides, std::int64_t most) {
  for (const std::int64_t side : sides) most /= side;  // floors of floors: at least 1 where the product fits
  return most > 0;
}

bool are_positive(const std::vector<std::int64_t>& sides) {
  return std::all_of(sides.begin(), sides.end(), [](std::int64_t side) { return side > 0; });
}

/// Reads a size of two sides, or of `most_sides`, with up to `most` elements.
Result<Extent> parse_size(const std::string& text, std::size_t most_sides, std::optional<std::int64_t> given_most) {
  const auto bad_size = [&](const std::string& reason) {
    return Error{ErrorCode::invalid_argument,
                 "\"" + text + "\" is not a size: " + reason + "; write WIDTHxHEIGHT" +
                     (most_sides > 2 ? "[xDEPTH], as 640x480 or 64x65x67" : ", as 640x480")};
  };
  const std::vector<std::int64_t> sides = parse_sides(text);
  if (sides.size() < 2 || sides.size() > most_sides) {
    return bad_size(std::string(most_sides > 2 ? "two or three" : "two") +
                    " whole numbers with an x between them are missing");
  }
  if (!are_positive(sides))
    return bad_size(most_sides > 2 ? "all numbers are at least 1" : "both numbers are at least 1");
  const bool is_volume = sides.size() > 2 && sides[2] > 1;
  const std::int64_t usual = is_volume ? host::serial_capabilities().largest_elements : host::max_pixels;
  const std::int64_t most = given_most.value_or(usual);
  const int longest = std::numeric_limits<int>::max();
  if (!are_within(sides, most) || *std::max_element(sides.begin(), sides.end()) > longest) {
    return bad_size(is_volume ? "a volume has at most " + std::to_string(most) + " voxels"
                              : "an image has at most " + std::to_string(most) + " pixels");
  }
  return Extent{static_cast<int>(sides[0]), static_cast<int>(sides[1]),
                sides.size() > 2 ? static_cast<int>(sides[2]) : 1};
}

}  // namespace

Result<Extent> parse_size(const std::string& text) { return parse_size(text, 2, {}); }

Result<Extent> parse_extent(const std::string& text, std::optional<std::int64_t> most) {
  return parse_size(text, 3, most);
}

Result<Extent> parse_shape(const std::string& text) {
  constexpr std::int64_t longest = std::numeric_limits<int>::max();
  std::vector<std::int64_t> sides = parse_sides(text);
  if (sides.size() == 2) sides.insert(sides.begin(), 1);
  if (sides.size() == 3 && are_positive(sides) && *std::max_element(sides.begin(), sides.end()) <= longest &&
      are_within(sides, host::max_slab_elements)) {
    return Extent{static_cast<int>(sides[2]), static_cast<int>(sides[1]), static_cast<int>(sides[0])};
  }
  return Error{ErrorCode::invalid_argument, "--shape \"" + text + "\" is no shape with sides of up to " +
                                                std::to_string(longest) + " and up to 2^59 voxels: write " +
                                                "SLICESxROWSxCOLUMNS or ROWSxCOLUMNS, as 32x480x640"};
}

Result<std::int64_t> parse_memory(const std::string& option, const std::string& text) {
  const char* const end = text.data() + text.size();
  std::int64_t number = 0;
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  constexpr std::string_view units = "KMGT";
  const std::size_t unit = end - rest == 1 ? units.find(*rest) : std::string_view::npos;
  const int shift = unit == std::string_view::npos ? 0 : 10 * static_cast<int>(unit + 1);
  const bool is_read = error == std::errc{} && (rest == end || shift != 0);
  if (is_read && number > 0 && number <= std::numeric_limits<std::int64_t>::max() >> shift) return number << shift;
  return Error{ErrorCode::invalid_argument,
               option + " \"" + text + "\" is no size: write bytes, or a number with K, M, G or T, as 8G"};
}

Result<host::Slice> parse_slice(const std::string& text) {
  const char* const end = text.data() + text.size();
  host::Slice slice;
  if (text.size() > 2 && text[0] >= 'x' && text[0] <= 'z' && text[1] == ':') {
    slice.axis = static_cast<host::Axis>(text[0] - 'x');
    const auto [rest, error] = std::from_chars(text.data() + 2, end, slice.place);
    if (error == std::errc{} && rest == end && slice.place >= 0) return slice;
  }
  return Error{ErrorCode::invalid_argument,
               "--slice \"" + text + "\" is no slice: write x:N, y:N or z:N with N from 0, as z:10"};
}

Result<void> check_slice(const host::Slice& slice, const Extent& extent) {
  const std::string option = "--slice " + to_string(slice);
  if (!extent.is_volume()) {
    return Error{ErrorCode::invalid_argument, option + " is for volumes, and this is an image of " + to_string(extent)};
  }
  const int length = length_along(slice.axis, extent);
  if (slice.place < length) return {};
  return Error{ErrorCode::invalid_argument, option + " is outside of the volume of " + to_string(extent) +
                                                ": the last slice on this axis is " + std::to_string(length - 1)};
}

std::string to_shape(const Extent& extent) {
  return std::to_string(extent.depth) + "x" + std::to_string(extent.height) + "x" + std::to_string(extent.width);
}

Result<Connectivity> connectivity_for(Connectivity asked, const Extent& extent, const std::string& name) {
  if (is_in_space(asked) || !extent.is_volume()) return connectivity_in(extent, asked);
  return Error{ErrorCode::invalid_argument, "--connectivity " + std::to_string(static_cast<int>(asked)) +
                                                " is for images, and " + name + " is a volume of " + to_string(extent) +
                                                ": use 6, 18 or 26"};
}

Result<PixelFormat> parse_type(const std::string& text) {
  std::string list;
  for (const FormatTraits& format : pixel_formats()) {
    const bool stored = format.channels == 1 && format.scale == 1.0F;
    if (format.bytes == 0 || !(stored || format.format == PixelFormat::rgba8)) continue;
    if (text == format.name) return format.format;
    list += (list.empty() ? "" : ", ") + std::string(format.name);
  }
  return Error{ErrorCode::invalid_argument, "--type \"" + text + "\" is not known; use one of " + list};
}

std::string to_argument(double low, double high) {
  std::string text = to_string(low);
  if (!std::isinf(high)) text += ":" + to_string(high);
  return text;
}

Result<Threshold> parse_threshold(const std::string& text) {
  if (text == "otsu") return Threshold{.otsu = true};
  const char* const end = text.data() + text.size();
  Threshold range;
  auto [rest, error] = std::from_chars(text.data(), end, range.low);
  const bool has_high = error == std::errc{} && rest != end && *rest == ':';
  if (has_high) {
    const auto [rest_of_high, error_of_high] = std::from_chars(rest + 1, end, range.high);
    rest = rest_of_high;
    error = error_of_high;
  }
  if (error != std::errc{} || rest != end || !std::isfinite(range.low) || std::isnan(range.high)) {
    return Error{
        ErrorCode::invalid_argument,
        "--threshold \"" + text + "\" is neither a number (in stored values), nor two as LOW:HIGH, nor " + "\"otsu\""};
  }
  if (range.high <= range.low) {
    return Error{
        ErrorCode::invalid_argument,
        "--threshold \"" + text + "\" is empty: foreground is above LOW and not above HIGH, so HIGH is larger"};
  }
  return range;
}

Result<Background> parse_background(const std::string& text) {
  if (text == "none") return Background();
  Background background;
  for (const std::string& word : split(text)) {
    const char* const end = word.data() + word.size();
    double value = 0.0;
    const auto [rest, error] = std::from_chars(word.data(), end, value);
    if (error != std::errc{} || rest != end || !(value >= 0.0)) break;
    background.push_back(value);
  }
  const auto count = static_cast<std::size_t>(std::count(text.begin(), text.end(), ',')) + 1;
  if (background.size() == count && (count == 1 || count == 3 || count == 4)) return background;
  return Error{ErrorCode::invalid_argument,
               "--background \"" + text + "\" is neither \"none\" nor V, R,G,B or R,G,B,A in numbers from 0"};
}

std::optional<PixelValue> background_in(const Background& background, PixelFormat format, double opaque) {
  if (background.empty()) return std::nullopt;
  const bool grey = background.size() == 1 && traits_of(format).channels > 1;
  PixelValue value = {0.0, 0.0, 0.0, background.size() == 4 || !(grey || background.size() == 3) ? 0.0 : opaque};
  std::copy(background.begin(), background.end(), value.begin());
  if (grey) value[1] = value[2] = value[0];
  return value;
}

std::string to_argument(const std::optional<PixelValue>& background) {
  if (!background) return "none";
  std::string text;
  for (const double value : *background) text += (text.empty() ? "" : ",") + to_string(value);
  return text;
}

namespace {

/// The file of a dataset or array in a file, or the path itself.
std::string file_of(const std::string& path) {
  if (const std::optional<host::NpzName> array = host::parse_npz_name(path)) return array->file.string();
  std::error_code ignored;
  return std::filesystem::exists(path, ignored) ? path : path.substr(0, path.rfind(":/"));
}

/// The files behind an input: itself, or the images of a folder. What cannot be read is refused elsewhere.
std::vector<std::filesystem::path> files_behind(const NamedFile& input) {
  std::error_code ignored;
  if (!std::filesystem::is_directory(input.path, ignored)) return {host::file_behind(file_of(input.path))};
  std::vector<std::filesystem::path> files;
  if (const Result<std::vector<std::filesystem::path>> images = host::list_images(input.path)) {
    for (const std::filesystem::path& image : *images) files.push_back(host::file_behind(image));
  }
  return files;
}

}  // namespace

Result<void> check_files(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs) {
  std::map<std::filesystem::path, const NamedFile*> taken;
  for (const NamedFile& input : inputs) {
    for (const std::filesystem::path& file : files_behind(input)) taken.emplace(file, &input);
  }
  std::map<std::filesystem::path, const NamedFile*> written;
  for (const NamedFile& output : outputs) {
    const std::filesystem::path file = host::file_behind(output.path);
    const std::string text = output.option + " " + output.path;
    if (const auto input = taken.find(file); input != taken.end()) {
      const std::string option = input->second->option.empty() ? "" : " of " + input->second->option;
      return Error{ErrorCode::invalid_argument, text + " would overwrite the input" + option + "; name another file"};
    }
    const auto [other, is_new] = written.emplace(file, &output);
    if (!is_new) {
      return Error{ErrorCode::invalid_argument,
                   other->second->option + " and " + output.option + " both name " + output.path + "; name two files"};
    }
  }
  return {};
}

}  // namespace glccl::tools
