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

/// What to measure: every engine with every input.
struct BenchPlan {
  std::vector<BenchEngine> engines;
  std::vector<SizedDataset> inputs;      ///< Those of one size side by side.
  PixelFormat format = PixelFormat::u8;  ///< Of every image and volume.
  BenchOptions options;                  ///< The same for every labeling.
  int repetitions = 5;
};

/// Times of one stage, or of one pass ("stage/pass") with TimingDetail::passes, in milliseconds, one per repetition.
struct BenchStage {
  std::string name;
  std::vector<double> times;
};

/// One engine on one image, or on several images of one kind and size.
struct BenchRow {
  std::string engine;
  std::string dataset;
  Extent size;                                      ///< Extent of each image or volume.
  Connectivity connectivity = Connectivity::eight;  ///< connectivity_in() of the size.
  int images = 1;                                   ///< Images that are labeled together.
  /// Milliseconds from the first to the last command for all images, one value per repetition: GPU time for engines on
  /// a GPU, else wall time.
  std::vector<double> times;
  std::vector<double> calls;  ///< Wall times until the call returned; the GPU may still work then.
  /// Times of the stages. CUDA engines label once more per repetition to time them. Their sum exceeds `times`, because
  /// the events between kernels keep the kernels apart.
  std::vector<BenchStage> stages;
  std::string missing;  ///< Why it was not measured, in one line; empty where it was. Then there are no times.
  /// GPU memory that the engine keeps besides images, labels and tables; none where it is unknown, and on the CPU.
  std::optional<std::int64_t> scratch_bytes;
};

/// Measures in the order engine, input. Each image is generated, uploaded and labeled to warm up, then labeled once per
/// repetition; CUDA engines label twice per repetition, the second time for the times of their stages. Labels of GPU
/// engines stay on the GPU. OpenGL engines and drawn datasets need a current context. Rows of an engine that does not
/// read the format, or refuses an image (too_large, unsupported), are missing; at least one is measured. Shows the
/// progress if standard error is a terminal. One thread at a time, because Google Benchmark has one list of benchmarks
/// per process. Errors: those of host::generate(), host::draw_objects(), make_measured(), check_support() and the
/// engines, and `unsupported` where all rows are missing, or the error of the first one; another error ends the
/// measurement.
Result<std::vector<BenchRow>> run_benchmarks(const BenchPlan& plan);

}  // namespace glccl::tools
