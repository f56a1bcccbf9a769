// The choices of the viewer's user.
#pragma once

#include <array>

#include "glccl/labeler.hpp"
#include "glccl/types.hpp"
#include "tools/glccl/selection.hpp"

namespace glccl::view {

/// The engines that the viewer offers. raster comes first and is the default: the viewer teaches its method.
inline constexpr std::array engines = {Engine::raster, Engine::raster_paper, Engine::compute};

/// The picture on the canvas.
enum class Show { source, labels, pass };

/// The source of a component's colour.
enum class Coloring {
  place,  ///< Its first pixel. Colours change smoothly, so that a moving component nearly keeps its colour.
  label,  ///< Its label. Colours change in large steps, so that neighbours differ.
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

  bool playing = true;       ///< The scene moves.
  bool every_frame = false;  ///< Label still images in every frame, for the times.
};

}  // namespace glccl::view
