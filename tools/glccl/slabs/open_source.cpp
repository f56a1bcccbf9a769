#include "tools/glccl/slabs/open_source.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "glccl/host/slab_sources.hpp"
#include "tools/glccl/options/arguments.hpp"
#include "tools/glccl/text.hpp"

namespace glccl::tools {
namespace {

using host::SlabSource;

/// "hash-noise:640x480:0.3" as a source; none where the text does not begin with a kind and a colon.
std::optional<Result<SlabSource>> parse_generated(const std::string& text) {
  if (!is_generated(text)) return std::nullopt;
  const std::size_t colon = text.find(':');
  const std::string kind = text.substr(0, colon);
  const std::size_t second = std::min(text.find(':', colon + 1), text.size());
  const Result<Extent> extent = parse_extent(text.substr(colon + 1, second - colon - 1), host::max_slab_elements);
  if (!extent) return extent.error();
  host::GenerateOptions options;
  if (second < text.size()) {
    const Result<Threshold> density = parse_threshold(text.substr(second + 1));
    if (!density || density->otsu) {
      return Error{ErrorCode::invalid_argument, "\"" + text + "\" ends with no density: write " + kind +
                                                    ":WxH[xD]:DENSITY, as " + kind + ":640x480:0.3"};
    }
    options.density = density->low;
  }
  return host::generate_slabs(kind, *extent, options);
}

}  // namespace

bool is_generated(const std::string& image) {
  const std::size_t colon = image.find(':');
  return colon != std::string::npos && host::has_kind(host::slab_kinds(), image.substr(0, colon));
}

std::string source_text(const std::string& image, const std::optional<host::RawLayout>& raw,
                        const host::ReadOptions& read) {
  const auto number = [](std::optional<std::uint32_t> one) { return one ? std::to_string(*one) : std::string("-"); };
  const std::string layout = raw ? to_shape(raw->extent) + " " + std::string(traits_of(raw->format).name) : "- -";
  return layout + " " + number(read.channel) + " " + number(read.frame) + " " + (read.palette_indices ? "i" : "-") +
         " " + image;
}

Result<SlabSource> open_source(const std::string& text) {
  std::array<std::string, 5> words;
  std::size_t at = 0;
  for (std::string& word : words) {
    const std::size_t end = text.find(' ', at);
    word = text.substr(at, end - at);
    at = end + 1;
  }
  const std::string image = text.substr(at);
  if (words[0] != "-") {
    const Result<Extent> extent = parse_shape(words[0]);
    if (!extent) return extent.error();
    const Result<PixelFormat> format = parse_type(words[1]);
    if (!format) return format.error();
    return host::open_raw_slabs(image, {*extent, *format});
  }
  const auto number = [](const std::string& word) {
    return word == "-" ? std::nullopt : std::optional(static_cast<std::uint32_t>(std::stoul(word)));
  };
  const host::ReadOptions read{
      .channel = number(words[2]), .frame = number(words[3]), .palette_indices = words[4] == "i"};
  std::optional<Result<SlabSource>> generated = parse_generated(image);
  return generated ? *std::move(generated) : host::open_slabs(image, read);
}

}  // namespace glccl::tools
