// The framebuffer that the viewer draws into. Pixels of the window's own framebuffer are undefined where other windows
// cover it, so screenshots are read from this one.
#pragma once

#include <filesystem>

#include "engine/gl/objects.hpp"
#include "glccl/host/image.hpp"
#include "glccl/host/texture.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::view {

/// An RGBA8 framebuffer of the size of the window.
class Frame {
 public:
  /// Clears it and binds it for drawing, with that extent. Error `gpu`: out of memory.
  Result<void> begin(Extent extent);

  /// Copies it to the window, and binds the window's framebuffer.
  void show() const;

  /// Its content with row 0 on top. Waits for the GPU.
  host::Image read() const;

 private:
  gl::Texture texture_;
  gl::Framebuffer framebuffer_;
  Extent extent_;
};

}  // namespace glccl::view
