// Whether a device reaches the caller's memory.
#pragma once

#include <string>
#include <utility>

#include "glccl/result.hpp"

namespace glccl::cuda {

inline Error invalid(std::string message) { return Error{ErrorCode::invalid_argument, std::move(message)}; }

/// Whether `device` reaches the memory at `address`. `what` begins the message, a plural such as "the pixels".
Result<void> check_reach(const void* address, const std::string& what, int device);

}  // namespace glccl::cuda
