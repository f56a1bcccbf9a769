// Programs belong to their context: a second object of the context compiles nothing that the first one uses.
#include <GL/glew.h>

#include <optional>
#include <string>
#include <vector>

#include "glccl/host/regions.hpp"
#include "glccl/host/texture.hpp"
#include "glccl/labeler.hpp"
#include "glccl/regions.hpp"
#include "glccl/tracker.hpp"
#include "tests/gl/making_calls.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/own_context.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/inputs/regions.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {
namespace {

Labeler make_counted_labeler(Engine engine) {
  Result<Labeler> made = Labeler::create({engine, get_counted_function});
  REQUIRE(made);
  return *std::move(made);
}

Regions make_counted_regions(const Extent& extent) {
  RegionOptions options = all_regions();
  options.max_contacts = 500;
  Result<Regions> made = Regions::create(extent, options, {.get_proc_address = get_counted_function});
  REQUIRE(made);
  return *std::move(made);
}

Tracker make_counted_tracker(const Extent& extent) {
  Result<Tracker> made = Tracker::create(extent, {.id_labels = true}, {.get_proc_address = get_counted_function});
  REQUIRE(made);
  return *std::move(made);
}

}  // namespace

TEST_CASE_METHOD(GlFixture, "a second object in a context compiles nothing, one in another context does",
                 "[engine][programs]") {
  const Engine engine = GENERATE(Engine::raster, Engine::compute);
  const host::Image image = make_image("noise", {90, 40});
  const auto use = [&](Labeler& one) {
    const Result<host::OwnedTexture> texture = host::upload(image.view());
    REQUIRE(texture);
    for (const Criterion& criterion : {Criterion(Foreground{}), Criterion(Equal{})}) {
      const Result<Labels> labels = one.label(texture->name(), {.criterion = criterion}, {.table_rows = 900});
      REQUIRE(labels);
      CHECK(first_difference(*one.readback(), reference_labels(image, Connectivity::eight, criterion)) == "");
    }
  };
  {
    const OwnContext own;
    const MakingCalls first_calls;
    std::optional<Labeler> first = make_counted_labeler(engine);
    use(*first);
    const std::optional<Regions> regions = make_counted_regions(image.extent);
    const std::optional<Tracker> tracker = make_counted_tracker(image.extent);
    const int compiled = first_calls.compiled();
    CHECK(compiled > 20);
    {
      const MakingCalls calls;
      Labeler second = make_counted_labeler(engine);
      use(second);
      for (const Extent& extent : {image.extent, Extent{200, 7}}) {
        make_counted_regions(extent);
        make_counted_tracker(extent);
      }
      CHECK(calls.compiled() == 0);
      first.reset();  // the programs stay for the second
      use(second);
      CHECK(calls.compiled() == 0);
    }
    const MakingCalls calls;  // no Labeler lives
    Labeler third = make_counted_labeler(engine);
    use(third);
    const int compiled_again = calls.compiled();
    CHECK(compiled_again > 0);
    const MakingCalls other_calls;
    const OwnContext other;
    Labeler there = make_counted_labeler(engine);
    use(there);
    CHECK(other_calls.compiled() == compiled_again);
  }
  make_current();
}

TEST_CASE_METHOD(GlFixture, "objects of a context that take turns at their programs give right results",
                 "[engine][programs]") {
  const Engine engine = GENERATE(Engine::raster, Engine::compute);
  Labeler first = make_counted_labeler(engine);
  Labeler second = make_counted_labeler(engine);
  const host::Image small = make_image("noise", {90, 40});
  const host::Image other = make_image("circles", {70, 80});
  Regions regions[] = {make_counted_regions(small.extent), make_counted_regions(other.extent)};
  const Result<host::OwnedTexture> small_texture = host::upload(small.view());
  const Result<host::OwnedTexture> other_texture = host::upload(other.view());
  REQUIRE((small_texture && other_texture));
  for (int turn = 0; turn < 3; ++turn) {
    // The same programs, with other uniforms: sizes, limits, rows of the table.
    const Foreground low{.low = 0.5 * turn};
    const Foreground high{.low = 100.0};
    const Result<Labels> labels = first.label(small_texture->name(), {.criterion = low}, {.table_rows = 3});
    const Result<Labels> other_labels = second.label(other_texture->name(), {.criterion = high}, {.table_rows = 5000});
    REQUIRE((labels && other_labels));
    CHECK(first_difference(*first.readback(), reference_labels(small, Connectivity::eight, low)) == "");
    CHECK(first_difference(*second.readback(), reference_labels(other, Connectivity::eight, high)) == "");
    CHECK(first.readback_header()->rows == 3);
    CHECK(second.readback_header()->rows == second.readback_header()->count[0]);
    constexpr Connectivity connectivities[] = {Connectivity::four, Connectivity::eight};
    const Labels of[] = {*labels, *other_labels};
    const LabelImage values[] = {*first.readback(), *second.readback()};
    for (const int i : {0, 1}) REQUIRE(regions[i].contacts(of[i], connectivities[i]));
    for (const int i : {0, 1}) {
      CHECK(regions[i].readback_contacts()->contacts ==
            *host::contacts(values[i].values, values[i].extent, connectivities[i]));
    }
  }
}

}  // namespace glccl::tests
