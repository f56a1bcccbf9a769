#include "source.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <array>
#include <string>

namespace glccl {
namespace {

struct Format {
  GLenum internal_format;
  SourceKind kind;
  int channels;
  bool has_equal;
};

constexpr std::array formats = {
    Format{GL_R8, SourceKind::floating, 1, false},           Format{GL_R32F, SourceKind::floating, 1, false},
    Format{GL_RGBA8, SourceKind::floating, 4, true},         Format{GL_R8UI, SourceKind::unsigned_integer, 1, true},
    Format{GL_R16UI, SourceKind::unsigned_integer, 1, true}, Format{GL_R32UI, SourceKind::unsigned_integer, 1, true},
};

/// Ids keep 15 bits of each coordinate.
constexpr int largest_size = 32768;

std::string hexadecimal(GLint value) {
  constexpr char digits[] = "0123456789ABCDEF";
  std::string text = "0x";
  for (int shift = 12; shift >= 0; shift -= 4) text += digits[(value >> shift) & 0xF];
  return text;
}

bool is_swizzled(GLuint texture) {
  std::array<GLint, 4> swizzle{};
  glGetTextureParameteriv(texture, GL_TEXTURE_SWIZZLE_RGBA, swizzle.data());
  return swizzle != std::array<GLint, 4>{GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA};
}

}  // namespace

Result<Source> inspect_source(std::uint32_t texture) {
  const std::string who = "texture " + std::to_string(texture);
  if (glIsTexture(texture) == GL_FALSE) {
    return Error{ErrorCode::invalid_argument,
                 who + " does not exist in the current context: pass a complete GL_TEXTURE_2D"};
  }
  GLint target = 0;
  glGetTextureParameteriv(texture, GL_TEXTURE_TARGET, &target);
  if (target != GL_TEXTURE_2D) {
    return Error{ErrorCode::unsupported,
                 who + " has target " + hexadecimal(target) + ": only GL_TEXTURE_2D can be labeled"};
  }
  GLint base_level = 0;
  glGetTextureParameteriv(texture, GL_TEXTURE_BASE_LEVEL, &base_level);
  if (base_level != 0 || is_swizzled(texture)) {
    return Error{ErrorCode::unsupported,
                 who + " has a base level or a swizzle: label a texture (or a texture view) with neither"};
  }
  GLint width = 0;
  GLint height = 0;
  GLint internal_format = 0;
  glGetTextureLevelParameteriv(texture, 0, GL_TEXTURE_WIDTH, &width);
  glGetTextureLevelParameteriv(texture, 0, GL_TEXTURE_HEIGHT, &height);
  glGetTextureLevelParameteriv(texture, 0, GL_TEXTURE_INTERNAL_FORMAT, &internal_format);
  if (width < 1 || height < 1) {
    return Error{ErrorCode::unsupported, who + " has no storage at level 0: allocate it before labeling"};
  }
  const auto format = std::find_if(formats.begin(), formats.end(), [&](const Format& candidate) {
    return candidate.internal_format == static_cast<GLenum>(internal_format);
  });
  if (format == formats.end()) {
    return Error{ErrorCode::unsupported, who + " has internal format " + hexadecimal(internal_format) +
                                             ": foreground is taken from R8, R8UI, R16UI, R32UI, R32F or RGBA8"};
  }
  if (width > largest_size || height > largest_size) {
    return Error{ErrorCode::too_large, who + " is " + std::to_string(width) + "x" + std::to_string(height) +
                                           ": ids reach 32768x32768, label it in parts"};
  }
  return Source{texture, {width, height}, format->kind, format->channels, format->has_equal};
}

}  // namespace glccl
