#include "engine/gl/context_traits.hpp"

namespace glccl::gl {

GLenum load_functions() {
  glewExperimental = GL_TRUE;
  const GLenum result = glewInit();
  // Under EGL and Wayland GLEW 2.2 loads every function and then reports that there is no GLX display.
  return result == GLEW_ERROR_NO_GLX_DISPLAY ? GLEW_OK : result;
}

GLint context_integer(GLenum name) {
  GLint value = 0;
  glGetIntegerv(name, &value);
  return value;
}

bool is_compatibility_context() {
  return (context_integer(GL_CONTEXT_PROFILE_MASK) & GL_CONTEXT_COMPATIBILITY_PROFILE_BIT) != 0;
}

ContextTraits traits_of_context() {
  ContextTraits traits;
  traits.version = 10 * context_integer(GL_MAJOR_VERSION) + context_integer(GL_MINOR_VERSION);
  traits.compatibility = is_compatibility_context();
  const auto count = static_cast<GLuint>(context_integer(GL_NUM_EXTENSIONS));
  for (GLuint i = 0; i < count; ++i) {
    const GLubyte* name = glGetStringi(GL_EXTENSIONS, i);
    if (name != nullptr) traits.extensions.insert(reinterpret_cast<const char*>(name));
  }
  return traits;
}

}  // namespace glccl::gl
