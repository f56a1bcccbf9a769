#include "engine/gl/enum_names.hpp"

#include <algorithm>
#include <iterator>

namespace glccl::gl {
namespace {

struct Name {
  GLenum value;
  const char* text;
};

constexpr Name targets[] = {
    {GL_TEXTURE_1D, "GL_TEXTURE_1D"},
    {GL_TEXTURE_1D_ARRAY, "GL_TEXTURE_1D_ARRAY"},
    {GL_TEXTURE_2D, "GL_TEXTURE_2D"},
    {GL_TEXTURE_2D_ARRAY, "GL_TEXTURE_2D_ARRAY"},
    {GL_TEXTURE_2D_MULTISAMPLE, "GL_TEXTURE_2D_MULTISAMPLE"},
    {GL_TEXTURE_2D_MULTISAMPLE_ARRAY, "GL_TEXTURE_2D_MULTISAMPLE_ARRAY"},
    {GL_TEXTURE_3D, "GL_TEXTURE_3D"},
    {GL_TEXTURE_BUFFER, "GL_TEXTURE_BUFFER"},
    {GL_TEXTURE_CUBE_MAP, "GL_TEXTURE_CUBE_MAP"},
    {GL_TEXTURE_CUBE_MAP_ARRAY, "GL_TEXTURE_CUBE_MAP_ARRAY"},
    {GL_TEXTURE_RECTANGLE, "GL_TEXTURE_RECTANGLE"},
};

/// Formats that renderers use.
constexpr Name formats[] = {
    {GL_DEPTH24_STENCIL8, "GL_DEPTH24_STENCIL8"},
    {GL_DEPTH32F_STENCIL8, "GL_DEPTH32F_STENCIL8"},
    {GL_DEPTH_COMPONENT16, "GL_DEPTH_COMPONENT16"},
    {GL_DEPTH_COMPONENT24, "GL_DEPTH_COMPONENT24"},
    {GL_DEPTH_COMPONENT32F, "GL_DEPTH_COMPONENT32F"},
    {GL_R11F_G11F_B10F, "GL_R11F_G11F_B10F"},
    {GL_R16, "GL_R16"},
    {GL_R16F, "GL_R16F"},
    {GL_R16I, "GL_R16I"},
    {GL_R16UI, "GL_R16UI"},
    {GL_R32F, "GL_R32F"},
    {GL_R32I, "GL_R32I"},
    {GL_R32UI, "GL_R32UI"},
    {GL_R8, "GL_R8"},
    {GL_R8I, "GL_R8I"},
    {GL_R8UI, "GL_R8UI"},
    {GL_RG16F, "GL_RG16F"},
    {GL_RG32UI, "GL_RG32UI"},
    {GL_RG8, "GL_RG8"},
    {GL_RGB10_A2, "GL_RGB10_A2"},
    {GL_RGB16UI, "GL_RGB16UI"},
    {GL_RGB32F, "GL_RGB32F"},
    {GL_RGB32UI, "GL_RGB32UI"},
    {GL_RGB8, "GL_RGB8"},
    {GL_RGB8UI, "GL_RGB8UI"},
    {GL_RGBA16, "GL_RGBA16"},
    {GL_RGBA16F, "GL_RGBA16F"},
    {GL_RGBA32F, "GL_RGBA32F"},
    {GL_RGBA32UI, "GL_RGBA32UI"},
    {GL_RGBA8, "GL_RGBA8"},
    {GL_RGBA8UI, "GL_RGBA8UI"},
    {GL_SRGB8, "GL_SRGB8"},
    {GL_SRGB8_ALPHA8, "GL_SRGB8_ALPHA8"},
    {GL_STENCIL_INDEX8, "GL_STENCIL_INDEX8"},
};

template <std::size_t count>
std::string find(const Name (&names)[count], GLenum value) {
  const auto* found = std::find_if(std::begin(names), std::end(names), [&](Name name) { return name.value == value; });
  if (found != std::end(names)) return found->text;
  constexpr char digits[] = "0123456789ABCDEF";
  std::string text = "0x";
  for (int shift = 12; shift >= 0; shift -= 4) text += digits[(value >> shift) & 0xFU];
  return text;
}

}  // namespace

std::string name_of_target(GLenum target) { return find(targets, target); }

std::string name_of_format(GLenum internal_format) { return find(formats, internal_format); }

}  // namespace glccl::gl
