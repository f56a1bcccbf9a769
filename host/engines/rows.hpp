// The rows of the registry, by backend.
#pragma once

#include <memory>
#include <vector>

#include "glccl/engines/registry.hpp"

namespace glccl::engines {

/// `auto`.
EngineInfo auto_row();

/// raster, raster-paper, compute.
std::vector<EngineInfo> opengl_rows();

/// cpu-serial, cpu-wu, cpu-fast.
std::vector<EngineInfo> cpu_rows();

/// A runner of cpu-fast.
Result<std::unique_ptr<Runner>> make_fast_runner(const Device& device);

/// cuda-stava and the others of cuda::Method. Where CUDA was not built they have a reason instead of a maker.
std::vector<EngineInfo> cuda_rows();

}  // namespace glccl::engines
