#include "engine/gl/state_guard.hpp"

#include <utility>

namespace glccl::gl {
namespace {

/// Capabilities that would clip, drop or change what a pass draws. GL_CLIP_DISTANCE0 and on are added by the
/// constructor.
constexpr std::array disabled_capabilities = {
    GL_COLOR_LOGIC_OP,     GL_CULL_FACE,           GL_DEPTH_CLAMP,          GL_DEPTH_TEST,     GL_DITHER,
    GL_FRAMEBUFFER_SRGB,   GL_POLYGON_OFFSET_FILL, GL_POLYGON_OFFSET_POINT, GL_POLYGON_SMOOTH, GL_PRIMITIVE_RESTART,
    GL_PROGRAM_POINT_SIZE, GL_RASTERIZER_DISCARD,  GL_STENCIL_TEST,
};

void set_capability(GLenum capability, GLboolean enabled) {
  if (enabled == GL_TRUE) {
    glEnable(capability);
  } else {
    glDisable(capability);
  }
}

}  // namespace

StateGuard::StateGuard(const UsedBindings& used, StatePolicy policy) : policy_(policy) {
  list_capabilities();
  if (policy_ == StatePolicy::preserve) {
    for (auto& [capability, enabled] : capabilities_) enabled = glIsEnabled(capability);
    save_values();
    save_stencil();
    save_storage_buffers(used.storage_buffers);
    save_image_units(used.image_units);
    save_units(used.texture_units);
  }
  set_neutral();
}

void StateGuard::list_capabilities() {
  for (const GLenum capability : disabled_capabilities) capabilities_.emplace_back(capability, GL_TRUE);
  GLint clip_distances = 0;
  glGetIntegerv(GL_MAX_CLIP_DISTANCES, &clip_distances);
  for (int i = 0; i < clip_distances; ++i) {
    capabilities_.emplace_back(GL_CLIP_DISTANCE0 + static_cast<GLenum>(i), GL_TRUE);
  }
}

void StateGuard::save_values() {
  scissor_ = glIsEnabledi(GL_SCISSOR_TEST, 0);
  blend_ = glIsEnabledi(GL_BLEND, 0);
  glGetIntegerv(GL_CURRENT_PROGRAM, &program_);
  glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &vertex_array_);
  glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &draw_framebuffer_);
  glGetIntegerv(GL_DRAW_INDIRECT_BUFFER_BINDING, &indirect_buffer_);
  glGetIntegerv(GL_TRANSFORM_FEEDBACK_BINDING, &transform_feedback_);
  glGetIntegeri_v(GL_BLEND_EQUATION_RGB, 0, &blend_equation_rgb_);
  glGetIntegeri_v(GL_BLEND_EQUATION_ALPHA, 0, &blend_equation_alpha_);
  glGetIntegerv(GL_DEPTH_FUNC, &depth_func_);
  glGetIntegerv(GL_CLIP_ORIGIN, &clip_origin_);
  glGetIntegerv(GL_CLIP_DEPTH_MODE, &clip_depth_);
  std::array<GLint, 2> polygon_mode{};  // some drivers still answer for the front and the back
  glGetIntegerv(GL_POLYGON_MODE, polygon_mode.data());
  polygon_mode_ = polygon_mode[0];
  glGetBooleanv(GL_DEPTH_WRITEMASK, &depth_mask_);
  glGetFloatv(GL_POINT_SIZE, &point_size_);
  glGetBooleani_v(GL_COLOR_WRITEMASK, 0, color_mask_.data());
  glGetFloati_v(GL_VIEWPORT, 0, viewport_.data());
  glGetDoublei_v(GL_DEPTH_RANGE, 0, depth_range_.data());
}

void StateGuard::save_stencil() {
  glGetIntegerv(GL_STENCIL_FUNC, &stencil_.function);
  glGetIntegerv(GL_STENCIL_REF, &stencil_.reference);
  glGetIntegerv(GL_STENCIL_VALUE_MASK, &stencil_.mask);
  glGetIntegerv(GL_STENCIL_WRITEMASK, &stencil_.write_mask);
  glGetIntegerv(GL_STENCIL_FAIL, &stencil_.fail);
  glGetIntegerv(GL_STENCIL_PASS_DEPTH_FAIL, &stencil_.depth_fail);
  glGetIntegerv(GL_STENCIL_PASS_DEPTH_PASS, &stencil_.pass);
}

