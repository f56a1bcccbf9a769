// What people read about a labeling.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "host/engines/run_engine.hpp"
#include "tools/glccl/outputs.hpp"

namespace glccl::tools {

/// The component table of labels of either numbering, in raster order of the first pixels; rows keep the labels' own
/// values. Error `gpu` where labels that claim Numbering::raster are not 1..N.
Result<std::vector<Component>> measure(const LabelImage& labels, Numbering numbering);

/// Engine, renderer, size, criterion, number of components, the five largest, times; a line for every file
/// written.
void print_summary(std::ostream& out, const std::string& image, const std::string& criterion, const Run& run,
                   const std::vector<Component>& components, const OutputPaths& written);

}  // namespace glccl::tools
