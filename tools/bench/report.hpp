// The reports of glccl bench: a table for people and JSON for programs.
#pragma once

#include <iosfwd>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "glccl/host/context.hpp"
#include "glccl/result.hpp"
#include "tools/bench/run.hpp"

namespace glccl::tools {

/// Measurements and how they were made.
struct BenchReport {
  host::ContextInfo context;
  PixelFormat format = PixelFormat::u8;
  BenchOptions options;
  int repetitions = 0;
  std::vector<BenchRow> rows;  ///< Rows of one engine and size are side by side.
};

/// The median; of an even number of values the mean of the two in the middle. Requires at least one value.
double median(std::vector<double> values);

/// Prints one line per row: the median of its times, the pixels or voxels of all its images divided by that time, the
/// median time until the call returned, the engine's scratch memory divided by those elements ("-" where it is
/// unknown), and the median of each stage. The geometric mean of the times follows the rows of each engine and size.
/// The line of a missing row has the reason.
void print_bench_table(std::ostream& out, const BenchReport& report);

/// An array with one object per row, with the times of every repetition. The throughput is `mpixel_per_s`, of volumes
/// `mvoxel_per_s`. `scratch_bytes` is null where it is unknown. A
/// missing row has the reason in `missing`, and no times.
nlohmann::ordered_json json_rows(const std::vector<BenchRow>& rows);

/// The whole report with the times of every repetition, as JSON: `context`, `rows` and `geometric_means`. The
/// connectivity in `context` is a number, or where images and volumes differ a list.
std::string bench_json(const BenchReport& report);

}  // namespace glccl::tools
