// glccl::Extractor gives what the functions of glccl/host/extracts.hpp give, also in a hostile context, and refuses
// what it cannot read.
#include "glccl/extractor.hpp"

#include <GL/glew.h>

#include <string>
#include <utility>
#include <vector>

#include "engine/gl/memory.hpp"
#include "engine/gl/readback.hpp"
#include "glccl/host/context.hpp"
#include "glccl/host/extracts.hpp"
#include "glccl/host/texture.hpp"
#include "tests/gl/state/hostile_context.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/gl_labels.hpp"
#include "tests/support/inputs/contacts.hpp"
#include "tests/support/inputs/extracts.hpp"
#include "tests/support/inputs/frames.hpp"

namespace glccl::tests {
namespace {

/// What an Extractor has made of labels.
struct Extracts {
  SeedReport seeds;
  LabelImage mask;
  LabelImage selection;
  LabelImage boundaries;
  ComponentLists lists;
};

/// Fills a texture of a result with rubbish.
void spoil(GLuint texture) {
  const GLuint rubbish = 0xA5;
  glClearTexImage(texture, 0, GL_RED_INTEGER, GL_UNSIGNED_INT, &rubbish);
}

/// The same on the CPU.
Extracts expect(const ExtractCase& of, Connectivity connectivity) {
  const LabelImage& labels = of.labels;
  const auto selected = host::select_components(labels.values, labels.extent, of.seeds);
  const auto boundaries = host::find_boundaries(labels.values, labels.extent, connectivity);
  Extracts expected;
  expected.seeds = selected->report;
  expected.mask = expected.selection = {labels.extent, selected->labels};
  for (std::uint32_t& value : expected.mask.values) value = value == 0 ? 0 : 1;
  expected.boundaries = {labels.extent, {boundaries->begin(), boundaries->end()}};
  expected.lists = *host::list_components(labels.values, labels.extent, of.components, of.options);
  return expected;
}

Extracts extract(Extractor& extractor, const Labels& labels, const ExtractCase& of, Connectivity connectivity) {
  const Result<SeedSelection> selection = extractor.select(labels, of.seeds);
  REQUIRE(selection);
  const Result<std::uint32_t> boundaries = extractor.find_boundaries(labels, connectivity);
  REQUIRE(boundaries);
  REQUIRE(extractor.list(labels));
  Extracts found{*extractor.readback_seeds(), gl::read_labels(selection->mask, labels.extent),
                 gl::read_labels(selection->labels, labels.extent), gl::read_labels(*boundaries, labels.extent),
                 *extractor.readback_lists()};
  for (const GLuint texture : {selection->mask, selection->labels, *boundaries}) spoil(texture);
  return found;
}

void check_equal(const Extracts& found, const Extracts& expected) {
  CHECK(found.seeds == expected.seeds);
  CHECK(found.mask == expected.mask);
  CHECK(found.selection == expected.selection);
  CHECK(found.boundaries == expected.boundaries);
  CHECK(found.lists.header == expected.lists.header);
  CHECK(found.lists.offsets == expected.lists.offsets);
  CHECK(found.lists.places == expected.lists.places);
}

void compare(const ExtractCase& of, const std::vector<Connectivity>& connectivities) {
  CAPTURE(of.name);
  const Extent extent = of.labels.extent;
  Result<Extractor> extractor = Extractor::create(extent, of.options);
  REQUIRE(extractor);
  const Result<gl::Texture> texture = gl::try_make_texture(GL_R32UI, extent, "labels of the test");
  store_labels(texture->name(), of.labels);
  const gl::Buffer table = make_empty_table(of.components);
  for (const Connectivity connectivity : connectivities) {
    CAPTURE(connectivity);
    const Labels labels{texture->name(), extent, {table.name(), 0}};
    check_equal(extract(*extractor, labels, of, connectivity), expect(of, connectivity));
  }
}

/// Everything by an Extractor that is made in a poisoned context; the context's state before and after.
std::pair<Snapshot, Snapshot> extract_poisoned(const ExtractCase& of, bool hostile) {
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
  Result<Extractor> made = Extractor::create(extent, of.options, StatePolicy::preserve, TimingDetail::passes);
  REQUIRE(made);
  Extractor used = *std::move(made);
  REQUIRE(used.select(labels, of.seeds));
  CHECK(used.times().size() == 5);
  REQUIRE(used.find_boundaries(labels, connectivity));
  CHECK(used.times().size() == 1);
  REQUIRE(used.list(labels));
  CHECK(used.times().size() == 9);
  const SeedReport seeds = *used.readback_seeds();
  const ComponentLists lists = *used.readback_lists();
  REQUIRE(used.find_contacts(labels, connectivity));
  const ContactList contacts = *used.readback_contacts();
  states.second = snapshot();
  reset(callers);
  CHECK(seeds == expect(of, connectivity).seeds);
  CHECK(lists == expect(of, connectivity).lists);
  CHECK(contacts == expected_contacts(of.labels, connectivity, of.options.max_contacts));
  check_equal(extract(used, labels, of, connectivity), expect(of, connectivity));
  return states;
}

}  // namespace

TEST_CASE_METHOD(GlFixture, "Extractor gives what the functions on the CPU give", "[engine][extracts][slow]") {
  for (const ExtractCase& of : extract_cases()) {
    const std::vector<Connectivity> all = connectivities_of(of.labels.extent);
    compare(of, of.name == "noise" || of.labels.extent.is_volume() ? all : std::vector{all.front()});
  }
}

TEST_CASE_METHOD(GlFixture, "Extractor gives what the functions on the CPU give of large labels",
                 "[engine][slow][extracts]") {
  for (const ExtractCase& of : large_extract_cases()) compare(of, {Connectivity::eight});
}

TEST_CASE_METHOD(GlFixture, "Extractor takes what a Labeler labels", "[engine][extracts]") {
  ExtractCase of{"", moving_discs({200, 120}, 14, 1, 13).front(), 0, {}, all_extracts()};
  of.components = components_of(of.labels);
  of.seeds = scattered_seeds(of.labels.extent, 10, 3);
  Result<Extractor> extractor = Extractor::create(of.labels.extent, of.options);
  REQUIRE(extractor);
  for (const Engine engine : {Engine::compute, Engine::raster}) {
    const ImageView view{of.labels.values.data(), PixelFormat::u32, of.labels.extent};
    const Result<host::OwnedTexture> texture = host::upload(view);
    REQUIRE(texture);
    const Result<Labels> labels = labeler(engine).label({texture->name()}, {}, {.table_rows = 1});
    REQUIRE(labels);
    check_equal(extract(*extractor, *labels, of, Connectivity::four), expect(of, Connectivity::four));
  }
}

TEST_CASE_METHOD(GlFixture, "Extractor makes what it is asked for alone", "[engine][extracts]") {
  const Extent extent{8, 4};
  const Result<gl::Texture> texture = gl::try_make_texture(GL_R32UI, extent, "labels of the test");
  store_labels(texture->name(), {extent, std::vector<std::uint32_t>(32, 3)});
  const Labels labels{texture->name(), extent, {}};
  ExtractorOptions options;
  options.max_seeds = 2;
  Result<Extractor> extractor = Extractor::create(extent, options);
  REQUIRE(extractor);
  const std::vector<Position> seeds = {{1, 1}, {9, 9}};
  const Result<SeedSelection> selection = extractor->select(labels, seeds);
  REQUIRE(selection);
  CHECK(selection->mask == 0);
  CHECK(selection->labels == 0);
  CHECK(extractor->readback_seeds()->seeds == std::vector<SeedRow>{{3, 1}, {0, 0}});
  CHECK(extractor->bytes() > 0);
  CHECK(extractor->bytes() < 200);
}

TEST_CASE_METHOD(GlFixture, "Extractor works in a hostile context and leaves it as it was", "[engine][extracts]") {
  ExtractCase image{"", moving_discs({61, 47}, 8, 1, 5).front(), 0, {{5, 5}, {30, 20}}, all_extracts(300)};
  image.components = components_of(image.labels);
  ExtractCase volume{"", changing_noise({15, 9, 6}, 0.2, 1, 5).front(), 0, {{5, 5, 1}}, all_extracts(300)};
  volume.components = components_of(volume.labels);
  // Halves of components, so that there are contacts.
  for (ExtractCase* of : {&image, &volume}) {
    of->options.max_contacts = 300;
    for (std::size_t i = 0; i < of->labels.values.size(); i += 2) {
      if (of->labels.values[i] != 0) of->labels.values[i] = of->components;
    }
  }
  for (const ExtractCase& of : {image, volume}) {
    for (const bool hostile : {false, true}) {
      CAPTURE(hostile);
      const auto [before, after] = extract_poisoned(of, hostile);
      CHECK(before == after);
    }
  }
}

TEST_CASE_METHOD(GlFixture, "Extractor refuses labels that it cannot read", "[engine][extracts]") {
  const Extent extent{8, 4};
  Result<Extractor> extractor = Extractor::create(extent, all_extracts(8));
  REQUIRE(extractor);
  CHECK(extractor->readback_seeds().error().message == "nothing to read back: call select() first");
  CHECK(extractor->readback_lists().error().message == "nothing to read back: call list() first");
  const Result<gl::Texture> texture = gl::try_make_texture(GL_R32UI, extent, "labels of the test");
  store_labels(texture->name(), {extent, std::vector<std::uint32_t>(32)});
  const gl::Buffer table = make_empty_table(0);
  const Labels labels{texture->name(), extent, {table.name(), 0}};
  const std::vector<Position> seeds(1001);
  CHECK(extractor->select(labels, seeds).error().message == "1001 seeds: this extractor takes 1000");
  CHECK(extractor->find_boundaries(labels, Connectivity::four));
  CHECK(extractor->find_boundaries(labels, static_cast<Connectivity>(5)).error().message ==
        "boundaries with connectivity 5 in 8x4: 4 and 8 are for images");
  CHECK(extractor->list({texture->name(), extent, {}}).error().message ==
        "labels without a table, in whose header the number of components is: label with table_rows of 1 or more");
  CHECK(extractor->select({texture->name(), {8, 5}, {}}, {}).error().message ==
        "labels of 8x5: this Extractor is for 8x4");
  CHECK_FALSE(extractor->select({12345, extent, {}}, {}));
  const Result<SeedSelection> selection = extractor->select(labels, {});
  REQUIRE(selection);
  CHECK_THAT(extractor->select({selection->labels, extent, {}}, {}).error().message,
             contains("is that of the Extractor's selections: copy it first"));
  CHECK_FALSE(extractor->select({selection->mask, extent, {}}, {}));

  ExtractorOptions few;
  few.max_seeds = 1;
  Result<Extractor> other = Extractor::create(extent, few);
  REQUIRE(other);
  CHECK(other->find_boundaries(labels, Connectivity::four).error().message ==
        "no boundaries: create the Extractor with ExtractorOptions::boundaries");
  CHECK(other->list(labels).error().message == "no lists: create the Extractor with ExtractorOptions::max_components");
  CHECK(Extractor::create({1 << 20, 1}, few).error().code == ErrorCode::too_large);
  CHECK_FALSE(Extractor::create(extent, {}));
}

TEST_CASE_METHOD(GlFixture, "Extractor belongs to its context", "[engine][extracts]") {
  Result<Extractor> extractor = Extractor::create({8, 4}, all_extracts());
  REQUIRE(extractor);
  Extractor moved = *std::move(extractor);
  CHECK(extractor->select({}, {}).error().message == "this Extractor was moved from: call the one that it became");
  CHECK(extractor->bytes() == 0);
  CHECK(moved.check_context());
  {
    Result<host::HeadlessContext> other = host::HeadlessContext::create();
    REQUIRE(other);
    CHECK(moved.list({}).error().message ==
          "another OpenGL context is current, or none: make the one current in which this Extractor was created");
  }
  make_current();
  CHECK(moved.check_context());
}

}  // namespace glccl::tests
