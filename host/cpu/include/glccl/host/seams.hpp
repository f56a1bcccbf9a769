// Which components cross the seams of periodic axes, on the CPU, from the labels of any engine.
#pragma once

#include <vector>

#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// Sets Measurements::seams of labels 1..N in N rows. `connectivity` and `periodic` are those that the labels were made
/// with; an image has no axis z. Larger labels are left out.
void measure_seams(const LabelImage& labels, Connectivity connectivity, const PeriodicAxes& periodic,
                   std::vector<Measurements>& rows);

}  // namespace glccl::host
