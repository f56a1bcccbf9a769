#include "glccl/host/objects.hpp"

#include <GL/glew.h>

#include <cmath>
#include <new>
#include <utility>

#include "engine/gl/state/guard.hpp"
#include "engine/gl/state/table.hpp"
#include "glccl/host/context.hpp"
#include "host/gl/shapes.hpp"
#include "host/gl/texture_storage.hpp"

namespace glccl::host {
namespace {

std::vector<ShapeInstance> place_objects(const Extent& extent, std::uint32_t seed) {
  SceneDice dice(seed);
  const glm::vec2 area(static_cast<float>(extent.width), static_cast<float>(extent.height));
  const float unit = std::sqrt(area.x * area.y / static_cast<float>(drawn_objects));
  std::vector<ShapeInstance> objects(drawn_objects);
  for (ShapeInstance& object : objects) {
    const glm::vec2 home = dice.inside(area);
    const float radius = dice.between(0.3F, 1.1F) * unit;
    const float angle = dice.between(0.0F, two_pi);
    object.transform = placed(home, radius * glm::vec2(std::cos(angle), std::sin(angle)));
    object.kind = dice.below(3);
    object.depth.x = dice.between(0.1F, 0.9F);
    object.depth.y = dice.between(-0.04F, 0.04F);
    object.depth.z = dice.between(-0.04F, 0.04F);
  }
  return objects;
}

/// The textures of ids and depths.
struct ObjectBuffers {
  OwnedTexture ids;
  OwnedTexture depths;
};

/// Draws into new textures. The state is that of a StateGuard.
Result<ObjectBuffers> draw(const Extent& extent, std::uint32_t seed) {
  Result<OwnedTexture> ids = allocate_texture(extent, GL_R32UI);
  if (!ids) return ids.error();
  Result<OwnedTexture> depths = allocate_texture(extent, GL_DEPTH_COMPONENT32F);
  if (!depths) return depths.error();
  const std::vector<ShapeInstance> objects = place_objects(extent, seed);
  Result<ShapePainter> painter = ShapePainter::create(extent, objects.size(), ShapeOutput::ids);
  if (!painter) return painter.error();
  const gl::Framebuffer framebuffer = gl::make_framebuffer();
  glNamedFramebufferTexture(framebuffer.name(), GL_COLOR_ATTACHMENT0, ids->name(), 0);
  glNamedFramebufferTexture(framebuffer.name(), GL_DEPTH_ATTACHMENT, depths->name(), 0);
  const GLenum status = glCheckNamedFramebufferStatus(framebuffer.name(), GL_DRAW_FRAMEBUFFER);
  if (status != GL_FRAMEBUFFER_COMPLETE) {
    return Error{ErrorCode::gpu, "the driver does not draw to R32UI and DEPTH_COMPONENT32F textures of " +
                                     to_string(extent) + " pixels (framebuffer status " + std::to_string(status) + ")"};
  }
  constexpr GLuint no_object = 0;
  constexpr GLfloat farthest = 0.0F;
  glClearTexImage(ids->name(), 0, GL_RED_INTEGER, GL_UNSIGNED_INT, &no_object);
  glClearTexImage(depths->name(), 0, GL_DEPTH_COMPONENT, GL_FLOAT, &farthest);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, framebuffer.name());
  glEnable(GL_DEPTH_TEST);
  glDepthFunc(GL_GREATER);
  glDepthMask(GL_TRUE);
  painter->draw(objects);
  return ObjectBuffers{*std::move(ids), *std::move(depths)};
}

}  // namespace

const std::vector<GenerateKind>& drawn_kinds() {
  static const std::vector<GenerateKind> kinds = {
      {"ids", "drawn by OpenGL: the number, 1 to 4000, of the object that is seen (seed); u32, .npy"},
      {"depth", "drawn by OpenGL: the depth of the same objects, 0 to 1, and 0 for none (seed); f32, .npy"}};
  return kinds;
}

Result<Image> draw_objects(const std::string& kind, const Extent& extent, std::uint32_t seed) {
  if (kind != "ids" && kind != "depth") {
    return Error{ErrorCode::invalid_argument, "cannot draw \"" + kind + "\": OpenGL draws ids and depth"};
  }
  if (describe_current_context().max_texture_size == 0) {
    return Error{ErrorCode::no_device, "OpenGL draws " + kind + ", and no context of it is current"};
  }
  std::vector<gl::StateEntry> table = gl::make_state_table({.draws = true});
  try {
    const Result<ObjectBuffers> drawn = [&] {
      const gl::StateGuard guard(table, gl::GuardEnd::restores);
      return draw(extent, seed);
    }();
    if (!drawn) return drawn.error();
    return kind == "ids" ? download(drawn->ids, PixelFormat::u32) : download(drawn->depths, PixelFormat::depth32f);
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::too_large, "there is no memory for an image of " + to_string(extent) + " pixels"};
  }
}

}  // namespace glccl::host
