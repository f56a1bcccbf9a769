#include "tools/glccl/options/seeds.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "glccl/host/regions.hpp"

namespace glccl::tools {
namespace {

/// The coordinates of a word; empty if it is no list of integers from 0 on.
std::vector<int> parse_coordinates(const std::string& word) {
  std::vector<int> coordinates;
  const char* next = word.data();
  const char* const end = next + word.size();
  for (;;) {
    int value = 0;
    const auto [rest, error] = std::from_chars(next, end, value);
    if (error != std::errc{} || value < 0) return {};
    coordinates.push_back(value);
    if (rest == end) return coordinates;
    if (*rest != ',') return {};
    next = rest + 1;
  }
}

Error refuse(const std::string& word, const std::string& reason) {
  return {ErrorCode::invalid_argument, "--seeds " + word + " " + reason};
}

}  // namespace

Result<std::vector<Position>> parse_seeds(const std::vector<std::string>& words) {
  std::vector<Position> seeds;
  for (const std::string& word : words) {
    const std::vector<int> at = parse_coordinates(word);
    if (at.size() != 2 && at.size() != 3) {
      return refuse(word, "is no position: write X,Y, of a volume X,Y,Z, each from 0, as 12,40");
    }
    seeds.push_back({at[0], at[1], at.size() == 3 ? at[2] : 0});
  }
  return seeds;
}

Result<void> check_seeds_inside(const std::vector<std::string>& words, const Extent& extent) {
  for (const std::string& word : words) {
    const std::vector<int> at = parse_coordinates(word);
    const std::string image = (extent.is_volume() ? "a volume of " : "an image of ") + to_string(extent);
    if ((at.size() == 3) != extent.is_volume()) {
      return refuse(word, "has " + std::to_string(at.size()) + " coordinates, and this is " + image);
    }
    const bool inside = at[0] < extent.width && at[1] < extent.height && (!extent.is_volume() || at[2] < extent.depth);
    if (!inside) return refuse(word, "lies outside of " + image);
  }
  return {};
}

Result<std::uint32_t> keep_selected(LabelImage& labels, const std::vector<Position>& seeds) {
  Result<host::SelectedComponents> selected = host::select(labels.values, labels.extent, seeds);
  if (!selected) return selected.error();
  labels.values = std::move(selected->labels);
  return selected->report.selected;
}

Result<host::Image> draw_boundaries(const LabelImage& labels, Connectivity connectivity) {
  Result<std::vector<std::uint8_t>> mask = host::boundaries(labels.values, labels.extent, connectivity);
  if (!mask) return mask.error();
  for (std::uint8_t& value : *mask) value = value == 0 ? 0 : 255;
  return host::Image{labels.extent, PixelFormat::u8, *std::move(mask)};
}

}  // namespace glccl::tools
