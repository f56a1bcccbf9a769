// The OpenGL engines as Runners.
#pragma once

#include <memory>

#include "glccl/engines/runner.hpp"
#include "glccl/labeler.hpp"
#include "glccl/result.hpp"
#include "host/engines/runner_context.hpp"

namespace glccl::engines {

/// On Device::index, or in the current context. Errors: those of RunnerContext and Labeler::create().
Result<std::unique_ptr<Runner>> make_opengl_runner(Engine engine, const Device& device);

/// In a context that the caller has made. Error: that of Labeler::create().
Result<std::unique_ptr<Runner>> make_opengl_runner(Engine engine, RunnerContext context);

}  // namespace glccl::engines
