// The OpenGL engines as Runners.
#pragma once

#include <memory>

#include "glccl/engines/runner.hpp"
#include "glccl/labeler.hpp"
#include "glccl/result.hpp"
#include "host/engines/runner_context.hpp"

namespace glccl::engines {

/// An OpenGL engine that works in the given context, on textures, or `in_buffers`, which `compute` alone can. Error:
/// that of Labeler::create().
Result<std::unique_ptr<Runner>> make_opengl_runner(Engine engine, RunnerContext context, bool in_buffers = false);

}  // namespace glccl::engines
