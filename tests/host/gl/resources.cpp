// Counting memory and OpenGL objects.
#include "glccl/host/resources.hpp"

#include <GL/glew.h>
#include <sys/mman.h>

#include <cstring>
#include <string_view>
#include <vector>

#include "engine/gl/objects.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"

namespace glccl::tests {
namespace {

std::int64_t count_of(std::string_view kind) {
  for (const host::GlObjectCount& one : host::count_gl_objects()) {
    if (one.kind == kind) return one.count;
  }
  FAIL("there is no kind " << kind);
  return 0;
}

/// Makes 30 objects, deletes every third one, and checks that the others are counted while they exist.
template <class Create, class Delete>
void check_kind(std::string_view kind, const Create& create, const Delete& remove) {
  CAPTURE(kind);
  const std::int64_t before = count_of(kind);
  std::vector<GLuint> names;
  for (int i = 0; i < 30; ++i) names.push_back(create());
  CHECK(count_of(kind) == before + 30);
  for (std::size_t i = 0; i < names.size(); i += 3) remove(names[i]);
  CHECK(count_of(kind) == before + 20);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i % 3 != 0) remove(names[i]);
  }
  CHECK(count_of(kind) == before);
}

}  // namespace

TEST_CASE_METHOD(GlFixture, "count_gl_objects() counts the objects that exist", "[host][resources]") {
  const auto one = [](auto function) {
    return [function] {
      GLuint name = 0;
      function(1, &name);
      return name;
    };
  };
  const auto gone = [](auto function) { return [function](GLuint name) { function(1, &name); }; };
  check_kind(
      "textures",
      [] {
        GLuint name = 0;
        glCreateTextures(GL_TEXTURE_2D, 1, &name);
        return name;
      },
      gone(glDeleteTextures));
  check_kind("buffers", one(glCreateBuffers), gone(glDeleteBuffers));
  check_kind("framebuffers", one(glCreateFramebuffers), gone(glDeleteFramebuffers));
  check_kind("renderbuffers", one(glCreateRenderbuffers), gone(glDeleteRenderbuffers));
  check_kind("vertex arrays", one(glCreateVertexArrays), gone(glDeleteVertexArrays));
  check_kind("samplers", one(glCreateSamplers), gone(glDeleteSamplers));
  check_kind("transform feedbacks", one(glCreateTransformFeedbacks), gone(glDeleteTransformFeedbacks));
  check_kind("pipelines", one(glCreateProgramPipelines), gone(glDeleteProgramPipelines));
  check_kind(
      "queries",
      [] {
        GLuint name = 0;
        glCreateQueries(GL_TIMESTAMP, 1, &name);
        return name;
      },
      gone(glDeleteQueries));
  check_kind(
      "programs", [] { return glCreateProgram(); }, [](GLuint name) { glDeleteProgram(name); });
  check_kind(
      "shaders", [] { return glCreateShader(GL_FRAGMENT_SHADER); }, [](GLuint name) { glDeleteShader(name); });
}

TEST_CASE("resident_bytes() grows with memory that is written", "[host][resources]") {
  constexpr std::size_t bytes = 64 << 20;
  // An allocator may give memory that it kept.
  void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  REQUIRE(memory != MAP_FAILED);
  const std::int64_t before = host::resident_bytes();
  std::memset(memory, 1, bytes);
  CHECK(host::resident_bytes() - before > static_cast<std::int64_t>(bytes / 2));
  munmap(memory, bytes);
}

}  // namespace glccl::tests
