// Contacts on the CPU: the rules of glccl/contacts.hpp.
#include "tests/support/inputs/contacts.hpp"

#include <string>
#include <vector>

#include "glccl/host/regions.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/regions.hpp"

namespace glccl::tests {
namespace {

std::vector<Contact> find(const LabelImage& labels, Connectivity connectivity) {
  const auto found = host::contacts(labels.values, labels.extent, connectivity);
  REQUIRE(found);
  return *found;
}

}  // namespace

TEST_CASE("contacts() counts pairs of neighbouring elements", "[host][regions]") {
  struct Case {
    const char* name;
    LabelImage labels;
    Connectivity connectivity;
    std::vector<Contact> contacts;
  };
  const LabelImage halves{{4, 3}, {1, 1, 5, 5, 1, 1, 5, 5, 1, 1, 5, 5}};
  const LabelImage corner{{2, 2}, {1, 0, 0, 2}};
  const LabelImage quarters{{2, 2}, {4, 3, 2, 1}};
  const LabelImage cube{{2, 2, 2}, {1, 0, 0, 0, 0, 0, 0, 2}};
  const LabelImage stacked{{2, 1, 2}, {1, 1, 2, 3}};
  const std::vector<Case> cases = {
      {"a straight border by edges", halves, Connectivity::four, {{1, 5, 3}}},
      {"a straight border with corners", halves, Connectivity::eight, {{1, 5, 7}}},
      {"6 is 4 in an image", halves, Connectivity::six, {{1, 5, 3}}},
      {"26 is 8 in an image", halves, Connectivity::twenty_six, {{1, 5, 7}}},
      {"a corner is no edge", corner, Connectivity::four, {}},
      {"a corner", corner, Connectivity::eight, {{1, 2, 1}}},
      {"the smaller label first, in order", quarters, Connectivity::four, {{1, 2, 1}, {1, 3, 1}, {2, 4, 1}, {3, 4, 1}}},
      {"a corner in space is no face", cube, Connectivity::six, {}},
      {"a corner in space is no edge", cube, Connectivity::eighteen, {}},
      {"a corner in space", cube, Connectivity::twenty_six, {{1, 2, 1}}},
      {"faces", stacked, Connectivity::six, {{1, 2, 1}, {1, 3, 1}, {2, 3, 1}}},
      {"faces and edges", stacked, Connectivity::eighteen, {{1, 2, 2}, {1, 3, 2}, {2, 3, 1}}},
  };
  for (const Case& each : cases) {
    CAPTURE(each.name);
    CHECK(find(each.labels, each.connectivity) == each.contacts);
  }
}

TEST_CASE("contacts() finds what a search through all neighbours finds", "[host][regions]") {
  for (const ContactCase& each : contact_cases()) {
    CAPTURE(each.name);
    for (const Connectivity connectivity : connectivities_of(each.labels.extent)) {
      CHECK(find(each.labels, connectivity) == expected_contacts(each.labels, connectivity, most_contacts).contacts);
    }
  }
  for (int i = 0; i < 1000; ++i) {
    CAPTURE(i);
    const Extent extent = i % 2 == 0 ? Extent{1 + i % 17, 1 + i % 13} : Extent{1 + i % 7, 1 + i % 5, 1 + i % 6};
    const LabelImage labels =
        random_labels(extent, 1 + static_cast<std::uint32_t>(i) % 11, static_cast<std::uint32_t>(i));
    for (const Connectivity connectivity : connectivities_of(extent)) {
      CHECK(find(labels, connectivity) == expected_contacts(labels, connectivity, most_contacts).contacts);
    }
  }
}

TEST_CASE("contacts() refuses what it cannot read", "[host][regions]") {
  const std::vector<std::uint32_t> three(3);
  CHECK(host::contacts(three, {8, 4}, Connectivity::four).error().message == "3 labels of 8x4, which has 32 elements");
  CHECK(host::contacts(three, {1, 1, 3}, Connectivity::eight).error().message ==
        "boundaries with connectivity 8 in 1x1x3: 6, 18 and 26 are for volumes");
}

}  // namespace glccl::tests
