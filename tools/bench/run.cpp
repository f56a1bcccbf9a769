#include "tools/bench/run.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "glccl/host/generate.hpp"
#include "glccl/host/image.hpp"
#include "glccl/host/objects.hpp"
#include "host/engines/stopwatch.hpp"
#include "tools/bench/timed_runner.hpp"
#include "tools/bench/values.hpp"
#include "tools/glccl/progress.hpp"

namespace glccl::tools {
namespace {

/// Adds the times of one labeling's stages to its row. Times of a stage that a plan has several times are added up.
void add_stages(const std::vector<StageTime>& times, BenchRow& row) {
  const std::size_t repetition = row.stages.empty() ? 0 : row.stages.front().times.size();
  for (const StageTime& time : times) {
    const std::string name = time.pass.empty() ? time.stage : time.stage + "/" + time.pass;
    auto stage =
        std::find_if(row.stages.begin(), row.stages.end(), [&](const BenchStage& one) { return one.name == name; });
    if (stage == row.stages.end()) stage = row.stages.insert(row.stages.end(), {name, {}});
    stage->times.resize(repetition + 1);
    stage->times.back() += time.milliseconds;
  }
}

/// One row before and while it is measured.
struct BenchCase {
  const BenchEngine* engine;
  const Dataset* dataset;
  BenchRow row;
  std::optional<Error> error = {};  ///< Why BenchRow::missing, if that was found when it was measured.
};

bool is_missing(const BenchCase& one) { return !one.row.missing.empty(); }

std::string name_of(const BenchRow& row) { return row.engine + " " + row.dataset + " " + to_string(row.size); }

/// The state of the functions that Google Benchmark calls, once per repetition.
class BenchSession {
 public:
  BenchSession(const BenchOptions& options, PixelFormat format) : options_(options), format_(format) {}

  void measure(benchmark::State& state, BenchCase& one) {
    if (is_missing(one) || !prepare(one)) return state.SkipWithError("it cannot be measured");
    for (auto _ : state) {
      const Result<BenchTimes> times = label(one);
      if (!times) {
        fail(one, times.error());
        return state.SkipWithError("it cannot be measured");
      }
      state.SetIterationTime(times->whole / 1000.0);
      add_stages(times->stages, one.row);
      one.row.calls.push_back(times->call);
    }
    one.row.scratch_bytes = measured_->scratch_bytes();
  }

  const Result<void>& status() const { return status_; }

 private:
  /// Makes this case the current one and warms up: the first labeling compiles shaders and allocates memory, further
  /// ones bring the GPU to its full clock.
  bool prepare(BenchCase& one) {
    if (!status_) return false;
    if (current_ == &one) return true;
    current_ = &one;
    if (const Result<void> status = check_support(*one.engine, options_for(one).spec); !status)
      return fail(one, status.error());
    if (const Result<void> status = make_images(one); !status) return fail(one, status.error());
    if (const Result<void> status = take_engine(one); !status) return fail(one, status.error());
    if (const Result<void> status = measured_->prepare(images_); !status) return fail(one, status.error());
    if (one.engine->start != BenchStart::warm) return true;
    if (const Result<BenchTimes> times = label(one); !times) return fail(one, times.error());
    constexpr double warm_up_ms = 400.0;
    const engines::Stopwatch stopwatch;
    while (measured_->is_on_gpu() && stopwatch.milliseconds() < warm_up_ms) {
      if (const Result<BenchTimes> times = label(one); !times) return fail(one, times.error());
    }
    return true;
  }

  BenchOptions options_for(const BenchCase& one) const {
    BenchOptions options = one.engine->options_for(one.row.size, options_);
    options.spec.connectivity = one.row.connectivity;
    return options;
  }

  Result<BenchTimes> label(const BenchCase& one) {
    const BenchOptions options = options_for(one);
    if (one.engine->start != BenchStart::warm) return label_first(one, options);
    return one.engine->transfer ? measured_->transfer(images_.front(), options) : measured_->label(options);
  }

  /// The first labeling of an engine. The time of its preparation is a stage.
  Result<BenchTimes> label_first(const BenchCase& one, const BenchOptions& options) {
    engine_ = nullptr;
    if (const Result<void> status = take_engine(one); !status) return status.error();
    if (const Result<void> status = measured_->prepare(images_); !status) return status.error();
    const engines::Stopwatch stopwatch;
    if (one.engine->start == BenchStart::prepared) {
      if (const Result<void> status = measured_->make_ready(options); !status) return status.error();
    }
    const double prepared = stopwatch.milliseconds();
    Result<BenchTimes> times = measured_->label(options);
    if (times && one.engine->start == BenchStart::prepared) {
      times->stages.insert(times->stages.begin(), {"prepare", {}, prepared});
    }
    return times;
  }

