// The engine `auto` behind the interface of all engines.
#pragma once

#include <memory>
#include <optional>

#include "glccl/engines/runner.hpp"
#include "host/engines/runner_context.hpp"

namespace glccl::engines {

/// Takes `compute` in this context if it is of hardware, else `vulkan` if it is given, else `cpu-fast`.
std::unique_ptr<Runner> make_auto_runner(std::optional<RunnerContext> context, std::unique_ptr<Runner> vulkan);

}  // namespace glccl::engines
