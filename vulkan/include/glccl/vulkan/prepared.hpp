// A labeling of Vulkan images that is prepared: what it reads and writes, and how it is recorded.
#pragma once

#include <vulkan/vulkan_core.h>

#include <cstdint>
#include <memory>

#include "glccl/api.h"
#include "glccl/result.hpp"
#include "glccl/vulkan/binding.hpp"

namespace glccl::vulkan {

/// Which inputs, and whether labels, lie in buffers. The others are images.
struct InBuffers {
  bool image = false;      ///< The labeled image.
  bool mask = false;       ///< The mask.
  bool intensity = false;  ///< The intensities.
  bool labels = false;     ///< The labels.
};

/// What a labeling reads.
struct Inputs {
  SourceImage image;           ///< The labeled image.
  SourceImage mask = {};       ///< Elements that are 0 here are background. As prepare() was told.
  SourceImage intensity = {};  ///< Measured by table_column_intensity. As prepare() was told.
};

/// What a labeling writes.
struct Outputs {
  /// A view of format VK_FORMAT_R32_UINT of an image with VK_IMAGE_USAGE_STORAGE_BIT, of the labeled extent; where
  /// holes are filled, with VK_IMAGE_USAGE_SAMPLED_BIT too. Its layout is VK_IMAGE_LAYOUT_GENERAL when the commands
  /// run.
  VkImageView labels = VK_NULL_HANDLE;
  /// The component table (glccl/table.hpp): table_bytes() of the rows that prepare() was told, with
  /// VK_BUFFER_USAGE_STORAGE_BUFFER_BIT. Its header holds the arguments of an indirect draw and an indirect dispatch.
  BufferRange table = {};
  /// Labels as 32-bit integers, in place of the view, as prepare() was told. They may overwrite the labeled image or
  /// the mask, but not the intensities.
  PitchedBuffer label_buffer = {};
};

/// Pipelines and scratch memory for labelings of one extent, one set of formats and one specification, which
/// Labeler::prepare() makes. Any number of them can exist at a time, and outlive the Labeler. One thread at a time may
/// use one of them.
///
/// What record() records is a sequence of compute dispatches with barriers between them. The caller orders it with
/// other commands: before it, writes of the inputs must be visible to VK_ACCESS_SHADER_READ_BIT at
/// VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT; after it, labels and table were written by VK_ACCESS_SHADER_WRITE_BIT at that
/// stage. Labelings of one Prepared share its scratch memory: what is recorded begins with a barrier against earlier
/// commands of the same queue, and command buffers on several queues must not overlap. Two Prepared share none.
class GLCCL_API Prepared {
 public:
  /// Moves. The other object may only be destroyed or assigned to afterwards.
  Prepared(Prepared&&) noexcept;
  /// Moves.
  Prepared& operator=(Prepared&&) noexcept;
  /// Frees the scratch memory: no command buffer into which the labeling is recorded may be pending.
  ~Prepared();

  /// Describes inputs and outputs of labelings as Labeler::prepare() was told. Errors: `invalid_argument` (a view
  /// or a buffer that prepare() was not told of, or none where it was; a buffer that is too short; an offset or a pitch
  /// that is misaligned or too small; labels over the intensities), `too_large` (an image or labels beyond
  /// maxStorageBufferRange), `gpu` (no memory).
  Result<Binding> bind(const Inputs& inputs, const Outputs& outputs) const;

  /// Records a labeling into a command buffer that is being recorded, of the Labeler's device and a queue family with
  /// compute. A command buffer of another device is found by validation layers alone. `binding` comes from bind() of
  /// this Prepared. Neither waits nor allocates. The command buffer's pipeline, descriptor sets and push constants of
  /// compute are others afterwards. The command buffer may be submitted any number of times, and labels what the inputs
  /// hold by then.
  void record(VkCommandBuffer commands, const Binding& binding) const;

  /// Bytes of device memory that it keeps besides labels and table.
  std::int64_t scratch_bytes() const;

  /// Bytes of the component table; 0: prepare() was told of none.
  std::int64_t table_bytes() const;

 private:
  friend class Labeler;
  struct State;
  explicit Prepared(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace glccl::vulkan
