// The choices of the viewer's user.
#pragma once

#include <array>

#include "glccl/host/slice.hpp"
#include "glccl/labeler.hpp"
#include "glccl/types.hpp"
#include "tools/glccl/options/selection.hpp"

namespace glccl::view {

/// The engines that the viewer offers. raster comes first and is the default of images: the viewer teaches its method.
inline constexpr std::array engines = {Engine::raster, Engine::raster_paper, Engine::compute};

/// The picture on the canvas.
enum class Show { source, labels, pass };

/// The source of a component's colour.
enum class Coloring {
  place,  ///< Its first pixel. Colours change smoothly, so that a moving component nearly keeps its colour.
  label,  ///< Its label. Colours change in large steps, so that neighbours differ.
  id,     ///< Its id, which a Tracker keeps from frame to frame: a component keeps its colour.
};

/// The direction that a volume is seen in, in degrees. At 0, 0 the eye looks along y: x goes to the right, z up. It
/// goes round z by the azimuth, and up by the elevation, -90 to 90. At 0, -90 the picture lies as slice z:0.
struct Turn {
  float azimuth = 30.0F;
  float elevation = 25.0F;

  /// Turns the volume with the mouse, which moved by (x, y) pixels: two of them are a degree.
  void by(float x, float y);
};

/// The plane of a volume that is shown. An image is the only slice of a volume across z.
struct VolumeView {
  host::Axis axis = host::Axis::z;  ///< The axis that the slice is cut across.
  std::array<int, 3> places = {};   ///< The slice of each axis.
  bool projected = false;           ///< The volume is seen from outside; no slice is shown.
  Turn turn;

  host::Slice slice() const { return {axis, places[static_cast<std::size_t>(axis)]}; }

  /// Shows a slice.
  void show(const host::Slice& slice);
};

/// All choices. The panels change them.
struct Settings {
  Engine engine = engines.front();
  Connectivity connectivity = Connectivity::eight;
  tools::Selection selection;
  Compaction compaction = Compaction::histogram_pyramid;

  Show show = Show::labels;
  int pass = 1;         ///< Number of passes of the plan that run for Show::pass.
  bool follow = false;  ///< Follow ids to the end of their chain instead of showing them as written.
  Coloring coloring = Coloring::place;
  bool boxes = true;
  float veil = 0.0F;  ///< How much of the source shows through the labels, 0 to 1.
  VolumeView volume;

  bool playing = true;       ///< The scene moves.
  bool every_frame = false;  ///< Label still images in every frame, for the times.

  /// Shows the middle of a source of another extent. Changes connectivity and engine if they cannot label it.
  void adapt_to(const Extent& extent);
};

}  // namespace glccl::view
