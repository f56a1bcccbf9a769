// Draws cubes in orbits, and the boxes of a component table over them.
#pragma once

#include <epoxy/gl.h>

#include <glccl/labeler.hpp>
#include <glccl/tracker.hpp>
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
  /// Requires a current OpenGL 4.5 context. Error `gpu`: a shader or framebuffer fails; the message is the driver's.
  static glccl::Result<Renderer> create(glccl::Extent extent);

  /// Draws the cubes at `time` in seconds into all three targets.
  void draw_scene(float time);

  /// Draws the boxes of all components over the picture, each in the colour of its id. Only the GPU knows their number.
  void draw_boxes(const glccl::ComponentTable& table, const glccl::Tracks& tracks);

  /// Copies the picture to the default framebuffer.
  void show(glccl::Extent window) const;

  GLuint colour() const { return colour_.name(); }  ///< The picture, RGBA8.
  GLuint ids() const { return ids_.name(); }        ///< Ids of the visible cubes from 1, R32UI; 0 is background.
  GLuint depth() const { return depth_.name(); }    ///< The depth, DEPTH_COMPONENT32F.

 private:
  Renderer() = default;

  glccl::Extent extent_;
  Object<TextureKind> colour_, ids_, depth_;
  Object<FramebufferKind> scene_target_, box_target_;
  Object<VertexArrayKind> no_vertices_;
  Object<ProgramKind> scene_program_, box_program_;
};
