// glccl::Regions find the contacts that a search through all neighbours finds, and reports capacities that are
// exceeded.
#include "tests/support/inputs/contacts.hpp"

#include <GL/glew.h>

#include <string>
#include <utility>
#include <vector>

#include "engine/gl/memory.hpp"
#include "glccl/regions.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/gl/gl_fixture.hpp"
#include "tests/support/gl/gl_labels.hpp"
#include "tests/support/inputs/regions.hpp"

namespace glccl::tests {
namespace {

RegionOptions contacts_alone(std::uint32_t max_contacts) {
  RegionOptions options;
  options.max_contacts = max_contacts;
  return options;
}

gl::Texture upload_labels(const LabelImage& labels) {
  Result<gl::Texture> texture = gl::try_make_texture(GL_R32UI, labels.extent, "labels of the test");
  REQUIRE(texture);
  store_labels(texture->name(), labels);
  return *std::move(texture);
}

/// By each connectivity, into a buffer of rubbish.
void compare(const ContactCase& of, const std::vector<Connectivity>& connectivities) {
  CAPTURE(of.name);
  const Extent extent = of.labels.extent;
  Result<Regions> regions = Regions::create(extent, contacts_alone(of.max_contacts));
  REQUIRE(regions);
  const gl::Texture texture = upload_labels(of.labels);
  for (const Connectivity connectivity : connectivities) {
    CAPTURE(connectivity);
    const Result<std::uint32_t> buffer = regions->contacts({texture.name(), extent, {}}, connectivity);
    REQUIRE(buffer);
    const ContactList found = *regions->readback_contacts();
    const ContactList expected = expected_contacts(of.labels, connectivity, of.max_contacts);
    CHECK(found.header == expected.header);
    CHECK(found.contacts == expected.contacts);
    const GLuint rubbish = 0xA5A5A5A5;
    glClearNamedBufferData(*buffer, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &rubbish);
  }
}

}  // namespace

TEST_CASE_METHOD(GlFixture, "Regions finds contacts", "[engine][regions]") {
  for (const ContactCase& of : contact_cases()) {
    const bool is_quick = of.name == "a checkerboard of two labels" || of.name == "a volume" ||
                          of.name == "a contact too many" || of.name == "the largest labels";
    if (is_quick) compare(of, {connectivities_of(of.labels.extent).back()});
  }
}

TEST_CASE_METHOD(GlFixture, "Regions finds contacts of all cases", "[engine][regions][slow]") {
  for (const ContactCase& of : contact_cases()) compare(of, {connectivities_of(of.labels.extent).front()});
}

TEST_CASE_METHOD(GlFixture, "Regions find the contacts of a thousand random images", "[engine][regions][slow]") {
  compare({"images", contact_atlas({9, 7}, 1000, 1), 16384}, {Connectivity::four, Connectivity::eight});
  compare({"volumes", contact_atlas({5, 4, 4}, 1000, 2), 16384},
          {Connectivity::six, Connectivity::eighteen, Connectivity::twenty_six});
}

TEST_CASE_METHOD(GlFixture, "Regions finds contacts again, also after an overflow", "[engine][regions]") {
  const Extent extent{40, 30};
  Result<Regions> regions = Regions::create(extent, contacts_alone(50), {.timing = TimingDetail::passes});
  REQUIRE(regions);
  for (const std::uint32_t most : {3U, 400U, 8U, 4000U, 5U}) {
    const LabelImage labels = random_labels(extent, most, most);
    const gl::Texture texture = upload_labels(labels);
    REQUIRE(regions->contacts({texture.name(), extent, {}}, Connectivity::eight));
    CHECK(regions->times()->size() == 3);
    CHECK(*regions->readback_contacts() == expected_contacts(labels, Connectivity::eight, 50));
  }
  CHECK(regions->bytes() > 50 * 68);
}

TEST_CASE_METHOD(GlFixture, "Regions refuses to find contacts that it has no memory for", "[engine][regions]") {
  const Extent extent{8, 4};
  const gl::Texture texture = upload_labels({extent, std::vector<std::uint32_t>(32, 1)});
  const Labels labels{texture.name(), extent, {}};
  Result<Regions> regions = Regions::create(extent, contacts_alone(4));
  REQUIRE(regions);
  CHECK(regions->readback_contacts().error().message == "nothing to read back: call contacts() first");
  CHECK(regions->contacts(labels, static_cast<Connectivity>(5)).error().message ==
        "boundaries with connectivity 5 in 8x4: 4 and 8 are for images");
  CHECK_FALSE(regions->contacts({12345, extent, {}}, Connectivity::four));
  RegionOptions others;
  others.boundaries = true;
  Result<Regions> other = Regions::create(extent, others);
  REQUIRE(other);
  CHECK(other->contacts(labels, Connectivity::four).error().message ==
        "no contacts: create the Regions with RegionOptions::max_contacts");
}

}  // namespace glccl::tests
