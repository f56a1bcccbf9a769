#include "engine/gl/context_traits.hpp"

#include <algorithm>
#include <iterator>

#include "engine/gl/functions/functions.hpp"

namespace glccl::gl {

GLint context_integer(GLenum name) {
  GLint value = 0;
  api().GetIntegerv(name, &value);
  return value;
}

bool is_software(std::string_view renderer) {
  constexpr std::string_view names[] = {"llvmpipe", "softpipe", "swrast", "Software Rasterizer"};
  return std::any_of(std::begin(names), std::end(names),
                     [&](std::string_view name) { return renderer.find(name) != std::string_view::npos; });
}

bool is_compatibility_context() {
  return (context_integer(GL_CONTEXT_PROFILE_MASK) & GL_CONTEXT_COMPATIBILITY_PROFILE_BIT) != 0;
}

ContextTraits traits_of_context() {
  ContextTraits traits;
  traits.version = 10 * context_integer(GL_MAJOR_VERSION) + context_integer(GL_MINOR_VERSION);
  traits.compatibility = is_compatibility_context();
  const GLubyte* renderer = api().GetString(GL_RENDERER);
  traits.software = renderer != nullptr && is_software(reinterpret_cast<const char*>(renderer));
  const auto count = static_cast<GLuint>(context_integer(GL_NUM_EXTENSIONS));
  for (GLuint i = 0; i < count; ++i) {
    const GLubyte* name = api().GetStringi(GL_EXTENSIONS, i);
    if (name != nullptr) traits.extensions.insert(reinterpret_cast<const char*>(name));
  }
  return traits;
}

}  // namespace glccl::gl
