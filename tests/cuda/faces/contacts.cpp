// cuda::Regions find the contacts that a search through all neighbours finds, and reports capacities that are
// exceeded.
#include "tests/support/inputs/contacts.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "glccl/cuda/regions.hpp"
#include "tests/cuda/support/device_labels.hpp"
#include "tests/cuda/support/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/regions.hpp"

namespace glccl::tests {
namespace {

cuda::Regions make_regions(Extent extent, std::uint32_t max_contacts) {
  RegionOptions options;
  options.max_contacts = max_contacts;
  Result<cuda::Regions> regions = cuda::Regions::create(extent, options, -1, TimingDetail::stages);
  REQUIRE(regions);
  return *std::move(regions);
}

/// Labels with gaps, by each connectivity.
void compare(const ContactCase& of, const std::vector<Connectivity>& connectivities) {
  CAPTURE(of.name);
  cuda::Regions regions = make_regions(of.labels.extent, of.max_contacts);
  const GappyLabels own(of.labels.extent);
  const cuda::Labels place{own.store(of.labels), of.labels.extent};
  for (const Connectivity connectivity : connectivities) {
    CAPTURE(connectivity);
    const auto buffer = regions.contacts(place, connectivity);
    REQUIRE(buffer);
    const ContactList found = *regions.readback_contacts();
    const ContactList expected = expected_contacts(of.labels, connectivity, of.max_contacts);
    CHECK(found.header == expected.header);
    CHECK(found.contacts == expected.contacts);
    CHECK(load_words(*buffer, 4)[1] == expected.header.contacts);
  }
}

}  // namespace

TEST_CASE("cuda::Regions finds contacts", "[cuda][on_cpu][sanitizer][regions]") {
  if (skip_without_cuda()) return;
  for (const ContactCase& of : contact_cases()) compare(of, {connectivities_of(of.labels.extent).back()});
}

TEST_CASE("cuda::Regions finds contacts by each connectivity", "[cuda][slow][regions]") {
  if (skip_without_cuda()) return;
  for (const ContactCase& of : contact_cases()) compare(of, connectivities_of(of.labels.extent));
}

TEST_CASE("cuda::Regions find the contacts of a thousand random images", "[cuda][on_cpu][regions]") {
  if (skip_without_cuda()) return;
  compare({"images", contact_atlas({9, 7}, 1000, 1), 16384}, {Connectivity::four, Connectivity::eight});
  compare({"volumes", contact_atlas({5, 4, 4}, 1000, 2), 16384},
          {Connectivity::six, Connectivity::eighteen, Connectivity::twenty_six});
}

TEST_CASE("cuda::Regions finds contacts again, also after an overflow", "[cuda][on_cpu][regions]") {
  if (skip_without_cuda()) return;
  const Extent extent{40, 30};
  cuda::Regions regions = make_regions(extent, 50);
  for (const std::uint32_t most : {3U, 400U, 8U, 4000U, 5U}) {
    const LabelImage labels = random_labels(extent, most, most);
    const GappyLabels own(extent);
    REQUIRE(regions.contacts({own.store(labels), extent}, Connectivity::eight));
    CHECK(regions.times()->size() == 2);
    CHECK(*regions.readback_contacts() == expected_contacts(labels, Connectivity::eight, 50));
  }
}

TEST_CASE("cuda::Regions find the contacts of huge labels", "[cuda][slow][regions]") {
  if (skip_without_cuda()) return;
  compare({"an image", random_labels({2500, 1900}, 100000, 5), most_contacts}, {Connectivity::eight});
  compare({"a volume", random_labels({250, 190, 70}, 300, 6), 1U << 17}, {Connectivity::twenty_six});
}

TEST_CASE("cuda::Regions refuses to find contacts that it has no memory for", "[cuda][on_cpu][regions]") {
  if (skip_without_cuda()) return;
  const Extent extent{8, 4};
  const DeviceMemory memory(128);
  store_words(memory.data(), std::vector<std::uint32_t>(32));
  const cuda::Labels labels{cuda::DeviceLabels{memory.data()}, extent};
  cuda::Regions regions = make_regions(extent, 4);
  check_refused(regions.readback_contacts(), ErrorCode::invalid_argument, "call contacts() first");
  check_refused(regions.contacts(labels, static_cast<Connectivity>(5)), ErrorCode::invalid_argument,
                "4 and 8 are for images");
  check_refused(regions.contacts({}, Connectivity::four), ErrorCode::invalid_argument, "at a null pointer");
  RegionOptions others;
  others.boundaries = true;
  Result<cuda::Regions> other = cuda::Regions::create(extent, others);
  REQUIRE(other);
  check_refused(other->contacts(labels, Connectivity::four), ErrorCode::invalid_argument,
                "no contacts: create the Regions with RegionOptions::max_contacts");
  RegionOptions colours;
  colours.colours = true;
  check_refused(cuda::Regions::create(extent, colours), ErrorCode::unsupported, "glccl::Regions (OpenGL) makes them");
}

}  // namespace glccl::tests
