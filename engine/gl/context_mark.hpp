// Recognizes an OpenGL context without its platform (EGL, GLX, WGL).
#pragma once

#include <string>

#include "engine/gl/objects.hpp"

namespace glccl::gl {

/// An object of the context that is current when the mark is made. Vertex arrays are not shared between contexts, so
/// the context that has this one, with its label, is that context and no other.
class ContextMark {
 public:
  ContextMark();

  /// Whether that context is current on this thread. Leaves no GL error, also in another context or without one.
  bool is_current() const;

 private:
  std::string label_;
  VertexArray object_;
};

}  // namespace glccl::gl
