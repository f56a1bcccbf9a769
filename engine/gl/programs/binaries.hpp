// Binaries of programs, as glGetProgramBinary() gives them, with their format and a hash before them.
#pragma once

#include <span>
#include <vector>

#include "engine/gl/objects.hpp"

namespace glccl::gl {

/// The formats of binaries that the current context reads; none where it has no binaries.
std::vector<GLint> binary_formats();

/// The binary of a linked program; empty if the driver has none.
std::vector<unsigned char> binary_of(const Program& program);

/// Links the program by a binary of binary_of(). False, without a GL error, for a damaged one, one of a format that is
/// none of `formats`, and one that the driver refuses.
bool load_binary(const Program& program, std::span<const unsigned char> bytes, std::span<const GLint> formats);

}  // namespace glccl::gl
