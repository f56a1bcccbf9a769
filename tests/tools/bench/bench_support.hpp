// Runs glccl bench.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace glccl::tests {

/// Runs bench and reads the report; requires success without a word on standard error. `out` is what it printed.
nlohmann::json run_bench(std::vector<std::string> arguments, std::string& out);

/// Checks that bench draws plot.png, or says that a package for it is missing.
void check_plot(std::vector<std::string> arguments);

}  // namespace glccl::tests
