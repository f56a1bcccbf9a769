// Labeler::prepare(): a labeling that follows compiles no program and makes no object.
#include <GL/glew.h>

#include <vector>

#include "engine/gl/formats.hpp"
#include "glccl/host/texture.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/gl_objects.hpp"
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
