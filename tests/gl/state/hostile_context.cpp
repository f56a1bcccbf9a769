#include "tests/gl/state/hostile_context.hpp"

#include <array>
#include <tuple>

#include "tests/gl/state/hostile_extensions.hpp"
#include "tests/support/catch.hpp"

namespace glccl::tests {
namespace {

constexpr std::pair<const char*, GLenum> capabilities[] = {
    {"blend", GL_BLEND},
    {"scissor", GL_SCISSOR_TEST},
    {"logic op", GL_COLOR_LOGIC_OP},
    {"cull face", GL_CULL_FACE},
    {"depth clamp", GL_DEPTH_CLAMP},
    {"depth test", GL_DEPTH_TEST},
    {"dither", GL_DITHER},
    {"sRGB", GL_FRAMEBUFFER_SRGB},
    {"polygon offset fill", GL_POLYGON_OFFSET_FILL},
    {"polygon offset point", GL_POLYGON_OFFSET_POINT},
    {"polygon smooth", GL_POLYGON_SMOOTH},
    {"program point size", GL_PROGRAM_POINT_SIZE},
    {"rasterizer discard", GL_RASTERIZER_DISCARD},
    {"stencil test", GL_STENCIL_TEST},
    {"clip distance 0", GL_CLIP_DISTANCE0 + 0},
    {"clip distance 1", GL_CLIP_DISTANCE0 + 1},
    {"clip distance 2", GL_CLIP_DISTANCE0 + 2},
    {"clip distance 3", GL_CLIP_DISTANCE0 + 3},
    {"clip distance 4", GL_CLIP_DISTANCE0 + 4},
    {"clip distance 5", GL_CLIP_DISTANCE0 + 5},
    {"clip distance 6", GL_CLIP_DISTANCE0 + 6},
    {"clip distance 7", GL_CLIP_DISTANCE0 + 7},
    {"primitive restart", GL_PRIMITIVE_RESTART},
    {"multisample", GL_MULTISAMPLE},
};

void set(GLenum capability, bool on) {
  if (on) {
    glEnable(capability);
  } else {
    glDisable(capability);
  }
}

std::string numbered(const char* name, GLuint number) { return name + (' ' + std::to_string(number)); }

}  // namespace

Callers::Callers() {
  glCreateTextures(GL_TEXTURE_2D, 1, &texture);
  glTextureStorage2D(texture, 1, GL_RGBA8, 4, 4);
  glCreateTextures(GL_TEXTURE_CUBE_MAP, 1, &cube);
  glTextureStorage2D(cube, 1, GL_RGBA8, 4, 4);
  glCreateTextures(GL_TEXTURE_2D_ARRAY, 1, &array);
  glTextureStorage3D(array, 1, GL_RGBA8, 4, 4, 2);
  glCreateTextures(GL_TEXTURE_3D, 1, &volume);
  glTextureStorage3D(volume, 1, GL_RGBA8, 4, 4, 4);
  glCreateSamplers(1, &sampler);
  glCreateVertexArrays(1, &vertex_array);
  glCreateFramebuffers(1, &framebuffer);
  glCreateBuffers(1, &buffer);
  glNamedBufferStorage(buffer, 1024, nullptr, 0);
  glCreateTransformFeedbacks(1, &feedback);
  glNamedFramebufferTexture(framebuffer, GL_COLOR_ATTACHMENT0, texture, 0);
  const std::vector<gl::ShaderFile> files = {{"v", "void main() { gl_Position = vec4(0.0); }"},
                                             {"f", "out vec4 color; void main() { color = vec4(1.0); }"}};
  auto built = gl::build_program(files, {"callers", "v", "f", {}});
  REQUIRE(built);
  program = *std::move(built);
}

Callers::~Callers() {
  glDeleteTextures(1, &texture);
  glDeleteTextures(1, &cube);
  glDeleteTextures(1, &array);
  glDeleteTextures(1, &volume);
  glDeleteSamplers(1, &sampler);
  glDeleteVertexArrays(1, &vertex_array);
  glDeleteFramebuffers(1, &framebuffer);
  glDeleteBuffers(1, &buffer);
  glDeleteTransformFeedbacks(1, &feedback);
}

Snapshot snapshot() {
  Snapshot all;
  for (const auto& [name, capability] : capabilities)
    all.emplace_back(name, std::vector<double>{double(glIsEnabled(capability))});
  constexpr std::tuple<const char*, GLenum, int> values[] = {
      {"program", GL_CURRENT_PROGRAM, 1},
      {"vertex array", GL_VERTEX_ARRAY_BINDING, 1},
      {"indirect buffer", GL_DRAW_INDIRECT_BUFFER_BINDING, 1},
      {"transform feedback", GL_TRANSFORM_FEEDBACK_BINDING, 1},
      {"draw framebuffer", GL_DRAW_FRAMEBUFFER_BINDING, 1},
      {"read framebuffer", GL_READ_FRAMEBUFFER_BINDING, 1},
      {"blend equation rgb", GL_BLEND_EQUATION_RGB, 1},
      {"blend equation alpha", GL_BLEND_EQUATION_ALPHA, 1},
      {"blend source", GL_BLEND_SRC_RGB, 1},
      {"depth func", GL_DEPTH_FUNC, 1},
      {"depth mask", GL_DEPTH_WRITEMASK, 1},
      {"depth range", GL_DEPTH_RANGE, 2},
      {"stencil function", GL_STENCIL_FUNC, 1},
      {"stencil reference", GL_STENCIL_REF, 1},
      {"stencil value mask", GL_STENCIL_VALUE_MASK, 1},
      {"stencil write mask", GL_STENCIL_WRITEMASK, 1},
      {"stencil fail", GL_STENCIL_FAIL, 1},
      {"stencil depth fail", GL_STENCIL_PASS_DEPTH_FAIL, 1},
      {"stencil pass", GL_STENCIL_PASS_DEPTH_PASS, 1},
      {"back stencil function", GL_STENCIL_BACK_FUNC, 1},
      {"back stencil reference", GL_STENCIL_BACK_REF, 1},
      {"back stencil value mask", GL_STENCIL_BACK_VALUE_MASK, 1},
      {"back stencil write mask", GL_STENCIL_BACK_WRITEMASK, 1},
      {"back stencil fail", GL_STENCIL_BACK_FAIL, 1},
      {"back stencil depth fail", GL_STENCIL_BACK_PASS_DEPTH_FAIL, 1},
      {"back stencil pass", GL_STENCIL_BACK_PASS_DEPTH_PASS, 1},
      {"storage buffer", GL_SHADER_STORAGE_BUFFER_BINDING, 1},
      {"query buffer", GL_QUERY_BUFFER_BINDING, 1},
      {"pixel unpack buffer", GL_PIXEL_UNPACK_BUFFER_BINDING, 1},
      {"pixel pack buffer", GL_PIXEL_PACK_BUFFER_BINDING, 1},
      {"unpack row length", GL_UNPACK_ROW_LENGTH, 1},
      {"unpack skip pixels", GL_UNPACK_SKIP_PIXELS, 1},
      {"unpack swap bytes", GL_UNPACK_SWAP_BYTES, 1},
      {"unpack image height", GL_UNPACK_IMAGE_HEIGHT, 1},
      {"unpack skip images", GL_UNPACK_SKIP_IMAGES, 1},
      {"pack image height", GL_PACK_IMAGE_HEIGHT, 1},
      {"pack skip images", GL_PACK_SKIP_IMAGES, 1},
      {"clip origin", GL_CLIP_ORIGIN, 1},
      {"clip depth", GL_CLIP_DEPTH_MODE, 1},
      {"polygon mode", GL_POLYGON_MODE, 2},
      {"point size", GL_POINT_SIZE, 1},
      {"color mask", GL_COLOR_WRITEMASK, 4},
      {"viewport", GL_VIEWPORT, 4},
      {"scissor box", GL_SCISSOR_BOX, 4},
      {"clear color", GL_COLOR_CLEAR_VALUE, 4},
      {"clear depth", GL_DEPTH_CLEAR_VALUE, 1},
      {"active texture", GL_ACTIVE_TEXTURE, 1},
  };
  for (const auto& [name, value, count] : values) {
    std::array<GLdouble, 16> found{};
    glGetDoublev(value, found.data());
    all.emplace_back(name, std::vector<double>(found.begin(), found.begin() + count));
  }
  for (GLuint binding = 0; binding < hostile_storage_bindings; ++binding) {
    GLint buffer = 0;
    std::array<GLint64, 2> range{};
    glGetIntegeri_v(GL_SHADER_STORAGE_BUFFER_BINDING, binding, &buffer);
    glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_START, binding, &range[0]);
    glGetInteger64i_v(GL_SHADER_STORAGE_BUFFER_SIZE, binding, &range[1]);
    all.emplace_back(numbered("storage binding", binding),
                     std::vector<double>{double(buffer), double(range[0]), double(range[1])});
  }
  for (GLuint unit = 0; unit < hostile_texture_units; ++unit) {
    std::array<GLint, 5> bound{};
    glGetIntegeri_v(GL_TEXTURE_BINDING_2D, unit, &bound[0]);
    glGetIntegeri_v(GL_TEXTURE_BINDING_CUBE_MAP, unit, &bound[1]);
    glGetIntegeri_v(GL_TEXTURE_BINDING_2D_ARRAY, unit, &bound[2]);
    glGetIntegeri_v(GL_TEXTURE_BINDING_3D, unit, &bound[3]);
    glGetIntegeri_v(GL_SAMPLER_BINDING, unit, &bound[4]);
    all.emplace_back(numbered("unit", unit), std::vector<double>(bound.begin(), bound.end()));
  }
  for (GLuint unit = 0; unit < hostile_image_units; ++unit) {
    std::array<GLint, 6> bound{};
    glGetIntegeri_v(GL_IMAGE_BINDING_NAME, unit, &bound[0]);
    glGetIntegeri_v(GL_IMAGE_BINDING_LEVEL, unit, &bound[1]);
    glGetIntegeri_v(GL_IMAGE_BINDING_LAYERED, unit, &bound[2]);
    glGetIntegeri_v(GL_IMAGE_BINDING_LAYER, unit, &bound[3]);
    glGetIntegeri_v(GL_IMAGE_BINDING_ACCESS, unit, &bound[4]);
    glGetIntegeri_v(GL_IMAGE_BINDING_FORMAT, unit, &bound[5]);
    all.emplace_back(numbered("image unit", unit), std::vector<double>(bound.begin(), bound.end()));
  }
  add_extensions(all);
  return all;
}

