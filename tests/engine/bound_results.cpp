// Results that stay bound, as a renderer leaves them: whatever a Labeler replaces, the caller's state is as before, or
// 0 where an object is gone.
#include <GL/glew.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/gl/objects.hpp"
#include "tests/gl/state/hostile_context.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/textures.hpp"

namespace glccl::tests {
namespace {

/// Binds a texture and a buffer wherever the context has a place for them. Ends with everything unbound.
class BoundEverywhere {
 public:
  BoundEverywhere(GLuint texture, GLuint buffer) : framebuffer_(gl::make_framebuffer()) {
    // Complete also without the texture.
    glNamedFramebufferParameteri(framebuffer_.name(), GL_FRAMEBUFFER_DEFAULT_WIDTH, 8);
    glNamedFramebufferParameteri(framebuffer_.name(), GL_FRAMEBUFFER_DEFAULT_HEIGHT, 8);
    glNamedFramebufferTexture(framebuffer_.name(), GL_COLOR_ATTACHMENT0, texture, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
    bind(texture, buffer);
  }
  ~BoundEverywhere() {
    bind(0, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
  }
  BoundEverywhere(const BoundEverywhere&) = delete;
  BoundEverywhere& operator=(const BoundEverywhere&) = delete;

 private:
  static void bind(GLuint texture, GLuint buffer) {
    for (GLuint unit = 0; unit < hostile_texture_units; ++unit) glBindTextureUnit(unit, texture);
    for (GLuint unit = 0; unit < hostile_image_units; ++unit) {
      glBindImageTexture(unit, texture, 0, GL_FALSE, 0, GL_READ_ONLY, GL_R32UI);
    }
    for (const GLenum target : {GL_SHADER_STORAGE_BUFFER, GL_UNIFORM_BUFFER}) {
      for (GLuint binding = 0; binding < hostile_storage_bindings; ++binding) glBindBufferBase(target, binding, buffer);
    }
    for (const GLenum target : {GL_DRAW_INDIRECT_BUFFER, GL_DISPATCH_INDIRECT_BUFFER, GL_QUERY_BUFFER,
                                GL_PIXEL_UNPACK_BUFFER, GL_PIXEL_PACK_BUFFER, GL_ARRAY_BUFFER, GL_TEXTURE_BUFFER}) {
      glBindBuffer(target, buffer);
    }
  }

  gl::Framebuffer framebuffer_;
};

/// Whether a named value of a Snapshot is the name of an object that does not exist any more.
bool is_gone(std::string_view name, GLuint value) {
  if (value == 0) return false;
  const auto has = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
  if (has("unit ")) return glIsTexture(value) == GL_FALSE;
  if (has("buffer") && has("frame")) return glIsFramebuffer(value) == GL_FALSE;
  if (has("buffer") || has("storage binding")) return glIsBuffer(value) == GL_FALSE;
  if (has("vertex array")) return glIsVertexArray(value) == GL_FALSE;
  if (has("transform feedback")) return glIsTransformFeedback(value) == GL_FALSE;
  return false;
}

void check_as_before(const Snapshot& before, const Snapshot& after) {
  for (std::size_t i = 0; i < before.size(); ++i) {
    CAPTURE(before[i].first, before[i].second);
    if (is_gone(before[i].first, static_cast<GLuint>(before[i].second[0]))) {
      CHECK(after[i].second[0] == 0.0);
      continue;
    }
    std::vector<double> expected = before[i].second;
    const bool has_sampler = before[i].first.starts_with("unit ");
    if (has_sampler && glIsSampler(static_cast<GLuint>(expected.back())) == GL_FALSE) expected.back() = 0.0;
    CHECK(after[i].second == expected);
  }
}

/// A texture of zeros: a GPU gives memory as other tests left it, with any number of components.
gl::Texture make_source(Extent size) {
  gl::Texture texture = make_texture(GL_TEXTURE_2D, GL_R8UI, size);
  glClearTexImage(texture.name(), 0, GL_RED_INTEGER, GL_UNSIGNED_BYTE, nullptr);
  return texture;
}

/// The objects with which a Labeler is used, besides its own.
struct Sources {
  gl::Texture small = make_source({16, 12});
  gl::Texture large = make_source({300, 70});
  gl::Texture target = make_texture(GL_TEXTURE_2D, GL_R32UI, {16, 12});
};

/// Something that a Labeler does after a labeling of `small` with ten rows.
struct BoundCase {
  const char* name;
  std::function<void(std::optional<Labeler>&, const Sources&)> run;
  bool replaces = false;  ///< Whether it has to delete the label texture.
};

const LabelingSpec plain;

const BoundCase events[] = {
    {"the same again",
     [](auto& labeler, const Sources& at) { CHECK(labeler->label(at.small.name(), plain, {.table_rows = 10})); }},
    {"another size",
     [](auto& labeler, const Sources& at) { CHECK(labeler->label(at.large.name(), plain, {.table_rows = 10})); }, true},
    {"a rectangle",
     [](auto& labeler, const Sources& at) {
       CHECK(labeler->label({{at.small.name(), 0, 0, Rectangle{1, 1, 4, 10}}}, plain, {.table_rows = 10}));
     },
     true},
    {"a larger table",
     [](auto& labeler, const Sources& at) { CHECK(labeler->label(at.small.name(), plain, {.table_rows = 500})); }},
    {"no table", [](auto& labeler, const Sources& at) { CHECK(labeler->label(at.small.name())); }},
    {"another criterion",
     [](auto& labeler, const Sources& at) {
       CHECK(labeler->label(at.small.name(), {.connectivity = Connectivity::four, .criterion = Equal{}}));
     }},
    {"the caller's target",
     [](auto& labeler, const Sources& at) {
       CHECK(labeler->label(at.small.name(), plain, {.target = at.target.name(), .table_rows = 20}));
     }},
    {"clobbered state, then another size",
     [](auto& labeler, const Sources& at) {
       const Snapshot before = snapshot();
       REQUIRE(labeler->label(at.small.name(), plain, {.table_rows = 20, .state_policy = StatePolicy::clobber}));
       const Snapshot clobbered = snapshot();
       CHECK(labeler->label(at.large.name(), plain, {.table_rows = 10}));
       check_as_before(clobbered, snapshot());
     },
     true},
    {"clobbered state, then its end",
     [](auto& labeler, const Sources& at) {
       REQUIRE(labeler->label(at.small.name(), plain, {.table_rows = 20, .state_policy = StatePolicy::clobber}));
       const Snapshot clobbered = snapshot();
       labeler.reset();
       check_as_before(clobbered, snapshot());
     },
     true},
    {"a step of another size, bound too",
     [](auto& labeler, const Sources& at) {
       const Result<Step> step = labeler->step({{at.large.name()}}, plain, {.table_rows = 10}, 1);
       REQUIRE(step);
       glBindTextureUnit(3, step->texture);
       glBindImageTexture(1, step->texture, 0, GL_FALSE, 0, GL_READ_ONLY, GL_R32UI);
       const Snapshot before = snapshot();
       CHECK(labeler->label(at.small.name(), plain, {.table_rows = 10}));
       check_as_before(before, snapshot());
     },
     true},
    {"prepare() for another size",
     [](auto& labeler, const Sources&) {
       CHECK(labeler->prepare({PixelFormat::u8}, {64, 64}, plain, {.table_rows = 3}));
     },
     true},
    {"a source that is refused", [](auto& labeler, const Sources&) { CHECK_FALSE(labeler->label(0)); }},
    {"a table that is refused",
     [](auto& labeler, const Sources& at) {
       CHECK_FALSE(labeler->label(at.large.name(), plain, {.table_rows = 0xFFFFFFFFU}));
     }},
    {"reading back",
     [](auto& labeler, const Sources&) {
       CHECK(labeler->readback());
       CHECK(labeler->readback_components());
     }},
    {"another Labeler in its place",
     [](auto& labeler, const Sources&) {
       Result<Labeler> other = Labeler::create(Engine::raster);
       REQUIRE(other);
       *labeler = *std::move(other);
     },
     true},
    {"its end", [](auto& labeler, const Sources&) { labeler.reset(); }, true},
};

/// Runs an event while the results of a labeling are bound everywhere.
void check_event(Engine engine, const BoundCase& event) {
  const Sources sources;
  Result<Labeler> made = Labeler::create(engine);
  REQUIRE(made);
  std::optional<Labeler> labeler(*std::move(made));
  const Result<Labels> labels = labeler->label(sources.small.name(), plain, {.table_rows = 10});
  REQUIRE(labels);
  const BoundEverywhere bound(labels->texture, labels->table.buffer);
  const bool clobbers = std::string_view(event.name).starts_with("clobbered");
  const bool binds = std::string_view(event.name).starts_with("a step");
  const Snapshot before = snapshot();
  event.run(labeler, sources);
  CHECK(glGetError() == GLenum{GL_NO_ERROR});
  if (!clobbers && !binds) check_as_before(before, snapshot());
  // The second of two labelings may give the name to a texture of its own.
  if (!binds) CHECK((glIsTexture(labels->texture) == GL_FALSE) == event.replaces);
  if (clobbers) reset(Callers());
}

}  // namespace

TEST_CASE_METHOD(GlFixture, "a table that is replaced leaves other buffers bound", "[engine][state]") {
  const Sources sources;
  Result<Labeler> labeler = Labeler::create(GENERATE(Engine::raster, Engine::compute));
  REQUIRE(labeler);
  const Result<Labels> labels = labeler->label(sources.small.name(), plain, {.table_rows = 10});
  REQUIRE(labels);
  const gl::Buffer callers = gl::make_buffer(64, nullptr);
  constexpr GLenum targets[] = {GL_SHADER_STORAGE_BUFFER, GL_UNIFORM_BUFFER, GL_ATOMIC_COUNTER_BUFFER};
  for (const GLenum target : targets) {
    glBindBufferBase(target, 1, labels->table.buffer);
    glBindBuffer(target, callers.name());
  }
  REQUIRE(labeler->label(sources.small.name(), plain, {.table_rows = 500}));
  REQUIRE(glIsBuffer(labels->table.buffer) == GL_FALSE);
  for (const GLenum query :
       {GL_SHADER_STORAGE_BUFFER_BINDING, GL_UNIFORM_BUFFER_BINDING, GL_ATOMIC_COUNTER_BUFFER_BINDING}) {
    CAPTURE(query);
    GLint bound = 0;
    glGetIntegerv(query, &bound);
    CHECK(static_cast<GLuint>(bound) == callers.name());
  }
  for (const GLenum target : targets) glBindBuffer(target, 0);
}

TEST_CASE_METHOD(GlFixture, "results may stay bound whatever a Labeler replaces", "[engine][state]") {
  const Engine engine = GENERATE(Engine::raster, Engine::raster_paper, Engine::compute, Engine::automatic);
  for (const BoundCase& event : events) {
    CAPTURE(engine, event.name);
    check_event(engine, event);
  }
}

TEST_CASE_METHOD(GlFixture, "results may stay bound while automatic changes its engine and raster its tuning",
                 "[engine][state]") {
  const RasterOptions tunings[] = {{.blocks = 4}, {.compaction = Compaction::stencil_routing}, {}};
  const Sources sources;
  for (const Engine engine : {Engine::automatic, Engine::raster}) {
    Result<Labeler> labeler = Labeler::create(engine);
    REQUIRE(labeler);
    for (const GLuint source : {sources.small.name(), sources.large.name(), sources.small.name()}) {
      for (const RasterOptions& tuning : tunings) {
        CAPTURE(engine, source, tuning.blocks, tuning.compaction);
        const Result<Labels> labels = labeler->label(sources.small.name(), plain, {.table_rows = 10});
        REQUIRE(labels);
        const BoundEverywhere bound(labels->texture, labels->table.buffer);
        const Snapshot before = snapshot();
        CHECK(labeler->label(source, plain, {.table_rows = 100, .raster = tuning}));
        CHECK(glGetError() == GLenum{GL_NO_ERROR});
        check_as_before(before, snapshot());
      }
    }
  }
}

}  // namespace glccl::tests
