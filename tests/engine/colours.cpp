// Labels as colours: Regions::colours() writes what colour_of_label() says, also in a hostile context.
#include <GL/glew.h>

#include <cstdint>
#include <vector>

#include "engine/gl/memory.hpp"
#include "glccl/regions.hpp"
#include "tests/gl/state/hostile_context.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/gl_labels.hpp"
#include "tests/support/inputs/regions.hpp"

namespace glccl::tests {
namespace {

using Words = std::vector<std::uint32_t>;

Words expected_colours(const LabelImage& labels) {
  Words colours;
  for (const std::uint32_t label : labels.values) colours.push_back(colour_of_label(label));
  return colours;
}

/// The texels of an RGBA8 texture.
Words read_colours(GLuint texture, const Extent& extent) {
  Words words(static_cast<std::size_t>(extent.elements()));
  glGetTextureImage(texture, 0, GL_RGBA, GL_UNSIGNED_BYTE, static_cast<GLsizei>(words.size() * sizeof(words[0])),
                    words.data());
  return words;
}

gl::Texture texture_of(GLenum format, const Extent& extent) {
  Result<gl::Texture> texture = gl::try_make_texture(format, extent, "of the test");
  REQUIRE(texture);
  return *std::move(texture);
}

gl::Texture texture_of(const LabelImage& labels) {
  gl::Texture texture = texture_of(GL_R32UI, labels.extent);
  store_labels(texture.name(), labels);
  return texture;
}

/// A texture of RGBA8 with rubbish in all texels.
gl::Texture spoiled_texture_of(const Extent& extent) {
  gl::Texture texture = texture_of(GL_RGBA8, extent);
  const std::uint32_t rubbish = 0xA5A5A5A5U;
  glClearTexImage(texture.name(), 0, GL_RGBA, GL_UNSIGNED_BYTE, &rubbish);
  return texture;
}

}  // namespace

TEST_CASE("a label has one colour, and consecutive labels have distant hues", "[engine][regions]") {
  CHECK(colour_of_label(0) == 0);
  CHECK(colour_of_label(1) == 0xFFFF6728U);  // red 40, green 103, blue 255
  for (std::uint32_t label = 1; label < 2'000'000'000U; label = label * 3 + 1) {
    CAPTURE(label);
    const std::uint32_t colour = colour_of_label(label);
    const auto hue = static_cast<std::uint32_t>(std::uint64_t{label * 2654435769U} * 1536 >> 32);
    // Of each colour a channel is 255, another one 40, and the third rises and falls with the hue.
    const std::uint32_t third = 40 + 215 * (hue % 256) / 255;
    const std::uint32_t falls = 295 - third;
    const std::uint32_t colours[] = {255 | third << 8 | 40U << 16,  falls | 255U << 8 | 40U << 16,
                                     40 | 255U << 8 | third << 16,  40 | falls << 8 | 255U << 16,
                                     third | 40U << 8 | 255U << 16, 255 | 40U << 8 | falls << 16};
    CHECK(colour == (colours[hue / 256] | 0xFF000000U));
  }
}

TEST_CASE_METHOD(GlFixture, "Regions write the colours of labels", "[engine][regions]") {
  for (const RegionCase& of : region_cases()) {
    CAPTURE(of.name);
    const Extent extent = of.labels.extent;
    const gl::Texture texture = texture_of(of.labels);
    Result<Regions> regions = Regions::create(extent, {.colours = true}, {.timing = TimingDetail::passes});
    REQUIRE(regions);
    const Labels labels{texture.name(), extent, {}};
    const Result<std::uint32_t> own = regions->colours(labels);
    REQUIRE(own);
    CHECK(regions->times()->size() == 1);
    CHECK(regions->bytes() == 4 * extent.elements());
    CHECK(read_colours(*own, extent) == expected_colours(of.labels));
    const gl::Texture target = spoiled_texture_of(extent);
    const Result<std::uint32_t> written = regions->colours(labels, target.name());
    REQUIRE(written);
    CHECK(*written == target.name());
    CHECK(read_colours(target.name(), extent) == expected_colours(of.labels));
  }
}

TEST_CASE_METHOD(GlFixture, "Regions write colours in a hostile context, and leave it as it was", "[engine][regions]") {
  for (const RegionCase& of : region_cases()) {
    for (const bool hostile : {false, true}) {
      CAPTURE(of.name, hostile);
      const gl::Texture texture = texture_of(of.labels);
      const gl::Texture target = spoiled_texture_of(of.labels.extent);
      const Callers callers;
      poison(callers, hostile);
      const Snapshot before = snapshot();
      Result<Regions> regions = Regions::create(of.labels.extent, {.colours = true});
      REQUIRE(regions);
      const Result<std::uint32_t> written = regions->colours({texture.name(), of.labels.extent, {}}, target.name());
      const Snapshot after = snapshot();
      reset(callers);
      REQUIRE(written);
      CHECK(before == after);
      CHECK(read_colours(target.name(), of.labels.extent) == expected_colours(of.labels));
    }
  }
}

TEST_CASE_METHOD(GlFixture, "Regions refuse targets that cannot have colours", "[engine][regions][bad-input]") {
  const Extent extent{8, 4};
  const gl::Texture texture = texture_of({extent, Words(32, 1)});
  const Labels labels{texture.name(), extent, {}};
  Result<Regions> regions = Regions::create(extent, {.colours = true});
  REQUIRE(regions);
  const gl::Texture floats = texture_of(GL_RGBA32F, extent);
  const gl::Texture narrow = texture_of(GL_RGBA8, {7, 4});
  const gl::Texture volume = texture_of(GL_RGBA8, {8, 4, 2});
  const auto says = [&](GLuint target) { return regions->colours(labels, target).error().message; };
  CHECK_THAT(says(floats.name()), contains("has internal format GL_RGBA32F: colours need RGBA8"));
  CHECK_THAT(says(narrow.name()), contains("is 7x4 at level 0: the labels are 8x4"));
  CHECK_THAT(says(volume.name()), contains("colours need a GL_TEXTURE_2D of format RGBA8"));
  CHECK_THAT(says(texture.name()), contains("has internal format GL_R32UI: colours need RGBA8"));
  CHECK_THAT(says(4'000'000), contains("does not exist"));
  Result<Regions> others = Regions::create(extent, {.boundaries = true});
  REQUIRE(others);
  CHECK(others->colours(labels).error().message == "no colours: create the Regions with RegionOptions::colours");
  CHECK(glGetError() == GL_NO_ERROR);
}

}  // namespace glccl::tests
