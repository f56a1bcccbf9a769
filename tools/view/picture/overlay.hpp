// The layer above the picture: facts about the pixel under the mouse, and numbers inside pixels that are large enough.
// Nothing else in the viewer reads pixels back from the GPU.
#pragma once

#include <optional>

#include "tools/view/labeling.hpp"
#include "tools/view/panels/interface.hpp"
#include "tools/view/picture/camera.hpp"
#include "tools/view/picture/pass_image.hpp"
#include "tools/view/picture/plane.hpp"
#include "tools/view/settings.hpp"
#include "tools/view/viewed_source.hpp"

namespace glccl::view {

/// What the overlay shows and where.
struct OverlayInput {
  const Area& area;  ///< The canvas.
  const Camera& camera;
  const Fonts& fonts;
  const ViewedSource& source;
  const Labeling& labeling;
  const Settings& settings;
  const ShownPlane& plane;
};

/// The pixel of the plane at a point of the window; none outside of the plane or the canvas.
std::optional<Position> pixel_at(WindowPoint point, const OverlayInput& input);

/// Draws a text about a pixel of the plane, which shows `element`, with its component, the box of the component, and
/// the pointer of the pixel's id.
void draw_hover(Position pixel, Position element, const OverlayInput& input);

/// Names the axes of a volume that is projected, at the ends of its edges.
void name_axes(const OverlayInput& input);

/// Draws labels, or the positions that ids name, into every visible pixel, if pixels are large enough.
void draw_numbers(const OverlayInput& input);

}  // namespace glccl::view
