// Seeds of a selection between Python and the vocabulary.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <vector>

#include "glccl/region_results.hpp"
#include "glccl/types.hpp"

namespace glccl::python {

/// Rows of (z, y, x).
using SeedArray =
    nanobind::ndarray<const std::int32_t, nanobind::shape<-1, 3>, nanobind::c_contig, nanobind::device::cpu>;

/// The seeds in the order of the rows.
std::vector<Position> positions_of(const SeedArray& seeds);

/// For each seed the label of its component in the selection, 0 without one.
nanobind::object numbers_of(const SeedReport& report);

}  // namespace glccl::python
