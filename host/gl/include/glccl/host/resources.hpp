// Memory and OpenGL objects that a process holds, to see whether something is left behind.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "glccl/cpp20.hpp"

namespace glccl::host {

/// Bytes of memory that the process holds (its resident set). Memory that was freed is given back to the system first.
std::int64_t resident_bytes();

/// Bytes of GPU memory in use by all processes on the device of the current context; nothing where the driver does not
/// say (without GL_NVX_gpu_memory_info) or no context is current.
std::optional<std::int64_t> used_gl_memory();

/// A kind of OpenGL object, and how many of it there are.
struct GlObjectCount {
  std::string_view kind;   ///< "buffers", "textures", "programs".
  std::int64_t count = 0;  ///< Objects that exist in the current context.
};

/// Counts the objects of every kind that has names and a query (glIsTexture and its like) in the current context: all
/// but sync objects. OpenGL has no list of names. Drivers give the lowest names that are free, so the counting asks for
/// every name up to the largest of many fresh ones, which it deletes again.
std::vector<GlObjectCount> count_gl_objects();

}  // namespace glccl::host
