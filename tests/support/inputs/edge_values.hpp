// Floats at the edge of their range: zeros, denormals, the smallest normals, neighbours of powers of two, the largest,
// infinities, NaN. Images of them.
#pragma once

#include <cstdint>
#include <vector>

#include "glccl/host/image.hpp"

namespace glccl::tests {

/// Single floats of both signs.
std::vector<float> edge_floats();

/// The bits of half floats of both signs.
std::vector<std::uint16_t> edge_halves();

/// f32: every pair of edge_floats() side by side and one above the other. Pairs are separated by NaN.
host::Image pairs_of_edge_floats();

/// f32 or rg32f, 71x45: a pixel repeats the one before it, except for a random channel in every second pixel, which has
/// a random value of edge_floats().
host::Image random_edge_floats(PixelFormat format = PixelFormat::f32);

/// The same with edge_halves() in f16, rg16f or rgba16f.
host::Image random_edge_halves(PixelFormat format = PixelFormat::rgba16f);

/// rg32f and sums of two differences in it that float arithmetic may lose.
struct SmallSums {
  host::Image image;           ///< Pairs of pixels side by side with NaN between them.
  std::vector<float> largest;  ///< The sums of some pairs, and the next floats below them.
};

/// Pairs whose channels differ by 2^-149 to 2^-85: denormals, and numbers to which a denormal still counts.
SmallSums small_sums();

}  // namespace glccl::tests
