// --seeds and --boundaries: the components under positions, and their boundaries.
#pragma once

#include <string>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::tools {

/// Positions from "X,Y" or "X,Y,Z". Error `invalid_argument`: a word is neither.
Result<std::vector<Position>> parse_seeds(const std::vector<std::string>& words);

/// Whether `words`, those of the positions, fit an image or volume of this extent: two coordinates for an image, three
/// for a volume, inside. Error `invalid_argument`.
Result<void> check_seeds_inside(const std::vector<std::string>& words, const Extent& extent);

/// Replaces labels by those of the components under the seeds, 1..K in the order of the seeds. Returns K.
Result<std::uint32_t> keep_selected(LabelImage& labels, const std::vector<Position>& seeds);

/// The boundaries of labels as an image of bytes, 255 and 0.
Result<host::Image> draw_boundaries(const LabelImage& labels, Connectivity connectivity);

}  // namespace glccl::tools
