// The caller's context state, put back as it was.
#pragma once

#include <GL/glew.h>

#include <array>
#include <utility>
#include <vector>

#include "glccl/labeler.hpp"

namespace glccl::gl {

/// How many of each kind of binding an engine uses, from 0 on.
struct UsedBindings {
  int texture_units = 0;
  int storage_buffers = 0;
  int image_units = 0;
};

/// With StatePolicy::preserve: while it lives, every piece of state that could reach into the engine's passes is
/// neutral: nothing clips, culls, masks or discards, blending is GL_MAX where a pass enables it, clip space has its
/// origin at the lower left, and the used bindings are the engine's. When it ends, all of it is as it was before, and
/// so is what the engine's passes change: program, vertex array, draw framebuffer, indirect buffer, transform feedback,
/// first viewport, and of the used bindings storage buffers, images, 2-D and 2-D array textures and samplers. With
/// StatePolicy::clobber it only makes the state neutral.
///
/// What it cannot put aside: a caller's occlusion query or transform feedback under way, which the Labeler refuses, and
/// a caller's conditional rendering, which OpenGL does not tell of and which the caller has to end.
class StateGuard {
 public:
  StateGuard(const UsedBindings& used, StatePolicy policy);
  ~StateGuard();
  StateGuard(const StateGuard&) = delete;
  StateGuard& operator=(const StateGuard&) = delete;

 private:
  struct Unit {
    GLint texture = 0;
    GLint array = 0;
    GLint sampler = 0;
  };
  /// Of front faces, which points and the engine's rectangles are.
  struct Stencil {
    GLint function = 0;
    GLint reference = 0;
    GLint mask = 0;
    GLint write_mask = 0;
    GLint fail = 0;
    GLint depth_fail = 0;
    GLint pass = 0;
  };
  struct StorageBuffer {
    GLint buffer = 0;
    GLint64 offset = 0;
    GLint64 size = 0;
  };
  struct ImageUnit {
    GLint texture = 0;
    GLint level = 0;
    GLboolean layered = GL_FALSE;
    GLint layer = 0;
    GLint access = 0;
    GLint format = 0;
  };

  void list_capabilities();
  void save_values();
  void save_stencil();
  void save_storage_buffers(int count);
  void save_image_units(int count);
  void save_units(int count);
  void set_neutral();
  void restore_units();
  void restore_stencil();
  void restore_storage_buffers();
  void restore_image_units();

  StatePolicy policy_;
  std::vector<std::pair<GLenum, GLboolean>> capabilities_;  ///< and whether each was enabled
  std::vector<Unit> units_;
  Stencil stencil_;
  GLint storage_buffer_ = 0;  ///< bound to no index
  std::vector<StorageBuffer> storage_buffers_;
  std::vector<ImageUnit> image_units_;
  GLboolean scissor_ = GL_FALSE;  ///< of viewport 0
  GLboolean blend_ = GL_FALSE;    ///< of draw buffer 0
  GLint program_ = 0;
  GLint vertex_array_ = 0;
  GLint draw_framebuffer_ = 0;
  GLint indirect_buffer_ = 0;
  GLint transform_feedback_ = 0;
  GLint blend_equation_rgb_ = 0;
  GLint blend_equation_alpha_ = 0;
  GLint depth_func_ = 0;
  GLint clip_origin_ = 0;
  GLint clip_depth_ = 0;
  GLint polygon_mode_ = 0;
  GLboolean depth_mask_ = GL_TRUE;
  GLfloat point_size_ = 1.0F;
  std::array<GLboolean, 4> color_mask_{};
  std::array<GLfloat, 4> viewport_{};
  std::array<GLdouble, 2> depth_range_{};
};

/// While it lives, pixels are packed tightly into client memory; the caller's settings afterwards.
class PackGuard {
 public:
  PackGuard();
  ~PackGuard();
  PackGuard(const PackGuard&) = delete;
  PackGuard& operator=(const PackGuard&) = delete;

 private:
  GLint buffer_ = 0;
  std::array<std::pair<GLenum, GLint>, 8> values_;
};

}  // namespace glccl::gl
