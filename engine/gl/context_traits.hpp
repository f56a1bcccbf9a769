// The profile and the extensions of a context.
#pragma once

#include <set>
#include <string_view>

#include "engine/gl/functions/opengl.hpp"

namespace glccl::gl {

/// The first integer that glGetIntegerv gives for `name`; 0 where the context does not know it.
GLint context_integer(GLenum name);

/// What a context offers beyond the core profile of OpenGL 4.5. Functions do not tell: libglvnd has one for every name.
struct ContextTraits {
  int version = 0;                        ///< 46 for OpenGL 4.6.
  bool compatibility = false;             ///< It is of the compatibility profile.
  bool software = false;                  ///< Its renderer is_software().
  std::set<std::string_view> extensions;  ///< Their names; the strings are the driver's.

  bool has(std::string_view extension) const { return extensions.count(extension) != 0; }
};

/// Whether a renderer, as GL_RENDERER names it, runs shaders on the CPU: llvmpipe, softpipe or swrast.
bool is_software(std::string_view renderer);

/// Whether the current context is of the compatibility profile.
bool is_compatibility_context();

/// The traits of the current context. Asks for every extension: once per object that needs them, not per labeling.
ContextTraits traits_of_context();

}  // namespace glccl::gl
