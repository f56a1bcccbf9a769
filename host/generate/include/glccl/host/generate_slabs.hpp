// Images and volumes made by rule whose planes are made as they are read.
#pragma once

#include <string>
#include <vector>

#include "glccl/host/generate.hpp"
#include "glccl/host/slabs.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// The kinds of generate_slabs(): hash-noise, hash-balls and gyroid.
const std::vector<GenerateKind>& slab_kinds();

/// A u8 image or volume that is made as it is read, of any extent: each element follows from its coordinates alone.
/// hash-noise reads the density and the seed of the options. hash-balls reads the seed: each cell of 32 elements a side
/// has one ball of radius 2 to 15, of images a disc, whose centre and radius are a hash of the cell; balls overlap.
/// gyroid is that of generate(). Errors: `invalid_argument` (an unknown kind, a side below 1, a density outside 0..1).
Result<SlabSource> generate_slabs(const std::string& kind, const Extent& extent, const GenerateOptions& options = {});

}  // namespace glccl::host
