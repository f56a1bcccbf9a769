// The text that cuda-fast shares with the OpenGL engine `compute` (glsl/shared), and the threads of its blocks.
#pragma once

#include <cuda_runtime.h>

#include "glsl/shared/sums.h"
#include "glsl/shared/table_layout.h"
#include "glsl/shared/tile_geometry.h"
#include "glsl/shared/words.h"

namespace glccl::cuda {

using namespace shared;

/// Threads of a block that writes the labels of a tile.
constexpr int tile_threads = 256;
/// Threads of a block that labels a tile. Larger blocks are for images with few tiles.
constexpr int least_tile_threads = 256;
constexpr int most_tile_threads = 1024;

/// Calls visit(bit) for all set bits, the lowest first.
template <class Visit>
__device__ void visit_bits(uint bits, const Visit& visit) {
  for (; bits != 0; bits &= bits - 1) visit(findLSB(bits));
}

}  // namespace glccl::cuda
