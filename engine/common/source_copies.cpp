#include "engine/common/source_copies.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "engine/common/shader_files.hpp"
#include "engine/gl/compute_pass.hpp"
#include "engine/gl/context_traits.hpp"
#include "engine/gl/formats.hpp"
#include "engine/gl/functions/functions.hpp"
#include "engine/gl/memory.hpp"
#include "engine/gl/program.hpp"
#include "engine/gl/state/depth_stencil_mode.hpp"
#include "engine/gl/state/guard.hpp"
#include "glsl/shared/locations.h"

namespace glccl {
namespace {

constexpr GLuint source_unit = 1;  // bindings of copy_texels.comp
constexpr GLuint copied_unit = 0;

/// The target of copies of a shape.
GLenum target_of(SourceShape shape, int samples) {
  switch (shape) {
    case SourceShape::flat:
      return samples != 0 ? GL_TEXTURE_2D_MULTISAMPLE : GL_TEXTURE_2D;
    case SourceShape::array:
      return GL_TEXTURE_2D_ARRAY;
    case SourceShape::volume:
    case SourceShape::buffer:  // never copied
      break;
  }
  return GL_TEXTURE_3D;
}

/// Allocates a texture. An empty object where the driver has no memory for it, or no such format.
gl::Texture allocate(GLenum format, SourceShape shape, const Extent& extent, int samples) {
  GLuint name = 0;
  gl::api().CreateTextures(target_of(shape, samples), 1, &name);
  gl::Texture texture(name);
  if (samples != 0) {
    gl::api().TextureStorage2DMultisample(name, samples, format, extent.width, extent.height, GL_TRUE);
  } else if (shape == SourceShape::flat) {
    gl::api().TextureStorage2D(name, 1, format, extent.width, extent.height);
  } else {
    gl::api().TextureStorage3D(name, 1, format, extent.width, extent.height, extent.depth);
  }
  GLint width = 0;
  gl::api().GetTextureLevelParameteriv(name, 0, GL_TEXTURE_WIDTH, &width);
  if (width == extent.width) {
    gl::api().ObjectLabel(GL_TEXTURE, name, -1, "glccl copy of a source");
    return texture;
  }
  gl::api().GetError();
  return {};
}

/// The numbers that a fetch gives of a format: 0 for floats, 1 for unsigned, 2 for signed integers.
int numbers_of(PixelFormat format) {
  const FormatTraits& traits = traits_of(format);
  return !traits.is_integer ? 0 : traits.is_signed ? 2 : 1;
}

/// What the copied texels store.
gl::StoredTexels stored_of(const SourceCopy& copy) { return gl::find_stored(copy.format).value_or(gl::StoredTexels{}); }

/// The bits of glBlitNamedFramebuffer().
GLbitfield blit_mask(const gl::StoredTexels& stored) {
  if (stored.has_both_aspects()) return GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT;
  if (stored.is_depth()) return GL_DEPTH_BUFFER_BIT;
  return stored.numbers == gl::Numbers::stencil ? GL_STENCIL_BUFFER_BIT : GL_COLOR_BUFFER_BIT;
}

GLenum attachment_for(const gl::StoredTexels& stored) {
  if (stored.has_both_aspects()) return GL_DEPTH_STENCIL_ATTACHMENT;
  if (stored.is_depth()) return GL_DEPTH_ATTACHMENT;
  return stored.numbers == gl::Numbers::stencil ? GLenum{GL_STENCIL_ATTACHMENT} : GLenum{GL_COLOR_ATTACHMENT0};
}

/// GL_READ_BUFFER of the default framebuffer, which OpenGL tells only while it is bound.
GLint default_read_buffer() {
  const GLint bound = gl::context_integer(GL_READ_FRAMEBUFFER_BINDING);
  gl::api().BindFramebuffer(GL_READ_FRAMEBUFFER, 0);
  const GLint buffer = gl::context_integer(GL_READ_BUFFER);
  gl::api().BindFramebuffer(GL_READ_FRAMEBUFFER, gl::bindable(bound, gl::api().IsFramebuffer));
  return buffer;
}

/// Attaches a level, and a layer where the target has layers.
void attach(const gl::Framebuffer& framebuffer, GLenum point, GLenum target, GLuint texture, int level, int layer) {
  const bool flat = target == GL_TEXTURE_2D || target == GL_TEXTURE_RECTANGLE || target == GL_TEXTURE_2D_MULTISAMPLE;
  if (flat) {
    gl::api().NamedFramebufferTexture(framebuffer.name(), point, texture, level);
  } else {
    gl::api().NamedFramebufferTextureLayer(framebuffer.name(), point, texture, level, layer);
  }
}

gl::ProgramText text_of_copy(int numbers, SourceShape shape, bool samples) {
  constexpr const char* prefixes[] = {"", "u", "i"};
  const std::string prefix = prefixes[numbers];
  const bool layered = shape != SourceShape::flat;
  const std::string kind = shape == SourceShape::volume ? "3D" : "2D";
  const std::string array = shape == SourceShape::array ? "Array" : "";
  return gl::text_of(
      shader_files,
      gl::ComputeSource{"copy_texels",
                        {"common/copy_texels.comp"},
                        {"COPY_SAMPLER " + prefix + "sampler" + kind + (samples ? "MS" : "") + array,
                         "COPY_IMAGE " + prefix + "image" + kind + array, "COPY_VECTOR " + prefix + "vec4",
                         gl::define("COPY_LAYERED", layered ? 1 : 0), gl::define("COPY_SAMPLES", samples ? 1 : 0),
                         gl::define("COPY_FLOATS", numbers == 0 ? 1 : 0)}});
}

Error no_memory(const Extent& extent) {
  return {ErrorCode::gpu,
          "no GPU memory for a copy of the source of " + to_string(extent) + ": free some, or label a smaller part"};
}

}  // namespace

SourceCopies::SourceCopies(const gl::Programs& programs) : nearest_(gl::make_nearest_sampler()), programs_(programs) {
  state_table_ = gl::make_state_table({.first_texture_unit = source_unit,
                                       .texture_units = 1,
                                       .volume_textures = true,
                                       .multisample_textures = true,
                                       .image_units = 1,
                                       .blits = true});
}

Result<void> SourceCopies::copy(Request& request) {
  CheckedSource* const sources[] = {&request.source, &request.mask, &request.intensity};
  if (std::ranges::none_of(sources, [](const CheckedSource* one) { return one->copy.is_needed(); })) return {};
  const gl::StateGuard guard(state_table_, gl::GuardEnd::restores);
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    if (!sources[i]->copy.is_needed()) continue;
    if (const Result<void> status = copy(*sources[i], slots_[i]); !status) return status;
  }
  return {};
}

