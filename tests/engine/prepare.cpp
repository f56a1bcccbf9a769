// Labeler::prepare(): a labeling that follows compiles no program and makes no object.
#include <GL/glew.h>

#include <span>
#include <string>
#include <thread>
#include <vector>

#include "engine/gl/formats.hpp"
#include "glccl/glccl.h"
#include "glccl/host/texture.hpp"
#include "tests/gl/changed_functions.hpp"
#include "tests/gl/making_calls.hpp"
#include "tests/gl/state/hostile_context.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/gl_objects.hpp"
#include "tests/support/gl/own_context.hpp"
#include "tests/support/gl/textures.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

/// A kind of labeling.
struct PreparedCase {
  const char* name;
  Engine engine;
  LabelingSpec spec = {};
  Outputs output = {};
  bool has_target = false;
  bool every_format = false;
  bool has_second_images = false;
};

const PreparedCase cases[] = {
    {.name = "compute", .engine = Engine::compute, .every_format = true},
    {"compute, all of it",
     Engine::compute,
     {.connectivity = Connectivity::four, .criterion = Equal{}},
     {.table_rows = 50, .timing = TimingDetail::passes}},
    {"compute, roots", Engine::compute, {.criterion = Difference{1.0F}, .numbering = Numbering::root}, {}, true},
    {"compute, a filter",
     Engine::compute,
     {.criterion = Equal{}, .filter = {.min_area = 2, .largest = 9}},
     {.table_rows = 50}},
    {"compute, holes", Engine::compute, {.filter = {.min_area = 2}, .fill_holes = 9}, {.table_rows = 50}},
    {"compute, holes, target", Engine::compute, {.numbering = Numbering::root, .fill_holes = 9}, {}, true},
    {"compute, measurements", Engine::compute, {.criterion = Equal{}, .columns = shape_columns}, {.table_rows = 50}},
    {"compute, periodic axes",
     Engine::compute,
     {.criterion = Equal{}, .periodic = {.x = true, .y = true}},
     {.table_rows = 50}},
    {"compute, a mask and intensities",
     Engine::compute,
     {.columns = table_column_intensity},
     {.table_rows = 50},
     false,
     false,
     true},
    {.name = "raster", .engine = Engine::raster, .every_format = true},
    {"raster, all of it",
     Engine::raster,
     {.criterion = Equal{}},
     {.table_rows = 50, .timing = TimingDetail::passes, .raster = {.blocks = 3}}},
    {"raster, routing", Engine::raster, {}, {.table_rows = 5, .raster = {.compaction = Compaction::stencil_routing}}},
    {"raster, target", Engine::raster, {}, {.table_rows = 5, .timing = TimingDetail::whole}, true},
    {"raster-paper", Engine::raster_paper},
    {"automatic", Engine::automatic, {}, {.timing = TimingDetail::stages}},
};

}  // namespace

TEST_CASE_METHOD(GlFixture, "after prepare() a labeling makes no object and compiles no program",
                 "[engine][slow][prepare]") {
  constexpr Extent extent{300, 140};
  std::size_t turn = 0;
  for (const PreparedCase& one : cases) {
    for (const PixelFormat format : {PixelFormat::u8, PixelFormat::rgba8, PixelFormat::f32, PixelFormat::depth24,
                                     PixelFormat::i16, PixelFormat::rg32u, PixelFormat::rg16f}) {
      if (!one.every_format && ++turn % 3 != 0) continue;  // in turn: each has programs of its own
      if (kind_of(one.spec.criterion) == CriterionKind::equal && !traits_of(format).has_equal) continue;
      if (kind_of(one.spec.criterion) == CriterionKind::difference && !traits_of(format).has_difference()) continue;
      CAPTURE(one.name, traits_of(format).name);
      const gl::Texture source = make_texture(GL_TEXTURE_2D, gl::texture_format_of(format).internal_format, extent);
      const gl::Texture target = make_texture(GL_TEXTURE_2D, GL_R32UI, extent);
      const gl::Texture mask = make_texture(GL_TEXTURE_2D, GL_R8, extent);
      const gl::Texture intensity = make_texture(GL_TEXTURE_2D, GL_R16F, extent);
      constexpr GLuint rubbish = 77;
      glClearTexImage(target.name(), 0, GL_RED_INTEGER, GL_UNSIGNED_INT, &rubbish);
      Outputs output = one.output;
      if (one.has_target) output.target = target.name();
      Result<Labeler> fresh = Labeler::create(one.engine);
      REQUIRE(fresh);
      const std::vector<int> nothing = count_objects();
      InputFormats formats{format};
      Inputs inputs{{source.name()}};
      if (one.has_second_images) {
        formats.mask = PixelFormat::unorm8;
        formats.intensity = PixelFormat::f16;
        inputs.mask.texture = mask.name();
        inputs.intensity.texture = intensity.name();
      }
      REQUIRE(fresh->prepare(formats, extent, one.spec, output));
      CHECK(fresh->scratch_bytes() == *Labeler::scratch_bytes_for(one.engine, formats, extent, one.spec, output));
      const std::vector<int> prepared = count_objects();
      CHECK(prepared != nothing);
      GLuint corner = 0;
      glGetTextureSubImage(target.name(), 0, 0, 0, 0, 1, 1, 1, GL_RED_INTEGER, GL_UNSIGNED_INT, 4, &corner);
      CHECK(corner == rubbish);
      CHECK_FALSE(fresh->readback());
      REQUIRE(fresh->label(inputs, one.spec, output));
      CHECK(count_objects() == prepared);
    }
  }
}

