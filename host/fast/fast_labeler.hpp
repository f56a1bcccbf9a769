// Labeling on the CPU by runs of bits, with threads: the engine `cpu-fast`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// Capabilities of the engine `cpu-fast`: those of `cpu-serial`.
Capabilities fast_capabilities();

/// How `cpu-fast` uses threads.
struct FastOptions {
  int threads = 0;  ///< At most as many threads; 0 and less: as many as the machine runs at once.
  /// Each of n threads gets at least n times as many pixels, so small images take one thread. docs/method/cpu.md
  /// derives the rule. Values below 1 count as 1.
  std::int64_t pixels_per_thread = std::int64_t{1} << 16;
};

/// The engine `cpu-fast` of host::Labeler. It keeps its memory between calls, so one object that labels many images is
/// faster than an object per image. Two threads may use two objects; one object serves one thread at a time.
///
/// Method: rows of pixels become words of bits, bands of rows become runs, and union-find unites runs that touch, the
/// smaller run being the root. docs/method/cpu.md explains and cites it. The labels are those of `cpu-serial`, bit for
/// bit, for every number of threads. Floats are compared as glccl/spec.hpp says, by the CPU's own arithmetic: in a
/// thread that flushes denormals to zero (-ffast-math) they are flushed here too.
class FastLabeler {
 public:
  /// Takes no memory and starts no thread: label() does, and ends its threads.
  explicit FastLabeler(const FastOptions& options = {});
  ~FastLabeler();
  /// Moves. The other object may only be destroyed or assigned to afterwards.
  FastLabeler(FastLabeler&&) noexcept;
  /// Moves.
  FastLabeler& operator=(FastLabeler&&) noexcept;

  /// Labels an image or volume. `labels` are overwritten, in their memory if they have the extent already, and get
  /// Numbering::raster for either value of `spec.numbering`. With `components` also measures the components: row i
  /// describes label i + 1, with Equal also by its value. `mask` is one of check_mask(); null: none.
  ///
  /// Errors: those of check() with fast_capabilities() and of check_mask(), and `too_large` where there are more runs
  /// than integers of 32 bits, or where there is no memory for the labels or to make them. A lack of memory leaves
  /// `labels` and `components` empty, other errors leave both as they were.
  Result<void> label(const ImageView& image, const LabelingSpec& spec, LabelImage& labels,
                     std::vector<Component>* components = nullptr, const ImageView* mask = nullptr);

  /// Bytes that are kept for the next call.
  std::size_t scratch_bytes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace glccl::host
