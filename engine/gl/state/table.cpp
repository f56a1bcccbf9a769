#include "engine/gl/state/table.hpp"

#include "engine/gl/context_traits.hpp"
#include "engine/gl/state/entries.hpp"
#include "engine/gl/texture_target.hpp"

namespace glccl::gl {
namespace {

void add_capabilities(const ContextTraits& context, std::vector<StateEntry>& table) {
  table.insert(table.end(), {
                                disabled("logic op", GL_COLOR_LOGIC_OP),
                                disabled("cull face", GL_CULL_FACE),
                                disabled("depth test", GL_DEPTH_TEST),
                                disabled("dither", GL_DITHER),
                                disabled("framebuffer sRGB", GL_FRAMEBUFFER_SRGB),
                                disabled("polygon offset fill", GL_POLYGON_OFFSET_FILL),
                                disabled("polygon offset point", GL_POLYGON_OFFSET_POINT),
                                disabled("polygon smooth", GL_POLYGON_SMOOTH),
                                disabled("primitive restart", GL_PRIMITIVE_RESTART),
                                disabled("program point size", GL_PROGRAM_POINT_SIZE),
                                disabled("rasterizer discard", GL_RASTERIZER_DISCARD),
                                disabled("stencil test", GL_STENCIL_TEST),
                            });
  if (context.has("GL_AMD_depth_clamp_separate")) {
    table.push_back(disabled("depth clamp near", GL_DEPTH_CLAMP_NEAR_AMD));
    table.push_back(disabled("depth clamp far", GL_DEPTH_CLAMP_FAR_AMD));
  } else {
    table.push_back(disabled("depth clamp", GL_DEPTH_CLAMP));
  }
  const auto clip_distances = static_cast<GLuint>(context_integer(GL_MAX_CLIP_DISTANCES));
  for (GLuint i = 0; i < clip_distances; ++i) {
    table.push_back(disabled("clip distance", GL_CLIP_DISTANCE0 + i));
  }
}

/// Of viewport 0.
StateEntry scissor_test() {
  return {"scissor test", 0, save_enabled<GL_SCISSOR_TEST>, disable_at<GL_SCISSOR_TEST>,
          restore_enabled<GL_SCISSOR_TEST>};
}

/// Scissor test and blending of viewport and draw buffer 0.
void add_indexed_capabilities(std::vector<StateEntry>& table) {
  table.push_back(scissor_test());
  table.push_back({"blend", 0, save_enabled<GL_BLEND>, nullptr, restore_enabled<GL_BLEND>});
}

void add_drawing_bindings(std::vector<StateEntry>& table) {
  table.push_back({"vertex array", 0, save<GL_VERTEX_ARRAY_BINDING>, nullptr, [](GLuint, const StateValue& saved) {
                     api().BindVertexArray(bindable(saved.integers[0], api().IsVertexArray));
                   }});
  table.push_back(
      {"draw framebuffer", 0, save<GL_DRAW_FRAMEBUFFER_BINDING>, nullptr, [](GLuint, const StateValue& saved) {
         api().BindFramebuffer(GL_DRAW_FRAMEBUFFER, bindable(saved.integers[0], api().IsFramebuffer));
       }});
  table.push_back({"draw indirect buffer", 0, save<GL_DRAW_INDIRECT_BUFFER_BINDING>, nullptr,
                   [](GLuint, const StateValue& saved) { restore_buffer(GL_DRAW_INDIRECT_BUFFER, saved); }});
  table.push_back(
      {"transform feedback", 0, save<GL_TRANSFORM_FEEDBACK_BINDING>, nullptr, [](GLuint, const StateValue& saved) {
         api().BindTransformFeedback(GL_TRANSFORM_FEEDBACK, bindable(saved.integers[0], api().IsTransformFeedback));
       }});
}

/// What a fragment meets on its way into the target.
void add_fragment_state(const ContextTraits& context, GLuint with_stencil, std::vector<StateEntry>& table) {
  table.push_back({"blend equation", 0, save_at<GL_BLEND_EQUATION_RGB, GL_BLEND_EQUATION_ALPHA>,
                   [](GLuint index, const StateValue&) { api().BlendEquationi(index, GL_MAX); },
                   [](GLuint index, const StateValue& saved) {
                     api().BlendEquationSeparatei(index, as_enum(saved.integers[0]), as_enum(saved.integers[1]));
                   }});
  table.push_back({"depth function", 0, save<GL_DEPTH_FUNC>, nullptr,
                   [](GLuint, const StateValue& saved) { api().DepthFunc(as_enum(saved.integers[0])); }});
  table.push_back({"depth mask", 0, save<GL_DEPTH_WRITEMASK>, nullptr, [](GLuint, const StateValue& saved) {
                     api().DepthMask(saved.integers[0] != 0 ? GL_TRUE : GL_FALSE);
                   }});
  table.push_back({"color mask", 0,
                   [](GLuint index, StateValue& found) {
                     std::array<GLboolean, 4> mask{};
                     api().GetBooleani_v(GL_COLOR_WRITEMASK, index, mask.data());
                     for (std::size_t i = 0; i < mask.size(); ++i) found.integers[i] = mask[i];
                   },
                   [](GLuint index, const StateValue&) { api().ColorMaski(index, GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE); },
                   [](GLuint index, const StateValue& saved) {
                     const auto written = [&](std::size_t i) { return static_cast<GLboolean>(saved.integers[i]); };
                     api().ColorMaski(index, written(0), written(1), written(2), written(3));
                   }});
  table.push_back(front_stencil(context, with_stencil));
}

/// How vertices become fragments.
void add_rasterizer_state(std::vector<StateEntry>& table) {
  table.push_back({"clip control", 0, save<GL_CLIP_ORIGIN, GL_CLIP_DEPTH_MODE>,
                   [](GLuint, const StateValue&) { api().ClipControl(GL_LOWER_LEFT, GL_NEGATIVE_ONE_TO_ONE); },
                   [](GLuint, const StateValue& saved) {
                     api().ClipControl(as_enum(saved.integers[0]), as_enum(saved.integers[1]));
                   }});
  table.push_back({"polygon mode", 0,
                   [](GLuint, StateValue& found) {
                     std::array<GLint, 2> modes{};  // of the back too, in compatibility profiles and on some drivers
                     api().GetIntegerv(GL_POLYGON_MODE, modes.data());
                     found.integers = {modes[0], modes[1]};
                   },
                   [](GLuint, const StateValue&) { api().PolygonMode(GL_FRONT_AND_BACK, GL_FILL); },
                   [](GLuint, const StateValue& saved) {
                     const auto [front, back] = std::array{as_enum(saved.integers[0]), as_enum(saved.integers[1])};
                     api().PolygonMode(GL_FRONT_AND_BACK, front);
                     if (back != 0 && back != front) api().PolygonMode(GL_BACK, back);
                   }});
  table.push_back({"point size", 0,
                   [](GLuint, StateValue& found) { api().GetDoublev(GL_POINT_SIZE, found.reals.data()); },
                   [](GLuint, const StateValue&) { api().PointSize(1.0F); },
                   [](GLuint, const StateValue& saved) { api().PointSize(static_cast<GLfloat>(saved.reals[0])); }});
  table.push_back({"viewport", 0,
                   [](GLuint index, StateValue& found) { api().GetDoublei_v(GL_VIEWPORT, index, found.reals.data()); },
                   nullptr,
                   [](GLuint index, const StateValue& saved) {
                     const auto real = [&](std::size_t i) { return static_cast<GLfloat>(saved.reals[i]); };
                     api().ViewportIndexedf(index, real(0), real(1), real(2), real(3));
                   }});
  table.push_back(
      {"depth range", 0,
       [](GLuint index, StateValue& found) { api().GetDoublei_v(GL_DEPTH_RANGE, index, found.reals.data()); },
       [](GLuint index, const StateValue&) { api().DepthRangeIndexed(index, 0.0, 1.0); },
       [](GLuint index, const StateValue& saved) { api().DepthRangeIndexed(index, saved.reals[0], saved.reals[1]); }});
}

StateEntry program() {
  return {"program", 0, save<GL_CURRENT_PROGRAM>, nullptr, [](GLuint, const StateValue& saved) {
            // A program that the caller has deleted lives only as long as it is in use.
            api().UseProgram(bindable(saved.integers[0], api().IsProgram));
          }};
}

StateEntry storage_binding(GLuint binding) {
  return {"shader storage binding", binding,
          [](GLuint index, StateValue& found) {
            found.integers[0] = integer(GL_SHADER_STORAGE_BUFFER_BINDING, index);
            api().GetInteger64i_v(GL_SHADER_STORAGE_BUFFER_START, index, &found.integers[1]);
            api().GetInteger64i_v(GL_SHADER_STORAGE_BUFFER_SIZE, index, &found.integers[2]);
          },
          nullptr,
          [](GLuint index, const StateValue& saved) {
            const GLuint buffer = bindable(saved.integers[0], api().IsBuffer);
            // A size of 0 says that the whole buffer was bound, however large it becomes.
            if (buffer == 0 || saved.integers[2] == 0) {
              api().BindBufferBase(GL_SHADER_STORAGE_BUFFER, index, buffer);
            } else {
              api().BindBufferRange(GL_SHADER_STORAGE_BUFFER, index, buffer, saved.integers[1], saved.integers[2]);
            }
          }};
}

/// The binding to no index, which every binding to an index changes.
StateEntry storage_buffer() {
  return {"shader storage buffer", 0, save<GL_SHADER_STORAGE_BUFFER_BINDING>, nullptr,
          [](GLuint, const StateValue& saved) { restore_buffer(GL_SHADER_STORAGE_BUFFER, saved); }};
}

StateEntry image_unit(GLuint unit) {
  return {"image unit", unit,
          save_at<GL_IMAGE_BINDING_NAME, GL_IMAGE_BINDING_LEVEL, GL_IMAGE_BINDING_LAYERED, GL_IMAGE_BINDING_LAYER,
                  GL_IMAGE_BINDING_ACCESS, GL_IMAGE_BINDING_FORMAT>,
          nullptr, [](GLuint index, const StateValue& saved) {
            const auto& [texture, level, layered, layer, access, format, unused] = saved.integers;
            api().BindImageTexture(index, bindable(texture, api().IsTexture), static_cast<GLint>(level),
                                   layered != 0 ? GL_TRUE : GL_FALSE, static_cast<GLint>(layer), as_enum(access),
                                   as_enum(format));
          }};
}

/// Two targets of a unit are the engine's to touch: glBindTextureUnit(unit, 0) would unbind all of them.
StateEntry texture_unit(GLuint unit) {
  return {"texture unit", unit, save_at<GL_TEXTURE_BINDING_2D, GL_TEXTURE_BINDING_2D_ARRAY, GL_SAMPLER_BINDING>,
          nullptr, [](GLuint index, const StateValue& saved) {
            api().ActiveTexture(GL_TEXTURE0 + index);
            rebind_texture(index, GL_TEXTURE_2D, saved.integers[0]);
            rebind_texture(index, GL_TEXTURE_2D_ARRAY, saved.integers[1]);
            api().BindSampler(index, bindable(saved.integers[2], api().IsSampler));
          }};
}

StateEntry volume_texture(GLuint unit) {
  return {"3-D texture of unit", unit, save_at<GL_TEXTURE_BINDING_3D>, nullptr,
          [](GLuint index, const StateValue& saved) {
            api().ActiveTexture(GL_TEXTURE0 + index);
            rebind_texture(index, GL_TEXTURE_3D, saved.integers[0]);
          }};
}

StateEntry multisample_textures(GLuint unit) {
  return {"multisampled textures of unit", unit,
          save_at<GL_TEXTURE_BINDING_2D_MULTISAMPLE, GL_TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY>, nullptr,
          [](GLuint index, const StateValue& saved) {
            api().ActiveTexture(GL_TEXTURE0 + index);
            rebind_texture(index, GL_TEXTURE_2D_MULTISAMPLE, saved.integers[0]);
            rebind_texture(index, GL_TEXTURE_2D_MULTISAMPLE_ARRAY, saved.integers[1]);
          }};
}

/// Restoring a texture unit changes it.
StateEntry active_texture() {
  return {"active texture", 0, save<GL_ACTIVE_TEXTURE>, nullptr,
          [](GLuint, const StateValue& saved) { api().ActiveTexture(as_enum(saved.integers[0])); }};
}

}  // namespace

std::vector<StateEntry> make_state_table(const UsedState& used) {
  std::vector<StateEntry> table;
  if (used.draws) {
    const ContextTraits context = traits_of_context();
    add_capabilities(context, table);
    add_indexed_capabilities(table);
    add_drawing_bindings(table);
    add_fragment_state(context, used.with_stencil, table);
    add_rasterizer_state(table);
    add_extension_state(context, table);
    if (context.compatibility) add_compatibility_state(context, table);
  }
  if (used.blits) {
    table.push_back(scissor_test());
    table.push_back(disabled("framebuffer sRGB", GL_FRAMEBUFFER_SRGB));
  }
  table.push_back(program());
  for (int i = 0; i < used.storage_buffers; ++i) table.push_back(storage_binding(static_cast<GLuint>(i)));
  table.push_back(storage_buffer());
  for (int i = 0; i < used.image_units; ++i) table.push_back(image_unit(static_cast<GLuint>(i)));
  for (int i = 0; i < used.texture_units; ++i) {
    table.push_back(texture_unit(static_cast<GLuint>(used.first_texture_unit + i)));
    if (used.volume_textures) table.push_back(volume_texture(static_cast<GLuint>(used.first_texture_unit + i)));
    if (used.multisample_textures) {
      table.push_back(multisample_textures(static_cast<GLuint>(used.first_texture_unit + i)));
    }
  }
  table.push_back(active_texture());
  return table;
}

}  // namespace glccl::gl
