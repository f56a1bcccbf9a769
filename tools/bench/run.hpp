// The measurements of glccl bench, which Google Benchmark runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "tools/bench/cases.hpp"

namespace glccl::tools {

/// What to measure: every engine with every size of every dataset.
struct BenchPlan {
  std::vector<BenchEngine> engines;
  std::vector<Extent> sizes;
  std::vector<const Dataset*> datasets;
  BenchOptions options;  ///< With RunOptions::timing.
  int repetitions = 5;
};

/// Times of one stage, or with TimingDetail::passes of one pass of it ("stage/pass"), in milliseconds, one per
/// repetition.
struct BenchStage {
  std::string name;
  std::vector<double> times;
};

/// One engine on one image, or on several images of one kind and size.
struct BenchRow {
  std::string engine;
  std::string dataset;
  Extent size;     ///< Of each image.
  int images = 1;  ///< Images that are labeled together.
  /// In milliseconds, one per repetition, from the first to the last command for all images: GPU time for engines of a
  /// GPU, else wall time.
  std::vector<double> times;
  std::vector<double> calls;  ///< Wall time until the call returned, which on a GPU is before it is done.
  /// For CUDA engines the stages have times of labelings of their own, one per repetition. Their sum is longer than the
  /// whole, because the events between kernels keep the kernels apart.
  std::vector<BenchStage> stages;
  /// GPU memory that the engine keeps besides images, labels and tables; none where it is unknown, and on the CPU.
  std::optional<std::int64_t> scratch_bytes;
};

/// Measures in the order engine, size, dataset. The image is made, uploaded and labeled once to warm up; then it is
/// labeled once per repetition, by CUDA engines twice for the times of their kernels. Labels of GPU engines stay on the
/// GPU. OpenGL engines need a current context. Shows the progress where standard error is a terminal. Not on two
/// threads at once: the list of benchmarks is the process's. Errors: those of host::generate(), make_measured(),
/// check_support() and the engines; nothing more is measured after the first.
Result<std::vector<BenchRow>> run_benchmarks(const BenchPlan& plan);

}  // namespace glccl::tools
