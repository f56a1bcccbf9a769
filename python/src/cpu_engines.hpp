// The CPU engines of the Python package, and which of them `auto` is.
#pragma once

#include <string_view>
#include <vector>

#include "glccl/result.hpp"
#include "python/src/label_array.hpp"

namespace glccl::python {

/// Names of the CPU engines, the preferred first.
std::vector<std::string_view> cpu_engine_names();

/// The CPU engine of this name, or the preferred one with "auto". Its label() returns the error `too_large` where there
/// is no memory. Error `invalid_argument`: no CPU engine has the name.
Result<ArrayEngine> cpu_engine_of(std::string_view name);

}  // namespace glccl::python
