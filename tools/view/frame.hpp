// The framebuffer that the viewer draws into. The window's own may be covered by other windows, and then what is read
// back from it is anything.
#pragma once

#include <filesystem>

#include "engine/gl/objects.hpp"
#include "glccl/host/image.hpp"
#include "glccl/host/texture.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::view {

class Frame {
 public:
  /// Binds it for drawing, cleared, at that size. Error `gpu`: no memory for it.
  Status begin(Size size);

  /// Copies it to the window, and binds the window's framebuffer.
  void show() const;

  /// Its content as people see it, row 0 on top; waits for the GPU.
  host::Image read() const;

 private:
  gl::Texture texture_;
  gl::Framebuffer framebuffer_;
  Size size_;
};

}  // namespace glccl::view
