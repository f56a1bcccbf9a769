// The engines that the programs know.
#pragma once

#include "glccl/engines/registry.hpp"

namespace glccl::tools {

/// The engines of glccl_engines, slabs, mpi-slabs and those of the laboratory.
const engines::Registry& registry();

}  // namespace glccl::tools
