// What a plan depends on.
#pragma once

#include <cstdint>

#include "glccl/options.hpp"
#include "glccl/spec.hpp"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// Two labelings with equal keys follow the same plan, so engines keep the last plan with its key.
struct PlanKey {
  Extent extent;  ///< 1x1 to 32768x32768, or a volume.
  Connectivity connectivity = Connectivity::eight;
  CriterionKind criterion = CriterionKind::foreground;
  Numbering numbering = Numbering::raster;
  std::uint32_t table_rows = 0;
  std::uint32_t columns = 0;     ///< LabelingSpec::columns.
  bool masked = false;           ///< LabelingSpec::masked.
  PeriodicAxes periodic = {};    ///< LabelingSpec::periodic.
  bool filtered = false;         ///< The filter may drop components.
  bool selects_largest = false;  ///< Filter::largest is a limit.
  bool fills_holes = false;      ///< LabelingSpec::fill_holes is not 0.
  bool own_fractions = false;    ///< Each component has its own LabelingSpec::fraction_bits.
  RasterOptions raster = {};     ///< compute does not look at it.
  friend bool operator==(const PlanKey&, const PlanKey&) = default;
};

/// `floats`: whether the image of intensities may store floats.
inline PlanKey plan_key_of(const Extent& extent, const LabelingSpec& spec, const OutputOptions& output = {},
                           bool floats = true) {
  return {extent,
          connectivity_in(extent, spec.connectivity),
          kind_of(spec.criterion),
          spec.numbering,
          output.table_rows,
          spec.columns,
          spec.masked,
          periodic_in(extent, spec.periodic),
          !spec.filter.keeps_all(),
          spec.filter.largest != Filter::unlimited,
          spec.fill_holes != 0,
          floats && !spec.fraction_bits && (spec.columns & table_column_intensity) != 0,
          output.raster};
}

}  // namespace glccl
