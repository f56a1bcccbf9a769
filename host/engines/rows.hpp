// The rows of the registry, by backend.
#pragma once

#include <memory>
#include <vector>

#include "glccl/cuda/methods.hpp"
#include "glccl/engines/registry.hpp"

namespace glccl::engines {

/// `auto`.
EngineInfo auto_row();

/// raster, raster-paper, compute.
std::vector<EngineInfo> opengl_rows();

/// vulkan, in builds that have it; else nothing.
std::vector<EngineInfo> vulkan_rows();

/// cpu-serial, cpu-fast.
std::vector<EngineInfo> cpu_rows();

/// A CUDA method, as a row of the registry describes it.
struct CudaRow {
  cuda::Method method;
  std::string_view summary;
  std::string_view source;
};

/// The row of a method, of this library or of another one. Where CUDA was not built it has a reason instead of a maker.
EngineInfo cuda_row(const CudaRow& row);

/// The rows of cuda::all_methods.
std::vector<EngineInfo> cuda_rows();

}  // namespace glccl::engines
