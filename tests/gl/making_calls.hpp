// Counts the calls by which OpenGL compiles programs and allocates memory.
#pragma once

#include <cstddef>
#include <string_view>

#include "engine/gl/functions/default_loader.hpp"
#include "engine/gl/functions/functions.hpp"

namespace glccl::tests {

/// One of OpenGL's functions that counts its calls. `number` makes it another one than others of the same type.
template <std::size_t number, class... Arguments>
struct CountedFunction {
  /// The function that calls `function` and counts.
  static void (*count(void (*function)()))() {
    counted = reinterpret_cast<gl::Function<void, Arguments...>>(function);
    return reinterpret_cast<void (*)()>(&call);
  }
  static void GLCCL_OPENGL_CALL call(Arguments... arguments) {
    ++calls;
    counted(arguments...);
  }
  static inline gl::Function<void, Arguments...> counted = nullptr;
  static inline int calls = 0;
};

using CountedCompile = CountedFunction<0, GLuint>;
using CountedLink = CountedFunction<1, GLuint>;
using CountedBuffers = CountedFunction<2, GLuint, GLsizeiptr, const void*, GLbitfield>;
using CountedImages = CountedFunction<3, GLuint, GLsizei, GLenum, GLsizei, GLsizei>;
using CountedVolumes = CountedFunction<4, GLuint, GLsizei, GLenum, GLsizei, GLsizei, GLsizei>;

/// The get_proc_address of objects whose calls are counted.
inline void (*get_counted_function(const char* name))() {
  const GetProcAddress get = gl::find_get_proc_address();
  void (*const function)() = get == nullptr ? nullptr : get(name);
  const std::string_view asked = name;
  if (asked == "glCompileShader") return CountedCompile::count(function);
  if (asked == "glLinkProgram") return CountedLink::count(function);
  if (asked == "glNamedBufferStorage") return CountedBuffers::count(function);
  if (asked == "glTextureStorage2D") return CountedImages::count(function);
  if (asked == "glTextureStorage3D") return CountedVolumes::count(function);
  return function;
}

/// What objects with get_counted_function() compile and allocate as long as it lives.
class MakingCalls {
 public:
  int compiled() const { return all_compiled() - compiled_; }
  int allocated() const { return all_allocated() - allocated_; }

 private:
  static int all_compiled() { return CountedCompile::calls + CountedLink::calls; }
  static int all_allocated() { return CountedBuffers::calls + CountedImages::calls + CountedVolumes::calls; }

  int compiled_ = all_compiled();
  int allocated_ = all_allocated();
};

}  // namespace glccl::tests
