// Labels of labels: a source that shares its texels with the target, under its own name or through a texture view.
#include <GL/glew.h>

#include <algorithm>
#include <string>
#include <vector>

#include "engine/gl/objects.hpp"
#include "engine/gl/readback.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/textures.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

constexpr Extent extent{150, 75};

/// A view of one layer of an immutable texture of labels, as a GL_TEXTURE_2D.
gl::Texture view_of(GLuint texture, GLuint layer = 0) {
  GLuint name = 0;
  glGenTextures(1, &name);
  glTextureView(name, GL_TEXTURE_2D, texture, GL_R32UI, 0, 1, layer, 1);
  return gl::Texture(name);
}

host::Image image_of(const LabelImage& labels) {
  return image_of_values(labels.extent, PixelFormat::u32, labels.values);
}

/// Specifications and options under which a source is read in different passes.
struct Relabeling {
  LabelingSpec spec;
  Outputs output;
};
const LabelingSpec by_edges{.connectivity = Connectivity::four, .criterion = Equal{}};
const Relabeling relabelings[] = {
    {by_edges, {.table_rows = 12000}},
    {by_edges, {}},
    {{.criterion = Difference{3.0F}}, {.table_rows = 12000}},
    {{.criterion = Foreground{.low = 40.0F, .inverted = true}}, {.table_rows = 12000}},
};

/// A texture of labels, and what names it.
struct Alias {
  const char* name;
  GLuint source = 0;
  GLuint target = 0;  ///< 0: the Labeler's own.
  int layer = 0;
};

class AliasFixture : public GlFixture {
 protected:
  /// Labels noise by corners, so that labels by edges are others. `target` as Outputs::target.
  LabelImage label_noise(Labeler& labeler, GLuint target) {
    const host::Image image = make_image("noise", extent);
    const gl::Texture texture = make_texture(GL_TEXTURE_2D, GL_R8UI, extent);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glTextureSubImage2D(texture.name(), 0, 0, 0, extent.width, extent.height, GL_RED_INTEGER, GL_UNSIGNED_BYTE,
                        image.bytes.data());
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    REQUIRE(labeler.label(texture.name(), {}, {.target = target}));
    return *labeler.readback();
  }

  static void check_relabeled(Labeler& labeler, const Alias& alias, Relabeling how, const LabelImage& from) {
    CAPTURE(alias.name, how.spec.criterion, how.output.table_rows);
    how.output.target = alias.target;
    REQUIRE(labeler.label({{alias.source, 0, alias.layer}}, how.spec, how.output));
    const LabeledImage expected = reference(image_of(from), how.spec);
    if (how.output.table_rows == 0) {
      CHECK(first_difference(*labeler.readback(), expected.labels) == "");
    } else {
      check_labeled({*labeler.readback(), *labeler.readback_components()}, expected);
    }
  }
};

}  // namespace

TEST_CASE_METHOD(AliasFixture, "label() labels its own last result", "[engine][source][slow]") {
  engine_ = GENERATE(Engine::raster, Engine::compute, Engine::automatic);
  for (const Relabeling& how : relabelings) {
    Result<Labeler> fresh = Labeler::create(engine_);
    REQUIRE(fresh);
    LabelImage labels = label_noise(*fresh, 0);
    const GLuint own = fresh->label(make_texture(GL_TEXTURE_2D, GL_R8UI, extent).name())->texture;
    labels = label_noise(*fresh, 0);
    for (int i = 0; i < 3; ++i) {  // labels of labels of labels
      CAPTURE(engine_, i);
      check_relabeled(*fresh, {"own", own}, how, labels);
      labels = *fresh->readback();
    }
    labels = label_noise(*fresh, 0);
    const gl::Texture view = view_of(own);
    check_relabeled(*fresh, {"view of own", view.name()}, how, labels);
  }
}

TEST_CASE_METHOD(AliasFixture, "label() labels a part of its own last result", "[engine][source]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  Result<Labeler> fresh = Labeler::create(engine_);
  REQUIRE(fresh);
  for (const Rectangle& part : {Rectangle{20, 10, 120, 60}, Rectangle{0, 0, 150, 74}, Rectangle{149, 74, 150, 75}}) {
    const LabelImage labels = label_noise(*fresh, 0);
    const host::Image cropped = host::crop({labels.values.data(), PixelFormat::u32, extent}, part);
    const gl::Texture same = make_texture(GL_TEXTURE_2D, GL_R8UI, {1, 1});
    const GLuint own = fresh->label(make_texture(GL_TEXTURE_2D, GL_R8UI, extent).name())->texture;
    REQUIRE(label_noise(*fresh, 0) == labels);
    REQUIRE(fresh->label({{own, 0, 0, part}}, by_edges, {.table_rows = 12000}));
    check_labeled({*fresh->readback(), *fresh->readback_components()}, reference(cropped, by_edges));
  }
}