Result<void> SourceCopies::copy(CheckedSource& source, Slot& slot) {
  const SourceCopy wanted = source.copy;
  const auto kept = [&](Kept& memory, GLenum format, int samples) -> Result<void> {
    if (memory.texture && memory.format == format && memory.shape == source.shape && memory.extent == source.extent &&
        memory.samples == samples) {
      return {};
    }
    memory = {allocate(format, source.shape, source.extent, samples), format, source.shape, source.extent, samples};
    return memory.texture ? Result<void>() : no_memory(source.extent);
  };
  if (wanted.from != GL_NONE) {
    if (const Result<void> status = kept(slot.texels, wanted.format, wanted.samples); !status) return status;
    const Result<void> status =
        wanted.of_default_framebuffer() ? read_window(source, slot.texels) : copy_texels(source, slot.texels);
    if (!status) return status;
    source.texture = slot.texels.texture.name();
    source.level = source.layer = source.x = source.y = 0;
  } else {
    source.texture = wanted.name;
  }
  if (wanted.converts) {
    const bool stencil = source.depth_stencil_mode == GL_STENCIL_INDEX;
    const GLenum format = stencil ? GLenum{GL_R8UI} : gl::texture_format_of(source.format).copy_format;
    if (const Result<void> status = kept(slot.converted, format, 0); !status) return status;
    if (const Result<void> status = convert(source, slot.converted); !status) return status;
    source.texture = slot.converted.texture.name();
    source.level = source.layer = source.x = source.y = 0;
    source.depth_stencil_mode = GL_NONE;
  }
  source.copy = {};
  return {};
}

Result<void> SourceCopies::copy_texels(const CheckedSource& source, const Kept& to) {
  const SourceCopy& wanted = source.copy;
  const auto& [width, height, depth] = source.extent;
  GLint immutable = GL_TRUE;
  if (wanted.from != GL_RENDERBUFFER) {
    gl::api().GetTextureParameteriv(wanted.name, GL_TEXTURE_IMMUTABLE_FORMAT, &immutable);
  }
  if (immutable != GL_FALSE) {
    gl::api().CopyImageSubData(wanted.name, wanted.from, source.level, source.x, source.y, source.layer,
                               to.texture.name(), target_of(to.shape, to.samples), 0, 0, 0, 0, width, height, depth);
    return {};
  }
  // Textures with a filter for levels that they lack, and formats without sizes, are attached instead.
  for (int z = 0; z < depth; ++z) {
    const GLenum point = attachment_for(stored_of(wanted));
    attach(from_framebuffer_, point, wanted.from, wanted.name, source.level, source.layer + z);
    attach(to_framebuffer_, point, target_of(to.shape, to.samples), to.texture.name(), 0, z);
    const Result<void> status = blit(source, from_framebuffer_.name(), z == 0);
    gl::api().NamedFramebufferTexture(from_framebuffer_.name(), point, 0, 0);
    gl::api().NamedFramebufferTexture(to_framebuffer_.name(), point, 0, 0);
    if (!status) return status;
  }
  return {};
}

