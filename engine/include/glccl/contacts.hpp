// Which components touch: all pairs of labels that have neighbouring elements, with the length of their common border.
// The result and its layout in GPU memory. Plain C++. glccl::Regions (OpenGL), glccl::vulkan::Regions and
// glccl::cuda::Regions find contacts; glccl/host/regions.hpp has the function on the CPU. All give the same results,
// bit for bit.
//
// Two labels other than 0 touch if an element of the one and an element of the other are neighbours by the connectivity
// that is asked for. The length of their border is the number of pairs of such neighbours. With connectivity 4 and 6 it
// is the number of edges of pixels, or faces of voxels, between them. With 8, 18 and 26 pairs that meet at a corner or
// an edge count as well, each as one: a straight border of n pixels has the length n + 2 (n - 1) with 8. This is what
// cc3d.contacts(surface_area=False) of connected-components-3d counts. Components of Foreground never touch by the
// connectivity that they were labeled with; those of Equal and Difference do.
//
// In GPU memory contacts are one buffer: a header of 32 bytes, and a row of 16 bytes per contact in ascending order of
// the first label, then of the second. Declaration for the caller's shaders:
//
//   layout(std430, binding = 0) readonly buffer Contacts {
//     uint found, contacts, overflow, max_contacts, border_low, border_high, unused[2];
//     uvec4 contact[];  // first label, second label, lower and upper word of the length
//   };
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "glccl/api.h"
#include "glccl/cpp20.hpp"
#include "glccl/region_results.h"

namespace glccl {

/// Two components that touch.
using Contact = glccl_contact;
static_assert(sizeof(Contact) == 16);

/// The first 32 bytes of contacts.
using ContactsHeader = glccl_contacts_header;
static_assert(sizeof(ContactsHeader) == 32);

/// Contacts on the CPU.
struct ContactList {
  ContactsHeader header;  ///< Counts.
  std::vector<Contact>
      contacts;  ///< In ascending order of the first label, then of the second; none after an overflow.
  friend bool operator==(const ContactList&, const ContactList&) = default;
};

/// The largest RegionOptions::max_contacts.
inline constexpr std::uint32_t most_contacts = 1U << 24;

/// Bytes of the buffer of contacts.
GLCCL_API std::size_t contacts_bytes(std::uint32_t max_contacts);

}  // namespace glccl
