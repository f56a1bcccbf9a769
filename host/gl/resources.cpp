#include "glccl/host/resources.hpp"

#include <GL/glew.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>

#include "engine/gl/context_traits.hpp"

namespace glccl::host {
namespace {

/// Names that are made to find the largest one in use. Holes among the names in use take some of them.
constexpr int fresh_names = 1024;

/// The largest of many fresh names, which are deleted again.
template <class Generate, class Delete>
GLuint largest_name(const Generate& generate, const Delete& remove) {
  std::array<GLuint, fresh_names> names{};
  generate(fresh_names, names.data());
  remove(fresh_names, names.data());
  return *std::max_element(names.begin(), names.end());
}

/// Shaders and programs share their names and are made one by one.
GLuint largest_shader_name() {
  std::array<GLuint, 64> names{};
  for (GLuint& name : names) name = glCreateShader(GL_VERTEX_SHADER);
  for (const GLuint name : names) glDeleteShader(name);
  return *std::max_element(names.begin(), names.end());
}

template <class Exists>
std::int64_t count_names(GLuint largest, const Exists& exists) {
  std::int64_t count = 0;
  for (GLuint name = 1; name <= largest; ++name) count += exists(name) == GL_TRUE ? 1 : 0;
  return count;
}

}  // namespace

std::int64_t resident_bytes() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
  std::int64_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages >> pages;
  return pages * ::sysconf(_SC_PAGESIZE);
}

std::optional<std::int64_t> used_gl_memory() {
  if (GLEW_NVX_gpu_memory_info == 0) return std::nullopt;
  const GLint total = gl::context_integer(GL_GPU_MEMORY_INFO_DEDICATED_VIDMEM_NVX);
  const GLint available = gl::context_integer(GL_GPU_MEMORY_INFO_CURRENT_AVAILABLE_VIDMEM_NVX);
  return (std::int64_t{total} - available) << 10;  // in KiB
}

std::vector<GlObjectCount> count_gl_objects() {
  const GLuint shaders = largest_shader_name();
  return {
      {"textures", count_names(largest_name(glGenTextures, glDeleteTextures), glIsTexture)},
      {"buffers", count_names(largest_name(glGenBuffers, glDeleteBuffers), glIsBuffer)},
      {"framebuffers", count_names(largest_name(glGenFramebuffers, glDeleteFramebuffers), glIsFramebuffer)},
      {"renderbuffers", count_names(largest_name(glGenRenderbuffers, glDeleteRenderbuffers), glIsRenderbuffer)},
      {"vertex arrays", count_names(largest_name(glGenVertexArrays, glDeleteVertexArrays), glIsVertexArray)},
      {"samplers", count_names(largest_name(glGenSamplers, glDeleteSamplers), glIsSampler)},
      {"queries", count_names(largest_name(glGenQueries, glDeleteQueries), glIsQuery)},
      {"transform feedbacks",
       count_names(largest_name(glGenTransformFeedbacks, glDeleteTransformFeedbacks), glIsTransformFeedback)},
      {"pipelines", count_names(largest_name(glGenProgramPipelines, glDeleteProgramPipelines), glIsProgramPipeline)},
      {"programs", count_names(shaders, glIsProgram)},
      {"shaders", count_names(shaders, glIsShader)},
  };
}

}  // namespace glccl::host
