// A Runner for an engine that is a function on the CPU: those of this library, and those of others (mpi-slabs).
#pragma once

#include <functional>
#include <memory>

#include "glccl/engines/runner.hpp"
#include "glccl/host/labeler.hpp"
#include "glccl/spec.hpp"

namespace glccl::engines {

/// Makes the engine of runs with these options.
using MakeLabelFunction = std::function<host::LabelFunction(const RunOptions&)>;

/// A Runner of a host::Labeler around such an engine, which can label what `function` says:
/// host::labeler_capabilities() has what the Runner can.
std::unique_ptr<Runner> make_cpu_runner(const Capabilities& function, MakeLabelFunction make);

/// A Runner of a host::Labeler of the method.
std::unique_ptr<Runner> make_cpu_runner(host::CpuMethod method);

}  // namespace glccl::engines
