// Recognizes an OpenGL context without its platform (EGL, GLX, WGL).
#pragma once

#include <string>

#include "engine/gl/objects.hpp"

namespace glccl::gl {

/// Objects of the context that is current when the mark is made. Vertex arrays are not shared between contexts, so the
/// context that has this one, with its label, is that context and no other. Contexts that have the sampler, with its
/// label, share objects with it.
class ContextMark {
 public:
  ContextMark();

  /// Whether that context is current on this thread. Leaves no GL error, also in another context or without one.
  bool is_current() const;

  /// Whether the context that is current on this thread is that context, or shares objects with it. Leaves no GL error.
  bool shares_with_current() const;

 private:
  std::string label_;
  VertexArray object_;
  Sampler shared_object_;
};

}  // namespace glccl::gl
