// The error of an argument that can never work.
#pragma once

#include <string>
#include <utility>

#include "glccl/result.hpp"

namespace glccl {

inline Error invalid(std::string message) { return {ErrorCode::invalid_argument, std::move(message)}; }

}  // namespace glccl
