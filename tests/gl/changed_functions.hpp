// Functions of OpenGL that answer other than the driver does.
#pragma once

#include <GL/glew.h>

#include <string>
#include <string_view>

#include "engine/gl/functions/default_loader.hpp"
#include "engine/gl/functions/functions.hpp"
#include "tests/gl/making_calls.hpp"

namespace glccl::tests {

/// What objects with get_changed_function() find, while one lives. Their calls are counted as MakingCalls does.
class ChangedFunctions {
 public:
  ChangedFunctions() { current() = this; }
  ~ChangedFunctions() { current() = nullptr; }
  ChangedFunctions(const ChangedFunctions&) = delete;
  ChangedFunctions& operator=(const ChangedFunctions&) = delete;

  std::string version;        ///< Behind the driver's version.
  std::string renderer;       ///< GL_RENDERER; empty: the driver's.
  bool has_binaries = true;   ///< False: the driver has no format of binaries.
  bool is_parallel = true;    ///< False: the driver has no GL_KHR_parallel_shader_compile.
  bool has_completed = true;  ///< False: the driver says that it still compiles.
  int asked_for_linked = 0;   ///< How often GL_LINK_STATUS was asked for, which waits.

  static ChangedFunctions*& current() {
    static ChangedFunctions* one = nullptr;
    return one;
  }

  static const GLubyte* GLCCL_OPENGL_CALL get_string(GLenum name) {
    const GLubyte* found = glGetString(name);
    if (name == GL_RENDERER && !current()->renderer.empty()) {
      return reinterpret_cast<const GLubyte*>(current()->renderer.c_str());
    }
    if (name != GL_VERSION || found == nullptr) return found;
    static std::string changed;
    changed = reinterpret_cast<const char*>(found) + current()->version;
    return reinterpret_cast<const GLubyte*>(changed.c_str());
  }
  static const GLubyte* GLCCL_OPENGL_CALL get_stringi(GLenum name, GLuint index) {
    const GLubyte* found = glGetStringi(name, index);
    const std::string_view text = found == nullptr ? "" : reinterpret_cast<const char*>(found);
    const bool hidden = !current()->is_parallel && text.ends_with("parallel_shader_compile");
    return hidden ? reinterpret_cast<const GLubyte*>("GL_hidden") : found;
  }
  static void GLCCL_OPENGL_CALL get_integerv(GLenum name, GLint* value) {
    glGetIntegerv(name, value);
    if (name == GL_NUM_PROGRAM_BINARY_FORMATS && !current()->has_binaries) *value = 0;
  }
  static void GLCCL_OPENGL_CALL get_programiv(GLuint program, GLenum name, GLint* value) {
    glGetProgramiv(program, name, value);
    if (name == GL_COMPLETION_STATUS_KHR && !current()->has_completed) *value = GL_FALSE;
    if (name == GL_LINK_STATUS) ++current()->asked_for_linked;
  }
};

/// The get_proc_address of objects that find these functions. They may be used while a ChangedFunctions lives.
inline void (*get_changed_function(const char* name))() {
  const std::string_view asked = name;
  if (asked == "glGetString") return reinterpret_cast<void (*)()>(&ChangedFunctions::get_string);
  if (asked == "glGetStringi") return reinterpret_cast<void (*)()>(&ChangedFunctions::get_stringi);
  if (asked == "glGetIntegerv") return reinterpret_cast<void (*)()>(&ChangedFunctions::get_integerv);
  if (asked == "glGetProgramiv") return reinterpret_cast<void (*)()>(&ChangedFunctions::get_programiv);
  return get_counted_function(name);
}

}  // namespace glccl::tests
