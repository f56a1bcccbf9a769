// Following components from frame to frame in CUDA: labels in device memory in, ids that stay out.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "glccl/api.h"
#include "glccl/cuda/memory.hpp"
#include "glccl/result.hpp"
#include "glccl/tracks.hpp"
#include "glccl/types.hpp"

namespace glccl::cuda {

/// Tracks that were launched on their stream. The memory belongs to the Tracker and holds its contents until the next
/// track() or the Tracker's end.
struct Tracks {
  const void* data = nullptr;       ///< Device address of header, rows and deaths; tracks.hpp has their layout.
  const void* id_labels = nullptr;  ///< Device address of the ids, 32 bits per element without gaps; null without them.
  Extent extent;                    ///< Extent of the labels.
};

/// Matches the components of each frame with those of the last one by overlap. tracks.hpp has the rules; the results
/// are those of glccl::Tracker and host::Tracker, bit for bit. Reads nothing back and allocates nothing after its
/// creation. One thread at a time may use it. Every member leaves the current device of the calling thread as it was.
///
///     cuda::Labeler labeler = *cuda::Labeler::create();
///     cuda::Tracker tracker = *cuda::Tracker::create({1920, 1080});
///     for (each frame) {
///       cuda::Labels labels = *labeler.label({image}, {}, {.target = tracker.target()}, stream);
///       cuda::Tracks tracks = *tracker.track(labels, stream);
///     }
class GLCCL_API Tracker {
 public:
  /// Makes a Tracker on CUDA device `device`, or with -1 on the device that is current on this thread. `timing` is
  /// for times(). All memory comes from `allocator`, or without its functions from cudaMalloc. Errors: those of
  /// check_tracker(); `no_device` and `invalid_argument`, as Labeler::create(); `gpu` (out of memory).
  static Result<Tracker> create(Extent extent, const TrackerOptions& options = {}, int device = -1,
                                TimingDetail timing = TimingDetail::none, Allocator allocator = {});

  /// Moves. The other object may only be destroyed or assigned to afterwards.
  Tracker(Tracker&&) noexcept;
  /// Moves.
  Tracker& operator=(Tracker&&) noexcept;
  /// Waits for the last track().
  ~Tracker();

  /// Memory of the Tracker for the labels of the next frame, without gaps. It is another one after each track(). Labels
  /// elsewhere will do too, but track() has to copy them, as it needs them in the next frame.
  DeviceLabels target() const;

  /// Follows the components of labels of Numbering::raster, in the order of `stream` (a cudaStream_t). Elements with
  /// labels above the number at Labels::count count as background. Returns once the kernels are launched. Calls of one
  /// Tracker run one after another, also on different streams. An overflow is no error: the GPU finds it, and
  /// TracksHeader::overflow tells; cuda::too_many_components is one.
  ///
  /// Errors, which leave everything as it was, except for `gpu` errors of launches: `invalid_argument` (null or host
  /// pointers, another extent than the Tracker's, a pitch that is too small or no multiple of 4, labels in a CUDA
  /// array, the target of the frame before), `unsupported` (the stream is being captured: a frame is compared with the
  /// one before, which a graph that is launched again would not do), `gpu`.
  Result<Tracks> track(const Labels& labels, void* stream = nullptr);

  /// Forgets the last frame, after a cut: the next track() gives new ids to all components, and reports no deaths. Ids
  /// are not used again.
  void forget();

  /// Copies the last tracks to the CPU; waits for them. Errors: `invalid_argument` before the first track(), `gpu`.
  Result<TrackedFrame> readback();

  /// GPU times of the kernels of the last track(), empty without the `timing` of create(); waits for it. Error `gpu`.
  Result<std::vector<StageTime>> times();

  /// Bytes of device memory that the Tracker has.
  std::int64_t bytes() const;

 private:
  struct State;
  explicit Tracker(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace glccl::cuda
