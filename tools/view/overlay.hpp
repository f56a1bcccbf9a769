// What lies above the picture: the pixel under the mouse and all that is known of it, and the numbers in the pixels
// where they are large enough. Only this reads back from the GPU.
#pragma once

#include <optional>

#include "tools/view/camera.hpp"
#include "tools/view/interface.hpp"
#include "tools/view/labeling.hpp"
#include "tools/view/pass_image.hpp"
#include "tools/view/settings.hpp"
#include "tools/view/subject.hpp"

namespace glccl::view {

struct OverlayInput {
  const Area& area;  ///< of the canvas
  const Camera& camera;
  const Fonts& fonts;
  const Subject& subject;
  const Labeling& labeling;
  const Settings& settings;
};

/// The pixel with `place` of the window, where the image has one there.
std::optional<Pixel> pixel_at(Place place, const OverlayInput& input);

/// The component, the box and the pointer of a pixel, with words.
void draw_hover(Pixel pixel, const OverlayInput& input);

/// Labels, or the places that ids name, in every pixel that is seen. Nothing while pixels are too small for that.
void draw_numbers(const OverlayInput& input);

}  // namespace glccl::view