void StateGuard::save_storage_buffers(int count) {
  glGetIntegerv(GL_SHADER_STORAGE_BUFFER_BINDING, &storage_buffer_);
  storage_buffers_.resize(static_cast<std::size_t>(count));
  for (GLuint i = 0; i < storage_buffers_.size(); ++i) {
    glGetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, i, &storage_buffers_[i].buffer);
    glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_START, i, &storage_buffers_[i].offset);
    glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_SIZE, i, &storage_buffers_[i].size);
  }
}

void StateGuard::save_image_units(int count) {
  image_units_.resize(static_cast<std::size_t>(count));
  for (GLuint i = 0; i < image_units_.size(); ++i) {
    ImageUnit& unit = image_units_[i];
    glGetIntegeri_v(GL_IMAGE_BINDING_NAME, i, &unit.texture);
    glGetIntegeri_v(GL_IMAGE_BINDING_LEVEL, i, &unit.level);
    glGetBooleani_v(GL_IMAGE_BINDING_LAYERED, i, &unit.layered);
    glGetIntegeri_v(GL_IMAGE_BINDING_LAYER, i, &unit.layer);
    glGetIntegeri_v(GL_IMAGE_BINDING_ACCESS, i, &unit.access);
    glGetIntegeri_v(GL_IMAGE_BINDING_FORMAT, i, &unit.format);
  }
}

void StateGuard::save_units(int count) {
  units_.resize(static_cast<std::size_t>(count));
  for (GLuint unit = 0; unit < units_.size(); ++unit) {
    glGetIntegeri_v(GL_TEXTURE_BINDING_2D, unit, &units_[unit].texture);
    glGetIntegeri_v(GL_TEXTURE_BINDING_2D_ARRAY, unit, &units_[unit].array);
    glGetIntegeri_v(GL_SAMPLER_BINDING, unit, &units_[unit].sampler);
  }
}

void StateGuard::set_neutral() {
  for (const auto& [capability, enabled] : capabilities_) {
    if (enabled == GL_TRUE) glDisable(capability);
  }
  glDisablei(GL_SCISSOR_TEST, 0);
  glBlendEquationi(0, GL_MAX);
  glClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  glPointSize(1.0F);
  glColorMaski(0, GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
  glDepthRangeIndexed(0, 0.0, 1.0);
  // For stencil_routing: the texel that has come to 1 takes the point, and every point counts down.
  glStencilFuncSeparate(GL_FRONT, GL_EQUAL, 1, 0xFF);
  glStencilOpSeparate(GL_FRONT, GL_DECR, GL_DECR, GL_DECR);
  glStencilMaskSeparate(GL_FRONT, 0xFF);
}

StateGuard::~StateGuard() {
  if (policy_ == StatePolicy::clobber) return;
  for (const auto& [capability, enabled] : capabilities_) set_capability(capability, enabled);
  if (scissor_ == GL_TRUE) glEnablei(GL_SCISSOR_TEST, 0);
  if (blend_ == GL_TRUE) {
    glEnablei(GL_BLEND, 0);
  } else {
    glDisablei(GL_BLEND, 0);
  }
  // A program that the caller has deleted lives only as long as it is in use.
  const auto program = static_cast<GLuint>(program_);
  glUseProgram(glIsProgram(program) == GL_TRUE ? program : 0);
  glBindVertexArray(static_cast<GLuint>(vertex_array_));
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, static_cast<GLuint>(draw_framebuffer_));
  glBindBuffer(GL_DRAW_INDIRECT_BUFFER, static_cast<GLuint>(indirect_buffer_));
  glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, static_cast<GLuint>(transform_feedback_));
  glBlendEquationSeparatei(0, static_cast<GLenum>(blend_equation_rgb_), static_cast<GLenum>(blend_equation_alpha_));
  glDepthFunc(static_cast<GLenum>(depth_func_));
  glDepthMask(depth_mask_);
  glClipControl(static_cast<GLenum>(clip_origin_), static_cast<GLenum>(clip_depth_));
  glPolygonMode(GL_FRONT_AND_BACK, static_cast<GLenum>(polygon_mode_));
  glPointSize(point_size_);
  glColorMaski(0, color_mask_[0], color_mask_[1], color_mask_[2], color_mask_[3]);
  glViewportIndexedfv(0, viewport_.data());
  glDepthRangeIndexed(0, depth_range_[0], depth_range_[1]);
  restore_stencil();
  restore_storage_buffers();
  restore_image_units();
  restore_units();
}

