// Images, labels and buffers of the caller, and the descriptors of them.
#pragma once

#include <vulkan/vulkan_core.h>

#include <memory>

#include "glccl/api.h"
#include "glccl/types.hpp"

namespace glccl::vulkan {

/// An image, a volume or labels in a buffer with VK_BUFFER_USAGE_STORAGE_BUFFER_BIT. Element (x, y, z) begins at byte
/// offset + z * slice_bytes + y * row_bytes + x * bytes_per_pixel(format), of labels 4 * x. All three are multiples of
/// the bytes of an element. Rows of a slice, and slices, follow each other without overlap; gaps between labels keep
/// their contents. Shaders work on words: the buffer goes on to the next multiple of 4 bytes behind the last element.
/// They are fastest where the offset and all pitches are multiples of 16, and the buffer goes on to the next multiple
/// of 16.
struct PitchedBuffer {
  VkBuffer buffer = VK_NULL_HANDLE;  ///< The buffer.
  VkDeviceSize bytes = 0;            ///< Of all of it, as it was made: Vulkan does not tell.
  VkDeviceSize offset = 0;           ///< Bytes before element (0, 0, 0).
  VkDeviceSize row_bytes = 0;        ///< Bytes from a row to the next; 0: rows have no gaps.
  VkDeviceSize slice_bytes = 0;      ///< Bytes from a slice to the next; 0: slices have no gaps.
};

/// An image that is read: a view, or a buffer, as what binds it was told.
struct SourceImage {
  /// A view of VK_IMAGE_TYPE_2D, of a volume VK_IMAGE_TYPE_3D, of an image with VK_IMAGE_USAGE_SAMPLED_BIT.
  VkImageView view = VK_NULL_HANDLE;
  VkImageLayout layout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;  ///< When the commands run.
  PitchedBuffer buffer = {};                                        ///< In place of the view.
};

/// A part of a buffer. `offset` is a multiple of minStorageBufferOffsetAlignment.
struct BufferRange {
  VkBuffer buffer = VK_NULL_HANDLE;  ///< The buffer.
  VkDeviceSize offset = 0;           ///< Of the part, in bytes.
  VkDeviceSize bytes = 0;            ///< Of the part.
};

/// Labels that a Tracker or Regions read, as a Prepared has written them.
struct Labels {
  /// A view of format VK_FORMAT_R32_UINT of an image with VK_IMAGE_USAGE_SAMPLED_BIT, or a buffer.
  SourceImage image = {};
  Extent extent = {};      ///< Of the labels.
  BufferRange table = {};  ///< Their component table, where the number of components is read.
};

/// An image of numbers that a Tracker or Regions write, of the extent of the labels: a view, or a buffer where labels
/// are in buffers. Elements of a buffer are 32-bit integers.
struct TargetImage {
  /// A view of format VK_FORMAT_R32_UINT of an image with VK_IMAGE_USAGE_STORAGE_BIT. Its layout is
  /// VK_IMAGE_LAYOUT_GENERAL when the commands run.
  VkImageView view = VK_NULL_HANDLE;
  PitchedBuffer buffer = {};  ///< In place of the view.
};

/// The descriptors of what a labeling, a Tracker or Regions read and write, which bind() makes. It must outlive the
/// command buffers into which it is recorded.
class GLCCL_API Binding {
 public:
  /// Moves. The other object may only be destroyed or assigned to afterwards.
  Binding(Binding&&) noexcept;
  /// Moves.
  Binding& operator=(Binding&&) noexcept;
  ~Binding();

 private:
  friend class Prepared;
  friend class Regions;
  friend class Tracker;
  struct State;
  explicit Binding(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace glccl::vulkan