  Result<void> make_images(const BenchCase& one) {
    images_.clear();
    const std::string& kind = one.dataset->kind;
    host::GenerateOptions options = one.dataset->options;
    for (int i = 0; i < one.row.images; ++i, ++options.seed) {
      Result<host::Image> image = one.dataset->is_drawn() ? host::draw_objects(kind, one.row.size, options.seed)
                                                          : host::generate(kind, one.row.size, options);
      if (!image) return image.error();
      images_.push_back(one.dataset->is_drawn() ? *std::move(image) : to_format(*std::move(image), format_));
    }
    return {};
  }

  /// Makes one Measured for all images of an engine and a size. Its shaders are compiled once, and the memory that it
  /// keeps does not depend on earlier, larger images.
  Result<void> take_engine(const BenchCase& one) {
    if (engine_ == one.engine && size_ == one.row.size) return {};
    engine_ = nullptr;
    measured_.reset();
    Result<std::unique_ptr<Measured>> made = make_measured(*one.engine, format_);
    if (!made) return made.error();
    measured_ = *std::move(made);
    engine_ = one.engine;
    size_ = one.row.size;
    return {};
  }

  /// A case that the engine refuses leaves the others. Other errors end the measurement.
  bool fail(BenchCase& one, const Error& error) {
    const Error named{error.code, name_of(one.row) + ": " + error.message};
    if (error.code == ErrorCode::too_large || error.code == ErrorCode::unsupported) {
      one.row.missing = error.message;
      one.error = named;
    } else {
      status_ = named;
    }
    return false;
  }

  BenchOptions options_;
  PixelFormat format_;
  const BenchEngine* engine_ = nullptr;  ///< Engine of `measured_`, whose images have `size_`.
  Extent size_;
  std::unique_ptr<Measured> measured_;
  const BenchCase* current_ = nullptr;
  std::vector<host::Image> images_;
  Result<void> status_;
};

/// Collects the times by benchmark name. Prints nothing but the progress.
class Collector : public benchmark::BenchmarkReporter {
 public:
  explicit Collector(std::size_t total) : total_(total) {}

  bool ReportContext(const Context&) override { return true; }

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration) continue;
      times_[run.run_name.function_name].push_back(run.GetAdjustedRealTime());
    }
    if (!runs.empty()) progress_.show(times_.size(), total_, runs.front().run_name.function_name);
  }

  void Finalize() override { progress_.clear(); }

  /// Times of a benchmark in milliseconds, one per repetition.
  const std::vector<double>& times(const std::string& name) { return times_[name]; }

 private:
  std::size_t total_;
  Progress progress_;
  std::map<std::string, std::vector<double>> times_;
};

std::vector<BenchCase> make_cases(const BenchPlan& plan) {
  std::vector<BenchCase> cases;
  for (const BenchEngine& engine : plan.engines) {
    for (const auto& [dataset, size] : plan.inputs) {
      BenchRow row;
      row.engine = engine.name;
      row.dataset = dataset->name;
      row.size = size;
      row.connectivity = connectivity_in(size, plan.options.spec.connectivity);
      row.images = engine.images;
      row.missing = why_not_read(engine, plan.format, size);
      cases.push_back({&engine, dataset, std::move(row)});
    }
  }
  return cases;
}

}  // namespace

Result<std::vector<BenchRow>> run_benchmarks(const BenchPlan& plan) {
  std::vector<BenchCase> cases = make_cases(plan);
  if (std::all_of(cases.begin(), cases.end(), is_missing)) {
    return Error{ErrorCode::unsupported, name_of(cases.front().row) + ": " + cases.front().row.missing};
  }
  BenchSession session(plan.options, plan.format);
  for (BenchCase& one : cases) {
    if (is_missing(one)) continue;
    benchmark::RegisterBenchmark(name_of(one.row).c_str(),
                                 [&](benchmark::State& state) { session.measure(state, one); })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond)
        ->Iterations(1)
        ->Repetitions(plan.repetitions);
  }
  Collector collector(cases.size());
  benchmark::RunSpecifiedBenchmarks(&collector, nullptr, ".");
  benchmark::ClearRegisteredBenchmarks();  // They refer to `cases`.
  if (!session.status()) return session.status().error();
  if (std::all_of(cases.begin(), cases.end(), is_missing)) {
    const auto refused = [](const BenchCase& one) { return one.error.has_value(); };
    return *std::find_if(cases.begin(), cases.end(), refused)->error;
  }

  std::vector<BenchRow> rows;
  for (BenchCase& one : cases) {
    if (!is_missing(one)) one.row.times = collector.times(name_of(one.row));
    if (!is_missing(one) && one.row.times.size() != static_cast<std::size_t>(plan.repetitions)) {
      return Error{ErrorCode::invalid_argument, "Google Benchmark left out " + name_of(one.row) +
                                                    ": unset the environment variables that begin with BENCHMARK_"};
    }
    rows.push_back(std::move(one.row));
  }
  return rows;
}

}  // namespace glccl::tools
