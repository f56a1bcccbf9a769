// The CUDA engines as Runners. Compiled where CUDA is built.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "glccl/cuda/labeler.hpp"
#include "glccl/engines/runner.hpp"
#include "glccl/result.hpp"

namespace glccl::engines {

/// Images in device memory, on CUDA device Device::index, or with -1 on the first. Also a QinRecordReader. Errors:
/// those of cuda::Labeler::create().
Result<std::unique_ptr<Runner>> make_cuda_runner(cuda::Method method, const Device& device);

/// Images in OpenGL textures, labels in a texture, with no copy through the CPU. In the current context, or in a
/// headless one on the same GPU. It has no table. Errors: those of cuda::Labeler::create(), RunnerContext and
/// cuda::GlResource (the context is on another GPU).
Result<std::unique_ptr<Runner>> make_cuda_texture_runner(cuda::Method method, const Device& device);

/// RunOptions as the CUDA engines have them, without a table.
cuda::Options cuda_options(const RunOptions& options);

/// Kernels of one name added up, in the order in which each comes first.
std::vector<StageTime> add_up(const std::vector<StageTime>& kernels);

/// The device's name.
std::string cuda_device_name(int index);

}  // namespace glccl::engines
