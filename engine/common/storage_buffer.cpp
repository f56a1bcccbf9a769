#include "engine/common/storage_buffer.hpp"

#include "engine/common/current_context.hpp"
#include "engine/gl/memory.hpp"

namespace glccl {

Result<void> make_storage_buffer(gl::Buffer& buffer, const std::string& what, std::int64_t bytes, const char* label,
                                 std::int64_t& all_bytes, const void* data) {
  const std::int64_t largest = largest_storage_block();
  if (bytes > largest) {
    return Error{ErrorCode::too_large, what + ": a buffer of " + std::to_string(bytes) +
                                           " bytes, and this context can bind " + std::to_string(largest) +
                                           " (GL_MAX_SHADER_STORAGE_BLOCK_SIZE)"};
  }
  buffer = gl::try_make_buffer(bytes, label, data);
  if (!buffer) return Error{ErrorCode::gpu, what + ": no GPU memory: ask for fewer"};
  all_bytes += bytes;
  return {};
}

}  // namespace glccl
