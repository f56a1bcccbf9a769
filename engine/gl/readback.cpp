#include "gl/readback.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace glccl::gl {
namespace {

/// Tightly packed rows into client memory while it lives; the caller's settings afterwards.
class PackGuard {
 public:
  PackGuard() {
    glGetIntegerv(GL_PIXEL_PACK_BUFFER_BINDING, &buffer_);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    for (auto& [name, value] : values_) {
      glGetIntegerv(name, &value);
      glPixelStorei(name, name == GL_PACK_ALIGNMENT ? 1 : 0);
    }
  }
  ~PackGuard() {
    for (const auto& [name, value] : values_) glPixelStorei(name, value);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, static_cast<GLuint>(buffer_));
  }
  PackGuard(const PackGuard&) = delete;
  PackGuard& operator=(const PackGuard&) = delete;

 private:
  GLint buffer_ = 0;
  std::array<std::pair<GLenum, GLint>, 8> values_ = {{{GL_PACK_ALIGNMENT, 0},
                                                      {GL_PACK_ROW_LENGTH, 0},
                                                      {GL_PACK_IMAGE_HEIGHT, 0},
                                                      {GL_PACK_SKIP_ROWS, 0},
                                                      {GL_PACK_SKIP_PIXELS, 0},
                                                      {GL_PACK_SKIP_IMAGES, 0},
                                                      {GL_PACK_SWAP_BYTES, 0},
                                                      {GL_PACK_LSB_FIRST, 0}}};
};

}  // namespace

LabelImage read_labels(GLuint texture, Size size) {
  const PackGuard guard;
  LabelImage image{size, std::vector<std::uint32_t>(static_cast<std::size_t>(size.pixels()))};
  // OpenGL counts the bytes of a transfer in an int: bands of rows keep below it.
  const int band = std::max(1, (1 << 28) / size.width);
  for (int y = 0; y < size.height; y += band) {
    const int rows = std::min(band, size.height - y);
    std::uint32_t* to = image.values.data() + std::int64_t{y} * size.width;
    glGetTextureSubImage(texture, 0, 0, y, 0, size.width, rows, 1, GL_RED_INTEGER, GL_UNSIGNED_INT,
                         static_cast<GLsizei>(std::int64_t{rows} * size.width * 4), to);
  }
  return image;
}

}  // namespace glccl::gl
