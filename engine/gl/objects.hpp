// Owners of OpenGL objects: made by glCreate*, deleted with their owner. They hold only a name.
#pragma once

#include <array>
#include <cstddef>
#include <utility>

#include "engine/gl/functions/functions.hpp"

namespace glccl::gl {

/// A name that a binding of the context has; 0 where `exists` (glIsTexture and so on) says that no object has it any
/// more. Another context that shares objects may have deleted it. The binding then keeps the object alive, but binding
/// the name again would be an error, or in compatibility profiles make a new object.
inline GLuint bindable(GLint64 name, Function<GLboolean, GLuint> exists) {
  const auto bound = static_cast<GLuint>(name);
  return bound != 0 && exists(bound) == GL_TRUE ? bound : 0;
}

/// Whether contexts of a share group have the objects of a kind in common, or each context its own ones.
enum class Sharing {
  shared,  ///< Textures, buffers, samplers, programs, shaders, sync objects.
  own,     ///< Framebuffers, vertex arrays, queries, transform feedback objects.
};

/// While one lives, owners that end on its thread forget their names instead of deleting them: the context of these
/// names is not current, and the current one may have objects of the same names.
class Abandon {
 public:
  /// With `deletes_shared` owners of shared objects delete them: the current context shares objects with theirs.
  explicit Abandon(bool deletes_shared) : forgets_{!deletes_shared, true} { std::swap(forgets_, forgotten_); }
  ~Abandon() { std::swap(forgets_, forgotten_); }
  Abandon(const Abandon&) = delete;
  Abandon& operator=(const Abandon&) = delete;

  static bool forgets(Sharing sharing) { return forgotten_[static_cast<std::size_t>(sharing)]; }

 private:
  using BySharing = std::array<bool, 2>;
  BySharing forgets_;  ///< What was forgotten before, while this one lives.
  inline static thread_local BySharing forgotten_{};
};

/// Owns one OpenGL name; `Kind::destroy` deletes it, unless an Abandon forgets objects of `Kind::sharing`. Move-only.
/// The context that made it must be current when it ends, unless an Abandon lives.
template <class Kind>
class Object {
 public:
  Object() = default;
  explicit Object(GLuint name) : name_(name) {}
  Object(Object&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  Object& operator=(Object&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }
  ~Object() {
    if (name_ != 0 && !Abandon::forgets(Kind::sharing)) Kind::destroy(name_);
  }
  GLuint name() const { return name_; }
  explicit operator bool() const { return name_ != 0; }

 private:
  GLuint name_ = 0;
};

struct TextureKind {
  static constexpr Sharing sharing = Sharing::shared;
  static void destroy(GLuint name) { api().DeleteTextures(1, &name); }
};
/// The caller may have bound the buffer to an index of a target. Mesa (22.3) then unbinds the target's general binding
/// too, which holds another buffer.
struct BufferKind {
  static constexpr Sharing sharing = Sharing::shared;
  static void destroy(GLuint name) {
    constexpr std::array<std::pair<GLenum, GLenum>, 3> targets{
        {{GL_SHADER_STORAGE_BUFFER, GL_SHADER_STORAGE_BUFFER_BINDING},
         {GL_UNIFORM_BUFFER, GL_UNIFORM_BUFFER_BINDING},
         {GL_ATOMIC_COUNTER_BUFFER, GL_ATOMIC_COUNTER_BUFFER_BINDING}}};
    std::array<GLint, targets.size()> bound{};
    for (std::size_t i = 0; i < bound.size(); ++i) api().GetIntegerv(targets[i].second, &bound[i]);
    api().DeleteBuffers(1, &name);
    for (std::size_t i = 0; i < bound.size(); ++i) {
      if (const GLuint other = bindable(bound[i], api().IsBuffer); other != 0)
        api().BindBuffer(targets[i].first, other);
    }
  }
};
struct TransformFeedbackKind {
  static constexpr Sharing sharing = Sharing::own;
  static void destroy(GLuint name) { api().DeleteTransformFeedbacks(1, &name); }
};
struct FramebufferKind {
  static constexpr Sharing sharing = Sharing::own;
  static void destroy(GLuint name) { api().DeleteFramebuffers(1, &name); }
};
struct VertexArrayKind {
  static constexpr Sharing sharing = Sharing::own;
  static void destroy(GLuint name) { api().DeleteVertexArrays(1, &name); }
};
struct SamplerKind {
  static constexpr Sharing sharing = Sharing::shared;
  static void destroy(GLuint name) { api().DeleteSamplers(1, &name); }
};
struct QueryKind {
  static constexpr Sharing sharing = Sharing::own;
  static void destroy(GLuint name) { api().DeleteQueries(1, &name); }
};
struct ProgramKind {
  static constexpr Sharing sharing = Sharing::shared;
  static void destroy(GLuint name) { api().DeleteProgram(name); }
};
struct ShaderKind {
  static constexpr Sharing sharing = Sharing::shared;
  static void destroy(GLuint name) { api().DeleteShader(name); }
};

using Texture = Object<TextureKind>;
using Buffer = Object<BufferKind>;
using TransformFeedback = Object<TransformFeedbackKind>;
using Framebuffer = Object<FramebufferKind>;
using VertexArray = Object<VertexArrayKind>;
using Sampler = Object<SamplerKind>;
using Query = Object<QueryKind>;
using Program = Object<ProgramKind>;
using Shader = Object<ShaderKind>;

/// A buffer of fixed size. After its creation only the GPU writes it.
inline Buffer make_buffer(GLsizeiptr bytes, const void* data) {
  GLuint name = 0;
  api().CreateBuffers(1, &name);
  api().NamedBufferStorage(name, bytes, data, 0);
  return Buffer(name);
}

inline Framebuffer make_framebuffer() {
  GLuint name = 0;
  api().CreateFramebuffers(1, &name);
  return Framebuffer(name);
}

/// A transform feedback object that captures into `buffer`, from its start.
inline TransformFeedback make_transform_feedback(GLuint buffer) {
  GLuint name = 0;
  api().CreateTransformFeedbacks(1, &name);
  api().TransformFeedbackBufferBase(name, 0, buffer);
  return TransformFeedback(name);
}

inline VertexArray make_vertex_array() {
  GLuint name = 0;
  api().CreateVertexArrays(1, &name);
  return VertexArray(name);
}

inline Sampler make_sampler() {
  GLuint name = 0;
  api().CreateSamplers(1, &name);
  return Sampler(name);
}

/// A sampler without a filter, which clamps to the edge. A texture of integers is incomplete under the default filters.
inline Sampler make_nearest_sampler() {
  Sampler sampler = make_sampler();
  for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER}) {
    api().SamplerParameteri(sampler.name(), filter, GL_NEAREST);
  }
  for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T, GL_TEXTURE_WRAP_R}) {
    api().SamplerParameteri(sampler.name(), wrap, GL_CLAMP_TO_EDGE);
  }
  return sampler;
}

inline Query make_query(GLenum target) {
  GLuint name = 0;
  api().CreateQueries(target, 1, &name);
  return Query(name);
}

}  // namespace glccl::gl
