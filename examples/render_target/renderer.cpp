#include "renderer.hpp"

#include <array>
#include <cmath>
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <glm/gtc/type_ptr.hpp>
#include <string>

namespace {

constexpr GLsizei cubes = 250;

// One cube per instance. Its corners come from gl_VertexID and its orbit from gl_InstanceID: there are no vertex
// buffers.
constexpr const char* scene_vertex_shader = R"(#version 450
layout(location = 0) uniform mat4 camera;
layout(location = 1) uniform float time;  // in seconds
flat out uint id;
flat out vec3 normal;
flat out vec3 tint;

const vec2 square[6] = vec2[6](vec2(-1, -1), vec2(1, -1), vec2(1, 1), vec2(-1, -1), vec2(1, 1), vec2(-1, 1));

// A number from 0 to 1 for every instance and every k.
float random(uint k) {
  uint h = (uint(gl_InstanceID) * 8u + k) * 747796405u + 2891336453u;
  h = ((h >> ((h >> 28u) + 4u)) ^ h) * 277803737u;
  return float((h >> 22u) ^ h) / 4294967295.0;
}

mat3 turn(float y, float x) {
  return mat3(cos(y), 0, -sin(y), 0, 1, 0, sin(y), 0, cos(y)) * mat3(1, 0, 0, 0, cos(x), sin(x), 0, -sin(x), cos(x));
}

void main() {
  int face = gl_VertexID / 6;
  vec3 corner = vec3(square[gl_VertexID % 6], face % 2 * 2 - 1);
  vec3 front = vec3(0, 0, corner.z);
  for (int axis = face / 2; axis > 0; --axis) {
    corner = corner.yzx;
    front = front.yzx;
  }
  float radius = 10.5 * sqrt(0.02 + random(0u));
  float angle = 6.2831853 * random(1u) + time * 3 / radius;
  vec3 place = vec3(radius * cos(angle), 9 * (random(2u) - 0.5), radius * sin(angle));
  mat3 spin = turn(6.2831853 * random(3u) + time, 6.2831853 * random(4u) + 0.7 * time);
  gl_Position = camera * vec4(place + spin * corner * mix(0.14, 0.4, random(5u)), 1);
  normal = spin * front;
  tint = 0.6 + 0.35 * cos(6.2831853 * (random(6u) * 0.6 + vec3(0.45, 0.7, 0.95)));
  id = uint(gl_InstanceID) + 1u;
}
)";

constexpr const char* scene_fragment_shader = R"(#version 450
flat in uint id;
flat in vec3 normal;
flat in vec3 tint;
layout(location = 0) out vec4 colour;
layout(location = 1) out uint object;

void main() {
  colour = vec4(tint * (0.55 + 0.45 * dot(normal, normalize(vec3(2, 4, 3)))), 1);
  object = id;
}
)";

// One box per instance, four vertices each, from the component table (its layout: glccl/table.hpp), in the colour of
// its component's id, which stays from frame to frame (glccl/tracks.hpp).
constexpr const char* box_vertex_shader = R"(#version 450
struct Component {
  uint label, value;
  uvec2 area;
  uint x0, y0, x1, y1;
  uvec2 sum_x, sum_y;
  uvec2 first;
  uint z0, z1;
};
layout(std430, binding = 0) readonly buffer Components {
  uint header[16];
  Component component[];
};
struct Track {
  uint id, age, overlap, events, parent, before;
};
layout(std430, binding = 1) readonly buffer Tracks {
  uint tracks_header[16];
  Track track[];
};
layout(location = 0) uniform vec2 extent;  // of the picture, in pixels
flat out vec3 tint;

void main() {
  float hue = float(track[gl_InstanceID].id * 2654435769u >> 8) / 16777216.0;
  tint = 0.7 + 0.3 * cos(6.2831853 * (hue + vec3(0, 0.33, 0.67)));
  Component c = component[gl_InstanceID];
  uvec2 corner[4] = uvec2[4](uvec2(c.x0, c.y0), uvec2(c.x1, c.y0), uvec2(c.x1, c.y1), uvec2(c.x0, c.y1));
  vec2 centre = vec2(corner[gl_VertexID]) + 0.5;  // of the pixel
  gl_Position = vec4(centre / extent * 2 - 1, 0, 1);
}
)";

constexpr const char* box_fragment_shader = R"(#version 450
flat in vec3 tint;
layout(location = 0) out vec4 colour;

void main() { colour = vec4(tint, 1); }
)";

glccl::Error gpu_error(std::string message) { return {glccl::ErrorCode::gpu, std::move(message)}; }

glccl::Result<Object<ProgramKind>> build_program(const char* vertex_shader, const char* fragment_shader) {
  Object<ProgramKind> program(glCreateProgram());
  for (const auto& [stage, text] :
       {std::pair(GL_VERTEX_SHADER, vertex_shader), {GL_FRAGMENT_SHADER, fragment_shader}}) {
    const GLuint shader = glCreateShader(static_cast<GLenum>(stage));
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    glAttachShader(program.name(), shader);
    glDeleteShader(shader);  // it lives until the program is deleted
    GLint compiled = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    if (compiled == GL_TRUE) continue;
    std::array<char, 1024> log = {};
    glGetShaderInfoLog(shader, log.size(), nullptr, log.data());
    return gpu_error(log.data());
  }
  glLinkProgram(program.name());
  GLint linked = GL_FALSE;
  glGetProgramiv(program.name(), GL_LINK_STATUS, &linked);
  if (linked == GL_TRUE) return program;
  std::array<char, 1024> log = {};
  glGetProgramInfoLog(program.name(), log.size(), nullptr, log.data());
  return gpu_error(log.data());
}

