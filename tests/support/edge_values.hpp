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

/// f32, 71x45: a pixel repeats the one before it or has a random value of edge_floats().
host::Image random_edge_floats();

/// rgba16f, 71x45: a pixel repeats the one before it, except for a random channel in every second pixel.
host::Image random_edge_halves();

}  // namespace glccl::tests