TEST_CASE_METHOD(GlFixture, "prepare() keeps programs of other labelings and leaves nothing of its own",
                 "[engine][prepare]") {
  const Engine engine = GENERATE(Engine::raster, Engine::compute);
  const host::Image image = make_image("noise", {90, 40});
  const Result<host::OwnedTexture> texture = host::upload(image.view());
  REQUIRE(texture);
  Result<Labeler> fresh = Labeler::create(engine);
  REQUIRE(fresh);
  REQUIRE(fresh->prepare({PixelFormat::u8}, image.extent, {.criterion = Equal{}}));
  REQUIRE(fresh->prepare({PixelFormat::u8}, image.extent, {.criterion = Difference{}}));
  REQUIRE(fresh->prepare({PixelFormat::u8}, image.extent));
  const std::vector<int> prepared = count_objects();
  for (const Criterion& criterion : {Criterion(Equal{}), Criterion(Difference{}), Criterion(Foreground{})}) {
    REQUIRE(fresh->label(texture->name(), {.criterion = criterion}));
    CHECK(count_objects() == prepared);
    CHECK(first_difference(*fresh->readback(), reference_labels(image, Connectivity::eight, criterion)) == "");
  }
}

TEST_CASE_METHOD(GlFixture, "after prepare() for a range of sizes no labeling of them compiles", "[engine][prepare]") {
  const Engine engine = GENERATE(Engine::raster, Engine::compute);
  {
    const OwnContext own;
    Result<Labeler> fresh = Labeler::create({engine, get_counted_function});
    REQUIRE(fresh);
    CHECK(fresh->is_ready());
    const ExpectedLabelings expected[] = {
        {{PixelFormat::u8}, {1, 1}, {2600, 2500}},
        {{PixelFormat::rgba8}, {50, 40}, {700, 40}, {.criterion = Equal{}}, {.table_rows = 50}},
    };
    const Snapshot state = snapshot();
    const MakingCalls calls;
    REQUIRE(fresh->prepare(expected));
    CHECK(snapshot() == state);
    CHECK(calls.compiled() > 0);
    CHECK(calls.allocated() == 0);
    while (!fresh->is_ready()) std::this_thread::yield();
    const MakingCalls later;
    // One tile of compute, few, more, many.
    for (const Extent extent :
         {Extent{1, 1}, Extent{60, 50}, Extent{300, 200}, Extent{1400, 1200}, Extent{2600, 2500}}) {
      CAPTURE(to_string(extent));
      const gl::Texture source = make_texture(GL_TEXTURE_2D, GL_R8UI, extent);
      CHECK(fresh->label(source.name()));
    }
    for (const Extent extent : {Extent{50, 40}, Extent{700, 40}}) {
      const gl::Texture source = make_texture(GL_TEXTURE_2D, GL_RGBA8, extent);
      CHECK(fresh->label(source.name(), {.criterion = Equal{}}, {.table_rows = 50}));
    }
    CHECK(later.compiled() == 0);
    CHECK(glGetError() == GLenum{GL_NO_ERROR});
  }
  make_current();
}

TEST_CASE_METHOD(GlFixture, "prepare() of labelings to come waits for no compiler, and label() does",
                 "[engine][prepare]") {
  const Engine engine = GENERATE(Engine::raster, Engine::compute);
  const bool is_parallel = GENERATE(true, false);
  {
    const OwnContext own;
    const bool driver_is = GLEW_KHR_parallel_shader_compile || GLEW_ARB_parallel_shader_compile;
    const bool waits = !is_parallel || !driver_is;
    ChangedFunctions functions;
    functions.is_parallel = is_parallel;
    functions.has_completed = false;
    Result<Labeler> fresh = Labeler::create({engine, get_changed_function});
    REQUIRE(fresh);
    const host::Image image = make_image("noise", {90, 40});
    const ExpectedLabelings expected[] = {{{PixelFormat::u8}, image.extent}};
    REQUIRE(fresh->prepare(expected));
    CHECK((functions.asked_for_linked > 0) == waits);
    CHECK(fresh->is_ready() == waits);
    functions.has_completed = true;
    if (driver_is) {
      while (!fresh->is_ready()) std::this_thread::yield();
    }
    functions.has_completed = false;
    const Result<host::OwnedTexture> texture = host::upload(image.view());
    REQUIRE(texture);
    const MakingCalls calls;
    REQUIRE(fresh->label(texture->name()));
    CHECK(functions.asked_for_linked > 0);
    CHECK(calls.compiled() == 0);
    CHECK(fresh->is_ready());  // no program is left
    CHECK(first_difference(*fresh->readback(), reference_labels(image, Connectivity::eight, Foreground{})) == "");
  }
  make_current();
}

