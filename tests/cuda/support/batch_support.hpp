// Shared by the tests of batches: images with their expected results, and requests.
#pragma once

#include <cstdint>
#include <vector>

#include "glccl/cuda/labeler.hpp"
#include "glccl/host/image.hpp"
#include "glccl/types.hpp"
#include "tests/cuda/support/support.hpp"

namespace glccl::tests {

/// An image with its expected labels in raster order, root labels and table.
struct Expected {
  host::Image image;
  LabelImage numbers;
  LabelImage roots;
  std::vector<Component> components;
};

/// The expected results, from cpu-serial.
Expected expect(host::Image image, const LabelingSpec& spec);

/// Noise of growing density up to image 70, with an empty and a full image.
std::vector<Expected> make_noise(Extent extent, std::size_t count, const LabelingSpec& spec);

/// Blocks of noise with three values.
std::vector<Expected> make_segments(Extent extent, std::size_t count, const LabelingSpec& spec);

/// A request for a batch apart from connectivity and criterion.
struct BatchRequest {
  Numbering numbering;
  bool table;
};

inline constexpr BatchRequest requests[] = {
    {Numbering::root, false}, {Numbering::raster, false}, {Numbering::raster, true}};

/// Enough rows for all components, and a few more.
std::uint32_t rows_for(const Expected& expected);

/// Checks labels, count and table, and that nothing else was written.
void check_outcome(const DeviceOutcome& outcome, const Expected& expected, const BatchRequest& request);

}  // namespace glccl::tests
