// StateGuard in a hostile context: the labels must be right, and the state must be as before. The guard's own table is
// walked entry by entry.
#include "engine/gl/state/guard.hpp"

#include <GL/glew.h>

#include <algorithm>
#include <array>
#include <vector>

#include "engine/gl/objects.hpp"
#include "engine/gl/state/table.hpp"
#include "glccl/host/generate.hpp"
#include "glccl/host/texture.hpp"
#include "tests/gl/profiles.hpp"
#include "tests/gl/state/hostile_context.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/textures.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"
#include "tests/support/skip.hpp"

namespace glccl::tests {
namespace {

/// The state of a poisoned context before and after a labeling.
struct Poisoned {
  Snapshot before;
  Snapshot after;
};

/// What is labeled: an image, or rows of it as the slices of a volume.
enum class Space { plane, volume };

/// Labels in a poisoned context and checks labels and table.
Poisoned label_poisoned(Engine engine, bool hostile, const Outputs& output, Space space = Space::plane,
                        const Filter& filter = {}, std::uint64_t fill_holes = 0, const PeriodicAxes& periodic = {}) {
  host::Image image = make_image("noise", {61, 47});
  LabelingSpec spec{.filter = filter, .fill_holes = fill_holes, .periodic = periodic};
  if (space == Space::volume) {
    image = make_image("noise", {61, 60});
    image.extent = {61, 12, 5};
    spec.connectivity = Connectivity::twenty_six;
  }
  const Result<host::OwnedTexture> texture = host::upload(image.view());
  REQUIRE(texture);
  // A Labeler of its own, so that clearing and allocating happen in the hostile context too.
  Result<Labeler> fresh = Labeler::create(engine);
  REQUIRE(fresh);
  const Callers callers;
  poison(callers, hostile);
  Poisoned result;
  result.before = snapshot();
  REQUIRE(fresh->label(texture->name(), spec, output));
  const LabeledImage labeled{*fresh->readback(), *fresh->readback_components()};
  const std::vector<StageTime> times = *fresh->times();
  CHECK_FALSE(times.empty());
  CHECK(std::all_of(times.begin(), times.end(), [](const StageTime& time) { return time.milliseconds < 1e6; }));
  result.after = snapshot();
  reset(callers);
  // The published schedule is not exact: it has to give what it gives in a context in its initial state.
  if (engine == Engine::raster_paper) {
    REQUIRE(fresh->label(texture->name(), {}, output));
    CHECK(labeled.labels.values == fresh->readback()->values);
    CHECK(labeled.components == *fresh->readback_components());
  } else {
    check_labeled(labeled, reference(image, spec));
  }
  return result;
}

/// A framebuffer with a stencil buffer of 8 bits.
class StencilFramebuffer {
 public:
  StencilFramebuffer() {
    glNamedFramebufferTexture(framebuffer_.name(), GL_DEPTH_STENCIL_ATTACHMENT, texture_.name(), 0);
    // Mesa counts the bits of a framebuffer when it looks whether it is complete.
    REQUIRE(glCheckNamedFramebufferStatus(framebuffer_.name(), GL_DRAW_FRAMEBUFFER) == GLenum{GL_FRAMEBUFFER_COMPLETE});
  }
  void bind() const { glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name()); }

 private:
  gl::Texture texture_ = make_texture(GL_TEXTURE_2D, GL_DEPTH24_STENCIL8, {1, 1});
  gl::Framebuffer framebuffer_ = gl::make_framebuffer();
};

/// More bindings than the engines use.
constexpr gl::UsedState all_state = {.draws = true,
                                     .texture_units = hostile_texture_units,
                                     .volume_textures = true,
                                     .storage_buffers = hostile_storage_bindings,
                                     .image_units = hostile_image_units};

std::vector<gl::StateValue> save(const std::vector<gl::StateEntry>& table) {
  std::vector<gl::StateValue> values(table.size());
  for (std::size_t i = 0; i < table.size(); ++i) table[i].save(table[i].index, values[i]);
  return values;
}

/// Gives an entry a value. Starts from the neutral value, as StateGuard does when it restores.
void set(const gl::StateEntry& entry, const gl::StateValue& value) {
  gl::StateValue now;
  entry.save(entry.index, now);
  if (entry.set_neutral != nullptr) entry.set_neutral(entry.index, now);
  entry.restore(entry.index, value);
}

void set(const std::vector<gl::StateEntry>& table, const std::vector<gl::StateValue>& values) {
  for (std::size_t i = 0; i < table.size(); ++i) set(table[i], values[i]);
}

/// The values of all entries in the two poisoned states.
std::array<std::vector<gl::StateValue>, 2> poisons_of(const std::vector<gl::StateEntry>& table,
                                                      const Callers& callers) {
  std::array<std::vector<gl::StateValue>, 2> poisons;
  for (const bool hostile : {false, true}) {
    poison(callers, hostile);
    poisons[hostile ? 1 : 0] = save(table);
  }
  return poisons;
}

}  // namespace

