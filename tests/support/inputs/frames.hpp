// Sequences of label images for the tests of trackers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "glccl/tracks.hpp"
#include "glccl/types.hpp"

namespace glccl::tests {

/// Frames that follow one another, and the memory of the tracker.
struct FrameSequence {
  std::string name;
  std::vector<LabelImage> frames;  ///< Numbering::raster.
  TrackerOptions options = {.max_components = 4096, .id_labels = true};
};

/// The number of components of labels 1..N.
std::uint32_t components_of(const LabelImage& labels);

/// `count` frames of discs that move on straight lines and bounce at the border: they merge and split.
std::vector<LabelImage> moving_discs(Extent extent, int discs, int count, std::uint32_t seed);

/// `count` frames of noise in which a tenth of the pixels changes from frame to frame.
std::vector<LabelImage> changing_noise(Extent extent, double density, int count, std::uint32_t seed);

/// Moving discs, noise, one component that falls apart, a volume, and capacities that are exceeded by one, met exactly,
/// or exceeded by far.
std::vector<FrameSequence> tracked_sequences();

/// Worst cases: nothing, one component, checkerboards, rows and columns of pixels, dense noise.
std::vector<FrameSequence> extreme_sequences();

}  // namespace glccl::tests
