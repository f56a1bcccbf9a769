// The engine `slabs` in the programs: labeling slab by slab of an image in memory.
#pragma once

#include "glccl/engines/registry.hpp"

namespace glccl::tools {

/// The row of `slabs`. It cuts an image into five slabs, or into as many as it has planes, and labels them as
/// `glccl label --memory` does, by cpu-fast. Room for half of the labels is left between the passes, so that the
/// labels of some slabs are kept, and the elements of others, which are solved again.
engines::EngineInfo slab_row();

}  // namespace glccl::tools
