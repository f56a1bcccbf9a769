#include "tests/gl/state/hostile_extensions.hpp"

#include <array>
#include <span>
#include <string_view>

#include "engine/gl/context_traits.hpp"
#include "engine/gl/state/tight_transfer.hpp"

namespace glccl::tests {
namespace {

/// Where a piece of state exists: everywhere, with an extension, in compatibility profiles, or there with an extension,
/// for drivers that list extensions of compatibility profiles in core profiles too.
struct Where {
  bool compatibility = false;
  const char* extension = "";
};
constexpr Where everywhere;
constexpr Where in_compatibility{true, ""};
constexpr Where with_assembly_fragments{true, "GL_ARB_fragment_program"};
constexpr Where with_assembly_vertices{true, "GL_ARB_vertex_program"};
constexpr Where with_primitive_restart{true, "GL_NV_primitive_restart"};
constexpr Where with_two_sided_stencil{true, "GL_EXT_stencil_two_side"};
constexpr Where with(const char* extension) { return {false, extension}; }

bool exists(const gl::ContextTraits& context, const Where& where) {
  if (where.compatibility && !context.compatibility) return false;
  return std::string_view(where.extension).empty() || context.has(where.extension);
}

struct Capability {
  Where where;
  const char* name;
  GLenum value;
};

constexpr Capability extension_capabilities[] = {
    {everywhere, "line smooth", GL_LINE_SMOOTH},
    {everywhere, "polygon offset line", GL_POLYGON_OFFSET_LINE},
    {everywhere, "primitive restart fixed index", GL_PRIMITIVE_RESTART_FIXED_INDEX},
    {everywhere, "sample alpha to coverage", GL_SAMPLE_ALPHA_TO_COVERAGE},
    {everywhere, "sample alpha to one", GL_SAMPLE_ALPHA_TO_ONE},
    {everywhere, "sample coverage", GL_SAMPLE_COVERAGE},
    {everywhere, "sample mask", GL_SAMPLE_MASK},
    {everywhere, "sample shading", GL_SAMPLE_SHADING},
    {in_compatibility, "alpha test", GL_ALPHA_TEST},
    {in_compatibility, "color material", GL_COLOR_MATERIAL},
    {in_compatibility, "color sum", GL_COLOR_SUM},
    {in_compatibility, "fog", GL_FOG},
    {in_compatibility, "index logic op", GL_INDEX_LOGIC_OP},
    {in_compatibility, "lighting", GL_LIGHTING},
    {in_compatibility, "line stipple", GL_LINE_STIPPLE},
    {in_compatibility, "normalize", GL_NORMALIZE},
    {in_compatibility, "point smooth", GL_POINT_SMOOTH},
    {in_compatibility, "polygon stipple", GL_POLYGON_STIPPLE},
    {in_compatibility, "vertex program two side", GL_VERTEX_PROGRAM_TWO_SIDE},
    {with_assembly_fragments, "fragment program", GL_FRAGMENT_PROGRAM_ARB},
    {with_assembly_vertices, "vertex program", GL_VERTEX_PROGRAM_ARB},
    {with("GL_EXT_depth_bounds_test"), "depth bounds test", GL_DEPTH_BOUNDS_TEST_EXT},
    {with("GL_EXT_raster_multisample"), "raster multisample", GL_RASTER_MULTISAMPLE_EXT},
    {with_two_sided_stencil, "stencil test two side", GL_STENCIL_TEST_TWO_SIDE_EXT},
    {with("GL_INTEL_blackhole_render"), "blackhole render", GL_BLACKHOLE_RENDER_INTEL},
    {with("GL_INTEL_conservative_rasterization"), "conservative rasterization", GL_CONSERVATIVE_RASTERIZATION_INTEL},
    {with("GL_KHR_blend_equation_advanced_coherent"), "blend advanced coherent", GL_BLEND_ADVANCED_COHERENT_KHR},
    {with("GL_NV_conservative_raster"), "conservative rasterization", GL_CONSERVATIVE_RASTERIZATION_NV},
    {with("GL_NV_fragment_coverage_to_color"), "fragment coverage to color", GL_FRAGMENT_COVERAGE_TO_COLOR_NV},
    {with("GL_NV_framebuffer_mixed_samples"), "coverage modulation table", GL_COVERAGE_MODULATION_TABLE_NV},
    {with("GL_NV_representative_fragment_test"), "representative fragment test", GL_REPRESENTATIVE_FRAGMENT_TEST_NV},
    {with("GL_NV_scissor_exclusive"), "exclusive scissor test", GL_SCISSOR_TEST_EXCLUSIVE_NV},
    {with("GL_NV_shading_rate_image"), "shading rate image", GL_SHADING_RATE_IMAGE_NV},
};

constexpr Capability client_capabilities[] = {
    {in_compatibility, "client vertex array", GL_VERTEX_ARRAY},
    {with_primitive_restart, "primitive restart of NVIDIA", GL_PRIMITIVE_RESTART_NV},
    {with("GL_NV_vertex_buffer_unified_memory"), "unified draw indirect", GL_DRAW_INDIRECT_UNIFIED_NV},
    {with("GL_NV_vertex_buffer_unified_memory"), "unified vertex arrays", GL_VERTEX_ATTRIB_ARRAY_UNIFIED_NV},
};

struct Value {
  Where where;
  const char* name;
  GLenum query;
  int count;
};

constexpr Value values[] = {
    {everywhere, "front face", GL_FRONT_FACE, 1},
    {everywhere, "provoking vertex", GL_PROVOKING_VERTEX, 1},
    {everywhere, "point sprite origin", GL_POINT_SPRITE_COORD_ORIGIN, 1},
    {everywhere, "clamp read color", GL_CLAMP_READ_COLOR, 1},
    {with("GL_ARB_indirect_parameters"), "parameter buffer", GL_PARAMETER_BUFFER_BINDING_ARB, 1},
    {in_compatibility, "clamp fragment color", GL_CLAMP_FRAGMENT_COLOR, 1},
    {in_compatibility, "clamp vertex color", GL_CLAMP_VERTEX_COLOR, 1},
    {in_compatibility, "shade model", GL_SHADE_MODEL, 1},
    {in_compatibility, "point size min", GL_POINT_SIZE_MIN, 1},
    {in_compatibility, "point size max", GL_POINT_SIZE_MAX, 1},
    {in_compatibility, "point distance attenuation", GL_POINT_DISTANCE_ATTENUATION, 3},
    {in_compatibility, "pixel transfer: map color", GL_MAP_COLOR, 1},
    {in_compatibility, "pixel transfer: red bias", GL_RED_BIAS, 1},
    {in_compatibility, "pixel transfer: red scale", GL_RED_SCALE, 1},
    {in_compatibility, "point sprite", GL_POINT_SPRITE, 1},
    {in_compatibility, "projection", GL_PROJECTION_MATRIX, 16},
    {with_two_sided_stencil, "active stencil face", GL_ACTIVE_STENCIL_FACE_EXT, 1},
    {with("GL_EXT_window_rectangles"), "window rectangles", GL_NUM_WINDOW_RECTANGLES_EXT, 1},
    {with("GL_EXT_window_rectangles"), "window rectangle mode", GL_WINDOW_RECTANGLE_MODE_EXT, 1},
    {with("GL_NV_conservative_raster_dilate"), "conservative dilate", GL_CONSERVATIVE_RASTER_DILATE_NV, 1},
    {with("GL_NV_framebuffer_mixed_samples"), "coverage modulation", GL_COVERAGE_MODULATION_NV, 1},
    {with("GL_MESA_pack_invert"), "pack invert", GL_PACK_INVERT_MESA, 1},
};

void poison_core(bool hostile) {
  glFrontFace(hostile ? GL_CW : GL_CCW);
  glProvokingVertex(hostile ? GL_FIRST_VERTEX_CONVENTION : GL_LAST_VERTEX_CONVENTION);
  glPointParameteri(GL_POINT_SPRITE_COORD_ORIGIN, hostile ? GL_LOWER_LEFT : GL_UPPER_LEFT);
  glClampColor(GL_CLAMP_READ_COLOR, hostile ? GL_TRUE : GL_FIXED_ONLY);
  glSampleCoverage(hostile ? 0.0F : 1.0F, GL_FALSE);
  glSampleMaski(0, hostile ? 0U : ~0U);
  glPrimitiveRestartIndex(hostile ? 1U : 0U);
}

void poison_compatibility(bool hostile) {
  glAlphaFunc(hostile ? GL_NEVER : GL_ALWAYS, 0.0F);
  glClampColor(GL_CLAMP_FRAGMENT_COLOR, hostile ? GL_TRUE : GL_FIXED_ONLY);
  glClampColor(GL_CLAMP_VERTEX_COLOR, hostile ? GL_TRUE : GL_FALSE);
  (hostile ? glDisable : glEnable)(GL_POINT_SPRITE);  // sprites are never smooth
  glShadeModel(hostile ? GL_FLAT : GL_SMOOTH);
  glPointParameterf(GL_POINT_SIZE_MIN, hostile ? 5.0F : 0.0F);
  glPointParameterf(GL_POINT_SIZE_MAX, hostile ? 6.0F : 64.0F);
  const std::array<GLfloat, 3> attenuation = {hostile ? 0.01F : 1.0F, hostile ? 0.5F : 0.0F, 0.0F};
  glPointParameterfv(GL_POINT_DISTANCE_ATTENUATION, attenuation.data());
  {
    const gl::TightTransfer tight(gl::unpack);
    const std::array<GLubyte, 128> no_pixel{};
    glPolygonStipple(no_pixel.data());
  }
  glPolygonMode(GL_FRONT, hostile ? GL_LINE : GL_FILL);
  glPolygonMode(GL_BACK, hostile ? GL_POINT : GL_FILL);
  glPixelTransferi(GL_MAP_COLOR, hostile ? 1 : 0);
  glPixelTransferf(GL_RED_BIAS, hostile ? 0.5F : 0.0F);
  glPixelTransferf(GL_RED_SCALE, hostile ? 0.25F : 1.0F);
  glMatrixMode(GL_PROJECTION);
  glLoadIdentity();
  if (hostile) glScalef(0.0F, 2.0F, 1.0F);
  glMatrixMode(GL_MODELVIEW);
}

void poison_nvidia(const gl::ContextTraits& context, bool hostile) {
  if (context.has("GL_NV_conservative_raster_dilate")) {
    glConservativeRasterParameterfNV(GL_CONSERVATIVE_RASTER_DILATE_NV, hostile ? 0.75F : 0.0F);
  }
  if (context.has("GL_NV_fill_rectangle") && !hostile) glPolygonMode(GL_FRONT_AND_BACK, GL_FILL_RECTANGLE_NV);
  if (context.has("GL_NV_framebuffer_mixed_samples")) glCoverageModulationNV(hostile ? GL_RGBA : GL_NONE);
  if (context.has("GL_NV_scissor_exclusive")) glScissorExclusiveNV(0, 0, hostile ? 1000 : 0, hostile ? 1000 : 0);
  if (context.has("GL_NV_shading_rate_image")) {
    const std::array<GLenum, 2> rates = {GL_SHADING_RATE_1_INVOCATION_PER_PIXEL_NV,
                                         GL_SHADING_RATE_1_INVOCATION_PER_4X4_PIXELS_NV};
    glShadingRateImagePaletteNV(0, 0, 1, &rates[hostile ? 1 : 0]);
  }
  if (context.has("GL_NV_viewport_swizzle")) {
    glViewportSwizzleNV(0, hostile ? GL_VIEWPORT_SWIZZLE_NEGATIVE_Y_NV : GL_VIEWPORT_SWIZZLE_POSITIVE_X_NV,
                        hostile ? GL_VIEWPORT_SWIZZLE_POSITIVE_X_NV : GL_VIEWPORT_SWIZZLE_POSITIVE_Y_NV,
                        hostile ? GL_VIEWPORT_SWIZZLE_POSITIVE_W_NV : GL_VIEWPORT_SWIZZLE_POSITIVE_Z_NV,
                        hostile ? GL_VIEWPORT_SWIZZLE_POSITIVE_Z_NV : GL_VIEWPORT_SWIZZLE_POSITIVE_W_NV);
  }
}

/// The stencil state of the back face of EXT_stencil_two_side, which stays the active one.
void poison_two_sided_stencil(bool hostile) {
  glActiveStencilFaceEXT(GL_BACK);
  glStencilFunc(hostile ? GL_NEVER : GL_ALWAYS, hostile ? 5 : 0, hostile ? 0x3CU : 0xFFU);
  glStencilOp(hostile ? GL_INVERT : GL_KEEP, GL_KEEP, hostile ? GL_ZERO : GL_KEEP);
  glStencilMask(hostile ? 0x18U : 0xFFU);
  if (!hostile) glActiveStencilFaceEXT(GL_FRONT);
}

/// The stencil state of both faces. Queries answer for the active one.
void add_two_sided_stencil(Snapshot& all) {
  GLint active = 0;
  glGetIntegerv(GL_ACTIVE_STENCIL_FACE_EXT, &active);
  for (const GLenum face : {GL_FRONT, GL_BACK}) {
    glActiveStencilFaceEXT(face);
    std::vector<double> found;
    for (const GLenum query : {GL_STENCIL_FUNC, GL_STENCIL_REF, GL_STENCIL_VALUE_MASK, GL_STENCIL_WRITEMASK,
                               GL_STENCIL_FAIL, GL_STENCIL_PASS_DEPTH_FAIL, GL_STENCIL_PASS_DEPTH_PASS}) {
      GLint value = 0;
      glGetIntegerv(query, &value);
      found.push_back(value);
    }
    all.emplace_back(face == GL_FRONT ? "stencil of the front" : "stencil of the back", found);
  }
  glActiveStencilFaceEXT(static_cast<GLenum>(active));
}

}  // namespace

void add_extensions(Snapshot& all) {
  const gl::ContextTraits context = gl::traits_of_context();
  for (const auto rows :
       {std::span<const Capability>(extension_capabilities), std::span<const Capability>(client_capabilities)}) {
    for (const Capability& row : rows) {
      if (!exists(context, row.where)) continue;
      all.emplace_back(row.name, std::vector<double>{double(glIsEnabled(row.value))});
    }
  }
  for (const Value& row : values) {
    if (!exists(context, row.where)) continue;
    std::array<GLdouble, 16> found{};
    glGetDoublev(row.query, found.data());
    all.emplace_back(row.name, std::vector<double>(found.begin(), found.begin() + row.count));
  }
  if (exists(context, with_two_sided_stencil)) add_two_sided_stencil(all);
}

void poison_extensions(const Callers& callers, bool hostile) {
  const gl::ContextTraits context = gl::traits_of_context();
  for (const Capability& row : extension_capabilities) {
    if (exists(context, row.where)) (hostile ? glEnable : glDisable)(row.value);
  }
  for (const Capability& row : client_capabilities) {
    if (exists(context, row.where)) (hostile ? glEnableClientState : glDisableClientState)(row.value);
  }
  poison_core(hostile);
  if (context.compatibility) poison_compatibility(hostile);
  poison_nvidia(context, hostile);
  if (context.has("GL_ARB_indirect_parameters")) glBindBuffer(GL_PARAMETER_BUFFER_ARB, hostile ? callers.buffer : 0);
  if (context.has("GL_EXT_depth_bounds_test")) glDepthBoundsEXT(hostile ? 0.25 : 0.0, hostile ? 0.5 : 1.0);
  if (context.has("GL_EXT_raster_multisample")) glRasterSamplesEXT(hostile ? 4 : 0, GL_FALSE);
  if (exists(context, with_two_sided_stencil)) poison_two_sided_stencil(hostile);
  if (context.has("GL_EXT_window_rectangles")) {
    const std::array<GLint, 8> boxes = {3, 1, 2, 1000, 7, 5, 1000, 1000};
    glWindowRectanglesEXT(hostile ? GL_INCLUSIVE_EXT : GL_EXCLUSIVE_EXT, hostile ? 2 : 0, boxes.data());
  }
  if (context.has("GL_MESA_pack_invert")) glPixelStorei(GL_PACK_INVERT_MESA, hostile ? 1 : 0);
}

}  // namespace glccl::tests
