// Labels and capacities for the tests of contacts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "glccl/contacts.hpp"
#include "glccl/types.hpp"

namespace glccl::tests {

/// Labels, and the capacity of the Regions that finds which of them touch.
struct ContactCase {
  std::string name;
  LabelImage labels;
  std::uint32_t max_contacts = 4096;
};

/// Images and volumes of one element to a few thousands: no contacts, one, worst cases, labels of both numberings, and
/// capacities that are met exactly, exceeded by one, and exceeded by far.
std::vector<ContactCase> contact_cases();

/// `count` random images of a few elements and labels each, side by side in one image or volume with background
/// between them. No label is in two of them.
LabelImage contact_atlas(Extent extent_of_one, int count, std::uint32_t seed);

/// Random labels 0..`most` of any extent.
LabelImage random_labels(Extent extent, std::uint32_t most, std::uint32_t seed);

/// What Regions has to find, by a search through all neighbours of each element.
ContactList expected_contacts(const LabelImage& labels, Connectivity connectivity, std::uint32_t max_contacts);

}  // namespace glccl::tests
