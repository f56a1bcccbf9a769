// The tracker of the Python package.
#pragma once

#include <nanobind/nanobind.h>

namespace glccl::python {

/// Adds the class CpuTracker to the module.
void add_cpu_tracker(nanobind::module_& module);

}  // namespace glccl::python
