#include "vulkan/places.hpp"

#include <algorithm>
#include <string>

namespace glccl::vulkan {
namespace {

/// Whether a view or a buffer is given as was told.
Result<void> check_given(const Told& told, VkImageView view, VkBuffer buffer) {
  const bool has_view = view != VK_NULL_HANDLE;
  const bool has_buffer = buffer != VK_NULL_HANDLE;
  const std::string the_view = " view of " + told.name;
  const std::string the_buffer = " buffer with " + told.name;
  if (has_view && !(told.given && !told.in_buffer)) {
    return invalid("there is a" + the_view + ", and " + told.by + " was told of " + (told.given ? "a buffer" : "none"));
  }
  if (has_buffer && !(told.given && told.in_buffer)) {
    return invalid("there is a" + the_buffer + ", and " + told.by + " was told of " + (told.given ? "a view" : "none"));
  }
  if (told.given && !has_view && !has_buffer) {
    return invalid("there is no" + (told.in_buffer ? the_buffer : the_view) + ", of which " + told.by + " was told");
  }
  return {};
}

}  // namespace

Error invalid(const std::string& message) { return {ErrorCode::invalid_argument, message}; }

Error no_table() {
  return invalid(
      "labels without a table, in whose header the number of components is: prepare the labeling with table_rows of 1 "
      "or more");
}

Result<PitchedPlace> find_place(const Told& told, const Extent& extent, const SourceImage& image,
                                const VkPhysicalDeviceLimits& limits) {
  const PitchedBuffer& in = image.buffer;
  if (const Result<void> given = check_given(told, image.view, in.buffer); !given) return given.error();
  if (in.buffer == VK_NULL_HANDLE) return PitchedPlace{};
  const Pitched pitched = Pitched::of(told.format, extent, in.offset, in.row_bytes, in.slice_bytes);
  const std::string what = told.name.ends_with("labels") ? told.name : "the pixels of " + told.name;
  if (const Result<void> status = check_pitches(what, pitched); !status) return status.error();
  return glccl::find_place(what, pitched,
                           {.name = "their buffer",
                            .end = in.bytes,
                            .alignment = std::max<VkDeviceSize>(limits.minStorageBufferOffsetAlignment, 16),
                            .most_bound = limits.maxStorageBufferRange,
                            .binder = "this device",
                            .limit = "maxStorageBufferRange"});
}

Result<void> check_range(const std::string& name, const BufferRange& range, VkDeviceSize needed,
                         const VkPhysicalDeviceLimits& limits) {
  if (range.buffer == VK_NULL_HANDLE) return invalid("there is no buffer for " + name);
  const std::string part = "the part of a buffer for " + name;
  if (range.bytes < needed) {
    return invalid(part + " has " + std::to_string(range.bytes) + " bytes: " + std::to_string(needed) + " are needed");
  }
  if (needed > limits.maxStorageBufferRange) {
    return Error{ErrorCode::too_large, name + " of " + std::to_string(needed) + " bytes: this device binds " +
                                           std::to_string(limits.maxStorageBufferRange) +
                                           " at most (maxStorageBufferRange)"};
  }
  const VkDeviceSize alignment = limits.minStorageBufferOffsetAlignment;
  if (range.offset % alignment == 0) return {};
  return invalid(part + " begins " + std::to_string(range.offset) + " bytes behind its begin: a multiple of " +
                 std::to_string(alignment) + " is needed (minStorageBufferOffsetAlignment)");
}

}  // namespace glccl::vulkan
