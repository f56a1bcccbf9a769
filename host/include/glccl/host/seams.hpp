// Which components cross the seams of periodic axes, on the CPU, from the labels of any engine.
#pragma once

#include <cstddef>
#include <vector>

#include "glccl/seams.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// The components of labels 1..`components` at the seams of periodic axes: row i describes label i + 1. `connectivity`
/// and `periodic` are those that the labels were made with; an image has no axis z. Requires labels up to `components`.
/// Throws std::bad_alloc.
std::vector<Seams> measure_seams(const LabelImage& labels, Connectivity connectivity, const PeriodicAxes& periodic,
                                 std::size_t components);

}  // namespace glccl::host
