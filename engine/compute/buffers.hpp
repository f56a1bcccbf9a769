// The memory of the compute engine, besides the labels and the table.
#pragma once

#include <array>
#include <cstdint>
#include <numeric>
#include <span>

#include "engine/compute/plan.hpp"
#include "engine/gl/objects.hpp"
#include "glccl/result.hpp"

namespace glccl::compute {

/// Storage buffers for the images of a plan. Bytes per pixel for images that are whole tiles:
///
///                                  tiles    records    nodes    roots and ranks (numbered labels)
///     8-connected foreground       0.16     0.5        0.19     0.25
///     4-connected foreground       0.19     1          0.31     0.25
///     other criteria               1.31     1          0.63     0.25
///     volumes, 26 neighbours       0.18     0.25       0.47     0.25
///     volumes, 18 neighbours       0.18     0.5        0.85     0.25
///     volumes, 6 neighbours        0.23     1          1.7      0.25
///     volumes, other criteria      0.6-1.9  2          3.8      0.25
///
/// A filter of an image's foreground by limits alone, without a mask, takes 0.09 bytes a pixel with 8 neighbours and
/// 0.16 with 4. Other filters take 4 bytes for each component that there can be: 1 byte a pixel of 8-connected
/// foreground, 2 of 4-connected, 0.5 of foreground with 26 neighbours, 4 of other criteria. A mask takes 0.125 bytes a
/// pixel.
///
/// Plans that fill holes share their buffers, so that the larger one of each plan counts: holes of 8-connected
/// foreground are found in the 4-connected background, with the memory of its filter.
///
/// Most of that is never touched where the image has few components.
class Buffers {
 public:
  /// Whether each buffer of the plan has at most `largest` bytes. Error `too_large`.
  static Result<void> check(const ComputePlan& plan, std::int64_t largest);

  /// Allocates them for the plans of a labeling, of which there is one at least. Error `gpu`: the driver has no memory
  /// for one; nothing is kept.
  static Result<Buffers> create(std::span<const ComputePlan> plans);

  /// Whether they suffice for these plans: made for the same extent, and large enough.
  bool fit(std::span<const ComputePlan> plans) const;

  /// Binds them to the bindings of glsl/compute, all but the areas and the mask.
  void bind() const;

  /// The areas of components, which have the table's binding in the passes of the filter.
  GLuint areas_name() const { return buffers_[areas].name(); }

  /// The bits of the mask, which have the table's binding in the passes that pack the mask and tiles.
  GLuint mask_name() const { return buffers_[mask].name(); }

  /// Bytes of GPU memory of all buffers.
  std::int64_t bytes() const { return sum(bytes_); }

  /// Bytes of the buffers that create() makes for these plans.
  static std::int64_t bytes_of(std::span<const ComputePlan> plans) { return sum(bytes_for(plans)); }

  /// The buffers in the order of their bindings in glsl/compute, which begin at 1; areas and mask come last.
  enum Index : std::size_t { tiles, records, counts, nodes, roots, ranks, sums, areas, mask, count };
  /// Bytes of each buffer; one of 0 bytes does not exist.
  using Bytes = std::array<std::int64_t, count>;

  /// Bytes of the buffers for the plans of a labeling.
  static Bytes bytes_for(std::span<const ComputePlan> plans);

  /// Storage buffer bindings of the table (outputs.hpp) and these, from 0 on: as many as OpenGL guarantees.
  static constexpr int bindings = 8;

 private:
  static Bytes bytes_for(const ComputePlan& plan);
  static std::int64_t sum(const Bytes& bytes) { return std::accumulate(bytes.begin(), bytes.end(), std::int64_t{0}); }

  Extent extent_;
  Bytes bytes_{};
  std::array<gl::Buffer, count> buffers_;
};

}  // namespace glccl::compute
