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

}  // namespace

ContextMark::ContextMark() : label_(label_of(this)), object_(make_vertex_array()) {
  api().ObjectLabel(GL_VERTEX_ARRAY, object_.name(), static_cast<GLsizei>(label_.size()), label_.data());
}

bool ContextMark::is_current() const {
  // Without a context only functions of OpenGL 1.1 may be called everywhere.
  if (api().GetString(GL_VERSION) == nullptr || api().IsVertexArray(object_.name()) == GL_FALSE) return false;
  std::array<GLchar, 128> found{};
  GLsizei length = 0;
  api().GetObjectLabel(GL_VERTEX_ARRAY, object_.name(), static_cast<GLsizei>(found.size()), &length, found.data());
  return std::string_view(found.data(), static_cast<std::size_t>(length)) == label_;
}

}  // namespace glccl::gl
