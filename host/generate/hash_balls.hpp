// Balls whose centres and radii follow from the coordinates of cells and a seed alone.
#pragma once

#include <cstdint>

#include "engine/vocabulary/hash_noise.hpp"

namespace glccl::host {

/// Side of a cell in elements. Each cell of the lattice has the centre of one ball. An image is a plane of cells, in
/// which a ball is a disc: z is 0 there.
inline constexpr std::int64_t ball_cell_side = 32;
inline constexpr std::int64_t least_ball_radius = 2;
/// Less than a cell's side: a ball reaches the elements of its own and of neighbouring cells alone.
inline constexpr std::int64_t largest_ball_radius = 15;

/// The cell that an element lies in, by a coordinate of both. Elements outside of the image may have negative ones.
constexpr std::int64_t ball_cell_of(std::int64_t at) { return at >> 5; }

/// A ball covers the elements with dx^2 + dy^2 + dz^2 <= radius^2.
struct HashBall {
  std::int64_t x = 0;
  std::int64_t y = 0;
  std::int64_t z = 0;
  std::int64_t radius = 0;
};

/// The balls of the cells along x. The balls of a row are consecutive hashes from a place of 64 bits, which is a hash
/// of the row: the coordinates of three axes would not fit a place.
class HashBallRow {
 public:
  HashBallRow(std::int64_t cell_y, std::int64_t cell_z, std::uint32_t seed)
      : y_(cell_y * ball_cell_side), z_(cell_z * ball_cell_side), seed_(seed) {
    const std::uint64_t row = (static_cast<std::uint64_t>(cell_z) << 32) + static_cast<std::uint64_t>(cell_y);
    place_ = std::uint64_t{hash_noise_at(row, seed)} << 32 | hash_noise_at(row, ~seed);
  }

  HashBall at(std::int64_t cell_x) const {
    const std::uint32_t hash = hash_noise_at(place_ + static_cast<std::uint64_t>(cell_x), seed_);
    constexpr std::int64_t radii = largest_ball_radius - least_ball_radius + 1;
    return {cell_x * ball_cell_side + (hash & 31), y_ + (hash >> 5 & 31), z_ + (hash >> 10 & 31),
            least_ball_radius + ((hash >> 15) * radii >> 17)};
  }

 private:
  std::int64_t y_;
  std::int64_t z_;
  std::uint32_t seed_;
  std::uint64_t place_ = 0;
};

}  // namespace glccl::host
