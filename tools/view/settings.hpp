// What the user of the viewer has chosen.
#pragma once

#include <array>

#include "glccl/labeler.hpp"
#include "glccl/types.hpp"
#include "tools/glccl/selection.hpp"

namespace glccl::view {

/// The engines by the order of Engine.
inline constexpr std::array engine_names = {"raster", "raster-paper", "compute"};

/// What fills the canvas.
enum class Show { source, labels, pass };

/// What the colour of a component is a function of. Neither changes from frame to frame by itself.
enum class Coloring {
  place,  ///< its first pixel, smoothly: what moves keeps its colour nearly
  label,  ///< its label, in large steps: neighbours can be told apart
};

struct Settings {
  Engine engine = Engine::raster;
  Connectivity connectivity = Connectivity::eight;
  tools::Selection selection;
  Compaction compaction = Compaction::histogram_pyramid;

  Show show = Show::labels;
  int pass = 1;         ///< how many passes of the plan are run for Show::pass
  bool follow = false;  ///< ids are followed to the end of their chain, rather than shown as a pass has written them
  Coloring coloring = Coloring::place;
  bool boxes = true;
  float veil = 0.0F;  ///< how much of the source shows through the labels, 0 to 1

  bool playing = true;       ///< the scene moves
  bool every_frame = false;  ///< what stands still is labeled in every frame too, for the sake of the timings
};

}  // namespace glccl::view
