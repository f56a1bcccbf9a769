#include "tests/host/cpu/flood_fill.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <variant>
#include <vector>

namespace glccl::tests {
namespace {

/// The sum of the absolute differences of the samples of two elements.
int difference(const host::Image& image, std::size_t i, std::size_t j) {
  const std::uint8_t* const bytes = image.bytes.data();
  const std::size_t samples = image.format == PixelFormat::rgba8 ? 4 : 1;
  if (image.format == PixelFormat::u16) {
    const auto grey = [&](std::size_t k) { return bytes[2 * k] + 256 * bytes[2 * k + 1]; };  // little-endian
    return std::abs(grey(i) - grey(j));
  }
  int sum = 0;
  for (std::size_t c = 0; c < samples; ++c) sum += std::abs(bytes[samples * i + c] - bytes[samples * j + c]);
  return sum;
}

bool is_zero(const host::Image& image, std::size_t i) {
  const std::size_t bytes = bytes_per_pixel(image.format);
  return std::all_of(&image.bytes[i * bytes], &image.bytes[i * bytes] + bytes, [](int value) { return value == 0; });
}

/// Whether elements that are this far apart are neighbours.
bool are_neighbors(const Position& apart, Connectivity connectivity) {
  const int differing = (apart.x == 0 ? 0 : 1) + (apart.y == 0 ? 0 : 1) + (apart.z == 0 ? 0 : 1);
  switch (connectivity) {
    case Connectivity::four:
    case Connectivity::six:
      return differing <= 1;
    case Connectivity::eight:
    case Connectivity::eighteen:
      return differing <= 2;
    case Connectivity::twenty_six:
    case Connectivity::full:
      break;
  }
  return true;
}

/// Calls visit(place) for the neighbours of an element, itself among them. Those beyond an end of a periodic axis are
/// at its other end.
template <class Visit>
void for_each_neighbor(const Position& at, const Extent& extent, Connectivity connectivity,
                       const PeriodicAxes& periodic, const Visit& visit) {
  const auto wrap = [](int coordinate, int size, bool is_periodic) {
    return is_periodic ? (coordinate + size) % size : coordinate;
  };
  for (int i = 0; i < 27; ++i) {
    const Position apart{i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1};
    if (!are_neighbors(apart, connectivity)) continue;
    const Position to{wrap(at.x + apart.x, extent.width, periodic.x), wrap(at.y + apart.y, extent.height, periodic.y),
                      wrap(at.z + apart.z, extent.depth, periodic.z)};
    const bool inside =
        to.x >= 0 && to.y >= 0 && to.z >= 0 && to.x < extent.width && to.y < extent.height && to.z < extent.depth;
    if (inside) visit(static_cast<std::size_t>(place_of(to, extent)));
  }
}

}  // namespace

LabelImage flood_fill(const Extent& extent, Connectivity connectivity, const PeriodicAxes& periodic,
                      const std::function<bool(std::size_t)>& is_foreground,
                      const std::function<bool(std::size_t, std::size_t)>& are_connected) {
  LabelImage result{extent, std::vector<std::uint32_t>(static_cast<std::size_t>(extent.elements()))};
  std::uint32_t count = 0;
  std::vector<std::size_t> open;
  for (std::size_t seed = 0; seed < result.values.size(); ++seed) {
    if (result.values[seed] != 0 || !is_foreground(seed)) continue;
    result.values[seed] = ++count;
    open.push_back(seed);
    while (!open.empty()) {
      const std::size_t i = open.back();
      open.pop_back();
      for_each_neighbor(position_of(i, extent), extent, connectivity, periodic, [&](std::size_t j) {
        if (result.values[j] != 0 || !is_foreground(j) || !are_connected(i, j)) return;
        result.values[j] = count;
        open.push_back(j);
      });
    }
  }
  return result;
}

LabelImage flood_fill(const host::Image& image, Connectivity connectivity, const Criterion& criterion,
                      const PeriodicAxes& periodic) {
  const auto* similar = std::get_if<Difference>(&criterion);
  const bool any_values = std::holds_alternative<Foreground>(criterion);
  const double largest = similar != nullptr ? similar->largest : 0.0;
  return flood_fill(
      image.extent, connectivity, periodic, [&](std::size_t i) { return similar != nullptr || !is_zero(image, i); },
      [&](std::size_t i, std::size_t j) { return any_values || difference(image, i, j) <= largest; });
}

}  // namespace glccl::tests
