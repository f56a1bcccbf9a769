#include "engine/source.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <array>
#include <string>

#include "engine/gl/context_traits.hpp"
#include "engine/gl/formats.hpp"
#include "engine/gl/texture_target.hpp"
#include "engine/vocabulary/list_of.hpp"

namespace glccl {
namespace {

std::string name_of(std::uint32_t texture) { return "texture " + std::to_string(texture); }

Error no_texture(std::uint32_t texture) {
  return {ErrorCode::invalid_argument,
          name_of(texture) + " does not exist in the current context: pass a complete GL_TEXTURE_2D"};
}

bool is_swizzled(GLuint texture) {
  std::array<GLint, 4> swizzle{};
  glGetTextureParameteriv(texture, GL_TEXTURE_SWIZZLE_RGBA, swizzle.data());
  return swizzle != std::array<GLint, 4>{GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA};
}

GLint parameter(GLuint texture, GLenum name) {
  GLint value = 0;
  glGetTextureParameteriv(texture, name, &value);
  return value;
}

GLint level_parameter(GLuint texture, GLint level, GLenum name) {
  GLint value = 0;
  glGetTextureLevelParameteriv(texture, level, name, &value);
  return value;
}

/// Whether the texture exists and is of a kind whose levels and layers shaders can fetch from.
Status check_kind(const Source& source) {
  const std::string who = name_of(source.texture);
  if (glIsTexture(source.texture) == GL_FALSE) return no_texture(source.texture);
  const GLenum target = gl::target_of(source.texture);
  if (target == GL_TEXTURE_2D_MULTISAMPLE || target == GL_TEXTURE_2D_MULTISAMPLE_ARRAY) {
    return Error{ErrorCode::unsupported,
                 who + " is multisampled (" + gl::name_of_target(target) + "): resolve it into a GL_TEXTURE_2D first"};
  }
  if (target != GL_TEXTURE_2D && target != GL_TEXTURE_2D_ARRAY) {
    return Error{ErrorCode::unsupported, who + " has target " + gl::name_of_target(target) +
                                             ": GL_TEXTURE_2D and GL_TEXTURE_2D_ARRAY can be labeled"};
  }
  if (parameter(source.texture, GL_TEXTURE_BASE_LEVEL) != 0 || is_swizzled(source.texture)) {
    return Error{ErrorCode::unsupported,
                 who + " has a base level or a swizzle: label a texture (or a texture view) with neither"};
  }
  return {};
}

/// The extent of the source's level, if the texture has that level and layer.
Result<Extent> find_level(const Source& source, bool layered) {
  const std::string who = name_of(source.texture);
  const GLint last = parameter(source.texture, GL_TEXTURE_MAX_LEVEL);
  const bool possible = source.level >= 0 && source.level <= std::min(last, 31);
  const GLint width = possible ? level_parameter(source.texture, source.level, GL_TEXTURE_WIDTH) : 0;
  const GLint height = possible ? level_parameter(source.texture, source.level, GL_TEXTURE_HEIGHT) : 0;
  if (width < 1 || height < 1) {
    if (source.level == 0) {
      return Error{ErrorCode::unsupported, who + " has no storage at level 0: allocate it before labeling"};
    }
    return Error{ErrorCode::invalid_argument, who + " has no level " + std::to_string(source.level) +
                                                  ": label level 0 or another that it has storage for"};
  }
  const GLint layers = layered ? level_parameter(source.texture, source.level, GL_TEXTURE_DEPTH) : 1;
  if (source.layer < 0 || source.layer >= layers) {
    return Error{ErrorCode::invalid_argument, who + " has no layer " + std::to_string(source.layer) + ": it has " +
                                                  std::to_string(layers) + ", counted from 0"};
  }
  return Extent{width, height};
}

Status check_rectangle(const Box& box, const Extent& level, std::uint32_t texture) {
  const bool inside = box.x0 >= 0 && box.y0 >= 0 && box.x1 < level.width && box.y1 < level.height;
  if (inside && box.x0 <= box.x1 && box.y0 <= box.y1) return {};
  const auto corner = [](int x, int y) { return "(" + std::to_string(x) + ", " + std::to_string(y) + ")"; };
  return Error{ErrorCode::invalid_argument, "the rectangle from " + corner(box.x0, box.y0) + " to " +
                                                corner(box.x1, box.y1) + " is " + (inside ? "empty" : "not inside") +
                                                ": " + name_of(texture) + " reaches from (0, 0) to " +
                                                corner(level.width - 1, level.height - 1) + " there, both inclusive"};
}

Result<PixelFormat> find_format(const Source& source) {
  const auto found = static_cast<GLenum>(level_parameter(source.texture, source.level, GL_TEXTURE_INTERNAL_FORMAT));
  if (const gl::TextureFormat* row = gl::find_texture_format(found)) return row->format;
  return Error{ErrorCode::unsupported,
               name_of(source.texture) + " has internal format " + gl::name_of_format(found) + ": " +
                   list_of(pixel_formats(), [](const FormatTraits& row) { return row.gl_name; }) + " can be labeled"};
}

/// Refuses what only textures of compatibility profiles have, and what moves texels where shaders fetch them.
Status check_legacy(const Source& source, PixelFormat format) {
  if (!gl::is_compatibility_context()) return {};
  if (level_parameter(source.texture, source.level, GL_TEXTURE_BORDER) != 0) {
    return Error{ErrorCode::unsupported, name_of(source.texture) + " has a border: label a texture without one"};
  }
  const bool has_depth = format == PixelFormat::depth24 || format == PixelFormat::depth32f;
  if (has_depth && parameter(source.texture, GL_DEPTH_TEXTURE_MODE) == GL_ALPHA) {
    return Error{ErrorCode::unsupported, name_of(source.texture) +
                                             " has the GL_DEPTH_TEXTURE_MODE GL_ALPHA, with which shaders read 0: set "
                                             "it to GL_LUMINANCE, GL_INTENSITY or GL_RED"};
  }
  return {};
}

}  // namespace

Result<CheckedSource> inspect_source(const Source& source) {
  if (const Status status = check_kind(source); !status) return status.error();
  const bool layered = gl::target_of(source.texture) == GL_TEXTURE_2D_ARRAY;
  const Result<Extent> level = find_level(source, layered);
  if (!level) return level.error();
  const Result<PixelFormat> format = find_format(source);
  if (!format) return format.error();
  if (const Status status = check_legacy(source, *format); !status) return status.error();
  const Box box = source.rectangle.value_or(Box{0, 0, level->width - 1, level->height - 1});
  if (const Status status = check_rectangle(box, *level, source.texture); !status) return status.error();
  const Extent extent{box.x1 - box.x0 + 1, box.y1 - box.y0 + 1};
  return CheckedSource{source.texture, layered, source.level, source.layer, box.x0, box.y0, extent, *format};
}

Status check_target(std::uint32_t target, std::uint32_t source, const Extent& extent) {
  const std::string who = "the target, " + name_of(target) + ",";
  if (glIsTexture(target) == GL_FALSE) return no_texture(target);
  if (target == source) {
    return Error{ErrorCode::invalid_argument, who + " is the source: labels need a texture of their own"};
  }
  const GLenum kind = gl::target_of(target);
  if (kind != GL_TEXTURE_2D) {
    return Error{ErrorCode::unsupported,
                 who + " has target " + gl::name_of_target(kind) + ": labels need a GL_TEXTURE_2D of format R32UI"};
  }
  const auto format = static_cast<GLenum>(level_parameter(target, 0, GL_TEXTURE_INTERNAL_FORMAT));
  const Extent found{level_parameter(target, 0, GL_TEXTURE_WIDTH), level_parameter(target, 0, GL_TEXTURE_HEIGHT)};
  if (found.width > 0 && format != GL_R32UI) {
    return Error{ErrorCode::unsupported,
                 who + " has internal format " + gl::name_of_format(format) + ": labels need R32UI"};
  }
  if (found != extent) {
    return Error{ErrorCode::invalid_argument,
                 who + " is " + to_string(found) + " at level 0: the labels are " + to_string(extent)};
  }
  return {};
}

}  // namespace glccl
