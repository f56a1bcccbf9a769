// The caller's context state, put back as it was.
#pragma once

#include <GL/glew.h>

#include <array>
#include <utility>
#include <vector>

namespace glccl::gl {

/// While it lives, every piece of state that could reach into the engine's passes is neutral: nothing clips, culls,
/// masks or discards, blending is GL_MAX where a pass enables it, clip space has its origin at the lower left, and
/// texture units 0..unit_count-1 are the engine's. When it ends, all of it is as it was before, and so is what the
/// engine's passes change: program, vertex array, draw framebuffer, indirect buffer, transform feedback, first
/// viewport, 2-D textures and samplers of those units.
///
/// What it cannot put aside: a caller's occlusion query or transform feedback under way, which the Labeler refuses, and
/// a caller's conditional rendering, which OpenGL does not tell of and which the caller has to end.
class StateGuard {
 public:
  explicit StateGuard(int unit_count);
  ~StateGuard();
  StateGuard(const StateGuard&) = delete;
  StateGuard& operator=(const StateGuard&) = delete;

 private:
  struct Unit {
    GLint texture = 0;
    GLint sampler = 0;
  };

  void save_values();
  void save_units(int unit_count);
  void set_neutral();
  void restore_units();

  std::vector<std::pair<GLenum, GLboolean>> capabilities_;  ///< and whether each was enabled
  std::vector<Unit> units_;
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
