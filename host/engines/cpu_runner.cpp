#include "glccl/engines/cpu_runner.hpp"

#include <optional>
#include <utility>
#include <variant>

#include "glccl/host/cpu.hpp"
#include "glccl/spec.hpp"
#include "host/engines/part.hpp"
#include "host/engines/rows.hpp"
#include "host/engines/runner_errors.hpp"
#include "host/engines/stopwatch.hpp"

namespace glccl::engines {
namespace {

class CpuRunner : public Runner {
 public:
  CpuRunner(std::string engine, CpuFunction function) : engine_(std::move(engine)), function_(std::move(function)) {}

  std::string engine() const override { return engine_; }
  std::string device() const override { return "CPU"; }
  bool is_on_gpu() const override { return false; }

  Status upload(std::span<const ImageView> images) override {
    image_.reset();
    if (Status status = check_one_image(engine_, images); !status) return status;
    image_ = images.front();
    return {};
  }

  Status label(const LabelingSpec& spec, const RunOptions& options) override {
    if (!image_) return no_image();
    if (Status status = check_single(engine_, options.submission); !status) return status;
    if (Status status = check_table(spec, options.table_rows); !status) return status;
    const Result<ImageView> part = part_of(*image_, options.rectangle);
    if (!part) return part.error();
    const Stopwatch stopwatch;
    Result<CpuLabels> made = function_(*part, spec, options);
    const double milliseconds = stopwatch.milliseconds();
    if (!made) return made.error();
    labels_ = std::move(made->labels);
    stages_ = std::move(made->stages);
    if (stages_.empty()) stages_.push_back({"label", {}, milliseconds});
    milliseconds_ = milliseconds;
    part_ = *part;
    spec_ = spec;
    table_rows_ = options.table_rows;
    timing_ = options.timing;
    return {};
  }

  Status wait() override { return {}; }

  Status read_labels(LabelImage& labels) override {
    if (!labels_) return no_labels();
    labels = *labels_;
    return {};
  }

  Result<LabelImage> take_labels() override {
    if (!labels_) return no_labels();
    LabelImage labels = *std::move(labels_);
    labels_.reset();
    return labels;
  }

  Result<std::vector<Component>> components() override {
    if (!labels_ || table_rows_ == 0) return no_table();
    Result<std::vector<Component>> components = host::measure_components(*labels_);
    if (!components) return components;
    if (components->size() > table_rows_) return too_few_rows(components->size(), table_rows_);
    if (std::holds_alternative<Equal>(spec_.criterion)) host::read_values(part_, *components);
    return components;
  }

  Result<std::vector<StageTime>> times() override {
    if (timing_ == TimingDetail::none) return std::vector<StageTime>();
    if (timing_ == TimingDetail::whole) return std::vector<StageTime>{{"labeling", {}, milliseconds_}};
    return stages_;
  }

 private:
  std::string engine_;
  CpuFunction function_;
  std::optional<ImageView> image_;
  // The arguments and the results of the last label():
  ImageView part_;
  LabelingSpec spec_;
  std::uint32_t table_rows_ = 0;
  TimingDetail timing_ = TimingDetail::none;
  std::optional<LabelImage> labels_;  ///< None before label() and after take_labels().
  std::vector<StageTime> stages_;
  double milliseconds_ = 0.0;
};

/// An engine of the CPU as a CpuFunction.
template <Result<LabelImage> (*label)(const ImageView&, const LabelingSpec&)>
Result<CpuLabels> label_on_cpu(const ImageView& image, const LabelingSpec& spec, const RunOptions& options) {
  if (Status status = check_table(spec, options.table_rows); !status) return status.error();
  Result<LabelImage> labels = label(image, spec);
  if (!labels) return labels.error();
  return CpuLabels{*std::move(labels)};
}

}  // namespace

std::unique_ptr<Runner> make_cpu_runner(std::string engine, CpuFunction function) {
  return std::make_unique<CpuRunner>(std::move(engine), std::move(function));
}

std::vector<EngineInfo> cpu_rows() {
  return {
      {.name = "cpu-serial",
       .summary = "union-find in two scans on one CPU core, the reference for the others",
       .source = "C. Bester and L. Pulles, Connected-Components Labeling, algorithm 1",
       .capabilities = host::serial_capabilities(),
       .make = [](const Device&) -> Result<std::unique_ptr<Runner>> {
         return make_cpu_runner("cpu-serial", label_on_cpu<host::label_serial>);
       }},
      {.name = "cpu-wu",
       .summary = "decision tree and array union-find on one CPU core",
       .source = "K. Wu, E. Otoo and K. Suzuki, Optimizing two-pass connected-component labeling algorithms, 2009",
       .capabilities = host::wu_capabilities(),
       .make = [](const Device&) -> Result<std::unique_ptr<Runner>> {
         return make_cpu_runner("cpu-wu", label_on_cpu<host::label_wu>);
       }},
  };
}

}  // namespace glccl::engines
