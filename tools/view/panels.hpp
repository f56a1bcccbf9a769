// The panels around the canvas: choices and timings on the left, the passes below.
#pragma once

#include <string>

#include "tools/view/camera.hpp"
#include "tools/view/interface.hpp"
#include "tools/view/labeling.hpp"
#include "tools/view/settings.hpp"
#include "tools/view/subject.hpp"

namespace glccl::view {

/// Where things are in a window of a size, in ImGui's units. tests/tools/view.cpp knows where the canvas is.
struct Layout {
  Area sidebar;
  Area passes;
  Area canvas;
};
Layout lay_out(float width, float height);

/// What the user asked for in a frame, to be done before the next.
struct Wishes {
  bool select = false;  ///< Settings::selection has changed
  int go = 0;           ///< images further in the album
  bool fit = false;     ///< the image into the canvas
};

/// What the panels tell about and change.
struct PanelInput {
  const Fonts& fonts;
  const Subject& subject;
  const Labeling& labeling;
  Settings& settings;
  std::string message;  ///< a failure to tell, or empty
  std::string renderer;
};

void draw_sidebar(const Area& area, const PanelInput& input, Wishes& wishes);
void draw_passes_panel(const Area& area, const PanelInput& input);

/// The colour of the n-th stage of a plan, in the timeline and in the graph of times.
ImU32 stage_color(std::size_t stage);

/// GPU times of the last frames, stacked by stage, with a legend.
void draw_times(const TimeHistory& times, const std::vector<PlannedStage>& stages, float width);

/// Runs of passes as a strip of stages that can be clicked. Returns the pass that was clicked, from 1, or 0.
int draw_timeline(const std::vector<PlannedStage>& stages, int pass, bool active, float width);

}  // namespace glccl::view
