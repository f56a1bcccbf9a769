// What glccl bench reports: a table for people and JSON for programs.
#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "glccl/host/context.hpp"
#include "glccl/result.hpp"
#include "tools/bench/run.hpp"

namespace glccl::tools {

/// Measurements and what they were made with.
struct BenchReport {
  host::ContextInfo context;
  BenchOptions options;
  int repetitions = 0;
  std::vector<BenchRow> rows;  ///< those of one engine and size side by side
};

/// The middle of the values, of an even number the mean of the two in the middle. Requires one value at least.
double median(std::vector<double> values);

/// A line for every row, with the median of its times, pixels of all its images by that time, the median time until the
/// call came back, the engine's scratch memory by the pixels of all images ("-" where nobody knows), and the median of
/// each stage, and after those of each engine and size the geometric mean of the times.
void print_bench_table(std::ostream& out, const BenchReport& report);

/// An array with an object for every row, which has the times of every repetition; `scratch_bytes` is null where nobody
/// knows.
nlohmann::ordered_json json_rows(const std::vector<BenchRow>& rows);

/// The same with the times of every repetition, as JSON: `context`, `rows` and `geometric_means`.
std::string bench_json(const BenchReport& report);

}  // namespace glccl::tools
