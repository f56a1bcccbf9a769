// The memory that the passes share.
#pragma once

#include <array>
#include <span>

#include "engine/compute/buffers.hpp"
#include "vulkan/functions.hpp"

namespace glccl::vulkan {

/// Buffers of compute::Buffers::Bytes in one allocation.
class ScratchBuffers {
 public:
  static constexpr std::size_t count = compute::Buffers::count;

  /// Errors: `too_large` (a buffer beyond maxStorageBufferRange), `gpu` (no memory); nothing is kept.
  static Result<ScratchBuffers> create(const DeviceFunctions& functions, VkDevice device, const Traits& traits,
                                       const compute::Buffers::Bytes& bytes);

  ScratchBuffers() = default;
  ScratchBuffers(ScratchBuffers&& other) noexcept;
  ScratchBuffers& operator=(ScratchBuffers&& other) noexcept;
  ~ScratchBuffers();

  /// The buffer at an index of compute::Buffers; null: it does not exist.
  VkBuffer buffer(std::size_t index) const { return buffers_[index]; }

  std::int64_t bytes() const { return bytes_; }

 private:
  const DeviceFunctions* functions_ = nullptr;
  VkDevice device_ = VK_NULL_HANDLE;
  std::array<VkBuffer, count> buffers_{};
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  std::int64_t bytes_ = 0;
};

}  // namespace glccl::vulkan
