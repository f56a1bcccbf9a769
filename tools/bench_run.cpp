#include "bench_run.hpp"

#include <benchmark/benchmark.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>
#include <optional>
#include <utility>

#include "arguments.hpp"
#include "cuda_engine.hpp"
#include "glccl/host/generate.hpp"
#include "glccl/host/image.hpp"
#include "glccl/host/texture.hpp"

namespace glccl::tools {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// How long one labeling took, in milliseconds.
struct Times {
  std::vector<StageTime> stages;
  double call = 0.0;
};

/// An engine and an image, ready to be labeled again and again.
class Subject {
 public:
  /// `labeler` or `cuda` is the engine's, null where it is not of OpenGL or CUDA; it must outlive this.
  static Result<Subject> create(const BenchEngine& engine, Labeler* labeler, CudaEngine* cuda, host::Image image,
                                const Options& common) {
    const Options options = engine.options_for(image.size, common);
    if (const Status status = check_support(*engine.info, options); !status) return status.error();
    Subject subject(*engine.info, labeler, cuda, options);
    if (cuda != nullptr) {
      if (const Status status = cuda->upload(image); !status) return status.error();
    } else if (labeler != nullptr) {
      Result<host::Texture> texture = host::upload(image);
      if (!texture) return texture.error();
      subject.texture_ = *std::move(texture);
    } else {
      subject.image_ = std::move(image);
    }
    return subject;
  }

  /// Labels it and says how long each stage took, and the call.
  Result<Times> label() {
    const Clock::time_point start = Clock::now();
    if (labeler_ != nullptr) {
      const Result<Labels> labels = labeler_->label({texture_.name()}, options_);
      const double call = milliseconds_since(start);
      if (!labels) return labels.error();
      return Times{labeler_->timings(), call};
    }
    if (cuda_ != nullptr) return label_by_cuda(start);
    Result<Run> run = run_engine(*engine_, image_, options_, -1);
    if (!run) return run.error();
    return Times{std::move(run->stages), milliseconds_since(start)};
  }

 private:
  Subject(const EngineInfo& engine, Labeler* labeler, CudaEngine* cuda, const Options& options)
      : engine_(&engine), labeler_(labeler), cuda_(cuda), options_(options) {}

  Result<Times> label_by_cuda(Clock::time_point start) {
    if (const Status status = cuda_->label(options_); !status) return status.error();
    const double call = milliseconds_since(start);
    Result<std::vector<StageTime>> stages = cuda_->timings();
    if (!stages) return stages.error();
    return Times{*std::move(stages), call};
  }

  const EngineInfo* engine_;
  Labeler* labeler_;
  CudaEngine* cuda_;
  Options options_;
  host::Image image_;
  host::Texture texture_;
};

/// Adds the times of a labeling to those of its row; a stage that the plan comes back to counts as one. Returns their
/// sum in milliseconds.
double add_stages(const std::vector<StageTime>& times, BenchRow& row) {
  const std::size_t repetition = row.stages.empty() ? 0 : row.stages.front().times.size();
  double sum = 0.0;
  for (const StageTime& time : times) {
    sum += time.milliseconds;
    const std::string name = time.pass.empty() ? time.stage : time.stage + "/" + time.pass;
    auto stage =
        std::find_if(row.stages.begin(), row.stages.end(), [&](const BenchStage& one) { return one.name == name; });
    if (stage == row.stages.end()) stage = row.stages.insert(row.stages.end(), {name, {}});
    stage->times.resize(repetition + 1);
    stage->times.back() += time.milliseconds;
  }
  return sum;
}

struct Case {
  const BenchEngine* engine;
  const Dataset* dataset;
  BenchRow row;
};

std::string name_of(const BenchRow& row) { return row.engine + " " + row.dataset + " " + to_string(row.size); }

/// What the functions that Google Benchmark calls share. They are called once for each repetition.
class Session {
 public:
  explicit Session(const Options& options) : options_(options) {}

  void measure(benchmark::State& state, Case& one) {
    if (!prepare(one)) return state.SkipWithError(status_.error().message.c_str());
    for (auto _ : state) {
      const Result<Times> times = subject_->label();
      if (!times) {
        fail(one, times.error());
        return state.SkipWithError(status_.error().message.c_str());
      }
      state.SetIterationTime(add_stages(times->stages, one.row) / 1000.0);
      one.row.calls.push_back(times->call);
    }
  }

  const Status& status() const { return status_; }

