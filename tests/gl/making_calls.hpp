// Counts the calls by which OpenGL compiles programs and allocates memory.
#pragma once

#include <GL/glew.h>

#include <utility>

namespace glccl::tests {

/// Counts the calls of one of OpenGL's functions as long as it lives: GLEW's variable calls this class meanwhile.
template <auto variable>
class CountedCalls;

template <class... Arguments, void(GLAPIENTRY** variable)(Arguments...)>
class CountedCalls<variable> {
 public:
  CountedCalls() : before_(calls) { function = std::exchange(*variable, &count); }
  ~CountedCalls() { *variable = function; }
  CountedCalls(const CountedCalls&) = delete;
  CountedCalls& operator=(const CountedCalls&) = delete;

  int number() const { return calls - before_; }

 private:
  static void GLAPIENTRY count(Arguments... arguments) {
    ++calls;
    function(arguments...);
  }

  static inline void(GLAPIENTRY* function)(Arguments...) = nullptr;
  static inline int calls = 0;
  int before_;
};

/// What is compiled and allocated as long as it lives. There must not be two at a time, and no Labeler may be made
/// meanwhile: it loads OpenGL's functions.
class MakingCalls {
 public:
  int compiled() const { return shaders_.number() + programs_.number(); }
  int allocated() const { return buffers_.number() + images_.number() + volumes_.number(); }

 private:
  CountedCalls<&__glewCompileShader> shaders_;
  CountedCalls<&__glewLinkProgram> programs_;
  CountedCalls<&__glewNamedBufferStorage> buffers_;
  CountedCalls<&__glewTextureStorage2D> images_;
  CountedCalls<&__glewTextureStorage3D> volumes_;
};

}  // namespace glccl::tests
