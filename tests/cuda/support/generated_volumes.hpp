// Volumes that are made in device memory, and labels that are compared there: for volumes that are too large for the
// CPU.
#pragma once

#include <cstdint>

#include "glccl/types.hpp"

namespace glccl::tests {

/// The voxels of a generated volume.
enum class Generated {
  noise,         ///< 1 with a probability of .2, else 0.
  values,        ///< 0 to 3, each with the same probability, in blocks of 3x3x3 voxels.
  gyroid,        ///< 1 where sin x cos y + sin y cos z + sin z cos x > .6, with periods of 32 voxels, else 0.
  two_parts,     ///< 1, but 0 in the last slice but one.
  checkerboard,  ///< 1 where x + y + z is even, else 0: with 6 neighbours, components of one voxel.
};

/// Writes voxels of one byte without gaps.
void generate_volume(Generated kind, const Extent& extent, unsigned char* voxels);

/// Compares labels of `count` voxels with the numbers 1.. of components of a part of the volume. `labels_of` has an
/// entry per number, 0 at first, which becomes the label of its component's voxels. Returns the number of voxels that
/// have only one of the two, or another label than their component. All memory is the device's. Waits for the device.
std::uint64_t find_labels(const std::uint32_t* labels, const std::uint32_t* numbers, std::int64_t count,
                          std::uint32_t* labels_of);

}  // namespace glccl::tests
