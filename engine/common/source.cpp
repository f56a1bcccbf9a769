#include "engine/common/source.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <string_view>
#include <vector>

#include "engine/gl/context_traits.hpp"
#include "engine/gl/formats.hpp"
#include "engine/gl/functions/functions.hpp"
#include "engine/gl/texture_target.hpp"
#include "engine/vocabulary/enumerators.hpp"
#include "engine/vocabulary/list_of.hpp"
#include "glccl/spec.hpp"
#include "glccl/table.hpp"

namespace glccl {
namespace {

std::string name_of(std::uint32_t texture) { return "texture " + std::to_string(texture); }

GLint parameter(GLuint texture, GLenum name) {
  GLint value = 0;
  gl::api().GetTextureParameteriv(texture, name, &value);
  return value;
}

GLint level_parameter(GLuint texture, GLint level, GLenum name) {
  GLint value = 0;
  gl::api().GetTextureLevelParameteriv(texture, level, name, &value);
  return value;
}

/// One level of a texture as OpenGL describes it. A level without storage is 0x0.
struct LevelTraits {
  Extent extent;  ///< Its depth is the number of layers or slices.
  GLenum format = GL_NONE;
};

LevelTraits traits_of_level(GLuint texture, GLint level, SourceShape shape) {
  const auto found = [&](GLenum name) { return level_parameter(texture, level, name); };
  const int depth = shape == SourceShape::flat ? 1 : found(GL_TEXTURE_DEPTH);
  return {{found(GL_TEXTURE_WIDTH), found(GL_TEXTURE_HEIGHT), depth},
          static_cast<GLenum>(found(GL_TEXTURE_INTERNAL_FORMAT))};
}

/// The target of a texture that has storage. Buffer textures and textures without storage are found first, by queries
/// that they answer: others would leave a GL error.
Result<GLenum> find_target(std::uint32_t texture, const std::string& who) {
  if (gl::api().IsTexture(texture) == GL_FALSE) {
    return Error{ErrorCode::invalid_argument,
                 name_of(texture) + " does not exist in the current context: pass a complete GL_TEXTURE_2D"};
  }
  if (level_parameter(texture, 0, GL_TEXTURE_BUFFER_DATA_STORE_BINDING) != 0) return GLenum{GL_TEXTURE_BUFFER};
  if (level_parameter(texture, 0, GL_TEXTURE_WIDTH) < 1) {
    return Error{ErrorCode::unsupported, who + " has no storage at level 0: allocate it before labeling"};
  }
  return gl::target_of(texture);
}

/// Refuses what moves levels, channels or texels of a texture where shaders fetch from it.
Result<void> check_not_remapped(std::uint32_t texture, const std::string& who) {
  std::array<GLint, 4> swizzle{};
  gl::api().GetTextureParameteriv(texture, GL_TEXTURE_SWIZZLE_RGBA, swizzle.data());
  const bool plain = swizzle == std::array<GLint, 4>{GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA};
  if (!plain || parameter(texture, GL_TEXTURE_BASE_LEVEL) != 0) {
    return Error{ErrorCode::unsupported,
                 who + " has a base level or a swizzle: use a texture (or a texture view) with neither"};
  }
  if (!gl::is_compatibility_context()) return {};
  if (level_parameter(texture, 0, GL_TEXTURE_BORDER) != 0) {
    return Error{ErrorCode::unsupported, who + " has a border: use a texture without one"};
  }
  const bool has_depth = level_parameter(texture, 0, GL_TEXTURE_DEPTH_SIZE) != 0;
  if (has_depth && parameter(texture, GL_DEPTH_TEXTURE_MODE) == GL_ALPHA) {
    return Error{ErrorCode::unsupported, who +
                                             " has the GL_DEPTH_TEXTURE_MODE GL_ALPHA, with which shaders read 0: "
                                             "set it to GL_LUMINANCE, GL_INTENSITY or GL_RED"};
  }
  return {};
}

/// Whether the texture is of a kind whose levels and layers shaders can fetch from.
Result<SourceShape> check_kind(std::uint32_t texture) {
  const std::string who = name_of(texture);
  const Result<GLenum> target = find_target(texture, who);
  if (!target) return target.error();
  if (*target == GL_TEXTURE_2D_MULTISAMPLE || *target == GL_TEXTURE_2D_MULTISAMPLE_ARRAY) {
    return Error{ErrorCode::unsupported,
                 who + " is multisampled (" + gl::name_of_target(*target) + "): resolve it into a GL_TEXTURE_2D first"};
  }
  if (*target != GL_TEXTURE_2D && *target != GL_TEXTURE_2D_ARRAY && *target != GL_TEXTURE_3D) {
    return Error{ErrorCode::unsupported, who + " has target " + gl::name_of_target(*target) +
                                             ": GL_TEXTURE_2D, GL_TEXTURE_2D_ARRAY and GL_TEXTURE_3D can be labeled"};
  }
  if (const Result<void> status = check_not_remapped(texture, who); !status) return status.error();
  if (*target == GL_TEXTURE_3D) return SourceShape::volume;
  return *target == GL_TEXTURE_2D ? SourceShape::flat : SourceShape::array;
}

/// The highest level that such a texture of this context can have. Queries beyond it leave a GL error.
int highest_level(SourceShape shape) {
  const GLenum limit = shape == SourceShape::volume ? GL_MAX_3D_TEXTURE_SIZE : GL_MAX_TEXTURE_SIZE;
  const auto side = static_cast<unsigned>(gl::context_integer(limit));
  return static_cast<int>(std::bit_width(side)) - 1;
}

/// Whether all mip levels from `base`, level 0, to the last one that OpenGL looks at have the size and format of a
/// complete texture. Without that a fetch from a level other than 0 gives zeros. Immutable textures are complete.
Result<void> check_complete(std::uint32_t texture, const LevelTraits& base, SourceShape shape, int last) {
  if (parameter(texture, GL_TEXTURE_IMMUTABLE_FORMAT) != 0) return {};
  const auto& [width, height, depth] = base.extent;
  const bool halves_depth = shape == SourceShape::volume;
  const auto side = static_cast<unsigned>(std::max({width, height, halves_depth ? depth : 1}));
  last = std::min(last, static_cast<int>(std::bit_width(side)) - 1);
  for (int level = 1; level <= last; ++level) {
    const LevelTraits found = traits_of_level(texture, level, shape);
    const Extent needed{std::max(1, width >> level), std::max(1, height >> level),
                        halves_depth ? std::max(1, depth >> level) : depth};
    if (found.extent == needed && found.format == base.format) continue;
    return Error{ErrorCode::invalid_argument, name_of(texture) + " is incomplete: its level " + std::to_string(level) +
                                                  " is " + to_string(found.extent) + " of " +
                                                  gl::name_of_format(found.format) + " and has to be " +
                                                  to_string(needed) + " of " + gl::name_of_format(base.format) +
                                                  ", or GL_TEXTURE_MAX_LEVEL has to be lower"};
  }
  return {};
}

/// The last level that OpenGL looks at, where there is one.
int last_level(std::uint32_t texture, SourceShape shape) {
  return std::min(parameter(texture, GL_TEXTURE_MAX_LEVEL), highest_level(shape));
}

/// Whether the texture has the layer that the source names; `layers` of a level with that many layers or slices.
Result<void> check_layer(const Source& source, SourceShape shape, int layers) {
  const std::string who = name_of(source.texture);
  if (source.all_layers && shape != SourceShape::array) {
    return Error{ErrorCode::invalid_argument,
                 who + " is no GL_TEXTURE_2D_ARRAY, so it has no layers: leave Source::all_layers out"};
  }
  const bool has_slices = source.all_layers || shape == SourceShape::volume;
  if (has_slices && source.layer != 0) {
    return Error{ErrorCode::invalid_argument, "layer " + std::to_string(source.layer) + " of " + who +
                                                  ", which is labeled as a volume: leave it at 0 and pass slices by "
                                                  "z0 and z1 of the rectangle"};
  }
  if (source.layer >= 0 && source.layer < layers) return {};
  return Error{ErrorCode::invalid_argument, who + " has no layer " + std::to_string(source.layer) + ": it has " +
                                                std::to_string(layers) + ", counted from 0"};
}

/// The source's level, if the texture has that level and layer.
Result<LevelTraits> find_level(const Source& source, SourceShape shape) {
  const std::string who = name_of(source.texture);
  LevelTraits found;
  if (source.level == 0) {
    found = traits_of_level(source.texture, 0, shape);
  } else if (source.level > 0) {
    const int last = last_level(source.texture, shape);
    if (source.level <= last) found = traits_of_level(source.texture, source.level, shape);
    if (found.extent.width > 0) {
      const LevelTraits base = traits_of_level(source.texture, 0, shape);
      if (const Result<void> status = check_complete(source.texture, base, shape, last); !status) return status.error();
    }
  }
  if (found.extent.width < 1) {
    return Error{ErrorCode::invalid_argument, who + " has no level " + std::to_string(source.level) +
                                                  ": label level 0 or another that it has storage for"};
  }
  if (const Result<void> status = check_layer(source, shape, found.extent.depth); !status) return status.error();
  return found;
}

}  // namespace

Result<PixelFormat> find_format(std::uint32_t internal_format, Aspect aspect, const std::string& who) {
  const gl::DepthStencilFormat* both = gl::find_depth_stencil_format(internal_format);
  if (both != nullptr) return aspect == Aspect::stencil ? PixelFormat::u8 : both->depth;
  const gl::TextureFormat* row = gl::find_texture_format(internal_format);
  if (row != nullptr && aspect == Aspect::depth) return row->format;
  std::vector<std::string_view> names;
  if (aspect == Aspect::depth) {
    for (const FormatTraits& format : pixel_formats()) names.push_back(format.gl_name);
  }
  for (const gl::DepthStencilFormat& format : gl::depth_stencil_formats()) names.emplace_back(format.name);
  return Error{ErrorCode::unsupported, who + " has internal format " + gl::name_of_format(internal_format) +
                                           (row == nullptr ? ": " : ", which has no stencil: that of ") +
                                           list_of(names, [](std::string_view name) { return name; }) +
                                           " can be labeled"};
}

Result<CheckedSource> inspect_source(const Source& source) {
  if (const Result<void> status = check_enumerator("the aspect", source.aspect, Aspect::stencil); !status) {
    return status.error();
  }
  const Result<SourceShape> shape = check_kind(source.texture);
  if (!shape) return shape.error();
  const Result<LevelTraits> level = find_level(source, *shape);
  if (!level) return level.error();
  const Result<PixelFormat> format = find_format(level->format, source.aspect, name_of(source.texture));
  if (!format) return format.error();
  Extent whole = level->extent;
  if (*shape == SourceShape::array && !source.all_layers) whole.depth = 1;
  if (source.rectangle) {
    const std::string name = "level " + std::to_string(source.level) + " of " + name_of(source.texture);
    const Result<void> status = check_rectangle(*source.rectangle, whole, name);
    if (!status) return status.error();
  }
  const Rectangle part = source.rectangle.value_or(rectangle_of(whole));
  const GLenum mode = source.aspect == Aspect::stencil ? GL_STENCIL_INDEX : GL_DEPTH_COMPONENT;
  const bool has_mode = gl::find_depth_stencil_format(level->format) != nullptr;
  return CheckedSource{.texture = source.texture,
                       .shape = *shape,
                       .level = source.level,
                       .layer = source.layer + part.z0,
                       .x = part.x0,
                       .y = part.y0,
                       .extent = extent_of(part),
                       .format = *format,
                       .depth_stencil_mode = has_mode ? mode : GLenum{GL_NONE}};
}

Result<void> check_target(std::uint32_t texture, const Extent& extent) {
  const std::string who = "the target, " + name_of(texture) + ",";
  const Result<GLenum> target = find_target(texture, who);
  if (!target) return target.error();
  const GLenum needed = extent.is_volume() ? GL_TEXTURE_3D : GL_TEXTURE_2D;
  if (*target != needed) {
    return Error{ErrorCode::unsupported, who + " has target " + gl::name_of_target(*target) + ": labels" +
                                             (extent.is_volume() ? " of a volume" : "") + " need a " +
                                             gl::name_of_target(needed) + " of format R32UI"};
  }
  const SourceShape shape = extent.is_volume() ? SourceShape::volume : SourceShape::flat;
  const LevelTraits found = traits_of_level(texture, 0, shape);
  if (found.format != GL_R32UI) {
    return Error{ErrorCode::unsupported,
                 who + " has internal format " + gl::name_of_format(found.format) + ": labels need R32UI"};
  }
  if (found.extent != extent) {
    return Error{ErrorCode::invalid_argument,
                 who + " is " + to_string(found.extent) + " at level 0: the labels are " + to_string(extent)};
  }
  // Drivers drop what is stored in an image of an incomplete texture. The source is read with a sampler of its own.
  const GLint filter = parameter(texture, GL_TEXTURE_MIN_FILTER);
  if (filter != GL_NEAREST && filter != GL_LINEAR) {
    const Result<void> status = check_complete(texture, found, shape, last_level(texture, shape));
    if (!status) {
      return Error{status.error().code,
                   "the target, " + status.error().message + ", or GL_TEXTURE_MIN_FILTER has to be GL_NEAREST"};
    }
  }
  return check_not_remapped(texture, who);
}

Result<void> check_textures(const std::string& who, const Extent& extent) {
  const bool is_volume = extent.is_volume();
  const GLint largest = gl::context_integer(is_volume ? GL_MAX_3D_TEXTURE_SIZE : GL_MAX_TEXTURE_SIZE);
  if (std::max({extent.width, extent.height, extent.depth}) <= largest) return {};
  return Error{ErrorCode::too_large, who + " of " + to_string(extent) + ": textures of this context have up to " +
                                         std::to_string(largest) + " elements in each direction"};
}

Result<void> check_counted(const ComponentTable& table) {
  if (table.buffer == 0) {
    return Error{ErrorCode::invalid_argument,
                 "labels without a table, in whose header the number of components is: "
                 "label with table_rows of 1 or more"};
  }
  GLint64 bytes = 0;
  const bool exists = gl::api().IsBuffer(table.buffer) == GL_TRUE;
  if (exists) gl::api().GetNamedBufferParameteri64v(table.buffer, GL_BUFFER_SIZE, &bytes);
  if (bytes >= static_cast<GLint64>(sizeof(ComponentTableHeader))) return {};
  return Error{ErrorCode::invalid_argument,
               "buffer " + std::to_string(table.buffer) +
                   (exists ? " is too small for a component table" : " does not exist: it is to be a component table")};
}

}  // namespace glccl