TEMPLATE_TEST_CASE("every entry of the state table is saved and restored by itself", "[gl][state]", CoreProfile,
                   CompatibilityProfile) {
  if (skip_gently(GlFixture::problem(TestType::profile))) return;
  const GlFixture fixture(TestType::profile);
  const Callers callers;
  const std::vector<gl::StateEntry> table = gl::make_state_table(all_state);
  const auto poisons = poisons_of(table, callers);
  for (std::size_t i = 0; i < table.size(); ++i) {
    const gl::StateEntry& entry = table[i];
    CAPTURE(entry.name, entry.index);
    // poison() has to reach every entry, or this test would not look at it.
    CHECK_FALSE(poisons[0][i] == poisons[1][i]);
    for (const auto& poison : poisons) {
      set(entry, poison[i]);
      gl::StateValue found;
      entry.save(entry.index, found);
      CHECK(found == poison[i]);
    }
  }
  reset(callers);
}

TEMPLATE_TEST_CASE("StateGuard makes every entry neutral and restores it", "[gl][state]", CoreProfile,
                   CompatibilityProfile) {
  if (skip_gently(GlFixture::problem(TestType::profile))) return;
  const GlFixture fixture(TestType::profile);
  const Callers callers;
  std::vector<gl::StateEntry> table = gl::make_state_table(all_state);
  const auto poisons = poisons_of(table, callers);
  std::array<std::vector<gl::StateValue>, 2> neutral;
  for (const std::size_t hostile : {0U, 1U}) {
    CAPTURE(hostile);
    set(table, poisons[hostile]);
    {
      const gl::StateGuard guard(table, gl::GuardEnd::restores);
      neutral[hostile] = save(table);
      // The engine's passes may change every entry, but for capabilities that stay neutral.
      set(table, poisons[1 - hostile]);
      for (std::size_t i = 0; i < table.size(); ++i) {
        if (table[i].set_neutral != nullptr) table[i].set_neutral(table[i].index, poisons[1 - hostile][i]);
      }
    }
    const std::vector<gl::StateValue> after = save(table);
    for (std::size_t i = 0; i < table.size(); ++i) {
      CAPTURE(table[i].name, table[i].index);
      CHECK(after[i] == poisons[hostile][i]);
    }
  }
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].set_neutral == nullptr) continue;
    CAPTURE(table[i].name, table[i].index);
    CHECK(neutral[0][i] == neutral[1][i]);
  }
  reset(callers);
}

TEMPLATE_TEST_CASE("label() restores every piece of state of a hostile context", "[gl][state]", CoreProfile,
                   CompatibilityProfile) {
  if (skip_gently(GlFixture::problem(TestType::profile))) return;
  const GlFixture fixture(TestType::profile);
  const Engine engine = GENERATE(Engine::raster, Engine::raster_paper, Engine::compute);
  const auto check_restored = [](const Poisoned& result) {
    for (std::size_t i = 0; i < result.before.size(); ++i) {
      CAPTURE(result.before[i].first);
      CHECK(result.after[i].second == result.before[i].second);
    }
  };
  for (const Compaction compaction : {Compaction::histogram_pyramid, Compaction::stencil_routing}) {
    if (engine == Engine::compute && compaction != Compaction::histogram_pyramid) continue;
    for (const bool hostile : {true, false, true}) {
      CAPTURE(hostile, compaction);
      check_restored(label_poisoned(
          engine, hostile, {.table_rows = 2000, .timing = TimingDetail::stages, .raster = {.compaction = compaction}}));
    }
  }
  if (engine != Engine::compute) return;
  for (const bool hostile : {true, false, true}) {
    CAPTURE(hostile);
    check_restored(
        label_poisoned(engine, hostile, {.table_rows = 2000, .timing = TimingDetail::stages}, Space::volume));
    check_restored(label_poisoned(engine, hostile, {.table_rows = 2000, .timing = TimingDetail::stages}, Space::plane,
                                  {.min_area = 2, .largest = 20}, 0, {.x = true, .y = true}));
    for (const Space space : {Space::plane, Space::volume}) {
      check_restored(
          label_poisoned(engine, hostile, {.table_rows = 2000, .timing = TimingDetail::stages}, space, {}, 30));
    }
  }
}

