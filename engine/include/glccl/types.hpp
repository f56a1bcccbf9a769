// The vocabulary of connected component labeling that every part of glccl speaks. Plain C++: no OpenGL, no CUDA.
//
// Orientation: row 0 of a texture is row 0 of an array and the top row of an image file. x grows to the right, y
// downwards, z from slice to slice. Nothing is ever flipped.
//
// Raster order: x fastest, then y, then z. The linear place of an element is its index in this order, from 0.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "glccl/api.h"
#include "glccl/component.h"
#include "glccl/cpp20.hpp"

namespace glccl {

/// Width, height and depth in elements (pixels or voxels). An image has depth 1.
struct Extent {
  int width = 0;   ///< Elements in a row.
  int height = 0;  ///< Rows in a slice.
  int depth = 1;   ///< Slices.
  friend bool operator==(const Extent&, const Extent&) = default;

  /// Number of elements. Requires sides whose product fits 63 bits; check_extent() refuses others.
  std::int64_t elements() const { return std::int64_t{width} * height * depth; }

  /// Whether it has more than one slice.
  bool is_volume() const { return depth > 1; }
};

/// "640x480", or "64x64x32" with a depth above 1.
GLCCL_API std::string to_string(const Extent& extent);

/// Coordinates of an element.
using Position = glccl_position;

/// The coordinates of a linear place in an image or volume of `extent`.
inline Position position_of(std::uint64_t place, const Extent& extent) {
  const auto width = static_cast<std::uint64_t>(extent.width);
  const auto height = static_cast<std::uint64_t>(extent.height);
  return {static_cast<int>(place % width), static_cast<int>(place / width % height),
          static_cast<int>(place / width / height)};
}

/// The linear place of an element.
inline std::uint64_t place_of(const Position& position, const Extent& extent) {
  return (static_cast<std::uint64_t>(position.z) * static_cast<std::uint64_t>(extent.height) +
          static_cast<std::uint64_t>(position.y)) *
             static_cast<std::uint64_t>(extent.width) +
         static_cast<std::uint64_t>(position.x);
}

/// The elements that a caller asks for: a rectangle of an image, or a box of a volume. Ends are exclusive.
using Rectangle = glccl_rectangle;

/// The elements that are measured: minima and maxima of coordinates. Ends are inclusive.
using Box = glccl_box;

/// The extent of a rectangle. Requires corners in order.
inline Extent extent_of(const Rectangle& one) { return {one.x1 - one.x0, one.y1 - one.y0, one.z1 - one.z0}; }

/// The extent of a box. Requires corners in order.
inline Extent extent_of(const Box& box) { return {box.x1 - box.x0 + 1, box.y1 - box.y0 + 1, box.z1 - box.z0 + 1}; }

/// The axes along which an image or volume is periodic: its last element on such an axis is a neighbour of its first
/// one, as it is of the element before it. Where two axes are periodic, corners meet across both.
struct PeriodicAxes {
  bool x = false;  ///< The last column is beside the first one.
  bool y = false;  ///< The last row is above the first one.
  bool z = false;  ///< The last slice is before the first one. Volumes.
  friend bool operator==(const PeriodicAxes&, const PeriodicAxes&) = default;

