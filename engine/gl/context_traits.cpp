#include "engine/gl/context_traits.hpp"

namespace glccl::gl {
namespace {

GLint integer(GLenum name) {
  GLint value = 0;
  glGetIntegerv(name, &value);
  return value;
}

}  // namespace

bool is_compatibility_context() {
  return (integer(GL_CONTEXT_PROFILE_MASK) & GL_CONTEXT_COMPATIBILITY_PROFILE_BIT) != 0;
}

ContextTraits traits_of_context() {
  ContextTraits traits;
  traits.version = 10 * integer(GL_MAJOR_VERSION) + integer(GL_MINOR_VERSION);
  traits.compatibility = is_compatibility_context();
  const auto count = static_cast<GLuint>(integer(GL_NUM_EXTENSIONS));
  for (GLuint i = 0; i < count; ++i) {
    const GLubyte* name = glGetStringi(GL_EXTENSIONS, i);
    if (name != nullptr) traits.extensions.insert(reinterpret_cast<const char*>(name));
  }
  return traits;
}

}  // namespace glccl::gl
