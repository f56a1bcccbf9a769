// Following components from frame to frame in the caller's command buffers: labels in, ids that stay out.
#pragma once

#include <vulkan/vulkan_core.h>

#include <cstdint>
#include <memory>

#include "glccl/api.h"
#include "glccl/result.hpp"
#include "glccl/tracks.hpp"
#include "glccl/vulkan/binding.hpp"

namespace glccl::vulkan {

/// Matches the components of each frame with those of the frame recorded before it by overlap, on the GPU. tracks.hpp
/// has the rules. Labeler::prepare_tracker() makes it; it can outlive the Labeler. One thread at a time may use it.
///
/// The tracks are a buffer of the Tracker, tracks(), because the next frame reads them. They hold until the commands of
/// the next frame run. The Tracker also copies the labels of every frame, 4 bytes an element: those of the caller may
/// change once the commands have run, and can be the same image in every frame.
///
/// What record() records is a sequence of compute dispatches with barriers between them, and in the first frame an
/// update of the tracks. The caller orders it with other commands: before it, writes of labels and table must be
/// visible to VK_ACCESS_SHADER_READ_BIT at VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT; after it, tracks and ids were written
/// by VK_ACCESS_SHADER_WRITE_BIT at that stage. What is recorded begins with a barrier against compute shaders and
/// copies that earlier commands of the same queue have recorded; stages of graphics that read the tracks of the frame
/// before are ordered by the caller. Frames must run in the order in which they were recorded, one after the other. Two
/// Trackers share no memory.
class GLCCL_API Tracker {
 public:
  /// Moves. The other object may only be destroyed or assigned to afterwards.
  Tracker(Tracker&&) noexcept;
  /// Moves.
  Tracker& operator=(Tracker&&) noexcept;
  /// Frees its memory: no command buffer into which a frame is recorded may be pending.
  ~Tracker();

  /// Describes labels of Numbering::raster with their table, of which one row is enough: the number of components is
  /// read from its header. Elements with labels above that number count as background. `id_labels`: where
  /// TrackerOptions::id_labels asks for ids, one for each element; not the labels themselves. Errors:
  /// `invalid_argument` (another extent than the Tracker's; labels without a table; a view or a buffer that
  /// prepare_tracker() was not told of, or none where it was; a buffer that is too short; an offset or a pitch that is
  /// misaligned or too small; ids over the labels), `too_large` (labels or ids beyond maxStorageBufferRange), `gpu` (no
  /// memory).
  Result<Binding> bind(const Labels& labels, const TargetImage& id_labels = {}) const;

  /// Records a frame into a command buffer that is being recorded, of a queue family with compute. `binding` comes from
  /// bind() of this Tracker. Neither waits nor allocates. An overflow is no error: the GPU finds it, and
  /// TracksHeader::overflow tells. The command buffer's pipeline, descriptor sets and push constants of compute are
  /// others afterwards. What the first call records, and the first one after forget(), has to run once; command
  /// buffers with later frames may run any number of times. Error `invalid_argument`: a binding of another object.
  Result<void> record(VkCommandBuffer commands, const Binding& binding);

  /// Forgets the last frame, after a cut: the next record() gives new ids to all components, and reports no deaths. Ids
  /// are not used again.
  void forget();

  /// The buffer with header, rows and deaths; tracks.hpp has its layout. It has VK_BUFFER_USAGE_STORAGE_BUFFER_BIT and
  /// VK_BUFFER_USAGE_TRANSFER_SRC_BIT, and must not be written.
  BufferRange tracks() const;

  /// Bytes of device memory that it keeps, the tracks included.
  std::int64_t bytes() const;

 private:
  friend class Labeler;
  struct State;
  explicit Tracker(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace glccl::vulkan
