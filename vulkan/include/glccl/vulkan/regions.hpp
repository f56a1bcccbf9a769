// Selections by seeds, boundaries, lists of elements, contacts and colours in the caller's command buffers.
#pragma once

#include <vulkan/vulkan_core.h>

#include <cstdint>
#include <memory>
#include <span>

#include "glccl/api.h"
#include "glccl/region_results.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "glccl/vulkan/binding.hpp"

namespace glccl::vulkan {

/// What Regions write: what RegionOptions ask for, and nothing else. Buffers have VK_BUFFER_USAGE_STORAGE_BUFFER_BIT.
/// No image is that of the labels. region_results.hpp has the layouts of buffers.
struct RegionOutputs {
  BufferRange seeds = {};  ///< With RegionOptions::max_seeds, seeds_bytes() of it.
  /// With RegionOptions::selection_mask: 1 and 0, 32-bit integers as all numbers, because fewer bits would need a
  /// feature of the device.
  TargetImage mask = {};
  TargetImage selection = {};   ///< With RegionOptions::selection_labels: labels 1..K.
  TargetImage boundaries = {};  ///< With RegionOptions::boundaries: 1 and 0.
  BufferRange lists = {};       ///< With RegionOptions::max_components, lists_bytes() of it.
  BufferRange places = {};      ///< With RegionOptions::max_components, 4 bytes for each of elements_of().
  BufferRange contacts = {};    ///< With RegionOptions::max_contacts, contacts_bytes() of it.
  /// With RegionOptions::colours: a view of format VK_FORMAT_R8G8B8A8_UNORM, or a buffer of colour_of_label().
  TargetImage colours = {};
};

/// Takes components out of labels, on the GPU: those under seed points, their boundaries, lists of their elements,
/// which of them touch, and their colours. region_results.hpp has the rules. Labeler::prepare_regions() makes it; it
/// can outlive the Labeler. One thread at a time may use it.
///
/// Every other function but bind() records into a command buffer that is being recorded, of a queue family with
/// compute. It neither waits nor allocates. An overflow is no error: the GPU finds it, and a header tells. The command
/// buffer's pipeline, descriptor sets and push constants of compute are others afterwards, and it may run any number of
/// times. Recorded are compute dispatches, fills and updates of scratch memory, and barriers between them. The caller
/// orders them with other commands: before them, writes of labels and table must be visible to
/// VK_ACCESS_SHADER_READ_BIT at VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT; after them, outputs were written by
/// VK_ACCESS_SHADER_WRITE_BIT at that stage. Calls of one Regions share its scratch memory: what is recorded begins
/// with a barrier against compute shaders and copies that earlier commands of the same queue have recorded, and command
/// buffers on several queues must not overlap. Two Regions share none.
class GLCCL_API Regions {
 public:
  /// Moves. The other object may only be destroyed or assigned to afterwards.
  Regions(Regions&&) noexcept;
  /// Moves.
  Regions& operator=(Regions&&) noexcept;
  /// Frees the scratch memory: no command buffer into which they are recorded may be pending.
  ~Regions();

  /// Describes labels of any numbering, and where results go. Lists need labels of Numbering::raster with their table,
  /// of which one row is enough. Errors: `invalid_argument` (another extent than the Regions'; lists of labels without
  /// a table; a view or a buffer that prepare_regions() was not told of, or none where it was; a buffer that is too
  /// short; an offset or a pitch that is misaligned or too small; an image over the labels), `too_large` (labels, an
  /// image or a buffer beyond maxStorageBufferRange), `gpu` (no memory).
  Result<Binding> bind(const Labels& labels, const RegionOutputs& outputs) const;

  /// Records the selection of the components under `seeds`, which may lie anywhere. Writes seeds, mask and selection.
  /// The command buffer keeps the seeds, 12 bytes each. Errors, which record nothing: those of check_seeds();
  /// `invalid_argument` (a binding of another object).
  Result<void> select(VkCommandBuffer commands, const Binding& binding, std::span<const Position> seeds) const;

  /// Records 1 for every element of a component that has a neighbour of another label, and 0 elsewhere. Errors, which
  /// record nothing: those of hops_of(); `invalid_argument` (without RegionOptions::boundaries, a binding of another
  /// object).
  Result<void> boundaries(VkCommandBuffer commands, const Binding& binding, Connectivity connectivity) const;

  /// Records the lists of the elements of each component. The number of components is read from the table's header.
  /// Elements with labels above that number count as background. Error `invalid_argument`, which records nothing:
  /// without RegionOptions::max_components, a binding of another object.
  Result<void> lists(VkCommandBuffer commands, const Binding& binding) const;

  /// Records which components touch, and the lengths of their common borders (contacts.hpp). Errors, which record
  /// nothing: those of hops_of(); `invalid_argument` (without RegionOptions::max_contacts, a binding of another
  /// object).
  Result<void> contacts(VkCommandBuffer commands, const Binding& binding, Connectivity connectivity) const;

  /// Records the colours of labels. Error `invalid_argument`, which records nothing: without RegionOptions::colours, a
  /// binding of another object.
  Result<void> colours(VkCommandBuffer commands, const Binding& binding) const;

  /// Bytes of device memory that it keeps.
  std::int64_t scratch_bytes() const;

 private:
  friend class Labeler;
  struct State;
  explicit Regions(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace glccl::vulkan
