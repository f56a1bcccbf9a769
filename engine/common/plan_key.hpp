// What a plan depends on.
#pragma once

#include <cstdint>

#include "glccl/options.hpp"
#include "glccl/spec.hpp"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl {

/// What workgroups can do on a device.
struct Workgroups {
  int most_invocations = 1024;  ///< In a workgroup: 256 or more.
  /// Few tiles are united where they are labeled: workgroups see what others of their dispatch have stored.
  bool unite_in_tiles = true;
  /// The last workgroup of a dispatch may read what the others have stored, and so do what would otherwise be the next
  /// pass.
  bool last_continues = true;
  friend bool operator==(const Workgroups&, const Workgroups&) = default;
};

/// Two labelings with equal keys follow the same plan, so engines keep the last plan with its key.
struct PlanKey {
  Extent extent;  ///< 1x1 to 32768x32768, or a volume.
  Connectivity connectivity = Connectivity::eight;
  CriterionKind criterion = CriterionKind::foreground;
  Numbering numbering = Numbering::raster;
  std::uint32_t table_rows = 0;
  Needs needs = {};              ///< needs_of() the specification.
  std::uint32_t columns = 0;     ///< LabelingSpec::columns.
  PeriodicAxes periodic = {};    ///< LabelingSpec::periodic.
  bool selects_largest = false;  ///< Filter::largest is a limit.
  bool own_fractions = false;    ///< Each component has its own LabelingSpec::fraction_bits.
  RasterOptions raster = {};     ///< compute does not look at it.
  Workgroups workgroups = {};    ///< How those of compute work together.
  friend bool operator==(const PlanKey&, const PlanKey&) = default;

  /// Whether the labeling has a need.
  bool has(Need need) const { return needs.has(need); }
};

/// `masked`: with a mask; `floats`: whether the image of intensities may store floats.
inline PlanKey plan_key_of(const Extent& extent, const LabelingSpec& spec, const Outputs& output = {},
                           bool masked = false, bool floats = true) {
  return {extent,
          connectivity_in(extent, spec.connectivity),
          kind_of(spec.criterion),
          spec.numbering,
          output.table_rows,
          needs_of(spec, masked),
          spec.columns,
          periodic_in(extent, spec.periodic),
          spec.filter.largest != Filter::unlimited,
          floats && !spec.fraction_bits && (spec.columns & table_column_intensity) != 0,
          output.raster};
}

}  // namespace glccl