void poison(const Callers& callers, bool hostile) {
  for (const auto& [name, capability] : capabilities) set(capability, hostile);
  glUseProgram(hostile ? callers.program.name() : 0);
  glBindVertexArray(hostile ? callers.vertex_array : 0);
  glBindFramebuffer(GL_FRAMEBUFFER, hostile ? callers.framebuffer : 0);
  glBindBuffer(GL_DRAW_INDIRECT_BUFFER, hostile ? callers.buffer : 0);
  glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, hostile ? callers.feedback : 0);
  glBlendEquationSeparate(hostile ? GL_MIN : GL_FUNC_ADD, hostile ? GL_FUNC_SUBTRACT : GL_MAX);
  glBlendFunc(hostile ? GL_ZERO : GL_ONE, GL_ZERO);
  glDepthFunc(hostile ? GL_NEVER : GL_ALWAYS);
  glDepthMask(hostile ? GL_FALSE : GL_TRUE);
  glDepthRange(hostile ? 0.75 : 0.0, hostile ? 0.25 : 1.0);
  glClipControl(hostile ? GL_UPPER_LEFT : GL_LOWER_LEFT, hostile ? GL_ZERO_TO_ONE : GL_NEGATIVE_ONE_TO_ONE);
  glPolygonMode(GL_FRONT_AND_BACK, hostile ? GL_LINE : GL_FILL);
  glPointSize(hostile ? 7.0F : 1.0F);
  const GLboolean mask = hostile ? GL_FALSE : GL_TRUE;
  glColorMask(mask, mask, mask, mask);
  glCullFace(GL_FRONT_AND_BACK);
  glLogicOp(GL_CLEAR);
  glPolygonOffset(hostile ? -8.0F : 0.0F, hostile ? -800.0F : 0.0F);
  glStencilFuncSeparate(GL_FRONT, hostile ? GL_NEVER : GL_ALWAYS, hostile ? 3 : 0, hostile ? 0x8000000F : 0xFFFFFFFF);
  glStencilFuncSeparate(GL_BACK, hostile ? GL_LESS : GL_ALWAYS, hostile ? 4 : 0, hostile ? 0x800000F0 : 0xFFFFFFFF);
  glStencilOpSeparate(GL_FRONT, hostile ? GL_ZERO : GL_KEEP, hostile ? GL_INVERT : GL_KEEP,
                      hostile ? GL_INCR : GL_KEEP);
  glStencilOpSeparate(GL_BACK, hostile ? GL_INCR : GL_KEEP, hostile ? GL_ZERO : GL_KEEP, hostile ? GL_INVERT : GL_KEEP);
  glStencilMaskSeparate(GL_FRONT, hostile ? 0x80000000 : 0xFFFFFFFF);
  glStencilMaskSeparate(GL_BACK, hostile ? 0x80000011 : 0xFFFFFFFF);
  for (GLuint binding = 1; binding < hostile_storage_bindings; ++binding) {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, hostile == (binding % 2 == 0) ? callers.buffer : 0);
  }
  if (hostile) {
    glBindBufferRange(GL_SHADER_STORAGE_BUFFER, 0, callers.buffer, 256, 512);
  } else {
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, callers.buffer);
  }
  glBindBuffer(GL_SHADER_STORAGE_BUFFER, hostile ? 0 : callers.buffer);
  glBindBuffer(GL_QUERY_BUFFER, hostile ? callers.buffer : 0);
  glBindBuffer(GL_PIXEL_UNPACK_BUFFER, hostile ? callers.buffer : 0);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, hostile ? callers.buffer : 0);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, hostile ? 3 : 0);
  glPixelStorei(GL_UNPACK_SKIP_PIXELS, hostile ? 2 : 0);
  glPixelStorei(GL_UNPACK_SWAP_BYTES, hostile ? 1 : 0);
  glPixelStorei(GL_UNPACK_IMAGE_HEIGHT, hostile ? 2 : 0);
  glPixelStorei(GL_UNPACK_SKIP_IMAGES, hostile ? 1 : 0);
  glPixelStorei(GL_PACK_IMAGE_HEIGHT, hostile ? 2 : 0);
  glPixelStorei(GL_PACK_SKIP_IMAGES, hostile ? 1 : 0);
  glViewport(1, 2, hostile ? 3 : 40, hostile ? 4 : 50);
  glScissor(0, 0, hostile ? 1 : 8, hostile ? 1 : 8);
  glClearColor(0.5F, 0.25F, 0.125F, 1.0F);
  glClearDepth(hostile ? 0.5 : 1.0);
  for (GLuint unit = 0; unit < hostile_texture_units; ++unit) {
    glActiveTexture(GL_TEXTURE0 + unit);
    glBindTexture(GL_TEXTURE_2D, hostile ? callers.texture : 0);
    glBindTexture(GL_TEXTURE_CUBE_MAP, hostile ? 0 : callers.cube);
    glBindTexture(GL_TEXTURE_2D_ARRAY, hostile ? callers.array : 0);
    glBindTexture(GL_TEXTURE_3D, hostile == (unit % 2 == 0) ? callers.volume : 0);
    glBindSampler(unit, hostile ? callers.sampler : 0);
  }
  glActiveTexture(GL_TEXTURE0 + (hostile ? 3 : 1));
  for (GLuint unit = 0; unit < hostile_image_units; ++unit) {
    const GLuint layered = unit == 0 ? callers.volume : callers.array;
    glBindImageTexture(unit, hostile ? layered : callers.texture, 0, hostile ? GL_TRUE : GL_FALSE, hostile ? 1 : 0,
                       hostile ? GL_WRITE_ONLY : GL_READ_ONLY, hostile ? GL_RGBA8 : GL_R32F);
  }
  poison_extensions(callers, hostile);
}

void reset(const Callers& callers) {
  poison(callers, false);
  glEnable(GL_DITHER);
  glEnable(GL_MULTISAMPLE);
  glDepthFunc(GL_LESS);
  glPolygonMode(GL_FRONT_AND_BACK, GL_FILL);
  glBlendEquation(GL_FUNC_ADD);
  for (GLuint binding = 0; binding < hostile_storage_bindings; ++binding)
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, binding, 0);
  for (GLuint unit = 0; unit < hostile_texture_units; ++unit) glBindTextureUnit(unit, 0);
  for (GLuint unit = 0; unit < hostile_image_units; ++unit) {
    glBindImageTexture(unit, 0, 0, GL_FALSE, 0, GL_READ_ONLY, GL_R8);
  }
  glActiveTexture(GL_TEXTURE0);
}

}  // namespace glccl::tests
