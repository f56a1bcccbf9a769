// Following components from frame to frame in OpenGL: labels in, ids that stay out.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "glccl/api.h"
#include "glccl/labels.hpp"
#include "glccl/options.hpp"
#include "glccl/result.hpp"
#include "glccl/tracks.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// A result of Tracker::track() that stays on the GPU. Its objects belong to the Tracker and hold their contents until
/// the next track() or the Tracker's end. Commands that the caller issues later may read them in any way, without a
/// barrier.
struct Tracks {
  std::uint32_t buffer = 0;     ///< Name of the buffer object with header, rows and deaths; tracks.hpp has its layout.
  std::uint32_t id_labels = 0;  ///< Name of the texture of ids, of the labels' kind and extent; 0 without one.
  Extent extent;                ///< Extent of the labels.
};

/// Matches the components of each frame with those of the last one by overlap, on the GPU. tracks.hpp has the rules.
/// Reads nothing back and allocates nothing after its creation. As a Labeler it belongs to the context that is current
/// when it is created, installs no debug callback and never calls glFinish; conditional rendering must not be active.
///
///     Labeler labeler = *Labeler::create();
///     Tracker tracker = *Tracker::create({1920, 1080});
///     for (each frame) {
///       Labels labels = *labeler.label({texture}, {}, {.target = tracker.target(), .table_rows = 1});
///       Tracks tracks = *tracker.track(labels);
///     }
class GLCCL_API Tracker {
 public:
  /// Makes all that track() needs, and compiles its programs, for labels of this extent: an image's or a volume's.
  /// With StatePolicy::clobber calls change the program, shader storage bindings 0 to 5, image unit 0, and the textures
  /// and samplers of units 0 and 1. Errors: those of check_tracker(); `invalid_argument` for a number outside its
  /// enumeration; `no_device` as Labeler::create(); `too_large` (textures or buffers beyond this context's limits);
  /// `gpu` (out of memory, or the driver rejects a shader).
  static Result<Tracker> create(Extent extent, const TrackerOptions& options = {}, const ContextUse& context = {});

  /// Moves. Calls of the other object fail afterwards, as check_context() does, until it is assigned to.
  Tracker(Tracker&&) noexcept;
  /// Moves.
  Tracker& operator=(Tracker&&) noexcept;
  ~Tracker();

  /// Whether calls can work: every other call begins with this check. Error `invalid_argument`: another context than
  /// that of create() is current, or none; this object was moved from.
  Result<void> check_context() const;

  /// The texture for Outputs::target of the next Labeler::label(), R32UI and of the Tracker's extent. It is
  /// another one after each track(). Labels in another texture will do too, but track() has to copy them, as it needs
  /// them in the next frame.
  std::uint32_t target() const;

  /// Follows the components of a labeling with Numbering::raster and a table, of which one row is enough: the number of
  /// components is read from its header, on the GPU. Returns once the commands are issued. An overflow is no error: the
  /// GPU finds it, and TracksHeader::overflow tells. Elements with labels above that number count as background.
  ///
  /// Errors, which leave everything as it was: those of check_context(); `invalid_argument` (no such texture or buffer;
  /// another extent than the Tracker's; labels without a table; the texture is the target of the frame before;
  /// active transform feedback), `unsupported` (the texture is not R32UI).
  Result<Tracks> track(const Labels& labels);

  /// Forgets the last frame, after a cut: the next track() gives new ids to all components, and reports no deaths. Ids
  /// are not used again.
  void forget();

  /// Copies the last tracks to the CPU; waits for the GPU. Error `invalid_argument` before the first track().
  Result<TrackedFrame> readback();

  /// Copies the last texture of ids to the CPU; waits for the GPU. Error `invalid_argument` before the first track()
  /// and without TrackerOptions::id_labels.
  Result<LabelImage> readback_id_labels();

  /// GPU times of the last track(), as Labeler::times().
  Result<std::vector<StageTime>> times() const;

  /// Bytes of GPU memory that the Tracker has, the tracks and all textures included; 0 where check_context() fails.
  std::int64_t bytes() const;

 private:
  struct State;
  explicit Tracker(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace glccl
