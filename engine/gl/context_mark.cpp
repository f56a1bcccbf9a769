#include "engine/gl/context_mark.hpp"

#include <array>
#include <chrono>
#include <cstdint>
#include <string_view>

namespace glccl::gl {
namespace {

/// Two marks never have one label: marks that live at one time have different addresses, others different times.
std::string label_of(const ContextMark* mark) {
  return "glccl context mark " + std::to_string(reinterpret_cast<std::uintptr_t>(mark)) + " " +
         std::to_string(std::chrono::steady_clock::now().time_since_epoch().count());
}

/// Whether the object of this name has the label of a mark.
bool has_label(GLenum kind, GLuint name, std::string_view label) {
  std::array<GLchar, 128> found{};
  GLsizei length = 0;
  api().GetObjectLabel(kind, name, static_cast<GLsizei>(found.size()), &length, found.data());
  return std::string_view(found.data(), static_cast<std::size_t>(length)) == label;
}

}  // namespace

ContextMark::ContextMark() : label_(label_of(this)), object_(make_vertex_array()), shared_object_(make_sampler()) {
  const auto length = static_cast<GLsizei>(label_.size());
  api().ObjectLabel(GL_VERTEX_ARRAY, object_.name(), length, label_.data());
  api().ObjectLabel(GL_SAMPLER, shared_object_.name(), length, label_.data());
}

// Without a context only functions of OpenGL 1.1 may be called everywhere, so both begin with glGetString().

bool ContextMark::is_current() const {
  return api().GetString(GL_VERSION) != nullptr && api().IsVertexArray(object_.name()) == GL_TRUE &&
         has_label(GL_VERTEX_ARRAY, object_.name(), label_);
}

bool ContextMark::shares_with_current() const {
  return api().GetString(GL_VERSION) != nullptr && api().IsSampler(shared_object_.name()) == GL_TRUE &&
         has_label(GL_SAMPLER, shared_object_.name(), label_);
}

}  // namespace glccl::gl
