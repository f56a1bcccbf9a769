// What the example draws: cubes in orbits, and the boxes of a component table over them.
#pragma once

#include <epoxy/gl.h>

#include <glccl/labeler.hpp>
#include <utility>

/// Owns the name of an OpenGL object.
template <class Kind>
class Object {
 public:
  explicit Object(GLuint name = 0) : name_(name) {}
  Object(Object&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  Object& operator=(Object&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }
  ~Object() {
    if (name_ != 0) Kind::destroy(name_);
  }
  GLuint name() const { return name_; }

 private:
  GLuint name_;
};

struct TextureKind {
  static void destroy(GLuint name) { glDeleteTextures(1, &name); }
};
struct FramebufferKind {
  static void destroy(GLuint name) { glDeleteFramebuffers(1, &name); }
};
struct VertexArrayKind {
  static void destroy(GLuint name) { glDeleteVertexArrays(1, &name); }
};
struct ProgramKind {
  static void destroy(GLuint name) { glDeleteProgram(name); }
};

/// Draws offscreen. Row 0 of every texture is the top row of the picture.
class Renderer {
 public:
  /// With an OpenGL 4.5 context current. Error `gpu`: a shader or the framebuffer, in the driver's words.
  static glccl::Result<Renderer> create(glccl::Size size);

  /// Draws the cubes at a time in seconds into all three targets.
  void draw_scene(float time);

  /// Draws the boxes of all components over the picture. How many there are only the GPU knows.
  void draw_boxes(const glccl::ComponentTable& table);

  /// Copies the picture to the default framebuffer.
  void show(glccl::Size window) const;

  GLuint colour() const { return colour_.name(); }  ///< RGBA8: the picture
  GLuint ids() const { return ids_.name(); }        ///< R32UI: which cube is seen, 1 and up; 0 is background
  GLuint depth() const { return depth_.name(); }    ///< DEPTH_COMPONENT32F

 private:
  Renderer() = default;

  glccl::Size size_;
  Object<TextureKind> colour_, ids_, depth_;
  Object<FramebufferKind> scene_target_, box_target_;
  Object<VertexArrayKind> no_vertices_;
  Object<ProgramKind> scene_program_, box_program_;
};
