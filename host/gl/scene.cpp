#include "glccl/host/scene.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/glm.hpp>
#include <string>
#include <utility>
#include <vector>

#include "host/gl/shapes.hpp"
#include "host/gl/texture_storage.hpp"

namespace glccl::host {

namespace {

constexpr int largest_number_of_shapes = 1'000'000;

constexpr std::array<ShapeColour, 12> palette = {{{230, 97, 84, 255},
                                                  {242, 152, 75, 255},
                                                  {247, 205, 93, 255},
                                                  {168, 204, 98, 255},
                                                  {86, 179, 116, 255},
                                                  {62, 171, 171, 255},
                                                  {96, 186, 228, 255},
                                                  {74, 129, 204, 255},
                                                  {121, 107, 196, 255},
                                                  {181, 122, 201, 255},
                                                  {229, 128, 174, 255},
                                                  {176, 132, 104, 255}}};

// A shape circles slowly around `home` and turns around its own centre. Lengths are in pixels, angles in radians,
// speeds per second.
struct SceneShape {
  glm::vec2 home;
  float radius;
  float orbit;
  float phase;
  float speed;
  float angle;
  float spin;
  std::uint32_t kind;
  ShapeColour colour;
};

std::vector<SceneShape> place_shapes(const Extent& extent, int count, std::uint32_t seed) {
  if (count == 0) return {};
  SceneDice dice(seed);
  const glm::vec2 area(static_cast<float>(extent.width), static_cast<float>(extent.height));
  // Side of the square that each shape has to itself.
  const float unit = std::sqrt(area.x * area.y / static_cast<float>(count));
  std::vector<glm::vec2> clusters(static_cast<std::size_t>(count / 20 + 1));
  for (glm::vec2& centre : clusters) centre = dice.inside(area);

  std::vector<SceneShape> shapes(static_cast<std::size_t>(count));
  for (SceneShape& shape : shapes) {
    const bool clustered = dice.below(5) < 3;
    if (clustered) {
      const glm::vec2 centre = clusters[dice.below(static_cast<std::uint32_t>(clusters.size()))];
      const float angle = dice.between(0.0F, two_pi);
      const float distance = dice.between(0.0F, 1.6F) * unit;  // Denser towards the centre.
      shape.home = centre + distance * glm::vec2(std::cos(angle), std::sin(angle));
    } else {
      shape.home = dice.inside(area);
    }
    shape.radius = dice.between(0.14F, clustered ? 0.42F : 0.34F) * unit;
    shape.orbit = dice.between(0.1F, 0.5F) * unit;
    shape.phase = dice.between(0.0F, two_pi);
    shape.speed = dice.between(-0.5F, 0.5F);
    shape.angle = dice.between(0.0F, two_pi);
    shape.spin = dice.between(-0.6F, 0.6F);
    shape.kind = dice.below(3);
    shape.colour = palette[dice.below(palette.size())];
  }
  return shapes;
}

ShapeInstance at_time(const SceneShape& shape, float time) {
  const float turn = shape.angle + shape.spin * time;
  const float around = shape.phase + shape.speed * time;
  const glm::vec2 right = shape.radius * glm::vec2(std::cos(turn), std::sin(turn));
  const glm::vec2 position = shape.home + shape.orbit * glm::vec2(std::cos(around), std::sin(around));
  return {placed(position, right), shape.colour, shape.kind, glm::vec3(0.5F, 0.0F, 0.0F)};
}

}  // namespace

struct Scene::State {
  std::vector<SceneShape> shapes;
  std::vector<ShapeInstance> instances;
  OwnedTexture texture;
  gl::Framebuffer framebuffer;
  ShapePainter painter;
  bool has_ids = false;
};

Scene::Scene(std::unique_ptr<State> state) : state_(std::move(state)) {}
Scene::Scene(Scene&&) noexcept = default;
Scene& Scene::operator=(Scene&&) noexcept = default;
Scene::~Scene() = default;

Result<Scene> Scene::create(const Extent& extent, int shapes, std::uint32_t seed, SceneOutput output) {
  const bool has_ids = output == SceneOutput::ids;
  if (shapes < 0 || shapes > largest_number_of_shapes) {
    return Error{ErrorCode::invalid_argument, "a scene of " + std::to_string(shapes) + " shapes: a scene has 0 to " +
                                                  std::to_string(largest_number_of_shapes)};
  }
  Result<OwnedTexture> texture = allocate_texture(extent, has_ids ? GL_R32UI : GL_RGBA8);
  if (!texture) return texture.error();
  Result<ShapePainter> painter =
      ShapePainter::create(extent, static_cast<std::size_t>(shapes), has_ids ? ShapeOutput::ids : ShapeOutput::colours);
  if (!painter) return painter.error();

  auto state = std::make_unique<State>();
  state->shapes = place_shapes(extent, shapes, seed);
  state->instances.resize(state->shapes.size());
  state->texture = std::move(*texture);
  state->painter = std::move(*painter);
  state->has_ids = has_ids;
  state->framebuffer = gl::make_framebuffer();
  glNamedFramebufferTexture(state->framebuffer.name(), GL_COLOR_ATTACHMENT0, state->texture.name(), 0);
  const GLenum status = glCheckNamedFramebufferStatus(state->framebuffer.name(), GL_DRAW_FRAMEBUFFER);
  if (status != GL_FRAMEBUFFER_COMPLETE) {
    return Error{ErrorCode::gpu, "the driver does not draw to an " + std::string(has_ids ? "R32UI" : "RGBA8") +
                                     " texture of " + to_string(extent) + " pixels (framebuffer status " +
                                     std::to_string(status) + ")"};
  }
  return Scene(std::move(state));
}

void Scene::draw(float time) {
  State& scene = *state_;
  const GLenum format = scene.has_ids ? GL_RED_INTEGER : GL_RGBA;
  glClearTexImage(scene.texture.name(), 0, format, scene.has_ids ? GL_UNSIGNED_INT : GL_UNSIGNED_BYTE, nullptr);
  if (scene.shapes.empty()) return;
  std::transform(scene.shapes.begin(), scene.shapes.end(), scene.instances.begin(),
                 [time](const SceneShape& shape) { return at_time(shape, time); });
  glBindFramebuffer(GL_FRAMEBUFFER, scene.framebuffer.name());
  scene.painter.draw(scene.instances);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

const OwnedTexture& Scene::texture() const { return state_->texture; }

Result<OwnedTexture> draw_scene(const Extent& extent, int shapes, std::uint32_t seed, float time) {
  Result<Scene> scene = Scene::create(extent, shapes, seed);
  if (!scene) return scene.error();
  scene->draw(time);
  return std::move(scene->state_->texture);
}

}  // namespace glccl::host
