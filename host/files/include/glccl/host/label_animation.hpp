// Animations of labels: a frame after the other in one file that browsers and viewers play.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// Whether a path has the ending of an animation, .gif. Error `invalid_argument`.
Result<void> check_animation_path(const std::filesystem::path& path);

/// An animated GIF of labels or ids, which plays forever. 0 is black. A label has the hue that draw_overlay() gives it,
/// of 253 that repeat. The file appears when commit() succeeds; without it, the path keeps its former content.
class LabelAnimation {
 public:
  /// The largest width and height in pixels.
  static constexpr int largest_side = 65535;

  /// Opens the file. Each frame is shown for `hundredths` of a second, 1 to 65535; many viewers show frames below 2 for
  /// 10. Errors: `invalid_argument` (an ending other than .gif, a side below 1, a volume, a time out of range),
  /// `too_large` (a side above largest_side), `file`.
  static Result<LabelAnimation> create(const std::filesystem::path& path, const Extent& extent, int hundredths = 2);
  /// Moves. The other object may only be destroyed or assigned to afterwards.
  LabelAnimation(LabelAnimation&&) noexcept;
  /// Moves.
  LabelAnimation& operator=(LabelAnimation&&) noexcept;
  ~LabelAnimation();

  /// Adds a frame: a label per pixel, in raster order, and white rectangles along the insides of `marks`, which have to
  /// lie in the image. Errors: `invalid_argument` (another number of labels), `file`.
  Result<void> add(std::span<const std::uint32_t> labels, std::span<const Box> marks = {});

  /// Ends the file and gives it its name. Errors: `invalid_argument` (no frame), `file`.
  Result<void> commit();

 private:
  struct State;
  explicit LabelAnimation(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace glccl::host
