// The panels around the canvas: choices and timings on the left, the passes below.
#pragma once

#include <string>

#include "tools/view/labeling.hpp"
#include "tools/view/panels/interface.hpp"
#include "tools/view/picture/camera.hpp"
#include "tools/view/settings.hpp"
#include "tools/view/viewed_source.hpp"

namespace glccl::view {

/// The areas of a window, in ImGui's units. tests/tools/view/view_support.cpp relies on the place of the canvas.
struct PanelLayout {
  Area sidebar;
  Area passes;
  Area canvas;
};

/// The areas of a window of this size.
PanelLayout lay_out(float width, float height);

/// The requests of the user in one frame. The viewer carries them out before the next frame.
struct Wishes {
  bool select = false;  ///< Apply the changed Settings::selection.
  int go = 0;           ///< Number of sources to go forward in the album; negative: back.
  bool fit = false;     ///< Fit the image into the canvas.
};

/// The state that the panels show and change.
struct PanelInput {
  const Fonts& fonts;
  const ViewedSource& source;
  const Labeling& labeling;
  Settings& settings;
  std::string message;   ///< An error to show, or empty.
  std::string renderer;  ///< GL_RENDERER.
};

/// Draws the panel on the left: source, choices, result and times.
void draw_sidebar(const Area& area, const PanelInput& input, Wishes& wishes);

/// Draws the panel below the canvas: the plan, and the pass that is shown.
void draw_passes_panel(const Area& area, const PanelInput& input);

/// The colour of the n-th stage of a plan in the timeline and in the graph of times.
ImU32 stage_color(std::size_t stage);

/// Draws the GPU times of the last frames, stacked by stage, with a legend.
void draw_times(const TimeHistory& times, const std::vector<PlannedStage>& stages, float width);

/// Draws the plan as a strip of stages, one of which holds pass `pass`. Returns the pass that was clicked, from 1, or
/// 0.
int draw_timeline(const std::vector<PlannedStage>& stages, int pass, bool active, float width);

}  // namespace glccl::view