Result<void> SourceCopies::read_window(const CheckedSource& source, const Kept& to) {
  const GLenum point = attachment_for(stored_of(source.copy));
  const bool color = point == GL_COLOR_ATTACHMENT0;
  gl::api().NamedFramebufferTexture(to_framebuffer_.name(), point, to.texture.name(), 0);
  const auto read = static_cast<GLenum>(default_read_buffer());
  if (color) gl::api().NamedFramebufferReadBuffer(0, source.copy.from);
  const Result<void> status = blit(source, 0, true);
  if (color) gl::api().NamedFramebufferReadBuffer(0, read);
  gl::api().NamedFramebufferTexture(to_framebuffer_.name(), point, 0, 0);
  return status;
}

Result<void> SourceCopies::blit(const CheckedSource& source, GLuint from, bool checks) {
  const auto is_complete = [](GLuint framebuffer, GLenum target) {
    return gl::api().CheckNamedFramebufferStatus(framebuffer, target) == GL_FRAMEBUFFER_COMPLETE;
  };
  if (checks && !(is_complete(from, GL_READ_FRAMEBUFFER) && is_complete(to_framebuffer_.name(), GL_DRAW_FRAMEBUFFER))) {
    return Error{ErrorCode::gpu, "this driver copies no image of " + gl::name_of_format(source.copy.format) +
                                     ": give the texture immutable storage (glTextureStorage2D), and neither a swizzle "
                                     "nor a base level"};
  }
  gl::api().BlitNamedFramebuffer(from, to_framebuffer_.name(), source.x, source.y, source.x + source.extent.width,
                                 source.y + source.extent.height, 0, 0, source.extent.width, source.extent.height,
                                 blit_mask(stored_of(source.copy)), GL_NEAREST);
  return {};
}

Result<void> SourceCopies::convert(const CheckedSource& source, const Kept& to) {
  const SourceCopy& wanted = source.copy;
  const bool stencil = source.depth_stencil_mode == GL_STENCIL_INDEX;
  const Key key{stencil ? 1 : numbers_of(source.format), source.shape, wanted.samples != 0};
  const Result<gl::LinkedProgram*> program = programs_.find_or_build(
      key, [](const Key& asked) { return text_of_copy(asked.numbers, asked.shape, asked.samples); });
  if (!program) return program.error();
  const auto& [width, height, depth] = source.extent;
  gl::Uniforms& uniforms = (*program)->uniforms;
  uniforms.set(shared::AT_ORIGIN, std::array<GLint, 4>{source.x, source.y, source.layer, source.level});
  uniforms.set(shared::AT_RECTANGLE, std::array<GLint, 4>{width, height, depth, wanted.averages ? wanted.samples : 1});
  uniforms.set(shared::AT_BACKGROUND, wanted.steps);
  const gl::DepthStencilMode mode(source.texture, source.depth_stencil_mode);
  gl::api().UseProgram((*program)->program.name());
  gl::api().BindTextureUnit(source_unit, source.texture);
  gl::api().BindSampler(source_unit, wanted.samples != 0 ? 0 : nearest_.name());
  gl::api().BindImageTexture(copied_unit, to.texture.name(), 0, GL_TRUE, 0, GL_WRITE_ONLY, to.format);
  gl::api().DispatchCompute(gl::groups_for(width, 8), gl::groups_for(height, 8), static_cast<GLuint>(depth));
  gl::api().MemoryBarrier(GL_TEXTURE_FETCH_BARRIER_BIT);
  return {};
}

std::int64_t SourceCopies::bytes() const {
  std::int64_t bytes = 0;
  for (const Slot& slot : slots_) {
    for (const Kept* memory : {&slot.texels, &slot.converted}) {
      bytes += gl::bytes_of(memory->texture) * std::max(memory->samples, 1);
    }
  }
  return bytes;
}

}  // namespace glccl
