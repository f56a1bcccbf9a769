// Drawing the reports of glccl bench.
#pragma once

#include <string>

#include "glccl/result.hpp"
#include "tools/bench/report.hpp"

namespace glccl::tools {

/// Whether the ending is one that can be drawn: .png or .svg. Error `invalid_argument`.
Result<void> check_plot_path(const std::string& path);

/// Draws the medians over image sizes, one colour per engine and one line per dataset, by tools/bench/plot.py, which is
/// part of this program. Error `file`: python3 or its matplotlib is missing (the message says what to install), or the
/// picture cannot be written; the path then keeps its former content.
Result<void> plot_bench(const BenchReport& report, const std::string& path);

/// Draws a report in JSON by a script that reads it from its standard input. The same errors.
Result<void> plot_report(const char* script, const std::string& report, const std::string& path);

}  // namespace glccl::tools
