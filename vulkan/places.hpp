// Whether images, labels and buffers of the caller are what was prepared for, and where their elements lie.
#pragma once

#include <array>
#include <string>

#include "engine/common/pitched.hpp"
#include "glccl/vulkan/binding.hpp"
#include "vulkan/functions.hpp"

namespace glccl::vulkan {

/// What was prepared for an image.
struct Told {
  std::string name;    ///< In messages: "the labels".
  std::string by;      ///< The function that was told: "prepare()".
  bool given = false;  ///< There is such an image.
  bool in_buffer = false;
  PixelFormat format = PixelFormat::u32;
};

/// Error `invalid_argument`.
Error invalid(const std::string& message);

/// Where the elements of an image lie in its buffer, if it is in one. Errors: `invalid_argument` (a view or a buffer
/// that was not told, or none where it was; a buffer that is too short; an offset or a pitch that is misaligned or too
/// small), `too_large` (more than maxStorageBufferRange).
Result<PitchedPlace> find_place(const Told& told, const Extent& extent, const SourceImage& image,
                                const VkPhysicalDeviceLimits& limits);

/// Whether a part of a buffer has the bytes that are needed, and can be bound. `name` is "the component table" in
/// messages. Errors: `invalid_argument`, `too_large` (more than maxStorageBufferRange).
Result<void> check_range(const std::string& name, const BufferRange& range, VkDeviceSize needed,
                         const VkPhysicalDeviceLimits& limits);

/// The refusal of labels without a table, where the number of components is read. Error `invalid_argument`.
Error no_table();

}  // namespace glccl::vulkan
