// glccl::Regions give what the functions of glccl/host/regions.hpp give, also in a hostile context, and refuses
// what it cannot read.
#include "glccl/regions.hpp"

#include <GL/glew.h>

#include <string>
#include <utility>
#include <vector>

#include "engine/gl/memory.hpp"
#include "engine/gl/readback.hpp"
#include "glccl/host/context.hpp"
#include "glccl/host/texture.hpp"
#include "tests/gl/state/hostile_context.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/gl_labels.hpp"
#include "tests/support/inputs/contacts.hpp"
#include "tests/support/inputs/frames.hpp"
#include "tests/support/inputs/regions.hpp"
#include "tests/support/references/regions.hpp"

namespace glccl::tests {
namespace {

/// Fills a texture of a result with rubbish.
void spoil(GLuint texture) {
  const GLuint rubbish = 0xA5;
  glClearTexImage(texture, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, &rubbish);
}

FoundRegions find_regions(Regions& regions, const Labels& labels, const RegionCase& of, Connectivity connectivity) {
  const Result<SeedSelection> selection = regions.select(labels, of.seeds);
  REQUIRE(selection);
  const Result<std::uint32_t> boundaries = regions.boundaries(labels, connectivity);
  REQUIRE(boundaries);
  REQUIRE(regions.lists(labels));
  FoundRegions found{*regions.readback_seeds(), gl::read_labels(selection->mask, labels.extent),
                     gl::read_labels(selection->labels, labels.extent), gl::read_labels(*boundaries, labels.extent),
                     *regions.readback_lists()};
  for (const GLuint texture : {selection->mask, selection->labels, *boundaries}) spoil(texture);
  return found;
}

void compare(const RegionCase& of, const std::vector<Connectivity>& connectivities) {
  CAPTURE(of.name);
  const Extent extent = of.labels.extent;
  Result<Regions> regions = Regions::create(extent, of.options);
  REQUIRE(regions);
  const Result<gl::Texture> texture = gl::try_make_texture(GL_R32UI, extent, "labels of the test");
  store_labels(texture->name(), of.labels);
  const gl::Buffer table = make_empty_table(of.components);
  for (const Connectivity connectivity : connectivities) {
    CAPTURE(connectivity);
    const Labels labels{texture->name(), extent, {table.name(), 0}};
    check_equal(find_regions(*regions, labels, of, connectivity), expected_regions(of, connectivity));
  }
}

/// Everything by Regions that is made in a poisoned context; the context's state before and after.
std::pair<Snapshot, Snapshot> find_poisoned_regions(const RegionCase& of, bool hostile) {
  const Extent extent = of.labels.extent;
  const Result<gl::Texture> texture = gl::try_make_texture(GL_R32UI, extent, "labels of the test");
  store_labels(texture->name(), of.labels);
  const gl::Buffer table = make_empty_table(of.components);
  const Labels labels{texture->name(), extent, {table.name(), 0}};
  const Connectivity connectivity = connectivities_of(extent).front();
  const Callers callers;
  std::pair<Snapshot, Snapshot> states;
  poison(callers, hostile);
  states.first = snapshot();
  Result<Regions> made = Regions::create(extent, of.options, {.timing = TimingDetail::passes});
  REQUIRE(made);
  Regions used = *std::move(made);
  REQUIRE(used.select(labels, of.seeds));
  CHECK(used.times()->size() == 5);
  REQUIRE(used.boundaries(labels, connectivity));
  CHECK(used.times()->size() == 1);
  REQUIRE(used.lists(labels));
  CHECK(used.times()->size() == 9);
  const SeedReport seeds = *used.readback_seeds();
  const ComponentLists lists = *used.readback_lists();
  REQUIRE(used.contacts(labels, connectivity));
  const ContactList contacts = *used.readback_contacts();
  states.second = snapshot();
  reset(callers);
  CHECK(seeds == expected_regions(of, connectivity).seeds);
  CHECK(lists == expected_regions(of, connectivity).lists);
  CHECK(contacts == expected_contacts(of.labels, connectivity, of.options.max_contacts));
  check_equal(find_regions(used, labels, of, connectivity), expected_regions(of, connectivity));
  return states;
}

}  // namespace

TEST_CASE_METHOD(GlFixture, "Regions give what the functions on the CPU give", "[engine][regions][slow]") {
  for (const RegionCase& of : region_cases()) {
    const std::vector<Connectivity> all = connectivities_of(of.labels.extent);
    compare(of, of.name == "noise" || of.labels.extent.is_volume() ? all : std::vector{all.front()});
  }
}

TEST_CASE_METHOD(GlFixture, "Regions give what the functions on the CPU give of large labels",
                 "[engine][slow][regions]") {
  for (const RegionCase& of : large_region_cases()) compare(of, {Connectivity::eight});
}

TEST_CASE_METHOD(GlFixture, "Regions takes what a Labeler labels", "[engine][regions]") {
  RegionCase of{"", moving_discs({200, 120}, 14, 1, 13).front(), 0, {}, all_regions()};
  of.components = components_of(of.labels);
  of.seeds = scattered_seeds(of.labels.extent, 10, 3);
  Result<Regions> regions = Regions::create(of.labels.extent, of.options);
  REQUIRE(regions);
  for (const Engine engine : {Engine::compute, Engine::raster}) {
    const ImageView view{of.labels.values.data(), PixelFormat::u32, of.labels.extent};
    const Result<host::OwnedTexture> texture = host::upload(view);
    REQUIRE(texture);
    const Result<Labels> labels = labeler(engine).label(texture->name(), {}, {.table_rows = 1});
    REQUIRE(labels);
    check_equal(find_regions(*regions, *labels, of, Connectivity::four), expected_regions(of, Connectivity::four));
  }
}

TEST_CASE_METHOD(GlFixture, "Regions makes what it is asked for alone", "[engine][regions]") {
  const Extent extent{8, 4};
  const Result<gl::Texture> texture = gl::try_make_texture(GL_R32UI, extent, "labels of the test");
  store_labels(texture->name(), {extent, std::vector<std::uint32_t>(32, 3)});
  const Labels labels{texture->name(), extent, {}};
  RegionOptions options;
  options.max_seeds = 2;
  Result<Regions> regions = Regions::create(extent, options);
  REQUIRE(regions);
  const std::vector<Position> seeds = {{1, 1}, {9, 9}};
  const Result<SeedSelection> selection = regions->select(labels, seeds);
  REQUIRE(selection);
  CHECK(selection->mask == 0);
  CHECK(selection->labels == 0);
  CHECK(regions->readback_seeds()->seeds == std::vector<SeedRow>{{3, 1}, {0, 0}});
  CHECK(regions->bytes() > 0);
  CHECK(regions->bytes() < 200);
}

TEST_CASE_METHOD(GlFixture, "Regions works in a hostile context and leaves it as it was", "[engine][regions]") {
  RegionCase image{"", moving_discs({61, 47}, 8, 1, 5).front(), 0, {{5, 5}, {30, 20}}, all_regions(300)};
  image.components = components_of(image.labels);
  RegionCase volume{"", changing_noise({15, 9, 6}, 0.2, 1, 5).front(), 0, {{5, 5, 1}}, all_regions(300)};
  volume.components = components_of(volume.labels);
  // Halves of components, so that there are contacts.
  for (RegionCase* of : {&image, &volume}) {
    of->options.max_contacts = 300;
    for (std::size_t i = 0; i < of->labels.values.size(); i += 2) {
      if (of->labels.values[i] != 0) of->labels.values[i] = of->components;
    }
  }
  for (const RegionCase& of : {image, volume}) {
    for (const bool hostile : {false, true}) {
      CAPTURE(hostile);
      const auto [before, after] = find_poisoned_regions(of, hostile);
      CHECK(before == after);
    }
  }
}

TEST_CASE_METHOD(GlFixture, "Regions refuses labels that it cannot read", "[engine][regions]") {
  const Extent extent{8, 4};
  Result<Regions> regions = Regions::create(extent, all_regions(8));
  REQUIRE(regions);
  CHECK(regions->readback_seeds().error().message == "nothing to read back: call select() first");
  CHECK(regions->readback_lists().error().message == "nothing to read back: call lists() first");
  const Result<gl::Texture> texture = gl::try_make_texture(GL_R32UI, extent, "labels of the test");
  store_labels(texture->name(), {extent, std::vector<std::uint32_t>(32)});
  const gl::Buffer table = make_empty_table(0);
  const Labels labels{texture->name(), extent, {table.name(), 0}};
  const std::vector<Position> seeds(1001);
  CHECK(regions->select(labels, seeds).error().message == "1001 seeds: these Regions take 1000");
  CHECK(regions->boundaries(labels, Connectivity::four));
  CHECK(regions->boundaries(labels, static_cast<Connectivity>(5)).error().message ==
        "boundaries with connectivity 5 in 8x4: 4 and 8 are for images");
  CHECK(regions->lists({texture->name(), extent, {}}).error().message ==
        "labels without a table, in whose header the number of components is: label with table_rows of 1 or more");
  CHECK(regions->select({texture->name(), {8, 5}, {}}, {}).error().message ==
        "labels of 8x5: these Regions are for 8x4");
  CHECK_FALSE(regions->select({12345, extent, {}}, {}));
  const Result<SeedSelection> selection = regions->select(labels, {});
  REQUIRE(selection);
  CHECK_THAT(regions->select({selection->labels, extent, {}}, {}).error().message,
             contains("is that of the Regions' selections: copy it first"));
  CHECK_FALSE(regions->select({selection->mask, extent, {}}, {}));

  RegionOptions few;
  few.max_seeds = 1;
  Result<Regions> other = Regions::create(extent, few);
  REQUIRE(other);
  CHECK(other->boundaries(labels, Connectivity::four).error().message ==
        "no boundaries: create the Regions with RegionOptions::boundaries");
  CHECK(other->lists(labels).error().message == "no lists: create the Regions with RegionOptions::max_components");
  CHECK(Regions::create({1 << 20, 1}, few).error().code == ErrorCode::too_large);
  CHECK_FALSE(Regions::create(extent, {}));
}

TEST_CASE_METHOD(GlFixture, "Regions belongs to its context", "[engine][regions]") {
  Result<Regions> regions = Regions::create({8, 4}, all_regions());
  REQUIRE(regions);
  Regions moved = *std::move(regions);
  CHECK(regions->select({}, {}).error().message == "this Regions was moved from: call the one that it became");
  CHECK(regions->bytes() == 0);
  CHECK(moved.check_context());
  {
    Result<host::HeadlessContext> other = host::HeadlessContext::create();
    REQUIRE(other);
    CHECK(moved.lists({}).error().message ==
          "another OpenGL context is current, or none: make the one current in which this Regions was created");
  }
  make_current();
  CHECK(moved.check_context());
}

}  // namespace glccl::tests
