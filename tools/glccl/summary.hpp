// The report of a labeling for people.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "tools/glccl/outputs.hpp"
#include "tools/glccl/run_labeling.hpp"

namespace glccl::tools {

/// The component table of labels of either numbering, in raster order of the first pixels; rows have the labels' own
/// values. Error `gpu`: labels with Numbering::raster are not 1..N.
Result<std::vector<Component>> measure(const LabelImage& labels, Numbering numbering);

/// Prints engine, renderer, size, criterion, number of components, the five largest and times, and one line per file
/// that was written.
void print_summary(std::ostream& out, const std::string& image, const std::string& criterion,
                   const LabelingReport& report, const std::vector<Component>& components, const OutputPaths& written);

}  // namespace glccl::tools