  /// Whether one of the axes is periodic.
  bool any() const { return x || y || z; }
};

/// The axes that are periodic in an image or volume of `extent`: one slice has no axis z.
inline PeriodicAxes periodic_in(const Extent& extent, const PeriodicAxes& axes) {
  return {axes.x, axes.y, axes.z && extent.is_volume()};
}

/// Whether a box has elements in the first or last column, row, or, of volumes, slice, or, with `width`, so many
/// columns, rows or slices further in: whether a component with this box touches the border. An axis that is periodic
/// has no border.
inline bool touches_border(const Box& box, const Extent& extent, const PeriodicAxes& periodic = {},
                           std::uint64_t width = 0) {
  const auto is_near = [width](int first, int last, int side) {
    return static_cast<std::uint64_t>(first) <= width || static_cast<std::uint64_t>(side - 1 - last) <= width;
  };
  return (!periodic.x && is_near(box.x0, box.x1, extent.width)) ||
         (!periodic.y && is_near(box.y0, box.y1, extent.height)) ||
         (extent.is_volume() && !periodic.z && is_near(box.z0, box.z1, extent.depth));
}

/// The rectangle of all elements of an image or volume.
inline Rectangle rectangle_of(const Extent& image) { return {0, 0, image.width, image.height, 0, image.depth}; }

/// Which elements around an element are its neighbours. In images: those that share an edge (4), or a corner too (8).
/// In volumes: those that share a face (6), an edge too (18), or a corner too (26). An image is a volume of depth 1 for
/// an engine that labels volumes: 6 gives it the labels of 4; 18 and 26 those of 8.
enum class Connectivity : int {
  full = 0,         ///< All elements around an element: 8 in images, 26 in volumes.
  four = 4,         ///< Images: pixels that share an edge.
  eight = 8,        ///< Images: pixels that share an edge or a corner.
  six = 6,          ///< Volumes: voxels that share a face.
  eighteen = 18,    ///< Volumes: voxels that share a face or an edge.
  twenty_six = 26,  ///< Volumes: voxels that share a face, an edge or a corner.
};

/// The connectivity of the neighbours in an image or volume of `extent`, never Connectivity::full: in a volume full is
/// 26; in one slice 6 is 4, and 18, 26 and full are 8.
inline Connectivity connectivity_in(const Extent& extent, Connectivity connectivity) {
  if (extent.is_volume()) return connectivity == Connectivity::full ? Connectivity::twenty_six : connectivity;
  const bool by_edges = connectivity == Connectivity::four || connectivity == Connectivity::six;
  return by_edges ? Connectivity::four : Connectivity::eight;
}

/// The connectivity of the background of a foreground with this connectivity, so that a closed line or surface has an
/// inside: 8 for 4, 4 for 8, 26 for 6, and 6 for 18 and 26. A. Rosenfeld (Connectivity in Digital Pictures, Journal of
/// the ACM 17, 1970) has the two of the plane. Requires a connectivity of connectivity_in().
inline Connectivity dual_of(Connectivity connectivity) {
  switch (connectivity) {
    case Connectivity::four:
      return Connectivity::eight;
    case Connectivity::eight:
      return Connectivity::four;
    case Connectivity::six:
      return Connectivity::twenty_six;
    default:
      return Connectivity::six;
  }
}

/// The values of labels.
enum class Numbering {
  /// 1..N in the raster order of each component's first element: byte for byte what scipy.ndimage.label,
  /// skimage.measure.label and OpenCV's connectedComponents with CCL_WU give on the same array.
  raster,
  /// Any non-zero value that is equal within a component and differs between components: the cheapest that the engine
  /// has. It need not be a place.
  root,
};

/// The channel of the source that decides what is foreground. Formats of one channel always use that channel, whichever
/// is named. Formats of two channels refuse blue and alpha.
enum class Channel {
  red,    ///< The first channel.
  green,  ///< The second channel.
  blue,   ///< The third channel.
  alpha,  ///< The fourth channel.
  any,    ///< Any channel that the format has: it is enough that one lies in the range.
};

/// Two neighbouring pixels are connected if the channel of both lies in a range: strictly above `low` and not above
/// `high`. With `inverted` they are connected if the channel of neither does. All other pixels are background.
///
/// `low` and `high` are in the units a shader reads: integers for stored integers; 0..1 for unorm8, rgba8 and depth;
/// linear 0..1 for srgb8_alpha8; floats for stored floats. The comparison is exact: byte b of unorm8 and rgba8 is the
/// float b / 255.0F, which is compared with a double. NaN, and a `high` that is not above `low`, are refused. spec.hpp
/// has the rules for NaN, infinities and denormals in an image.
struct Foreground {
  double low = 0.0;  ///< Foreground is strictly above it. Minus infinity: all values are, except minus infinity.
  double high = std::numeric_limits<double>::infinity();  ///< Foreground is not above it. Infinity: there is no limit.
  bool inverted = false;                                  ///< Foreground is every pixel outside the range.
  Channel channel = Channel::red;                         ///< The channel that is compared.
  friend bool operator==(const Foreground&, const Foreground&) = default;
};

/// A pixel as it is stored: red, green, blue, alpha; zeros for channels that the format lacks. Integers for
/// stored integers; 0..255 for unorm8, rgba8 and srgb8_alpha8; floats for stored floats; 0..1 for depth.
using PixelValue = std::array<double, 4>;

/// Two neighbouring pixels are connected if their values are equal. Pixels of the value `background` get label 0.
struct Equal {
  /// Nullopt: no pixel is background. A value that the format does not store is refused.
  std::optional<PixelValue> background = PixelValue{};
  friend bool operator==(const Equal&, const Equal&) = default;
};

/// How much two pixels differ.
enum class Measure {
  sum,        ///< The sum of the absolute differences of their channels.
  luminance,  ///< The difference of their luminance, (77 R + 150 G + 29 B) / 256: Rec. 601 in integers, without alpha.
  largest,    ///< The largest of the absolute differences of their channels.
};

/// Two neighbouring pixels are connected if they differ by at most `largest`. O. Stava and B. Benes (Connected
/// Component Labeling in CUDA, GPU Computing Gems, 35.3.2) compare the luminance of colours. Pixels of the value
/// `background` get label 0 and connect nothing.
///
/// `largest` is in the units of the stored values: 0..255 for unorm8, rgba8 and srgb8_alpha8, integers for stored
/// integers, floats for stored floats, 0..1 for depth. Negative values and NaN are refused. spec.hpp has the rules for
/// NaN, infinities and denormals in an image.
struct Difference {
  double largest = 0.0;  ///< The largest difference that connects; itself included. Infinity: each that is a number.
  /// Nullopt: no pixel is background. A value that the format does not store is refused. Numbers are rounded to the
  /// nearest float for formats that store floats.
  std::optional<PixelValue> background = {};
  /// Measure::luminance needs colours of bytes, rgba8 or srgb8_alpha8; Measure::largest a format of several channels.
  Measure measure = Measure::sum;
  friend bool operator==(const Difference&, const Difference&) = default;
};

/// Which neighbours are connected.
using Criterion = std::variant<Foreground, Equal, Difference>;

/// Which components are kept. All others become background, and the kept ones are numbered 1..N as if there were no
/// others. The default keeps all.
struct Filter {
  /// The value of `max_area` and `largest` that is no limit.
  static constexpr std::uint64_t unlimited = (std::numeric_limits<std::uint64_t>::max)();

