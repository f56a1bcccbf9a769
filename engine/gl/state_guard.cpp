#include "engine/gl/state_guard.hpp"

namespace glccl::gl {
namespace {

/// Stands for a value that was not saved: a capability that may be enabled.
constexpr StateValue unknown{{1}, {}};

}  // namespace

StateGuard::StateGuard(std::span<const StateEntry> table, GuardEnd end) : table_(table) {
  if (end == GuardEnd::restores) saved_.resize(table.size());
  for (std::size_t i = 0; i < saved_.size(); ++i) table[i].save(table[i].index, saved_[i]);
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].set_neutral == nullptr) continue;
    table[i].set_neutral(table[i].index, saved_.empty() ? unknown : saved_[i]);
  }
}

StateGuard::~StateGuard() {
  for (std::size_t i = 0; i < saved_.size(); ++i) table_[i].restore(table_[i].index, saved_[i]);
}

PackGuard::PackGuard()
    : values_{{{GL_PACK_ALIGNMENT, 0},
               {GL_PACK_ROW_LENGTH, 0},
               {GL_PACK_IMAGE_HEIGHT, 0},
               {GL_PACK_SKIP_ROWS, 0},
               {GL_PACK_SKIP_PIXELS, 0},
               {GL_PACK_SKIP_IMAGES, 0},
               {GL_PACK_SWAP_BYTES, 0},
               {GL_PACK_LSB_FIRST, 0}}} {
  glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &buffer_);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  for (auto& [name, value] : values_) {
    glGetIntegerv(name, &value);
    glPixelStorei(name, name == GL_PACK_ALIGNMENT ? 1 : 0);
  }
}

PackGuard::~PackGuard() {
  for (const auto& [name, value] : values_) glPixelStorei(name, value);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, static_cast<GLuint>(buffer_));
}

}  // namespace glccl::gl
