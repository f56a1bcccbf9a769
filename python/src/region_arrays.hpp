// Seeds, selections and contacts between Python and the vocabulary.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <vector>

#include "glccl/contacts.hpp"
#include "glccl/region_results.hpp"
#include "glccl/types.hpp"

namespace glccl::python {

/// Rows of (z, y, x).
using SeedArray =
    nanobind::ndarray<const std::int32_t, nanobind::shape<-1, 3>, nanobind::c_contig, nanobind::device::cpu>;

/// The seeds in the order of the rows.
std::vector<Position> positions_of(const SeedArray& seeds);

/// For each seed the label of its component in the selection, 0 without one.
nanobind::ndarray<nanobind::numpy, std::uint32_t> numbers_of(const SeedReport& report);

/// The pairs of labels that touch as an array of two columns, and the lengths of their borders.
nanobind::tuple arrays_of(const std::vector<Contact>& contacts);

}  // namespace glccl::python
