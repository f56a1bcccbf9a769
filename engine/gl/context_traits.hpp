// The profile and the extensions of a context.
#pragma once

#include <GL/glew.h>

#include <set>
#include <string_view>

namespace glccl::gl {

/// Loads the functions of the current context into GLEW's table. Returns GLEW_OK, or GLEW's error.
GLenum load_functions();

/// The first integer that glGetIntegerv gives for `name`; 0 where the context does not know it.
GLint context_integer(GLenum name);

/// What a context offers beyond the core profile of OpenGL 4.5. GLEW's flags do not tell: the process has one set of
/// them, for the context whose functions it has loaded last.
struct ContextTraits {
  int version = 0;                        ///< 46 for OpenGL 4.6.
  bool compatibility = false;             ///< It is of the compatibility profile.
  std::set<std::string_view> extensions;  ///< Their names; the strings are the driver's.

  bool has(std::string_view extension) const { return extensions.count(extension) != 0; }
};

/// Whether the current context is of the compatibility profile.
bool is_compatibility_context();

/// The traits of the current context. Asks for every extension: once per object that needs them, not per labeling.
ContextTraits traits_of_context();

}  // namespace glccl::gl
