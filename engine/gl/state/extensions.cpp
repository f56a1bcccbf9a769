#include "engine/gl/state/entries.hpp"

namespace glccl::gl {
namespace {

/// A capability that only an extension knows.
struct ExtensionCapability {
  const char* extension;
  const char* name;
  GLenum value;
};

constexpr ExtensionCapability capabilities[] = {
    {"GL_EXT_depth_bounds_test", "depth bounds test", GL_DEPTH_BOUNDS_TEST_EXT},
    {"GL_EXT_raster_multisample", "raster multisample", GL_RASTER_MULTISAMPLE_EXT},
    {"GL_INTEL_blackhole_render", "blackhole render", GL_BLACKHOLE_RENDER_INTEL},
    {"GL_INTEL_conservative_rasterization", "conservative rasterization", GL_CONSERVATIVE_RASTERIZATION_INTEL},
    {"GL_NV_conservative_raster", "conservative rasterization", GL_CONSERVATIVE_RASTERIZATION_NV},
    {"GL_NV_fragment_coverage_to_color", "fragment coverage to color", GL_FRAGMENT_COVERAGE_TO_COLOR_NV},
    {"GL_NV_representative_fragment_test", "representative fragment test", GL_REPRESENTATIVE_FRAGMENT_TEST_NV},
};

/// A client-side capability, disabled.
StateEntry disabled_client(const char* name, GLenum capability) {
  return {name, capability, save_capability,
          [](GLuint index, const StateValue& found) {
            if (found.integers[0] != 0) api().DisableClientState(index);
          },
          [](GLuint index, const StateValue& saved) {
            (saved.integers[0] != 0 ? api().EnableClientState : api().DisableClientState)(index);
          }};
}

/// Mesa limits the draws of glDrawArraysIndirect by what this buffer holds.
StateEntry parameter_buffer() {
  return {"parameter buffer", 0, save<GL_PARAMETER_BUFFER_BINDING_ARB>,
          [](GLuint, const StateValue&) { api().BindBuffer(GL_PARAMETER_BUFFER_ARB, 0); },
          [](GLuint, const StateValue& saved) { restore_buffer(GL_PARAMETER_BUFFER_ARB, saved); }};
}

StateEntry viewport_swizzle() {
  return {
      "viewport swizzle", 0,
      save_at<GL_VIEWPORT_SWIZZLE_X_NV, GL_VIEWPORT_SWIZZLE_Y_NV, GL_VIEWPORT_SWIZZLE_Z_NV, GL_VIEWPORT_SWIZZLE_W_NV>,
      [](GLuint index, const StateValue&) {
        api().ViewportSwizzleNV(index, GL_VIEWPORT_SWIZZLE_POSITIVE_X_NV, GL_VIEWPORT_SWIZZLE_POSITIVE_Y_NV,
                                GL_VIEWPORT_SWIZZLE_POSITIVE_Z_NV, GL_VIEWPORT_SWIZZLE_POSITIVE_W_NV);
      },
      [](GLuint index, const StateValue& saved) {
        const auto axis = [&](std::size_t i) { return as_enum(saved.integers[i]); };
        api().ViewportSwizzleNV(index, axis(0), axis(1), axis(2), axis(3));
      }};
}

/// The rectangles that fragments of framebuffer objects are clipped to, or clipped out of.
StateEntry window_rectangles() {
  return {"window rectangles", 0,
          [](GLuint, StateValue& found) {
            save<GL_WINDOW_RECTANGLE_MODE_EXT, GL_NUM_WINDOW_RECTANGLES_EXT>(0, found);
            const auto count = static_cast<GLuint>(found.integers[1]);
            found.list.resize(4 * std::size_t{count});
            for (GLuint i = 0; i < count; ++i) api().GetIntegeri_v(GL_WINDOW_RECTANGLE_EXT, i, &found.list[4 * i]);
          },
          [](GLuint, const StateValue&) { api().WindowRectanglesEXT(GL_EXCLUSIVE_EXT, 0, nullptr); },
          [](GLuint, const StateValue& saved) {
            api().WindowRectanglesEXT(as_enum(saved.integers[0]), static_cast<GLsizei>(saved.integers[1]),
                                      saved.list.data());
          }};
}

/// Sizes of points are clamped to this range.
StateEntry point_size_range() {
  return {"point size range", 0,
          [](GLuint, StateValue& found) {
            api().GetDoublev(GL_POINT_SIZE_MIN, &found.reals[0]);
            api().GetDoublev(GL_POINT_SIZE_MAX, &found.reals[1]);
          },
          [](GLuint, const StateValue&) {
            api().PointParameterf(GL_POINT_SIZE_MIN, 0.0F);
            api().PointParameterf(GL_POINT_SIZE_MAX, 1024.0F);
          },
          [](GLuint, const StateValue& saved) {
            api().PointParameterf(GL_POINT_SIZE_MIN, static_cast<GLfloat>(saved.reals[0]));
            api().PointParameterf(GL_POINT_SIZE_MAX, static_cast<GLfloat>(saved.reals[1]));
          }};
}

/// Sprites are squares. NVIDIA's driver draws other points as circles where multisampling is enabled, although the
/// target has one sample.
StateEntry point_sprite() {
  StateEntry entry = disabled("point sprite", GL_POINT_SPRITE);
  entry.set_neutral = [](GLuint index, const StateValue&) { api().Enable(index); };
  return entry;
}

/// Would clamp the ids and sums in float targets to 0..1.
StateEntry fragment_color_clamping() {
  return {
      "clamp fragment color", 0, save<GL_CLAMP_FRAGMENT_COLOR>,
      [](GLuint, const StateValue&) { api().ClampColor(GL_CLAMP_FRAGMENT_COLOR, GL_FALSE); },
      [](GLuint, const StateValue& saved) { api().ClampColor(GL_CLAMP_FRAGMENT_COLOR, as_enum(saved.integers[0])); }};
}

constexpr auto query_front_stencil = save<GL_STENCIL_FUNC, GL_STENCIL_REF, GL_STENCIL_VALUE_MASK, GL_STENCIL_WRITEMASK,
                                          GL_STENCIL_FAIL, GL_STENCIL_PASS_DEPTH_FAIL, GL_STENCIL_PASS_DEPTH_PASS>;

/// Queries clamp the reference to what the stencil buffer of the draw framebuffer can hold, to 0 without one. The
/// caller may bind one with stencil later, so one of 8 bits is bound meanwhile; its name is in the place of an index.
void save_front_stencil(GLuint with_stencil, StateValue& found) {
  const GLint64 bound = integer(GL_DRAW_FRAMEBUFFER_BINDING);
  if (with_stencil != 0) api().BindFramebuffer(GL_DRAW_FRAMEBUFFER, with_stencil);
  query_front_stencil(0, found);
  if (with_stencil != 0) api().BindFramebuffer(GL_DRAW_FRAMEBUFFER, bindable(bound, api().IsFramebuffer));
}

/// Queries answer for the active face of EXT_stencil_two_side. Functions with a face ignore it.
void save_front_stencil_of_two(GLuint with_stencil, StateValue& found) {
  const GLenum active = as_enum(context_integer(GL_ACTIVE_STENCIL_FACE_EXT));
  if (active != GL_FRONT) api().ActiveStencilFaceEXT(GL_FRONT);
  save_front_stencil(with_stencil, found);
  if (active != GL_FRONT) api().ActiveStencilFaceEXT(active);
}

}  // namespace

// Neutral is what stencil_routing needs: the texel that has come to 1 takes the point, and every point counts down.
// Points are front faces.
StateEntry front_stencil(const ContextTraits& context, GLuint with_stencil) {
  // NVIDIA lists the extension in core profiles too, which have no active face.
  const bool two_sided = context.compatibility && context.has("GL_EXT_stencil_two_side");
  return {"front stencil", with_stencil, two_sided ? save_front_stencil_of_two : save_front_stencil,
          [](GLuint, const StateValue&) {
            api().StencilFuncSeparate(GL_FRONT, GL_EQUAL, 1, 0xFF);
            api().StencilOpSeparate(GL_FRONT, GL_DECR, GL_DECR, GL_DECR);
            api().StencilMaskSeparate(GL_FRONT, 0xFF);
          },
          [](GLuint, const StateValue& saved) {
            const auto& [function, reference, mask, write_mask, fail, depth_fail, pass] = saved.integers;
            api().StencilFuncSeparate(GL_FRONT, as_enum(function), static_cast<GLint>(reference), as_name(mask));
            api().StencilMaskSeparate(GL_FRONT, as_name(write_mask));
            api().StencilOpSeparate(GL_FRONT, as_enum(fail), as_enum(depth_fail), as_enum(pass));
          }};
}

void add_extension_state(const ContextTraits& context, std::vector<StateEntry>& table) {
  for (const ExtensionCapability& row : capabilities) {
    if (context.has(row.extension)) table.push_back(disabled(row.name, row.value));
  }
  if (context.has("GL_ARB_indirect_parameters") || context.version >= 46) table.push_back(parameter_buffer());
  if (context.has("GL_EXT_window_rectangles")) table.push_back(window_rectangles());
  if (context.has("GL_NV_scissor_exclusive")) {
    table.push_back({"exclusive scissor test", 0, save_enabled<GL_SCISSOR_TEST_EXCLUSIVE_NV>,
                     disable_at<GL_SCISSOR_TEST_EXCLUSIVE_NV>, restore_enabled<GL_SCISSOR_TEST_EXCLUSIVE_NV>});
  }
  if (context.has("GL_NV_shading_rate_image")) {
    table.push_back({"shading rate image", 0, save_enabled<GL_SHADING_RATE_IMAGE_NV>,
                     disable_at<GL_SHADING_RATE_IMAGE_NV>, restore_enabled<GL_SHADING_RATE_IMAGE_NV>});
  }
  if (context.has("GL_NV_viewport_swizzle")) table.push_back(viewport_swizzle());
  if (context.has("GL_NV_vertex_buffer_unified_memory")) {
    table.push_back(disabled_client("unified draw indirect", GL_DRAW_INDIRECT_UNIFIED_NV));
  }
}

void add_compatibility_state(const ContextTraits& context, std::vector<StateEntry>& table) {
  table.insert(table.end(), {disabled("alpha test", GL_ALPHA_TEST), disabled("polygon stipple", GL_POLYGON_STIPPLE),
                             disabled("point smooth", GL_POINT_SMOOTH), point_sprite(), point_size_range(),
                             fragment_color_clamping()});
  if (context.has("GL_NV_primitive_restart")) {
    table.push_back(disabled_client("primitive restart of NVIDIA", GL_PRIMITIVE_RESTART_NV));
  }
}

}  // namespace glccl::gl
