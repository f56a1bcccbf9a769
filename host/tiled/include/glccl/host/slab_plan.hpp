// How thick slabs are that a given memory holds.
#pragma once

#include <cstdint>

#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// How an image is cut into slabs.
struct SlabPlan {
  int planes = 1;               ///< SlabOptions::planes.
  std::int64_t kept_bytes = 0;  ///< SlabOptions::kept_bytes.
};

/// The thickest slabs that leave half of `memory` to slabs that are kept, or, where that half holds none, one plane.
/// Estimates what the elements, the labels, cpu-fast and, with `has_rows`, a row for every eighth element take, with
/// `wide_labels` also labels of 64 bits, and with table_column_moments in `columns` (LabelingSpec::columns) the moments
/// of these rows. Error `too_large`: a slab of one plane takes more memory; the message says how much.
Result<SlabPlan> plan_slabs(const Extent& extent, PixelFormat format, CriterionKind criterion, bool has_rows,
                            std::int64_t memory, bool wide_labels = false, std::uint32_t columns = 0);

/// The slabs of so many ranks, with `memory` for each of them. The same estimate. Error `too_large`: a slab takes more;
/// the message says how much.
Result<SlabPlan> plan_ranks(const Extent& extent, PixelFormat format, CriterionKind criterion, bool has_rows, int ranks,
                            std::int64_t memory, bool wide_labels = false, std::uint32_t columns = 0);

}  // namespace glccl::host
