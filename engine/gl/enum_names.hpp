// Names of OpenGL's constants, for messages.
#pragma once

#include <GL/glew.h>

#include <string>

namespace glccl::gl {

/// "GL_TEXTURE_3D"; in hexadecimal where the name is not known here.
std::string name_of_target(GLenum target);

/// "GL_RGB8UI"; in hexadecimal where the name is not known here.
std::string name_of_format(GLenum internal_format);

}  // namespace glccl::gl
