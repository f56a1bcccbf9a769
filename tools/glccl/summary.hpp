// The summary of a labeling that a person reads.
#pragma once

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "tools/glccl/outputs.hpp"
#include "tools/glccl/run_labeling.hpp"

namespace glccl::tools {

/// Measures the components of labels of either numbering. Rows are in raster order of the first pixels and keep the
/// values of the labels. Error `gpu`: labels with Numbering::raster are not 1..N.
Result<std::vector<Component>> measure(const LabelImage& labels, Numbering numbering);

/// Prints a line of a summary: a name, and its value in the second column.
void print_line(std::ostream& out, std::string_view name, const std::string& value);

/// Prints engine, renderer, size, criterion, number of components, the five largest and times, and one line per file
/// that was written.
void print_summary(std::ostream& out, const std::string& image, const std::string& criterion,
                   const LabelingReport& report, const std::vector<Component>& components, const OutputPaths& written);

}  // namespace glccl::tools