  std::uint64_t min_area = 0;          ///< Components of fewer elements are dropped.
  std::uint64_t max_area = unlimited;  ///< Components of more elements are dropped. At least 1, and `min_area`.
  /// Keeps at most this many components: the largest of those that pass the other limits. Components of equal area are
  /// kept in the raster order of their first elements. At least 1.
  std::uint64_t largest = unlimited;
  /// Components with an element in the first or last column, row, or, of volumes, slice are dropped. An axis of
  /// LabelingSpec::periodic has no border.
  bool clear_border = false;
  /// With `clear_border`: elements so many columns, rows and slices from the border count as at it too. 0: the first
  /// and the last alone.
  std::uint64_t border_width = 0;
  friend bool operator==(const Filter&, const Filter&) = default;

  /// Whether it keeps every component.
  bool keeps_all() const { return min_area <= 1 && max_area == unlimited && largest == unlimited && !clear_border; }
};

/// Neighbours, criterion, numbering, filter, holes and measurements of a labeling. The defaults label every
/// non-zero element with full connectivity, number components in raster order, and keep every component. spec.hpp has
/// the check that every engine makes.
struct LabelingSpec {
  Connectivity connectivity = Connectivity::full;  ///< Which elements are neighbours.
  Criterion criterion = Foreground{};              ///< Which neighbours are connected.
  Numbering numbering = Numbering::raster;         ///< The values of labels.
  Filter filter = {};                              ///< Which components are kept. Needs Numbering::raster.
  /// Holes of up to so many elements become foreground before components are labeled, measured, counted and filtered.
  /// A hole is a component of the background, by dual_of() the connectivity, that no border reaches. `periodic` axes
  /// have no border: with all of them, all are holes. Needs Foreground, no mask. 0: none, free; Filter::unlimited: all.
  std::uint64_t fill_holes = 0;
  /// What is measured of components besides glccl::Component: a set of table_column_moments, table_column_quads,
  /// table_column_intensity, table_column_cubes and table_column_seams (table.hpp). 0: nothing, at no cost. Needs a
  /// component table.
  std::uint32_t columns = 0;
  /// The axes along which the image or volume is periodic. Components that meet across a seam are one component; boxes,
  /// sums and first elements stay those of the coordinates in the image. Default: none, at no cost.
  PeriodicAxes periodic = {};
  /// With table_column_intensity on formats that store floats: the bits behind the binary point of intensities, -64 to
  /// 64. Nothing: each component has as many as its largest magnitude leaves of 31 bits, which takes one more pass.
  /// Intensity (table.hpp) says how values are rounded. Other formats have integers.
  std::optional<int> fraction_bits = std::nullopt;
  friend bool operator==(const LabelingSpec&, const LabelingSpec&) = default;
};

/// The specification with connectivity_in() and periodic_in() of `extent`. An engine resolves it once, after check().
inline LabelingSpec spec_in(const Extent& extent, LabelingSpec spec) {
  spec.connectivity = connectivity_in(extent, spec.connectivity);
  spec.periodic = periodic_in(extent, spec.periodic);
  return spec;
}

/// One component, in elements of the label image. table.hpp has merge() for a component seen in two places.
using Component = glccl_component;

/// Labels on the CPU in raster order. 0 is background.
struct LabelImage {
  Extent extent;                      ///< Extent of the labeled image or volume.
  std::vector<std::uint32_t> values;  ///< One label per element, extent.elements() of them.
  friend bool operator==(const LabelImage&, const LabelImage&) = default;
};

/// How finely GPU time is measured.
enum class TimingDetail {
  none,    ///< No times.
  whole,   ///< One time for the labeling, named `labeling`.
  stages,  ///< One time per stage of the plan. CUDA engines report their kernels.
  passes,  ///< One time per pass or kernel. Adds overhead to merge rounds that are skipped.
};

/// GPU or CPU time of one stage of a labeling, or with TimingDetail::passes of all draws of one pass in it.
struct StageTime {
  std::string stage;          ///< The stage's name in the plan; of a CUDA engine the kernel's name.
  std::string pass;           ///< The pass's name; empty unless TimingDetail::passes was asked for.
  double milliseconds = 0.0;  ///< Duration.
};

}  // namespace glccl
