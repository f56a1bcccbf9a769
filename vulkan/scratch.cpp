#include "vulkan/scratch.hpp"

#include <optional>
#include <string>
#include <utility>

#include "vulkan/errors.hpp"

namespace glccl::vulkan {
namespace {

/// The first type of memory on the device among `types`.
std::optional<std::uint32_t> memory_type(const VkPhysicalDeviceMemoryProperties& memory, std::uint32_t types) {
  for (std::uint32_t i = 0; i < memory.memoryTypeCount; ++i) {
    const bool local = (memory.memoryTypes[i].propertyFlags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT) != 0;
    if (local && (types >> i & 1U) != 0) return i;
  }
  return std::nullopt;
}

}  // namespace

ScratchBuffers::ScratchBuffers(ScratchBuffers&& other) noexcept { *this = std::move(other); }

ScratchBuffers& ScratchBuffers::operator=(ScratchBuffers&& other) noexcept {
  std::swap(functions_, other.functions_);
  std::swap(device_, other.device_);
  std::swap(buffers_, other.buffers_);
  std::swap(memory_, other.memory_);
  std::swap(bytes_, other.bytes_);
  return *this;
}

ScratchBuffers::~ScratchBuffers() {
  if (functions_ == nullptr) return;
  for (VkBuffer buffer : buffers_) functions_->DestroyBuffer(device_, buffer, nullptr);
  functions_->FreeMemory(device_, memory_, nullptr);
}

Result<ScratchBuffers> ScratchBuffers::create(const DeviceFunctions& functions, VkDevice device, const Traits& traits,
                                              std::span<const std::int64_t> bytes, const std::string& advice) {
  ScratchBuffers scratch;
  scratch.functions_ = &functions;
  scratch.device_ = device;
  std::uint32_t types = ~0U;
  VkDeviceSize end = 0;
  scratch.buffers_.resize(bytes.size());
  std::vector<VkDeviceSize> offsets(bytes.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (bytes[i] == 0) continue;
    if (bytes[i] > std::int64_t{traits.limits.maxStorageBufferRange}) {
      return Error{ErrorCode::too_large, "a buffer of " + std::to_string(bytes[i]) +
                                             " bytes is needed, and this device binds " +
                                             std::to_string(traits.limits.maxStorageBufferRange) +
                                             " at most (maxStorageBufferRange): " + advice};
    }
    auto info = info_of<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
    info.size = static_cast<VkDeviceSize>(bytes[i]);
    info.usage =
        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT;
    const VkResult made = functions.CreateBuffer(device, &info, nullptr, &scratch.buffers_[i]);
    if (made != VK_SUCCESS) return vulkan_error("CreateBuffer", made);
    VkMemoryRequirements needed;
    functions.GetBufferMemoryRequirements(device, scratch.buffers_[i], &needed);
    offsets[i] = (end + needed.alignment - 1) / needed.alignment * needed.alignment;
    end = offsets[i] + needed.size;
    types &= needed.memoryTypeBits;
  }
  const std::optional<std::uint32_t> type = memory_type(traits.memory, types);
  if (!type) return Error{ErrorCode::gpu, "the device has no memory of its own for storage buffers"};
  auto info = info_of<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
  info.allocationSize = end;
  info.memoryTypeIndex = *type;
  const VkResult allocated = functions.AllocateMemory(device, &info, nullptr, &scratch.memory_);
  if (allocated != VK_SUCCESS) return vulkan_error("AllocateMemory", allocated);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (scratch.buffers_[i] == VK_NULL_HANDLE) continue;
    const VkResult bound = functions.BindBufferMemory(device, scratch.buffers_[i], scratch.memory_, offsets[i]);
    if (bound != VK_SUCCESS) return vulkan_error("BindBufferMemory", bound);
  }
  scratch.bytes_ = static_cast<std::int64_t>(end);
  return scratch;
}

}  // namespace glccl::vulkan
