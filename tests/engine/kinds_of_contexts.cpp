// Contexts of every kind, which a program makes that links no OpenGL library: a Labeler labels rightly or refuses by
// name, and leaves no GL error.
#include <GL/glew.h>

#include <cstddef>
#include <string>
#include <vector>

#include "glccl/glccl.h"
#include "glccl/host/texture.hpp"
#include "glccl/labeler.hpp"
#include "glccl/regions.h"
#include "glccl/regions.hpp"
#include "glccl/tracker.h"
#include "glccl/tracker.hpp"
#include "tests/gl/making_calls.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/paths.hpp"
#include "tests/support/processes/run_program.hpp"
#include "tests/support/skip.hpp"

namespace glccl::tests {
namespace {

const std::string one_line = "[^\n]*";

struct ContextCase {
  const char* name;
  std::vector<std::string> arguments;    ///< Those of context_user.
  std::vector<std::string> environment;  ///< Mesa's variables.
  std::string answer;                    ///< A regular expression for what each engine answers.
};

const ContextCase context_cases[] = {
    {"no context", {"none"}, {}, "no OpenGL context is current: make one current first" + one_line},
    {"OpenGL ES 3.2", {"es"}, {}, "the current context is OpenGL ES 3\\.2" + one_line + "desktop OpenGL" + one_line},
    {"OpenGL 2.1",
     {"compatibility-2.1"},
     {"MESA_GL_VERSION_OVERRIDE=2.1", "MESA_GLSL_VERSION_OVERRIDE=120"},
     "the current context, OpenGL 2\\.1" + one_line + ", lacks GLSL 4\\.50 \\(it has 1\\.20\\)" + one_line},
    {"OpenGL 3.3 of a driver without GLSL 4.50",
     {"core-3.3"},
     {"GALLIUM_DRIVER=softpipe"},
     "the current context, OpenGL 3\\.3" + one_line + ", lacks GLSL 4\\.50 \\(it has 3\\.30\\)" + one_line},
    {"OpenGL 3.3", {"core-3.3"}, {}, "right"},
    {"a context that says 3.3", {"core-3.3"}, {"MESA_GL_VERSION_OVERRIDE=3.3"}, "right"},
    {"a context that says 4.1", {"compatibility-3.3"}, {"MESA_GL_VERSION_OVERRIDE=4.1COMPAT"}, "right"},
    {"a compatibility context of no version", {"compatibility-1.0"}, {}, "right"},
    {"no compute shaders",
     {"core-3.3"},
     {"MESA_EXTENSION_OVERRIDE=-GL_ARB_compute_shader"},
     "the current context, OpenGL 4\\.2" + one_line + ", lacks" + one_line + "GL_ARB_compute_shader" + one_line},
    {"no storage buffers",
     {"core-3.3"},
     {"MESA_EXTENSION_OVERRIDE=-GL_ARB_shader_storage_buffer_object"},
     "the current context, OpenGL 4\\.2" + one_line + ", lacks" + one_line + "GL_ARB_shader_storage_buffer_object" +
         one_line},
    {"a single extension",
     {"core-3.3"},
     {"MESA_GL_VERSION_OVERRIDE=4.3", "MESA_EXTENSION_OVERRIDE=-GL_ARB_clear_texture"},
     "the current context, OpenGL 4\\.3" + one_line + ", lacks GL_ARB_clear_texture: make one of OpenGL 4\\.5 current"},
    {"OSMesa", {"osmesa"}, {}, "right"},
    {"OSMesa by its own function", {"osmesa", "own"}, {}, "right"},
    {"eglGetProcAddress", {"core-3.3", "own"}, {}, "right"},
    {"get_proc_address that returns null",
     {"core-3.3", "null"},
     {},
     "get_proc_address returns null for glGetString: " + one_line},
    {"get_proc_address without a function",
     {"core-3.3", "glDispatchCompute"},
     {},
     "get_proc_address returns null for glDispatchCompute: " + one_line},
};

void (*find_nothing(const char*))() { return nullptr; }

constexpr const char* nothing_found = "get_proc_address returns null for glGetString: pass";

/// A copy of GLEW's flags and functions of some extensions, which glewInit() would set.
std::vector<bool> flags_of_glew() {
  return {GLEW_VERSION_4_5 != GL_FALSE, GLEW_ARB_compute_shader != GL_FALSE, GLEW_ARB_direct_state_access != GL_FALSE,
          __glewDispatchCompute != nullptr};
}

}  // namespace

TEST_CASE("a Labeler labels rightly in contexts of every kind, or refuses them by name",
          "[engine][contexts][bad-input][slow]") {
  for (const ContextCase& one : context_cases) {
    CAPTURE(one.name);
    const ProgramResult result = run_program("context_user", one.arguments, scratch_directory(), one.environment);
    CHECK(result.status == 0);
    CHECK(result.err.empty());
    if (result.out.starts_with("skipped: ")) {
      skip_gently(std::string(one.name) + ": " + result.out);
      continue;
    }
    const bool has_context = one.arguments.front() != "none";
    CHECK_THAT(result.out,
               Catch::Matches((has_context ? "context: " + one_line + "\n" : "") + "compute: " + one.answer +
                              "\nraster: " + one.answer + (has_context ? "\nerrors: 1280 0\nended\n" : "\n")));
  }
}

TEST_CASE_METHOD(GlFixture, "every object takes get_proc_address, in C++ and in C", "[engine][contexts][bad-input]") {
  const auto says = [](const auto& made) { return made ? std::string() : made.error().message; };
  const RegionOptions boundaries{.boundaries = true};
  const ContextUse context{.get_proc_address = find_nothing};
  CHECK_THAT(says(Labeler::create({.get_proc_address = find_nothing})), contains(nothing_found));
  CHECK_THAT(says(Regions::create({8, 8}, boundaries, context)), contains(nothing_found));
  CHECK_THAT(says(Tracker::create({8, 8}, {}, context)), contains(nothing_found));

  glccl_error error;
  glccl_labeler_options labeler_options = glccl_default_labeler();
  glccl_region_options region_options = glccl_default_regions();
  glccl_tracker_options tracker_options = glccl_default_tracker();
  region_options.boundaries = 1;
  glccl_labeler* labeler = nullptr;
  glccl_regions* regions = nullptr;
  glccl_tracker* tracker = nullptr;
  labeler_options.get_proc_address = region_options.get_proc_address = tracker_options.get_proc_address = find_nothing;
  CHECK(glccl_labeler_create_with(&labeler_options, &labeler, &error) == GLCCL_ERROR_NO_DEVICE);
  CHECK_THAT(std::string(error.message), contains(nothing_found));
  CHECK(glccl_regions_create({8, 8, 1}, &region_options, &regions, &error) == GLCCL_ERROR_NO_DEVICE);
  CHECK_THAT(std::string(error.message), contains(nothing_found));
  CHECK(glccl_tracker_create({8, 8, 1}, &tracker_options, &tracker, &error) == GLCCL_ERROR_NO_DEVICE);
  CHECK_THAT(std::string(error.message), contains(nothing_found));
  CHECK((labeler == nullptr && regions == nullptr && tracker == nullptr));

  // Structs of a program that was compiled before there was the member.
  labeler_options.size = offsetof(glccl_labeler_options, get_proc_address);
  region_options.size = offsetof(glccl_region_options, get_proc_address);
  tracker_options.size = offsetof(glccl_tracker_options, get_proc_address);
  CHECK(glccl_labeler_create_with(&labeler_options, &labeler, &error) == GLCCL_OK);
  CHECK(glccl_regions_create({8, 8, 1}, &region_options, &regions, &error) == GLCCL_OK);
  CHECK(glccl_tracker_create({8, 8, 1}, &tracker_options, &tracker, &error) == GLCCL_OK);
  glccl_labeler_destroy(labeler);
  glccl_regions_destroy(regions);
  glccl_tracker_destroy(tracker);
  CHECK(glccl_labeler_create_with(nullptr, &labeler, &error) == GLCCL_OK);
  glccl_labeler_destroy(labeler);
  labeler_options = glccl_default_labeler();
  labeler_options.get_proc_address = get_counted_function;
  CHECK(glccl_labeler_create_with(&labeler_options, &labeler, &error) == GLCCL_OK);
  glccl_labeler_destroy(labeler);
}

TEST_CASE_METHOD(GlFixture, "a Labeler neither reads nor changes the application's GLEW", "[engine][contexts]") {
  __GLEW_VERSION_4_5 = GL_FALSE;
  __GLEW_ARB_compute_shader = GL_FALSE;
  const auto dispatch = __glewDispatchCompute;
  __glewDispatchCompute = nullptr;
  const std::vector<bool> before = flags_of_glew();
  {
    Result<Labeler> own = Labeler::create(Engine::compute);
    REQUIRE(own);
    const host::Image image = make_image("noise", {20, 20}, {});
    const Result<host::OwnedTexture> texture = host::upload(image.view());
    REQUIRE(texture);
    CHECK(own->label(texture->name()));
    CHECK(own->readback());
  }
  CHECK(flags_of_glew() == before);
  __glewDispatchCompute = dispatch;
  glewInit();
}

}  // namespace glccl::tests
