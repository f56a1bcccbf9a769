// Draws the source, labels, the texture of a pass, and boxes into the bound framebuffer.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/gl/objects.hpp"
#include "glccl/labeler.hpp"
#include "glccl/result.hpp"
#include "tools/view/picture/camera.hpp"
#include "tools/view/picture/pass_image.hpp"
#include "tools/view/picture/plane.hpp"
#include "tools/view/settings.hpp"
#include "tools/view/viewed_source.hpp"

namespace glccl::view {

/// The part of the framebuffer that is drawn into, in framebuffer pixels.
struct Viewport {
  Extent framebuffer;
  Area area;   ///< Nothing is drawn outside of it.
  Area image;  ///< Where the whole plane lies.
  const ShownPlane& plane;
  /// The pixel of the framebuffer, counted from the top left, whose voxel hit() has; none: outside.
  std::optional<WindowPoint> mouse = std::nullopt;
};

/// Programs and buffers of the canvas. Needs the context that was current in create() to be current.
class Painter {
 public:
  /// Compiles the programs. Error `gpu`: the driver rejects a shader.
  static Result<Painter> create();

  /// Draws the source as it is. In a projection each ray shows the largest value that it meets.
  void draw_source(const Viewport& viewport, const ViewedSource& source);

  /// Draws every component in a colour of its own over the dimmed source. In a projection each ray shows the first
  /// component that it meets. `tracks` has the ids for Coloring::id; 0: there are none, and labels give the colours.
  void draw_labels(const Viewport& viewport, const ViewedSource& source, const Labels& labels, std::uint32_t tracks,
                   const Settings& settings);

  /// Draws the texture that a pass has written, or the source if the pass wrote no texture. `table` colours labels. A
  /// list is folded to about a square in the middle of the image's rectangle.
  void draw_pass(const Viewport& viewport, const ViewedSource& source, const PassImage& image,
                 const ComponentTable& table, const Settings& settings);

  /// Draws the boxes of the table's components in an image or slice, without reading the table back.
  void draw_boxes(const Viewport& viewport, const Labels& labels, std::uint32_t tracks, const Settings& settings);

  /// The voxel that the last projection shows at Viewport::mouse; none where its ray met nothing. Waits for the GPU.
  std::optional<Position> hit() const;

 private:
  struct Block;
  Painter() = default;
  void begin(const gl::Program& program, const Viewport& viewport, Block block);
  static void end();
  void draw_picture(const gl::Program& program, const Viewport& viewport, const Block& block);
  static void set_plane(const ShownPlane& plane, const Extent& labeled, Block& block);
  static void bind_source(const Viewport& viewport, const ViewedSource& source, Block& block);
  static void bind_labels(const Labels& labels);
  void draw_projection(const Viewport& viewport, Block block);
  void draw_list(const Viewport& viewport, const PassImage& image, Block block);

  gl::Program source_, labels_, ids_, masks_, raw_, boxes_, projection_;
  gl::Buffer block_;
  gl::Buffer hit_;
  gl::VertexArray no_vertices_;
  gl::VertexArray rows_;  ///< The component table as attributes of instances.
  gl::Sampler nearest_;
};

}  // namespace glccl::view
