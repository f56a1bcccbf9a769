// The measurements of glccl bench, which Google Benchmark runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "glccl/labeler.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "glccl/engines/registry.hpp"
#include "tools/bench/cases.hpp"

namespace glccl::tools {

/// What to measure: every engine with every size of every dataset.
struct BenchPlan {
  std::vector<BenchEngine> engines;
  std::vector<Extent> sizes;
  std::vector<const Dataset*> datasets;
  Options options;  ///< with timings
  int repetitions = 5;
};

/// Times of one stage, or with TimingDetail::passes of one pass of it ("stage/pass"), in milliseconds, one for each
/// repetition.
struct BenchStage {
  std::string name;
  std::vector<double> times;
};

/// One engine on one image, or on several of one kind and size.
struct BenchRow {
  std::string engine;
  std::string dataset;
  Extent size;       ///< of each image
  int images = 1;  ///< that are labeled together
  /// In milliseconds, one for each repetition, from the first to the last of what is launched for all images; of GPUs
  /// the GPU's time, else wall time.
  std::vector<double> times;
  std::vector<double> calls;  ///< wall time until the call came back, which of GPUs is before they are done
  /// Of engines of CUDA the stages have times of labelings of their own, one for each repetition: their sum is longer
  /// than the whole, for what takes the times keeps the kernels apart.
  std::vector<BenchStage> stages;
  /// GPU memory that the engine keeps besides images, labels and tables; none where nobody knows, and on the CPU.
  std::optional<std::int64_t> scratch_bytes;
};

/// Measures in the order engine, size, dataset: the image is made and uploaded and labeled once to warm up, and then
/// labeled once a repetition, engines of CUDA once more for the times of their kernels. Labels of GPU engines stay on
/// the GPU. OpenGL engines need a current context. Where
/// standard error is a terminal it shows how far this has come. Not on two threads at once: the list of benchmarks is
/// the process's. Errors: those of host::generate(), host::upload(), Labeler and check_support(); after the first one
/// nothing more is measured.
Result<std::vector<BenchRow>> run_benchmarks(const BenchPlan& plan);

}  // namespace glccl::tools
