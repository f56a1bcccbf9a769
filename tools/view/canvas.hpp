// Draws the image, labels, what a pass has written, and boxes into the framebuffer that is bound.
#pragma once

#include <cstdint>

#include "engine/gl/objects.hpp"
#include "glccl/labeler.hpp"
#include "glccl/result.hpp"
#include "tools/view/camera.hpp"
#include "tools/view/pass_image.hpp"
#include "tools/view/settings.hpp"
#include "tools/view/subject.hpp"

namespace glccl::view {

/// Where on the framebuffer it is drawn, all in framebuffer pixels.
struct Viewport {
  Size framebuffer;
  Area area;  ///< nothing is drawn outside
  Area image;
};

class Canvas {
 public:
  /// Error `gpu`: the driver rejects a shader.
  static Result<Canvas> create();

  void draw_source(const Viewport& viewport, const Subject& subject);
  void draw_labels(const Viewport& viewport, const Subject& subject, const Labels& labels, const Settings& settings);

  /// What a pass has written; the source where that is no texture. `table` colours labels. A list lies folded to about
  /// a square in the middle of the image's rectangle.
  void draw_pass(const Viewport& viewport, const Subject& subject, const PassImage& image, const ComponentTable& table,
                 const Settings& settings);

  /// The boxes of the table's components, without reading it.
  void draw_boxes(const Viewport& viewport, const Labels& labels, const Settings& settings);

 private:
  struct Block;
  Canvas() = default;
  void begin(const gl::Program& program, const Viewport& viewport, Block block);
  static void end();
  void draw_picture(const gl::Program& program, const Viewport& viewport, const Block& block);
  void bind_source(const Subject& subject, Block& block);
  void draw_list(const Viewport& viewport, const PassImage& image, Block block);

  gl::Program source_, labels_, ids_, masks_, raw_, boxes_;
  gl::Buffer block_;
  gl::VertexArray no_vertices_;
  gl::VertexArray rows_;  ///< the component table as attributes of instances
  gl::Sampler nearest_;
};

}  // namespace glccl::view
