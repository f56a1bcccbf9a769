#include "engine/common/source.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <string_view>
#include <vector>

#include "engine/common/source_image.hpp"
#include "engine/common/source_uniforms.hpp"
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

/// The targets of textures that can be labeled, and how their levels are laid out.
struct TargetTraits {
  GLenum target;
  SourceShape shape;
  bool is_read;     ///< Shaders read such textures where they are.
  bool has_levels;  ///< More than level 0.
  bool has_samples;
};

constexpr TargetTraits labeled_targets[] = {
    {GL_TEXTURE_2D, SourceShape::flat, true, true, false},
    {GL_TEXTURE_2D_ARRAY, SourceShape::array, true, true, false},
    {GL_TEXTURE_3D, SourceShape::volume, true, true, false},
    {GL_TEXTURE_RECTANGLE, SourceShape::flat, false, false, false},
    {GL_TEXTURE_CUBE_MAP, SourceShape::array, false, true, false},
    {GL_TEXTURE_CUBE_MAP_ARRAY, SourceShape::array, false, true, false},
    {GL_TEXTURE_2D_MULTISAMPLE, SourceShape::flat, true, false, true},
    {GL_TEXTURE_2D_MULTISAMPLE_ARRAY, SourceShape::array, true, false, true},
};

/// Whether shaders fetch something else from a texture than the channels of its format at a level counted from 0.
bool is_remapped(std::uint32_t texture, const FormatTraits& format, bool has_depth) {
  if (parameter(texture, GL_TEXTURE_BASE_LEVEL) != 0) return true;
  if (has_depth && gl::is_compatibility_context() && parameter(texture, GL_DEPTH_TEXTURE_MODE) == GL_ALPHA) return true;
  constexpr std::array<GLint, 4> plain = {GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA};
  std::array<GLint, 4> swizzle{};
  gl::api().GetTextureParameteriv(texture, GL_TEXTURE_SWIZZLE_RGBA, swizzle.data());
  for (int c = 0; c < compared_channels(format); ++c) {
    const auto channel = static_cast<std::size_t>(c);
    const GLint otherwise = c < format.channels ? plain[channel] : c == 3 ? GL_ONE : GL_ZERO;
    if (swizzle[channel] != plain[channel] && swizzle[channel] != otherwise) return true;
  }
  return false;
}

Result<void> check_no_border(std::uint32_t texture, const std::string& who) {
  if (!gl::is_compatibility_context() || level_parameter(texture, 0, GL_TEXTURE_BORDER) == 0) return {};
  return Error{ErrorCode::unsupported, who + " has a border: use a texture without one"};
}

/// Whether the texture is of a kind that can be labeled.
Result<TargetTraits> check_kind(std::uint32_t texture) {
  const std::string who = name_of(texture);
  const Result<GLenum> target = find_target(texture, who);
  if (!target) return target.error();
  for (const TargetTraits& row : labeled_targets) {
    if (row.target != *target) continue;
    if (const Result<void> status = check_no_border(texture, who); !status) return status.error();
    return row;
  }
  return Error{ErrorCode::unsupported,
               who + " has target " + gl::name_of_target(*target) + ": " +
                   list_of(labeled_targets, [](const TargetTraits& row) { return gl::name_of_target(row.target); }) +
                   " can be labeled"};
}

