#include "host/gl/check_gl.hpp"

#include <GL/glew.h>

#include <cstddef>

#include "glccl/spec.hpp"

namespace glccl::host {

void discard_gl_errors() {
  while (glGetError() != GL_NO_ERROR) {
  }
}

Result<void> check_gl(const std::string& what) {
  const GLenum error = glGetError();
  if (error == GL_NO_ERROR) return {};
  return Error{ErrorCode::gpu,
               what + (error == GL_OUT_OF_MEMORY ? ": the device is out of memory; a smaller image may fit"
                                                 : ": OpenGL error " + std::to_string(error))};
}

Result<void> check_view(const ImageView& image) {
  const std::string what = (image.extent.is_volume() ? "a volume of " : "an image of ") + to_string(image.extent);
  const std::size_t pixel = bytes_per_pixel(image.format);
  if (pixel == 0) {
    return Error{ErrorCode::unsupported, what + " of format " + std::string(traits_of(image.format).name) +
                                             ": only textures have this format, upload one with bytes in memory"};
  }
  const bool empty = image.extent.width < 1 || image.extent.height < 1;
  if (!empty && image.data == nullptr) return Error{ErrorCode::invalid_argument, what + " has no data"};
  if (!empty && image.row_pitch() < static_cast<std::size_t>(image.extent.width) * pixel) {
    return Error{ErrorCode::invalid_argument, what + " with rows " + std::to_string(image.row_pitch()) +
                                                  " bytes apart: a row has " +
                                                  std::to_string(static_cast<std::size_t>(image.extent.width) * pixel)};
  }
  return {};
}

}  // namespace glccl::host
