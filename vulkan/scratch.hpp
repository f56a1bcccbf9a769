// The memory that the passes share.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "vulkan/functions.hpp"

namespace glccl::vulkan {

/// Storage buffers in one allocation, which shaders and copies read and write.
class ScratchBuffers {
 public:
  /// Buffers of these bytes; one of 0 bytes does not exist. `advice`: what the caller does where one is too large.
  /// Errors: `too_large` (a buffer beyond maxStorageBufferRange), `gpu` (no memory); nothing is kept.
  static Result<ScratchBuffers> create(const DeviceFunctions& functions, VkDevice device, const Traits& traits,
                                       std::span<const std::int64_t> bytes, const std::string& advice);

  ScratchBuffers() = default;
  ScratchBuffers(ScratchBuffers&& other) noexcept;
  ScratchBuffers& operator=(ScratchBuffers&& other) noexcept;
  ~ScratchBuffers();

  /// The buffer at an index; null: it does not exist.
  VkBuffer buffer(std::size_t index) const { return buffers_[index]; }

  std::int64_t bytes() const { return bytes_; }

 private:
  const DeviceFunctions* functions_ = nullptr;
  VkDevice device_ = VK_NULL_HANDLE;
  std::vector<VkBuffer> buffers_;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  std::int64_t bytes_ = 0;
};

}  // namespace glccl::vulkan