/// The highest level that such a texture of this context can have. Queries beyond it leave a GL error.
int highest_level(const TargetTraits& kind) {
  if (!kind.has_levels) return 0;
  const bool cube = kind.target == GL_TEXTURE_CUBE_MAP || kind.target == GL_TEXTURE_CUBE_MAP_ARRAY;
  const GLenum limit = kind.shape == SourceShape::volume ? GL_MAX_3D_TEXTURE_SIZE
                       : cube                            ? GL_MAX_CUBE_MAP_TEXTURE_SIZE
                                                         : GL_MAX_TEXTURE_SIZE;
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
int last_level(std::uint32_t texture, const TargetTraits& kind) {
  return std::min(parameter(texture, GL_TEXTURE_MAX_LEVEL), highest_level(kind));
}

/// Whether the texture has the layer that the source names; `layers` of a level with that many layers or slices.
Result<void> check_layer(const Source& source, const TargetTraits& kind, int layers) {
  const std::string who = name_of(source.texture);
  if (source.all_layers && kind.target != GL_TEXTURE_2D_ARRAY) {
    return Error{ErrorCode::invalid_argument,
                 who + " is no GL_TEXTURE_2D_ARRAY, so it has no layers: leave Source::all_layers out"};
  }
  const bool has_slices = source.all_layers || kind.shape == SourceShape::volume;
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
Result<LevelTraits> find_level(const Source& source, const TargetTraits& kind) {
  const std::string who = name_of(source.texture);
  LevelTraits found;
  if (source.level == 0) {
    found = traits_of_level(source.texture, 0, kind.shape);
  } else if (source.level > 0 && kind.has_levels) {
    const int last = last_level(source.texture, kind);
    if (source.level <= last) found = traits_of_level(source.texture, source.level, kind.shape);
    if (found.extent.width > 0) {
      const LevelTraits base = traits_of_level(source.texture, 0, kind.shape);
      const Result<void> status = check_complete(source.texture, base, kind.shape, last);
      if (!status) return status.error();
    }
  }
  if (found.extent.width < 1) {
    return Error{ErrorCode::invalid_argument, who + " has no level " + std::to_string(source.level) +
                                                  ": label level 0 or another that it has storage for"};
  }
  if (kind.target == GL_TEXTURE_CUBE_MAP) found.extent.depth = 6;
  if (const Result<void> status = check_layer(source, kind, found.extent.depth); !status) return status.error();
  return found;
}

/// What a level stores. Formats that name no sizes are decided by those that the driver has taken.
gl::StoredTexels stored_in(std::uint32_t texture, int level, GLenum internal_format) {
  if (const std::optional<gl::StoredTexels> sized = gl::find_stored(internal_format)) return *sized;
  const auto found = [&](GLenum name) { return level_parameter(texture, level, name); };
  using gl::Numbers;
  if (found(GL_TEXTURE_COMPRESSED) != 0) return {};
  if (const int depth = found(GL_TEXTURE_DEPTH_SIZE); depth != 0) {
    const bool floats = found(GL_TEXTURE_DEPTH_TYPE) == GL_FLOAT;
    return {floats ? Numbers::floating_depth : Numbers::depth, {depth, found(GL_TEXTURE_STENCIL_SIZE)}};
  }
  if (const int stencil = found(GL_TEXTURE_STENCIL_SIZE); stencil != 0) return {Numbers::stencil, {stencil}};
  const std::array<int, 4> bits = {found(GL_TEXTURE_RED_SIZE), found(GL_TEXTURE_GREEN_SIZE),
                                   found(GL_TEXTURE_BLUE_SIZE), found(GL_TEXTURE_ALPHA_SIZE)};
  if (bits[0] == 0) return {};
  switch (found(GL_TEXTURE_RED_TYPE)) {
    case GL_UNSIGNED_NORMALIZED: {
      const bool encoded = internal_format == GL_SRGB || internal_format == GL_SRGB_ALPHA;
      return {encoded ? Numbers::srgb : Numbers::normalized, bits};
    }
    case GL_SIGNED_NORMALIZED:
      return {Numbers::signed_normalized, bits};
    case GL_FLOAT:
      return {Numbers::floating, bits};
    case GL_INT:
      return {Numbers::signed_integer, bits};
    case GL_UNSIGNED_INT:
      return {Numbers::unsigned_integer, bits};
    default:
      return {};
  }
}

Result<CheckedSource> inspect_texture(const Source& source) {
  const std::string who = name_of(source.texture);
  const Result<TargetTraits> kind = check_kind(source.texture);
  if (!kind) return kind.error();
  const Result<LevelTraits> level = find_level(source, *kind);
  if (!level) return level.error();
  const gl::StoredTexels stored = stored_in(source.texture, source.level, level->format);
  const Result<PixelFormat> format = find_format(stored, level->format, source.aspect, who);
  if (!format) return format.error();
  const bool layered = kind->shape != SourceShape::array || source.all_layers;
  const FoundImage image{.name = source.texture,
                         .target = kind->target,
                         .whole = {level->extent.width, level->extent.height, layered ? level->extent.depth : 1},
                         .stored = stored,
                         .internal_format = level->format,
                         .samples = kind->has_samples ? level_parameter(source.texture, 0, GL_TEXTURE_SAMPLES) : 0};
  const std::string name = "level " + std::to_string(source.level) + " of " + who;
  Result<CheckedSource> checked = check_image(source, image, *format, name);
  if (!checked) return checked;
  const bool is_read = kind->is_read && !is_remapped(source.texture, traits_of(*format), stored.is_depth());
  checked->shape = is_read || layered ? kind->shape : SourceShape::flat;
  if (is_read && !checked->copy.converts) checked->texture = source.texture;
  if (is_read) return checked;
  return copied_first(*std::move(checked), image, who);
}

Result<CheckedSource> inspect_buffer_source(const Source& source) {
  if (source.level != 0 || source.layer != 0 || source.all_layers || source.aspect != Aspect::depth) {
    return Error{
        ErrorCode::invalid_argument,
        "an image in a buffer has neither levels, layers nor a stencil: leave Source::level, layer, all_layers "
        "and aspect out"};
  }
  if (Result<void> status = check_enumerator("the format", source.buffer.format, PixelFormat::rgba32i); !status) {
    return status.error();
  }
  const Result<BufferPlace> place = inspect_buffer(source.buffer, source.rectangle, "the pixels");
  if (!place) return place.error();
  CheckedSource checked{.shape = SourceShape::buffer, .extent = source.buffer.extent, .format = source.buffer.format};
  if (source.rectangle) checked.extent = extent_of(*source.rectangle);
  checked.place = *place;
  return checked;
}

}  // namespace

Result<PixelFormat> find_format(const gl::StoredTexels& stored, std::uint32_t internal_format, Aspect aspect,
                                const std::string& who) {
  const std::string found = who + " has internal format " + gl::name_of_format(internal_format);
  const std::optional<PixelFormat> format = gl::pixel_format_of(stored);
  if (!format) {
    return Error{ErrorCode::unsupported,
                 found +
                     ", which is compressed, names no sizes or has no red channel: name the sized "
                     "format, or draw or copy it into GL_RGBA8"};
  }
  if (aspect == Aspect::depth || stored.numbers == gl::Numbers::stencil) return *format;
  if (stored.has_both_aspects()) return PixelFormat::u8;
  return Error{ErrorCode::unsupported, found +
                                           ", which has no stencil: that of DEPTH24_STENCIL8, DEPTH32F_STENCIL8 and "
                                           "STENCIL_INDEX8 can be labeled"};
}

std::uint32_t internal_format_of(PixelFormat format) { return gl::texture_format_of(format).internal_format; }

Result<PixelFormat> find_format(std::uint32_t internal_format, Aspect aspect, const std::string& who) {
  return find_format(gl::find_stored(internal_format).value_or(gl::StoredTexels{}), internal_format, aspect, who);
}

Result<CheckedSource> inspect_source(const Source& source) {
  Result<void> status = check_enumerator("the aspect", source.aspect, Aspect::stencil);
  if (status) status = check_enumerator("samples", source.samples, Samples::average);
  if (!status) return status.error();
  const bool attached = source.framebuffer != 0 || source.attachment != 0;
  const bool buffered = source.buffer.name != 0;
  if ((source.texture != 0 ? 1 : 0) + (source.renderbuffer != 0 ? 1 : 0) + (attached ? 1 : 0) + (buffered ? 1 : 0) >
      1) {
    return Error{ErrorCode::invalid_argument,
                 "the source names texture " + std::to_string(source.texture) + ", renderbuffer " +
                     std::to_string(source.renderbuffer) + ", framebuffer " + std::to_string(source.framebuffer) +
                     " and buffer " + std::to_string(source.buffer.name) + ": name one of them"};
  }
  if (buffered) return inspect_buffer_source(source);
  if (source.renderbuffer != 0) return inspect_renderbuffer(source);
  if (!attached) return inspect_texture(source);
  if (source.framebuffer == 0) return inspect_default_framebuffer(source);
  const Result<Source> found = find_attachment(source);
  if (!found) return found.error();
  return found->renderbuffer != 0 ? inspect_renderbuffer(*found) : inspect_texture(*found);
}

Result<void> check_target(std::uint32_t texture, const Extent& extent, GLenum format) {
  const bool are_labels = format == GL_R32UI;
  const std::string contents = are_labels ? "labels" : "colours";
  const std::string format_name = are_labels ? "R32UI" : "RGBA8";
  const std::string who = "the target, " + name_of(texture) + ",";
  const Result<GLenum> target = find_target(texture, who);
  if (!target) return target.error();
  const GLenum needed = extent.is_volume() ? GL_TEXTURE_3D : GL_TEXTURE_2D;
  if (*target != needed) {
    return Error{ErrorCode::unsupported, who + " has target " + gl::name_of_target(*target) + ": " + contents +
                                             (extent.is_volume() ? " of a volume" : "") + " need a " +
                                             gl::name_of_target(needed) + " of format " + format_name};
  }
  const SourceShape shape = extent.is_volume() ? SourceShape::volume : SourceShape::flat;
  const LevelTraits found = traits_of_level(texture, 0, shape);
  if (found.format != format) {
    return Error{ErrorCode::unsupported, who + " has internal format " + gl::name_of_format(found.format) + ": " +
                                             contents + " need " + format_name};
  }
  if (found.extent != extent) {
    return Error{ErrorCode::invalid_argument,
                 who + " is " + to_string(found.extent) + " at level 0: the labels are " + to_string(extent)};
  }
  // Drivers drop what is stored in an image of an incomplete texture. The source is read with a sampler of its own.
  const GLint filter = parameter(texture, GL_TEXTURE_MIN_FILTER);
  if (filter != GL_NEAREST && filter != GL_LINEAR) {
    const TargetTraits& kind = labeled_targets[extent.is_volume() ? 2 : 0];
    const Result<void> status = check_complete(texture, found, shape, last_level(texture, kind));
    if (!status) {
      return Error{status.error().code,
                   "the target, " + status.error().message + ", or GL_TEXTURE_MIN_FILTER has to be GL_NEAREST"};
    }
  }
  if (is_remapped(texture, traits_of(are_labels ? PixelFormat::u32 : PixelFormat::rgba8), false)) {
    return Error{ErrorCode::unsupported,
                 who + " has a base level or a swizzle: use a texture (or a texture view) with neither"};
  }
  return check_no_border(texture, who);
}

Result<void> check_readable(const Labels& labels, const Extent& extent) {
  if (labels.texture != 0 || labels.buffer.name == 0) return check_target(labels.texture, extent);
  return Error{ErrorCode::unsupported, "the labels are in buffer " + std::to_string(labels.buffer.name) +
                                           ": Regions and a Tracker read label textures alone"};
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
