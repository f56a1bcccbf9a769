// The arrays that trackers return.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "glccl/tracks.hpp"
#include "python/src/arrays.hpp"

namespace glccl::python {

/// Rows of 32-bit words as an array of so many columns.
template <class Row>
nanobind::object words_of(const std::vector<Row>& rows) {
  constexpr std::size_t columns = sizeof(Row) / sizeof(std::uint32_t);
  const auto* first = reinterpret_cast<const std::uint32_t*>(rows.data());
  return nanobind::cast(own(std::vector<std::uint32_t>(first, first + columns * rows.size()), {rows.size(), columns}));
}

/// The options of the package's trackers. Ids of all elements are written too.
inline TrackerOptions tracker_options(std::uint32_t max_components, std::uint32_t max_pairs, std::uint32_t first_id) {
  return {.max_components = max_components, .max_pairs = max_pairs, .first_id = first_id, .id_labels = true};
}

}  // namespace glccl::python
