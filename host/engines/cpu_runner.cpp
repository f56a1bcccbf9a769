#include "glccl/engines/cpu_runner.hpp"

#include <optional>
#include <utility>

#include "host/engines/part.hpp"
#include "host/engines/rows.hpp"
#include "host/engines/runner_errors.hpp"

namespace glccl::engines {
namespace {

class CpuRunner : public Runner {
 public:
  using MakeLabeler = std::function<Result<host::Labeler>(const RunOptions&)>;

  CpuRunner(std::string_view engine, MakeLabeler make) : engine_(engine), make_(std::move(make)) {}

  std::string engine() const override { return engine_; }
  std::string device() const override { return "CPU"; }
  bool is_on_gpu() const override { return false; }

  Result<void> upload(std::span<const ImageView> images) override {
    image_.reset();
    second_images_ = {};
    if (Result<void> status = check_one_image(engine_, images); !status) return status;
    image_ = images.front();
    return {};
  }

  Result<void> upload_second_images(const SecondImages& images) override {
    second_images_ = images;
    return {};
  }

  Result<void> label(const LabelingSpec& spec, const RunOptions& options) override {
    if (!image_) return no_image();
    if (Result<void> status = check_single(engine_, options.submission); !status) return status;
    if (Result<void> status = check_no_frame_tools(engine_, options); !status) return status;
    const Result<ImageView> part = part_of(*image_, options.rectangle);
    if (!part) return part.error();
    const Result<SecondImages> second = parts_of(second_images_, options.rectangle);
    if (!second) return second.error();
    if (!labeler_ || made_for_ != std::pair(options.threads, options.ranks)) {
      Result<host::Labeler> labeler = make_(options);
      if (!labeler) return labeler.error();
      labeler_ = *std::move(labeler);
      made_for_ = {options.threads, options.ranks};
    }
    const host::Outputs outputs{.table = options.table_rows > 0, .timing = options.timing};
    const Result<host::Labels> labels =
        labeler_->label({.image = *part, .mask = second->mask, .intensity = second->intensity}, spec, outputs);
    if (!labels) return labels.error();
    columns_ = spec.columns;
    table_rows_ = options.table_rows;
    return {};
  }

  Result<void> wait() override { return {}; }

  Result<void> read_labels(LabelImage& labels) override {
    if (!has_labels()) return no_labels();
    labels = labeler_->labels();
    return {};
  }

  Result<LabelImage> take_labels() override {
    if (!has_labels()) return no_labels();
    return labeler_->take_labels();
  }

  Result<std::vector<Component>> components() override {
    if (!has_labels() || table_rows_ == 0) return no_table();
    const std::vector<Component>& rows = labeler_->components();
    if (rows.size() > table_rows_) return too_few_rows(rows.size(), table_rows_);
    return rows;
  }

  Result<std::vector<Measurements>> measurements() override {
    const Result<std::vector<Component>> rows = components();
    if (!rows) return rows.error();
    if (columns_ == 0) return no_measurements();
    return labeler_->measurements();
  }

  Result<std::uint64_t> found() override {
    if (!has_labels() || table_rows_ == 0) return no_table();
    return labeler_->found();
  }

  Result<std::vector<StageTime>> times() override { return labeler_ ? labeler_->times() : std::vector<StageTime>(); }

 private:
  bool has_labels() const { return labeler_ && !labeler_->labels().values.empty(); }

  std::string engine_;
  MakeLabeler make_;
  std::optional<host::Labeler> labeler_;
  std::pair<int, int> made_for_;  ///< RunOptions::threads and ranks.
  std::optional<ImageView> image_;
  SecondImages second_images_;  ///< Of upload_second_images().
  // Of the last label():
  std::uint32_t columns_ = 0;
  std::uint32_t table_rows_ = 0;
};

EngineInfo row_of(host::CpuMethod method, std::string_view summary, std::string_view source) {
  return {.name = host::name_of(method),
          .summary = summary,
          .source = source,
          .capabilities = host::capabilities_of(method),
          .make = [method](const DeviceChoice&) -> Result<std::unique_ptr<Runner>> { return make_cpu_runner(method); }};
}

}  // namespace

std::unique_ptr<Runner> make_cpu_runner(const Capabilities& function, MakeLabelFunction make) {
  return std::make_unique<CpuRunner>(function.engine, [function, make = std::move(make)](const RunOptions& options) {
    return Result<host::Labeler>(host::Labeler(function, make(options)));
  });
}

std::unique_ptr<Runner> make_cpu_runner(host::CpuMethod method) {
  return std::make_unique<CpuRunner>(host::name_of(method), [method](const RunOptions& options) {
    return host::Labeler::create({.method = method, .threads = options.threads});
  });
}

std::vector<EngineInfo> cpu_rows() {
  EngineInfo serial =
      row_of(host::CpuMethod::serial, "union-find in two scans on one CPU core, the reference for the others",
             "C. Bester and L. Pulles, Connected-Components Labeling, algorithm 1");
  EngineInfo fast =
      row_of(host::CpuMethod::fast, "union-find over runs of bits on all CPU cores, the fastest engine without a GPU",
             "the method of compute; L. He, Y. Chao and K. Suzuki, A run-based two-scan labeling algorithm, 2008");
  fast.has_table = true;
  fast.keeps_memory = true;
  return {serial, fast};
}

}  // namespace glccl::engines