TEST_CASE_METHOD(GlFixture, "prepare() refuses labelings to come that label() would refuse",
                 "[engine][prepare][bad-input]") {
  Result<Labeler> fresh = Labeler::create(Engine::compute);
  REQUIRE(fresh);
  const auto refusal = [&](const ExpectedLabelings& one) {
    const Result<void> status = fresh->prepare(std::span(&one, 1));
    return status ? std::string("none") : status.error().message;
  };
  CHECK(fresh->prepare(std::span<const ExpectedLabelings>()));
  CHECK_THAT(refusal({{PixelFormat::u8}, {0, 0}, {8, 8}}), contains("0x0: it needs at least one pixel"));
  CHECK_THAT(refusal({{PixelFormat::u8}, {8, 8}, {40000, 8}}), contains("40000x8"));
  CHECK_THAT(refusal({{PixelFormat::f32}, {8, 8}, {9, 9}, {.criterion = Equal{}}}), contains("f32 (R32F) has none"));
  CHECK(refusal({{PixelFormat::u8}, {8, 9}, {9, 8}}) ==
        "labelings from 8x9 to 9x8: no side of the first extent may exceed that of the second, and both are images or "
        "both are volumes");
  CHECK_THAT(refusal({{PixelFormat::u8}, {8, 8}, {8, 8, 8}}), contains("both are images or both are volumes"));
  CHECK(refusal({{PixelFormat::u8}, {8, 8}, {8, 8}, {}, {.target_buffer = {.name = 1}}}) ==
        "prepare() is for textures: call label() once with the buffers instead");

  glccl_labeler* labeler = nullptr;
  glccl_error error;
  REQUIRE(glccl_labeler_create(GLCCL_ENGINE_COMPUTE, &labeler, &error) == GLCCL_OK);
  const glccl_input_formats formats = glccl_formats_of(GL_R8UI);
  glccl_expected_labelings expected = {&formats, {8, 8, 1}, {9, 9, 1}, nullptr, nullptr};
  CHECK(glccl_prepare_all(labeler, &expected, 1, &error) == GLCCL_OK);
  std::int32_t ready = 0;
  while (ready == 0) REQUIRE(glccl_is_ready(labeler, &ready, &error) == GLCCL_OK);
  CHECK(glccl_prepare_all(labeler, nullptr, 0, &error) == GLCCL_OK);
  CHECK(glccl_prepare_all(labeler, nullptr, 1, &error) == GLCCL_ERROR_INVALID_ARGUMENT);
  CHECK(std::string(error.message) == "`expected` is a null pointer, and the count 1");
  expected.formats = nullptr;
  CHECK(glccl_prepare_all(labeler, &expected, 1, &error) == GLCCL_ERROR_INVALID_ARGUMENT);
  CHECK_THAT(std::string(error.message), contains("`formats` is a null pointer"));
  expected.formats = &formats;
  expected.largest.width = 7;
  CHECK(glccl_prepare_all(labeler, &expected, 1, &error) == GLCCL_ERROR_INVALID_ARGUMENT);
  glccl_labeler_destroy(labeler);
}

TEST_CASE_METHOD(GlFixture, "prepare() refuses what label() would refuse", "[engine][prepare][bad-input]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  const auto refusal = [&](const LabelingSpec& spec, const InputFormats& formats, Extent extent,
                           const Outputs& output = {}) {
    const Result<void> status = labeler().prepare(formats, extent, spec, output);
    const Result<std::int64_t> bytes = Labeler::scratch_bytes_for(engine_, formats, extent, spec, output);
    if (!status && status.error().code != ErrorCode::too_large) CHECK(bytes.error().message == status.error().message);
    return status ? std::string("none") : status.error().message;
  };
  CHECK_THAT(refusal({}, {PixelFormat::u8}, {0, 0}), contains("0x0: it needs at least one pixel"));
  CHECK_THAT(refusal({}, {PixelFormat::u8}, {40000, 8}), contains("40000x8"));
  CHECK_THAT(refusal({.connectivity = Connectivity::eight}, {PixelFormat::u8}, {8, 8, 8}),
             contains("this is a volume of 8x8x8: use "));
  CHECK_THAT(refusal({.criterion = Equal{}}, {PixelFormat::f32}, {8, 8}), contains("f32 (R32F) has none"));
  CHECK_THAT(refusal({}, {static_cast<PixelFormat>(99)}, {8, 8}), contains("the format is 99"));
  CHECK_THAT(refusal({}, {PixelFormat::u8, PixelFormat::u16}, {8, 8}),
             contains(engine_ == Engine::raster ? "has no mask" : "the mask has the format u16: pass u8 or unorm8"));
  CHECK_THAT(refusal({}, {.intensity = PixelFormat::u16}, {8, 8}), contains("columns lacks table_column_intensity"));
  CHECK_THAT(refusal({}, {PixelFormat::u8}, {8, 8}, {.raster = {.blocks = 9}}), contains("9 blocks: pass 1 to 8"));
}

}  // namespace glccl::tests
