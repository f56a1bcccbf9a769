// Labelings that together need every program of the compute engine.
#pragma once

#include <cstdint>
#include <vector>

#include "glccl/spec.hpp"
#include "glccl/table.hpp"

namespace glccl::compute {

/// Every criterion, and Difference by every measure.
inline std::vector<Criterion> all_criteria() {
  return {Foreground{}, Equal{}, Difference{.largest = 3}, Difference{.largest = 3, .measure = Measure::luminance},
          Difference{.largest = 3, .measure = Measure::largest}};
}

/// What a labeling can ask for besides format, criterion and connectivity, one thing at a time: several together need
/// no other programs.
inline std::vector<LabelingSpec> single_options() {
  std::vector<LabelingSpec> all(1);
  const auto with = [&](auto change) {
    all.emplace_back();
    change(all.back());
  };
  with([](LabelingSpec& spec) { spec.numbering = Numbering::root; });
  with([](LabelingSpec& spec) { spec.filter.min_area = 5; });
  with([](LabelingSpec& spec) { spec.filter.largest = 5; });
  with([](LabelingSpec& spec) { spec.periodic.x = true; });
  for (const std::uint32_t columns :
       {table_column_moments, table_column_quads, table_column_cubes, table_column_intensity, table_column_seams}) {
    with([&](LabelingSpec& spec) {
      spec.columns = columns;
      spec.periodic.x = columns == table_column_seams;  // else there are no seams to measure
    });
  }
  return all;
}

}  // namespace glccl::compute