Object<TextureKind> make_texture(glccl::Extent extent, GLenum format) {
  GLuint name = 0;
  glCreateTextures(GL_TEXTURE_2D, 1, &name);
  glTextureStorage2D(name, 1, format, extent.width, extent.height);
  return Object<TextureKind>(name);
}

Object<FramebufferKind> make_framebuffer(std::initializer_list<std::pair<GLenum, GLuint>> textures) {
  GLuint name = 0;
  glCreateFramebuffers(1, &name);
  for (const auto& [attachment, texture] : textures) glNamedFramebufferTexture(name, attachment, texture, 0);
  constexpr std::array<GLenum, 2> buffers = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};
  glNamedFramebufferDrawBuffers(name, buffers.size(), buffers.data());
  return Object<FramebufferKind>(name);
}

glm::mat4 camera_at(float time, glccl::Extent extent) {
  const float aspect = static_cast<float>(extent.width) / static_cast<float>(extent.height);
  glm::mat4 projection = glm::perspective(glm::radians(38.0F), aspect, 8.0F, 36.0F);
  // OpenGL draws the bottom of a view into row 0 of a texture. In glccl, as in image files, row 0 is the top. Flipping
  // y here makes the picture, the boxes and the file agree. Triangles change their winding: a renderer that culls back
  // faces calls glFrontFace(GL_CW).
  projection[1][1] = -projection[1][1];
  const glm::vec3 eye(20.0F * std::sin(0.2F * time), 8.0F, 20.0F * std::cos(0.2F * time));
  return projection * glm::lookAt(eye, glm::vec3(0.0F, -1.2F, 0.0F), glm::vec3(0.0F, 1.0F, 0.0F));
}

}  // namespace

glccl::Result<Renderer> Renderer::create(glccl::Extent extent) {
  Renderer made;
  made.extent_ = extent;
  made.colour_ = make_texture(extent, GL_RGBA8);
  made.ids_ = make_texture(extent, GL_R32UI);
  made.depth_ = make_texture(extent, GL_DEPTH_COMPONENT32F);
  made.scene_target_ = make_framebuffer(
      {{GL_COLOR_ATTACHMENT0, made.colour()}, {GL_COLOR_ATTACHMENT1, made.ids()}, {GL_DEPTH_ATTACHMENT, made.depth()}});
  made.box_target_ = make_framebuffer({{GL_COLOR_ATTACHMENT0, made.colour()}});
  for (const GLuint target : {made.scene_target_.name(), made.box_target_.name()}) {
    const GLenum status = glCheckNamedFramebufferStatus(target, GL_DRAW_FRAMEBUFFER);
    if (status != GL_FRAMEBUFFER_COMPLETE) return gpu_error("framebuffer status " + std::to_string(status));
  }
  GLuint no_vertices = 0;
  glCreateVertexArrays(1, &no_vertices);
  made.no_vertices_ = Object<VertexArrayKind>(no_vertices);

  auto scene_program = build_program(scene_vertex_shader, scene_fragment_shader);
  if (!scene_program) return scene_program.error();
  auto box_program = build_program(box_vertex_shader, box_fragment_shader);
  if (!box_program) return box_program.error();
  made.scene_program_ = std::move(*scene_program);
  made.box_program_ = std::move(*box_program);
  return made;
}

void Renderer::draw_scene(float time) {
  constexpr std::array<GLfloat, 4> night = {0.07F, 0.08F, 0.11F, 1.0F};
  constexpr std::array<GLuint, 4> no_object = {};
  constexpr GLfloat far_away = 1.0F;
  glClearNamedFramebufferfv(scene_target_.name(), GL_COLOR, 0, night.data());
  glClearNamedFramebufferuiv(scene_target_.name(), GL_COLOR, 1, no_object.data());
  glClearNamedFramebufferfv(scene_target_.name(), GL_DEPTH, 0, &far_away);

  const glm::mat4 camera = camera_at(time, extent_);
  glProgramUniformMatrix4fv(scene_program_.name(), 0, 1, GL_FALSE, glm::value_ptr(camera));
  glProgramUniform1f(scene_program_.name(), 1, time);
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, scene_target_.name());
  glViewport(0, 0, extent_.width, extent_.height);
  glEnable(GL_DEPTH_TEST);
  glUseProgram(scene_program_.name());
  glBindVertexArray(no_vertices_.name());
  glDrawArraysInstanced(GL_TRIANGLES, 0, 36, cubes);
}

void Renderer::draw_boxes(const glccl::ComponentTable& table, const glccl::Tracks& tracks) {
  glProgramUniform2f(box_program_.name(), 0, static_cast<float>(extent_.width), static_cast<float>(extent_.height));
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, box_target_.name());
  glViewport(0, 0, extent_.width, extent_.height);
  glDisable(GL_DEPTH_TEST);
  glUseProgram(box_program_.name());
  glBindVertexArray(no_vertices_.name());
  // The table begins with the arguments of the draw; its rows are drawn.
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 0, table.buffer);
  glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 1, tracks.buffer);
  glBindBuffer(GL_DRAW_INDIRECT_BUFFER, table.buffer);
  glDrawArraysIndirect(GL_LINE_LOOP, nullptr);
}

void Renderer::show(glccl::Extent window) const {
  // Row 0 of a window is its bottom row.
  glBlitNamedFramebuffer(box_target_.name(), 0, 0, 0, extent_.width, extent_.height, 0, window.height, window.width, 0,
                         GL_COLOR_BUFFER_BIT, GL_LINEAR);
}
