// Drawing what glccl bench has measured.
#pragma once

#include <string>

#include "glccl/result.hpp"
#include "tools/bench/papers/table.hpp"
#include "tools/bench/report.hpp"

namespace glccl::tools {

/// Whether there is a way to draw a file of that ending: .png or .svg. Error `invalid_argument`.
Status check_plot_path(const std::string& path);

/// Draws the medians over image sizes, an engine a colour and a dataset a line, by tools/bench/plot.py, which is part
/// of this program. Errors: `file` where python3 or its matplotlib is missing (the message says what to install), or
/// the picture cannot be written; then the path holds what it held before.
Status plot_bench(const BenchReport& report, const std::string& path);

/// Draws a paper's tables, what was published beside what was measured, by tools/bench/papers/plot.py. The same errors.
Status plot_paper(const PaperReport& report, const std::string& path);

}  // namespace glccl::tools
