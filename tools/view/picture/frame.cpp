#include "tools/view/picture/frame.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

namespace glccl::view {

Result<void> Frame::begin(Extent extent) {
  if (extent != extent_) {
    GLuint name = 0;
    glCreateTextures(GL_TEXTURE_2D, 1, &name);
    texture_ = gl::Texture(name);
    glTextureStorage2D(name, 1, GL_RGBA8, extent.width, extent.height);
    framebuffer_ = gl::make_framebuffer();
    glNamedFramebufferTexture(framebuffer_.name(), GL_COLOR_ATTACHMENT0, name, 0);
    if (glCheckNamedFramebufferStatus(framebuffer_.name(), GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE) {
      return Error{ErrorCode::gpu,
                   "no GPU memory to draw a window of " + to_string(extent) + " pixels; a smaller one may fit"};
    }
    extent_ = extent;
  }
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
  constexpr std::array<float, 4> ground = {0.043F, 0.051F, 0.067F, 1.0F};
  glClearNamedFramebufferfv(framebuffer_.name(), GL_COLOR, 0, ground.data());
  return {};
}

void Frame::show() const {
  glBlitNamedFramebuffer(framebuffer_.name(), 0, 0, 0, extent_.width, extent_.height, 0, 0, extent_.width,
                         extent_.height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

host::Image Frame::read() const {
  const std::size_t row = static_cast<std::size_t>(extent_.width) * 4;
  const auto height = static_cast<std::size_t>(extent_.height);
  std::vector<std::uint8_t> upwards(row * height);
  glGetTextureImage(texture_.name(), 0, GL_RGBA, GL_UNSIGNED_BYTE, static_cast<GLsizei>(upwards.size()),
                    upwards.data());
  host::Image image{extent_, PixelFormat::rgba8, std::vector<std::uint8_t>(upwards.size())};
  for (std::size_t y = 0; y < height; ++y) {  // Row 0 of OpenGL is the bottom row.
    std::copy_n(upwards.begin() + static_cast<std::ptrdiff_t>((height - 1 - y) * row), row,
                image.bytes.begin() + static_cast<std::ptrdiff_t>(y * row));
  }
  for (std::size_t i = 3; i < image.bytes.size(); i += 4) image.bytes[i] = 255;
  return image;
}

}  // namespace glccl::view
