// What the tests of batches share: images, what the CPU makes of them, and what is asked for.
#pragma once

#include <cstdint>
#include <vector>

#include "glccl/cuda/labeler.hpp"
#include "glccl/host/image.hpp"
#include "glccl/types.hpp"
#include "tests/cuda/support.hpp"

namespace glccl::tests {

/// An image and what the CPU makes of it.
struct Expected {
  host::Image image;
  LabelImage numbers;
  LabelImage roots;
  std::vector<Component> components;
};

/// By the connectivity and the criterion of `options`, with thresholds in stored units.
Expected expect(host::Image image, const cuda::Options& options);

/// Noise that gets denser up to image 70, an empty and a full image among it.
std::vector<Expected> make_noise(Extent extent, std::size_t count, const cuda::Options& options);

/// Blocks of noise with three values.
std::vector<Expected> make_segments(Extent extent, std::size_t count, const cuda::Options& options);

/// What else is asked for.
struct Request {
  Numbering numbering;
  bool table;
};

inline constexpr Request requests[] = {{Numbering::root, false}, {Numbering::raster, false}, {Numbering::raster, true}};

/// Rows of a table for all components, and a few more.
std::uint32_t rows_for(const Expected& expected);

void check_outcome(const Outcome& outcome, const Expected& expected, const Request& request);

}  // namespace glccl::tests
