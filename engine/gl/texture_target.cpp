#include "engine/gl/texture_target.hpp"

#include <array>
#include <cstddef>

#include "engine/gl/context_traits.hpp"
#include "engine/gl/objects.hpp"

namespace glccl::gl {
namespace {

struct Target {
  GLenum value;
  GLenum binding;  ///< The query for the texture that the active unit has bound to it.
  const char* name;
};

constexpr std::array targets = {
    Target{GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D, "GL_TEXTURE_2D"},
    Target{GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BINDING_2D_ARRAY, "GL_TEXTURE_2D_ARRAY"},
    Target{GL_TEXTURE_1D, GL_TEXTURE_BINDING_1D, "GL_TEXTURE_1D"},
    Target{GL_TEXTURE_1D_ARRAY, GL_TEXTURE_BINDING_1D_ARRAY, "GL_TEXTURE_1D_ARRAY"},
    Target{GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_BINDING_2D_MULTISAMPLE, "GL_TEXTURE_2D_MULTISAMPLE"},
    Target{GL_TEXTURE_2D_MULTISAMPLE_ARRAY, GL_TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY, "GL_TEXTURE_2D_MULTISAMPLE_ARRAY"},
    Target{GL_TEXTURE_3D, GL_TEXTURE_BINDING_3D, "GL_TEXTURE_3D"},
    Target{GL_TEXTURE_BUFFER, GL_TEXTURE_BINDING_BUFFER, "GL_TEXTURE_BUFFER"},
    Target{GL_TEXTURE_CUBE_MAP, GL_TEXTURE_BINDING_CUBE_MAP, "GL_TEXTURE_CUBE_MAP"},
    Target{GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_BINDING_CUBE_MAP_ARRAY, "GL_TEXTURE_CUBE_MAP_ARRAY"},
    Target{GL_TEXTURE_RECTANGLE, GL_TEXTURE_BINDING_RECTANGLE, "GL_TEXTURE_RECTANGLE"},
};

/// The textures that the active unit has bound, in the order of `targets`.
std::array<GLuint, targets.size()> bound_textures() {
  std::array<GLuint, targets.size()> bound{};
  for (std::size_t i = 0; i < targets.size(); ++i) {
    GLint name = 0;
    glGetIntegerv(targets[i].binding, &name);
    bound[i] = static_cast<GLuint>(name);
  }
  return bound;
}

/// Binds the texture to the active unit, which binds it to its own target, and looks where it is. Compatibility
/// profiles of Mesa refuse to tell the target of a texture.
GLenum find_by_binding(GLuint texture) {
  const auto before = bound_textures();
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (before[i] == texture) return targets[i].value;
  }
  GLint active = 0;
  glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
  const GLuint unit = static_cast<GLuint>(active) - GL_TEXTURE0;
  glBindTextureUnit(unit, texture);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    GLint now = 0;
    glGetIntegerv(targets[i].binding, &now);
    if (static_cast<GLuint>(now) != texture) continue;
    rebind_texture(unit, targets[i].value, before[i]);
    return targets[i].value;
  }
  return GL_NONE;
}

}  // namespace

GLenum target_of(GLuint texture) {
  if (is_compatibility_context()) return find_by_binding(texture);
  GLint target = GL_NONE;
  glGetTextureParameteriv(texture, GL_TEXTURE_TARGET, &target);
  return static_cast<GLenum>(target);
}

void rebind_texture(GLuint unit, GLenum target, GLint64 name) {
  glBindTexture(target, 0);
  if (const GLuint texture = bindable(name, glIsTexture); texture != 0) glBindTextureUnit(unit, texture);
}

std::string name_of_target(GLenum target) {
  for (const Target& row : targets) {
    if (row.value == target) return row.name;
  }
  return "no target";
}

}  // namespace glccl::gl