 private:
  /// Makes the case the one that is measured, and labels it once so that shaders are compiled and memory is there.
  bool prepare(Case& one) {
    if (!status_) return false;
    if (current_ == &one) return true;
    subject_.reset();  // its memory may be what the next one needs
    current_ = &one;
    Result<host::Image> image = host::generate(one.dataset->kind, one.row.size, one.dataset->options);
    if (!image) return fail(one, image.error());
    if (const Status status = take_engine(*one.engine->info); !status) return fail(one, status.error());
    Result<Subject> subject = Subject::create(*one.engine, labeler_ ? &*labeler_ : nullptr, cuda_ ? &*cuda_ : nullptr,
                                              *std::move(image), options_);
    if (!subject) return fail(one, subject.error());
    subject_ = *std::move(subject);
    if (const auto times = subject_->label(); !times) return fail(one, times.error());
    return true;
  }

  /// Makes `labeler_` or `cuda_` that of the engine: one for all its images, so that its shaders are compiled once.
  Status take_engine(const EngineInfo& engine) {
    if (engine_ == &engine) return {};
    engine_ = nullptr;
    labeler_.reset();
    cuda_.reset();
    if (engine.cuda) {
      Result<CudaEngine> cuda = CudaEngine::create();
      if (!cuda) return cuda.error();
      cuda_ = *std::move(cuda);
    }
    if (engine.gl) {
      Result<Labeler> labeler = Labeler::create(*engine.gl);
      if (!labeler) return labeler.error();
      labeler_ = *std::move(labeler);
    }
    engine_ = &engine;
    return {};
  }

  bool fail(const Case& one, const Error& error) {
    status_ = Error{error.code, name_of(one.row) + ": " + error.message};
    return false;
  }

  Options options_;
  const EngineInfo* engine_ = nullptr;
  std::optional<Labeler> labeler_;
  std::optional<CudaEngine> cuda_;
  const Case* current_ = nullptr;
  std::optional<Subject> subject_;
  Status status_;
};

/// Keeps the times by the names of the benchmarks. Prints nothing but progress for people who wait.
class Collector : public benchmark::BenchmarkReporter {
 public:
  explicit Collector(std::size_t total) : total_(total) {}

  bool ReportContext(const Context&) override { return true; }

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration) continue;
      times_[run.run_name.function_name].push_back(run.GetAdjustedRealTime());
    }
    if (!terminal_ || runs.empty()) return;
    std::fprintf(stderr, "\r\033[K%zu of %zu: %s", times_.size(), total_, runs.front().run_name.function_name.c_str());
  }

  void Finalize() override {
    if (terminal_) std::fputs("\r\033[K", stderr);
  }

  /// In milliseconds, one for each repetition.
  const std::vector<double>& times(const std::string& name) { return times_[name]; }

 private:
  std::size_t total_;
  bool terminal_ = ::isatty(STDERR_FILENO) == 1;
  std::map<std::string, std::vector<double>> times_;
};

std::vector<Case> make_cases(const BenchPlan& plan) {
  std::vector<Case> cases;
  for (const BenchEngine& engine : plan.engines) {
    for (const Size size : plan.sizes) {
      for (const Dataset* dataset : plan.datasets) {
        cases.push_back({&engine, dataset, {engine.name, dataset->name, size, {}, {}, {}}});
      }
    }
  }
  return cases;
}

}  // namespace

Result<std::vector<BenchRow>> run_benchmarks(const BenchPlan& plan) {
  std::vector<Case> cases = make_cases(plan);
  Session session(plan.options);
  for (Case& one : cases) {
    benchmark::RegisterBenchmark(name_of(one.row).c_str(),
                                 [&](benchmark::State& state) { session.measure(state, one); })
        ->UseManualTime()
        ->Unit(benchmark::kMillisecond)
        ->Iterations(1)
        ->Repetitions(plan.repetitions);
  }
  Collector collector(cases.size());
  benchmark::RunSpecifiedBenchmarks(&collector, nullptr, ".");
  benchmark::ClearRegisteredBenchmarks();  // they refer to what ends here
  if (!session.status()) return session.status().error();

  std::vector<BenchRow> rows;
  for (Case& one : cases) {
    one.row.times = collector.times(name_of(one.row));
    if (one.row.times.size() != static_cast<std::size_t>(plan.repetitions)) {
      return Error{ErrorCode::invalid_argument, "Google Benchmark left out " + name_of(one.row) +
                                                    ": unset the environment variables that begin with BENCHMARK_"};
    }
    rows.push_back(std::move(one.row));
  }
  return rows;
}

}  // namespace glccl::tools