TEST_CASE_METHOD(AliasFixture, "label() writes labels over its source", "[engine][source][slow]") {
  engine_ = GENERATE(Engine::raster, Engine::compute);
  std::vector<Compaction> compactions = {Compaction::histogram_pyramid};
  if (engine_ == Engine::raster) compactions.push_back(Compaction::stencil_routing);
  const gl::Texture target = make_texture(GL_TEXTURE_2D, GL_R32UI, extent);
  const gl::Texture array = make_texture(GL_TEXTURE_2D_ARRAY, GL_R32UI, extent);
  const gl::Texture view = view_of(target.name());
  const gl::Texture layer = view_of(array.name(), 2);
  const Alias aliases[] = {
      {"the target itself", target.name(), target.name()},
      {"a view of the target", view.name(), target.name()},
      {"the target is a view", target.name(), view.name()},
      {"the layer that the target views", array.name(), layer.name(), 2},
  };
  for (const Alias& alias : aliases) {
    for (Relabeling how : relabelings) {
      for (const Compaction compaction : compactions) {
        CAPTURE(compaction);
        how.output.raster.compaction = compaction;
        check_relabeled(labeler(), alias, how, label_noise(labeler(), alias.target));
      }
    }
  }
}

TEST_CASE_METHOD(AliasFixture, "Intensities may be labels that are not written over", "[engine][source][bad-input]") {
  engine_ = Engine::compute;
  Result<Labeler> fresh = Labeler::create(engine_);
  REQUIRE(fresh);
  const gl::Texture target = make_texture(GL_TEXTURE_2D, GL_R32UI, extent);
  const gl::Buffer buffer = gl::make_buffer(extent.elements() * 4, nullptr);
  label_noise(*fresh, target.name());
  const LabelingSpec spec{.connectivity = Connectivity::four, .columns = table_column_intensity};
  const auto label_measured = [&](GLuint intensity, Outputs output) {
    output.table_rows = 12000;
    return fresh->label(Inputs{.image = {target.name()}, .intensity = {intensity}}, spec, output);
  };
  const auto check_own_values = [&](const Result<Labels>& made) {
    REQUIRE(made);
    const Result<std::vector<Measurements>> rows = fresh->readback_measurements();
    REQUIRE(rows);
    for (const Measurements& row : *rows) {
      REQUIRE(row.intensity.minimum == row.intensity.maximum);
    }
  };
  const auto check_refused = [&](const Result<Labels>& made) {
    REQUIRE_FALSE(made);
    CHECK_THAT(made.error().message, contains("the image of intensities: pass a copy of it"));
  };
  check_refused(label_measured(target.name(), {.target = target.name()}));
  // The last result is in the target, this one in the Labeler's own texture.
  const Result<Labels> own = label_measured(target.name(), {});
  check_own_values(own);
  check_refused(label_measured(own->texture, {}));
  REQUIRE(label_measured(own->texture, {.target_buffer = {buffer.name()}}));
  // The last result is in the buffer, and the next one would be in the Labeler's own texture again.
  check_refused(label_measured(own->texture, {}));
}

TEST_CASE_METHOD(GlFixture, "label() refuses textures that its passes work on", "[engine][source][bad-input]") {
  const host::Image image = make_image("noise", {64, 30});  // as wide as a list
  const gl::Texture source = make_texture(GL_TEXTURE_2D, GL_R8UI, image.extent);
  Result<Labeler> fresh = Labeler::create(Engine::raster);
  REQUIRE(fresh);
  int refused = 0;
  const auto plan = Labeler::plan(Engine::raster, image.extent, {}, {.table_rows = 5});
  REQUIRE(plan);
  for (int passes = 1; passes <= static_cast<int>(plan->size()); ++passes) {
    const Result<Step> step = fresh->step({{source.name()}}, {}, {.table_rows = 5}, passes);
    REQUIRE(step);
    if (step->texture == 0 || step->contents == StepContents::labels) continue;
    CAPTURE(passes, step->image);
    const Result<Labels> as_source = fresh->label(step->texture);
    REQUIRE_FALSE(as_source);
    const Result<Labels> as_target = fresh->label(source.name(), {}, {.target = step->texture});
    REQUIRE_FALSE(as_target);
    if (step->contents == StepContents::ids || step->contents == StepContents::masks) {
      CHECK_THAT(as_source.error().message, contains("passes of this Labeler"));
    }
    if (step->image == "points") {
      CHECK_THAT(as_target.error().message, contains("passes of this Labeler"));
    }
    ++refused;
  }
  CHECK(refused > 5);
}

}  // namespace glccl::tests