TEMPLATE_TEST_CASE("label() restores all 32 bits of stencil masks, and stencil references", "[gl][state]", CoreProfile,
                   CompatibilityProfile) {
  if (skip_gently(GlFixture::problem(TestType::profile))) return;
  const GlFixture fixture(TestType::profile);
  const Engine engine = GENERATE(Engine::raster, Engine::compute);
  const auto get = [](GLenum name) {
    GLint64 value = 0;
    glGetInteger64v(name, &value);
    return value;
  };
  const Result<host::OwnedTexture> texture = host::upload(make_image("noise", {16, 16}).view());
  REQUIRE(texture);
  Result<Labeler> labeler = Labeler::create(engine);
  REQUIRE(labeler);
  Outputs outputs;
  if (engine == Engine::raster) outputs.raster.compaction = Compaction::stencil_routing;
  const StencilFramebuffer with_stencil;
  for (const GLuint mask : {0xFFFFFFFFU, 0x80000001U, 0x7FFFFFFFU, 0U}) {
    CAPTURE(mask);
    for (const GLenum face : {GL_FRONT, GL_BACK}) {
      glStencilFuncSeparate(face, GL_LESS, face == GL_FRONT ? 200 : 5, mask);
      glStencilMaskSeparate(face, mask);
    }
    REQUIRE(labeler->label(texture->name(), {}, outputs));
    for (const GLenum name :
         {GL_STENCIL_VALUE_MASK, GL_STENCIL_WRITEMASK, GL_STENCIL_BACK_VALUE_MASK, GL_STENCIL_BACK_WRITEMASK}) {
      CAPTURE(name);
      CHECK(get(name) == GLint64{mask});
    }
    // A query clamps references to what the stencil buffer of the draw framebuffer can hold.
    with_stencil.bind();
    CHECK(get(GL_STENCIL_REF) == 200);
    CHECK(get(GL_STENCIL_BACK_REF) == 5);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
  }
  for (const GLenum face : {GL_FRONT, GL_BACK}) {
    glStencilFuncSeparate(face, GL_ALWAYS, 0, 0xFFFFFFFF);
    glStencilMaskSeparate(face, 0xFFFFFFFF);
  }
}

TEMPLATE_TEST_CASE("label() gives the same labels where it may clobber a hostile context", "[gl][state]", CoreProfile,
                   CompatibilityProfile) {
  if (skip_gently(GlFixture::problem(TestType::profile))) return;
  const GlFixture fixture(TestType::profile);
  const Engine engine = GENERATE(Engine::raster, Engine::raster_paper, Engine::compute);
  Outputs options{.table_rows = 2000, .state_policy = StatePolicy::clobber, .timing = TimingDetail::stages};
  if (engine != Engine::compute) options.raster.compaction = Compaction::stencil_routing;
  for (const bool hostile : {true, false}) {
    CAPTURE(hostile);
    label_poisoned(engine, hostile, options);
  }
}

TEMPLATE_TEST_CASE("label() works while a deleted program is in use", "[gl][state]", CoreProfile,
                   CompatibilityProfile) {
  if (skip_gently(GlFixture::problem(TestType::profile))) return;
  const GlFixture fixture(TestType::profile);
  const Engine engine = GENERATE(Engine::raster, Engine::raster_paper, Engine::compute);
  const Result<host::OwnedTexture> texture = host::upload(make_image("noise", {8, 8}).view());
  REQUIRE(texture);
  {
    const Callers callers;
    glUseProgram(callers.program.name());
  }
  Result<Labeler> labeler = Labeler::create(engine);
  REQUIRE(labeler);
  CHECK(labeler->label(texture->name()));
  CHECK(glGetError() == GLenum{GL_NO_ERROR});
}

}  // namespace glccl::tests
