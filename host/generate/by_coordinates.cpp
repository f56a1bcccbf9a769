// Images and volumes of any extent whose elements follow from their coordinates alone.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "engine/vocabulary/hash_noise.hpp"
#include "glccl/host/generate_slabs.hpp"
#include "host/generate/canvas.hpp"
#include "host/generate/hash_balls.hpp"

namespace glccl::host {
namespace {

/// An element is foreground if its hash is below density * 2^32.
SlabSource hash_noise(const Extent& extent, const GenerateOptions& options) {
  const HashNoise noise{static_cast<std::uint64_t>(std::floor(options.density * 0x1p32)), options.seed};
  const auto plane = static_cast<std::uint64_t>(slab_of(extent, 1).elements());
  SlabSource source{extent, PixelFormat::u8, [plane, noise](int first, int planes, void* elements) {
                      auto* to = static_cast<std::uint8_t*>(elements);
                      const std::uint64_t begin = static_cast<std::uint64_t>(first) * plane;
                      const std::uint64_t end = begin + static_cast<std::uint64_t>(planes) * plane;
                      for (std::uint64_t place = begin; place < end; ++place) {
                        *to++ = hash_noise_at(place, noise.seed) < noise.limit ? generated_foreground : 0;
                      }
                      return Result<void>();
                    }};
  source.noise = noise;
  return source;
}

/// Fills a row with foreground where a ball of `balls` covers it. Requires z = 0 of images.
void cover_row(const HashBallRow& balls, bool in_space, std::int64_t y, std::int64_t z, std::int64_t width,
               std::uint8_t* row) {
  const std::int64_t last = ball_cell_of(width - 1 + largest_ball_radius);
  for (std::int64_t cell = ball_cell_of(-largest_ball_radius); cell <= last; ++cell) {
    const HashBall ball = balls.at(cell);
    const std::int64_t dy = y - ball.y;
    const std::int64_t dz = in_space ? z - ball.z : 0;
    const std::int64_t left = ball.radius * ball.radius - dy * dy - dz * dz;
    if (left < 0) continue;
    // The square root of IEEE 754 is correctly rounded, so this one is the same on every machine.
    const auto half = static_cast<std::int64_t>(std::sqrt(static_cast<double>(left)));
    const std::int64_t begin = std::max<std::int64_t>(ball.x - half, 0);
    const std::int64_t end = std::min(ball.x + half + 1, width);
    if (begin < end) std::fill(row + begin, row + end, generated_foreground);
  }
}

/// An element is foreground if a ball covers it. A row goes over the rows of cells whose balls reach it, not over the
/// cells around each element.
SlabSource hash_balls(const Extent& extent, std::uint32_t seed) {
  return {extent, PixelFormat::u8, [extent, seed](int first, int planes, void* elements) {
            constexpr std::int64_t reach = largest_ball_radius;
            auto* row = static_cast<std::uint8_t*>(elements);
            const bool in_space = extent.is_volume();
            const std::int64_t rows = in_space ? std::int64_t{planes} * extent.height : planes;
            for (std::int64_t i = 0; i < rows; ++i, row += extent.width) {
              std::fill(row, row + extent.width, std::uint8_t{0});
              const std::int64_t y = in_space ? i % extent.height : first + i;
              const std::int64_t z = in_space ? first + i / extent.height : 0;
              const std::int64_t last_z = in_space ? ball_cell_of(z + reach) : 0;
              for (std::int64_t cell_z = in_space ? ball_cell_of(z - reach) : 0; cell_z <= last_z; ++cell_z) {
                for (std::int64_t cell_y = ball_cell_of(y - reach); cell_y <= ball_cell_of(y + reach); ++cell_y) {
                  cover_row(HashBallRow(cell_y, cell_z, seed), in_space, y, z, extent.width, row);
                }
              }
            }
            return Result<void>();
          }};
}

/// The gyroid of generate_volume(), which has a period of 32 elements on each axis.
Result<SlabSource> gyroid(const Extent& extent) {
  constexpr int period = 32;
  const Result<Image> pattern = generate_volume("gyroid", {period, period, period});
  if (!pattern) return pattern.error();
  return SlabSource{extent, PixelFormat::u8, [extent, bytes = pattern->bytes](int first, int planes, void* elements) {
                      auto* to = static_cast<std::uint8_t*>(elements);
                      const Extent slab = slab_of(extent, planes);
                      const int first_y = extent.is_volume() ? 0 : first;
                      const int first_z = extent.is_volume() ? first : 0;
                      for (int z = 0; z < slab.depth; ++z) {
                        for (int y = 0; y < slab.height; ++y) {
                          const int row = (first_z + z) % period * period + (first_y + y) % period;
                          const std::uint8_t* const from = &bytes[static_cast<std::size_t>(row * period)];
                          for (int x = 0; x < slab.width; ++x) *to++ = from[x % period];
                        }
                      }
                      return Result<void>();
                    }};
}

}  // namespace

const std::vector<GenerateKind>& slab_kinds() {
  static const std::vector<GenerateKind> kinds = {
      {"hash-noise", "pixels that are foreground with a probability, by a hash of their coordinates"},
      {"hash-balls", "overlapping discs or balls of radius 2 to 15, by hashes of the coordinates of cells"},
      {"gyroid", "one of the two labyrinths of a gyroid"},
  };
  return kinds;
}

Result<SlabSource> generate_slabs(const std::string& kind, const Extent& extent, const GenerateOptions& options) {
  if (!has_kind(slab_kinds(), kind)) {
    return Error{
        ErrorCode::invalid_argument,
        "there is no kind \"" + kind + "\" that is made by coordinates: there are hash-noise, hash-balls and gyroid"};
  }
  if (Result<void> status = check_not_empty(extent); !status) return status.error();
  if (!(options.density >= 0.0 && options.density <= 1.0)) {
    return Error{ErrorCode::invalid_argument,
                 "the density is " + std::to_string(options.density) + ": pass a probability from 0 to 1"};
  }
  if (kind == "hash-balls") return hash_balls(extent, options.seed);
  return kind == "gyroid" ? gyroid(extent) : hash_noise(extent, options);
}

}  // namespace glccl::host
