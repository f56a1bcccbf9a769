// Buffers of passes whose size the caller chooses.
#pragma once

#include <cstdint>
#include <string>

#include "engine/gl/objects.hpp"
#include "glccl/result.hpp"

namespace glccl {

/// Makes `buffer` with a name for debuggers, and with the contents of `data`, if there are any, and adds its bytes to
/// `all_bytes`. Errors, which begin with `what`: `too_large` (more bytes than this context can bind), `gpu` (the driver
/// has no memory for it).
Result<void> make_storage_buffer(gl::Buffer& buffer, const std::string& what, std::int64_t bytes, const char* label,
                                 std::int64_t& all_bytes, const void* data = nullptr);

}  // namespace glccl
