#include "gl/readback.hpp"

#include <algorithm>

#include "gl/state_guard.hpp"

namespace glccl::gl {

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