void StateGuard::restore_stencil() {
  glStencilFuncSeparate(GL_FRONT, static_cast<GLenum>(stencil_.function), stencil_.reference,
                        static_cast<GLuint>(stencil_.mask));
  glStencilOpSeparate(GL_FRONT, static_cast<GLenum>(stencil_.fail), static_cast<GLenum>(stencil_.depth_fail),
                      static_cast<GLenum>(stencil_.pass));
  glStencilMaskSeparate(GL_FRONT, static_cast<GLuint>(stencil_.write_mask));
}

/// A size of 0 says that all of the buffer was bound, however large it would become.
void StateGuard::restore_storage_buffers() {
  for (GLuint i = 0; i < storage_buffers_.size(); ++i) {
    const StorageBuffer& bound = storage_buffers_[i];
    const auto buffer = static_cast<GLuint>(bound.buffer);
    if (buffer == 0 || bound.size == 0) {
      glBindBufferBase(GL_SHADER_STORAGE_BUFFER, i, buffer);
    } else {
      glBindBufferRange(GL_SHADER_STORAGE_BUFFER, i, buffer, bound.offset, bound.size);
    }
  }
  glBindBuffer(GL_SHADER_STORAGE_BUFFER, static_cast<GLuint>(storage_buffer_));
}

void StateGuard::restore_image_units() {
  for (GLuint i = 0; i < image_units_.size(); ++i) {
    const ImageUnit& unit = image_units_[i];
    glBindImageTexture(i, static_cast<GLuint>(unit.texture), unit.level, unit.layered, unit.layer,
                       static_cast<GLenum>(unit.access), static_cast<GLenum>(unit.format));
  }
}

/// Only two bindings of a unit are the engine's to touch: glBindTextureUnit(unit, 0) would unbind all targets.
void StateGuard::restore_units() {
  GLint active = 0;
  glGetIntegerv(GL_ACTIVE_TEXTURE, &active);
  for (GLuint unit = 0; unit < units_.size(); ++unit) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, static_cast<GLuint>(units_[unit].texture));
    glBindTexture(GL_TEXTURE_2D_ARRAY, static_cast<GLuint>(units_[unit].array));
    glBindSampler(unit, static_cast<GLuint>(units_[unit].sampler));
  }
  glActiveTexture(static_cast<GLenum>(active));
}

PackGuard::PackGuard()
    : values_{{{GL_PACK_ALIGNMENT, 0},
               {GL_PACK_ROW_LENGTH, 0},
               {GL_PACK_IMAGE_HEIGHT, 0},
               {GL_PACK_SKIP_ROWS, 0},
               {GL_PACK_SKIP_PIXELS, 0},
               {GL_PACK_SKIP_IMAGES, 0},
               {GL_PACK_SWAP_BYTES, 0},
               {GL_PACK_LSB_FIRST, 0}}} {
  glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &buffer_);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  for (auto& [name, value] : values_) {
    glGetIntegerv(name, &value);
    glPixelStorei(name, name == GL_PACK_ALIGNMENT ? 1 : 0);
  }
}

PackGuard::~PackGuard() {
  for (const auto& [name, value] : values_) glPixelStorei(name, value);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, static_cast<GLuint>(buffer_));
}

}  // namespace glccl::gl
