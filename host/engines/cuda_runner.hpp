// The CUDA engines as Runners. Compiled where CUDA is built.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "glccl/cuda/labeler.hpp"
#include "glccl/engines/runner.hpp"
#include "glccl/result.hpp"

namespace glccl::engines {

/// A Runner that labels images in device memory, on CUDA device Device::index (-1: the first). It is a RecordReader
/// too. Errors: those of cuda::Labeler::create().
Result<std::unique_ptr<Runner>> make_cuda_runner(cuda::Method method, const DeviceChoice& device);

/// A Runner from OpenGL textures to a label texture, without a copy through the CPU. It works in the current context,
/// or in a headless one on the same GPU, and has no table. Errors: those of cuda::Labeler::create(), RunnerContext and
/// cuda::GlResource (the context is on another GPU).
Result<std::unique_ptr<Runner>> make_cuda_texture_runner(cuda::Method method, const DeviceChoice& device);

/// The options of CUDA engines, without a table.
cuda::Outputs cuda_outputs(const RunOptions& options);

/// Adds up the times of launches with the same name, in the order of their first launch.
std::vector<StageTime> add_up(const std::vector<StageTime>& kernels);

/// The name of a CUDA device.
std::string cuda_device_name(int index);

}  // namespace glccl::engines
