// The engine `auto`.
#pragma once

#include <memory>

#include "glccl/engines/runner.hpp"
#include "glccl/result.hpp"

namespace glccl::engines {

/// `compute` where OpenGL is hardware and has what is asked and the image's size, else `cpu-serial`. Errors: that of
/// RunnerContext::create() where the device is asked for by number.
Result<std::unique_ptr<Runner>> make_auto_runner(const Device& device);

}  // namespace glccl::engines
