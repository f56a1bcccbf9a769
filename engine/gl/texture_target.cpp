#include "engine/gl/texture_target.hpp"

#include <algorithm>
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

/// The texture that the active unit has bound to a target.
GLuint bound_texture(const Target& target) { return static_cast<GLuint>(context_integer(target.binding)); }

/// Binds the texture to the active unit, which binds it to its own target, and looks where it is. Compatibility
/// profiles of Mesa refuse to tell the target of a texture. Where the unit has that name already, it may be that of a
/// texture that another context has deleted.
GLenum find_by_binding(GLuint texture) {
  std::array<GLuint, targets.size()> before{};  // in the order of `targets`
  for (std::size_t i = 0; i < targets.size(); ++i) before[i] = bound_texture(targets[i]);
  const auto unit = static_cast<GLuint>(context_integer(GL_ACTIVE_TEXTURE)) - GL_TEXTURE0;
  api().BindTextureUnit(unit, texture);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (before[i] == texture || bound_texture(targets[i]) != texture) continue;
    rebind_texture(unit, targets[i].value, before[i]);
    return targets[i].value;
  }
  const auto* const same = std::ranges::find(before, texture);
  return same == before.end() ? GLenum{GL_NONE} : targets[static_cast<std::size_t>(same - before.begin())].value;
}

}  // namespace

GLenum target_of(GLuint texture) {
  if (is_compatibility_context()) return find_by_binding(texture);
  GLint target = GL_NONE;
  api().GetTextureParameteriv(texture, GL_TEXTURE_TARGET, &target);
  return static_cast<GLenum>(target);
}

void rebind_texture(GLuint unit, GLenum target, GLint64 name) {
  api().BindTexture(target, 0);
  if (const GLuint texture = bindable(name, api().IsTexture); texture != 0) api().BindTextureUnit(unit, texture);
}

std::string name_of_target(GLenum target) {
  for (const Target& row : targets) {
    if (row.value == target) return row.name;
  }
  return "no target";
}

}  // namespace glccl::gl
