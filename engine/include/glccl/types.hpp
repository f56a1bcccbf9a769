// The vocabulary of connected component labeling that every part of glccl speaks. Plain C++: no OpenGL, no CUDA.
//
// Orientation: row 0 of a texture is row 0 of an array and the top row of an image file; x grows to the right, y
// downwards. Nothing is ever flipped.
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

namespace glccl {

/// Which of the eight pixels around a pixel are its neighbours: those that share an edge, or those that share a corner
/// too.
enum class Connectivity : int { four = 4, eight = 8 };

/// What the labels of a result are.
enum class Numbering {
  /// 1..N in the order in which a scan over rows from row 0, each from left to right, first meets each component. The
  /// same
  /// array as scipy.ndimage.label, skimage.measure.label and OpenCV's connectedComponents with CCL_WU give.
  raster,
  /// Any non-zero value unique to the component, the cheapest that the engine has.
  root,
};

/// Which channel of the source decides what is foreground; `any` takes the largest of them. Formats of one channel have
/// that one, whatever is asked.
enum class Channel { red, green, blue, alpha, any };

/// Foreground are the pixels whose channel is above `threshold`; neighbouring foreground pixels are linked.
/// `threshold` is in the units a shader reads: integers for R8UI, R16UI, R32UI; 0..1 for R8, RGBA8 and depth; linear
/// 0..1 for sRGB8_A8; floats for R32F and RGBA16F. With `inverted` foreground are the pixels whose channel is not above
/// it.
struct Foreground {
  float threshold = 0.0F;
  bool inverted = false;
  Channel channel = Channel::red;
};

/// Neighbouring pixels of equal value are linked; the value zero is background (for colours: all channels zero).
struct Equal {};

/// Neighbouring pixels are linked where the sum of the absolute differences of their channels is at most `largest`, in
/// the units of the stored values: 0..255 for R8, RGBA8 and sRGB8_A8, integers for R8UI, R16UI and R32UI, floats for
/// R32F and RGBA16F, 0..1 for depth. There is no background.
struct Difference {
  float largest = 0.0F;
};

/// Which neighbours are linked. Each engine states which of these it has.
using Criterion = std::variant<Foreground, Equal, Difference>;

/// Width and height in pixels.
struct Size {
  int width = 0;
  int height = 0;
  friend bool operator==(const Size&, const Size&) = default;
  std::int64_t pixels() const { return std::int64_t{width} * height; }
};

/// A rectangle of pixels, both corners inclusive.
struct Box {
  int x0 = 0;
  int y0 = 0;
  int x1 = 0;
  int y1 = 0;
  friend bool operator==(const Box&, const Box&) = default;
};

/// One row of a component table, in pixels of the label image. The centroid is (sum_x / area, sum_y / area), kept as
/// exact integer sums of the coordinates of pixel centres counted from 0.
struct Component {
  std::uint32_t label = 0;
  std::uint64_t area = 0;  ///< pixels
  Box box;
  std::uint64_t sum_x = 0;
  std::uint64_t sum_y = 0;
  int first_x = 0;  ///< the component's first pixel in raster order
  int first_y = 0;
  std::uint32_t value = 0;  ///< of its pixels with Equal; of colours red | green << 8 | blue << 16 | alpha << 24
  friend bool operator==(const Component&, const Component&) = default;
};

/// Labels on the CPU: `values[y * width + x]`, 0 is background.
struct LabelImage {
  Size size;
  std::vector<std::uint32_t> values;
  friend bool operator==(const LabelImage&, const LabelImage&) = default;
};

}  // namespace glccl
