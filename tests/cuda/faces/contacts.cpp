// cuda::Extractor finds the contacts that a search through all neighbours finds, and reports capacities that are
// exceeded.
#include "tests/support/inputs/contacts.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "glccl/cuda/extractor.hpp"
#include "tests/cuda/support/device_labels.hpp"
#include "tests/cuda/support/support.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/extracts.hpp"

namespace glccl::tests {
namespace {

cuda::Extractor make_extractor(Extent extent, std::uint32_t max_contacts) {
  ExtractorOptions options;
  options.max_contacts = max_contacts;
  Result<cuda::Extractor> extractor = cuda::Extractor::create(extent, options);
  REQUIRE(extractor);
  return *std::move(extractor);
}

/// Labels with gaps, by each connectivity.
void compare(const ContactCase& of, const std::vector<Connectivity>& connectivities) {
  CAPTURE(of.name);
  cuda::Extractor extractor = make_extractor(of.labels.extent, of.max_contacts);
  const GappyLabels own(of.labels.extent);
  const cuda::DeviceLabels place = own.store(of.labels);
  for (const Connectivity connectivity : connectivities) {
    CAPTURE(connectivity);
    const auto buffer = extractor.find_contacts(place, connectivity);
    REQUIRE(buffer);
    const ContactList found = *extractor.readback_contacts();
    const ContactList expected = expected_contacts(of.labels, connectivity, of.max_contacts);
    CHECK(found.header == expected.header);
    CHECK(found.contacts == expected.contacts);
    CHECK(load_words(*buffer, 4)[1] == expected.header.contacts);
  }
}

}  // namespace

TEST_CASE("cuda::Extractor finds contacts", "[cuda][on_cpu][sanitizer][extracts]") {
  if (skip_without_cuda()) return;
  for (const ContactCase& of : contact_cases()) compare(of, {connectivities_of(of.labels.extent).back()});
}

TEST_CASE("cuda::Extractor finds contacts by each connectivity", "[cuda][slow][extracts]") {
  if (skip_without_cuda()) return;
  for (const ContactCase& of : contact_cases()) compare(of, connectivities_of(of.labels.extent));
}

TEST_CASE("cuda::Extractor finds the contacts of a thousand random images", "[cuda][on_cpu][extracts]") {
  if (skip_without_cuda()) return;
  compare({"images", contact_atlas({9, 7}, 1000, 1), 16384}, {Connectivity::four, Connectivity::eight});
  compare({"volumes", contact_atlas({5, 4, 4}, 1000, 2), 16384},
          {Connectivity::six, Connectivity::eighteen, Connectivity::twenty_six});
}

TEST_CASE("cuda::Extractor finds contacts again, also after an overflow", "[cuda][on_cpu][extracts]") {
  if (skip_without_cuda()) return;
  const Extent extent{40, 30};
  cuda::Extractor extractor = make_extractor(extent, 50);
  for (const std::uint32_t most : {3U, 400U, 8U, 4000U, 5U}) {
    const LabelImage labels = random_labels(extent, most, most);
    const GappyLabels own(extent);
    REQUIRE(extractor.find_contacts(own.store(labels), Connectivity::eight, nullptr, TimingDetail::stages));
    CHECK(extractor.times()->size() == 29);
    CHECK(*extractor.readback_contacts() == expected_contacts(labels, Connectivity::eight, 50));
  }
}

TEST_CASE("cuda::Extractor finds the contacts of huge labels", "[cuda][slow][extracts]") {
  if (skip_without_cuda()) return;
  compare({"an image", random_labels({2500, 1900}, 100000, 5), most_contacts}, {Connectivity::eight});
  compare({"a volume", random_labels({250, 190, 70}, 300, 6), 1U << 17}, {Connectivity::twenty_six});
}

TEST_CASE("cuda::Extractor refuses to find contacts that it has no memory for", "[cuda][on_cpu][extracts]") {
  if (skip_without_cuda()) return;
  const Extent extent{8, 4};
  const DeviceMemory memory(128);
  store_words(memory.data(), std::vector<std::uint32_t>(32));
  const cuda::DeviceLabels labels{memory.data(), 0, 0};
  cuda::Extractor extractor = make_extractor(extent, 4);
  check_refused(extractor.readback_contacts(), ErrorCode::invalid_argument, "call find_contacts() first");
  check_refused(extractor.find_contacts(labels, static_cast<Connectivity>(5)), ErrorCode::invalid_argument,
                "4 and 8 are for images");
  check_refused(extractor.find_contacts({}, Connectivity::four), ErrorCode::invalid_argument, "at a null pointer");
  ExtractorOptions others;
  others.boundaries = true;
  Result<cuda::Extractor> other = cuda::Extractor::create(extent, others);
  REQUIRE(other);
  check_refused(other->find_contacts(labels, Connectivity::four), ErrorCode::invalid_argument,
                "no contacts: create the Extractor with ExtractorOptions::max_contacts");
}

}  // namespace glccl::tests
