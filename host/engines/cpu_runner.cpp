#include "glccl/engines/cpu_runner.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>

#include "glccl/host/cpu.hpp"
#include "glccl/host/fast_labeler.hpp"
#include "glccl/host/seams.hpp"
#include "glccl/spec.hpp"
#include "host/engines/part.hpp"
#include "host/engines/rows.hpp"
#include "host/engines/runner_errors.hpp"
#include "host/engines/stopwatch.hpp"

namespace glccl::engines {
namespace {

class CpuRunner : public Runner {
 public:
  CpuRunner(const Capabilities& function_capabilities, CpuFunction function)
      : capabilities_(cpu_runner_capabilities(function_capabilities)), function_(std::move(function)) {}

  std::string engine() const override { return std::string(capabilities_.engine); }
  std::string device() const override { return "CPU"; }
  bool is_on_gpu() const override { return false; }

  Result<void> upload(std::span<const ImageView> images) override {
    image_.reset();
    second_images_ = {};
    if (Result<void> status = check_one_image(capabilities_.engine, images); !status) return status;
    image_ = images.front();
    return {};
  }

  Result<void> upload_second_images(const SecondImages& images) override {
    second_images_ = images;
    return {};
  }

  Result<void> label(const LabelingSpec& asked, const RunOptions& options) override {
    if (!image_) return no_image();
    if (Result<void> status = check_single(capabilities_.engine, options.submission); !status) return status;
    if (Result<void> status = check_no_frame_tools(capabilities_.engine, options); !status) return status;
    if (Result<void> status = check_table(asked, options.table_rows); !status) return status;
    const Result<ImageView> part = part_of(*image_, options.rectangle);
    if (!part) return part.error();
    if (Result<void> status = check(asked, part->format, part->extent, capabilities_); !status) return status;
    const LabelingSpec spec = spec_in(part->extent, asked);
    const Result<SecondImages> second_images = second_parts(spec, part->extent, options.rectangle);
    if (!second_images) return second_images.error();
    const Stopwatch stopwatch;
    const CpuRunOptions with_mask{options, second_images->mask ? &*second_images->mask : nullptr};
    if (Result<void> status = fill_and_label(*part, spec, with_mask); !status) return status;
    intensity_ = second_images->intensity;
    const double milliseconds = stopwatch.milliseconds();
    if (result_.stages.empty()) result_.stages.push_back({"label", {}, milliseconds});
    milliseconds_ = milliseconds;
    table_rows_ = options.table_rows;
    timing_ = options.timing;
    return {};
  }

  Result<void> wait() override { return {}; }

  Result<void> read_labels(LabelImage& labels) override {
    if (!has_labels()) return no_labels();
    labels = result_.labels;
    return {};
  }

  Result<LabelImage> take_labels() override {
    if (!has_labels()) return no_labels();
    return std::exchange(result_.labels, {});
  }

  Result<std::vector<Component>> components() override {
    if (!has_labels() || table_rows_ == 0) return no_table();
    if (Result<void> status = measure(); !status) return status.error();
    if (result_.components->size() > table_rows_) return too_few_rows(result_.components->size(), table_rows_);
    return *result_.components;
  }

  Result<std::vector<Measurements>> measurements() override {
    const Result<std::vector<Component>> rows = components();
    if (!rows) return rows.error();
    if (spec_.columns == 0) return no_measurements();
    std::vector<Measurements> measured = host::measure_columns(result_.labels, spec_.columns, rows->size());
    if (intensity_) host::measure_intensities(result_.labels, *intensity_, spec_.fraction_bits, measured);
    if ((spec_.columns & table_column_seams) != 0) {
      host::measure_seams(result_.labels, spec_.connectivity, spec_.periodic, measured);
    }
    return measured;
  }

  Result<std::uint64_t> found() override {
    if (!has_labels() || table_rows_ == 0) return no_table();
    if (found_) return *found_;
    if (Result<void> status = measure(); !status) return status.error();
    return result_.components->size();
  }

  Result<std::vector<StageTime>> times() override {
    if (timing_ == TimingDetail::none) return std::vector<StageTime>();
    if (timing_ == TimingDetail::whole) return std::vector<StageTime>{{"labeling", {}, milliseconds_}};
    return result_.stages;
  }

 private:
  /// The part of the second images that lies beside the labeled part, of this extent.
  Result<SecondImages> second_parts(const LabelingSpec& spec, const Extent& extent,
                                    const std::optional<Rectangle>& part) {
    Result<SecondImages> found = parts_of(second_images_, part);
    if (!found) return found;
    const Result<void> fit = check_second_images(spec, found->mask, found->intensity, extent, capabilities_);
    if (!fit) return fit.error();
    return found;
  }

  /// Labels the image, or first its background and then its foreground without the holes that are filled.
  Result<void> fill_and_label(const ImageView& image, const LabelingSpec& spec, const CpuRunOptions& options) {
    if (spec.fill_holes == 0) return label_and_filter(image, spec, options);
    CpuLabels background;
    CpuRunOptions measured = options;
    measured.table_rows = std::max(measured.table_rows, 1U);
    if (Result<void> status = function_(image, background_spec(spec), measured, background); !status) return status;
    if (!background.components) {
      Result<std::vector<Component>> components = host::measure_components(background.labels);
      if (!components) return components.error();
      background.components = *std::move(components);
    }
    const host::Image filled =
        host::draw_filled(background.labels, *background.components, spec.fill_holes, spec.periodic);
    background = {};
    LabelingSpec as_mask = spec;
    as_mask.criterion = Foreground{};
    as_mask.fill_holes = 0;
    return label_and_filter(filled.view(), as_mask, options);
  }

  /// Labels the image, and filters the components that the function has found.
  Result<void> label_and_filter(const ImageView& image, const LabelingSpec& spec, const CpuRunOptions& options) {
    LabelingSpec unfiltered = spec;
    unfiltered.filter = {};
    unfiltered.columns = 0;
    CpuRunOptions measured = options;
    if (!spec.filter.keeps_all()) measured.table_rows = std::max(measured.table_rows, 1U);
    if (Result<void> status = function_(image, unfiltered, measured, result_); !status) return status;
    part_ = image;
    spec_ = spec;
    found_.reset();
    if (spec.filter.keeps_all()) return {};
    if (Result<void> status = measure(); !status) return status;
    found_ = result_.components->size();
    host::filter_components(spec.filter, result_.labels, *result_.components, spec.periodic);
    return {};
  }

  /// Measures the labels, unless the function did.
  Result<void> measure() {
    if (result_.components) return {};
    Result<std::vector<Component>> components = host::measure_components(result_.labels);
    if (!components) return components.error();
    if (std::holds_alternative<Equal>(spec_.criterion)) host::read_values(part_, *components);
    result_.components = *std::move(components);
    return {};
  }

  bool has_labels() const { return !result_.labels.values.empty(); }

  Capabilities capabilities_;
  CpuFunction function_;
  std::optional<ImageView> image_;
  SecondImages second_images_;  ///< Of upload_second_images().
  // The arguments and the results of the last label():
  ImageView part_;
  LabelingSpec spec_;                   ///< Once holes are filled, of what is foreground then.
  std::optional<ImageView> intensity_;  ///< Beside the labeled part.
  std::optional<std::uint64_t> found_;  ///< Components before a filter.
  std::uint32_t table_rows_ = 0;
  TimingDetail timing_ = TimingDetail::none;
  CpuLabels result_;  ///< Without labels before label() and after take_labels().
  double milliseconds_ = 0.0;
};

/// cpu-fast as a CpuFunction. Keeps the memory of a labeling for the next one.
class FastFunction {
 public:
  Result<void> operator()(const ImageView& image, const LabelingSpec& spec, const CpuRunOptions& options,
                          CpuLabels& result) {
    if (Result<void> status = check_table(spec, options.table_rows); !status) return status;
    if (labeler_ == nullptr || threads_ != options.threads) {
      labeler_ = std::make_shared<host::FastLabeler>(host::FastOptions{.threads = options.threads});
      threads_ = options.threads;
    }
    std::vector<Component> components = std::move(result.components).value_or(std::vector<Component>());
    result.components.reset();
    const bool measured = options.table_rows > 0;
    const Result<void> status =
        labeler_->label(image, spec, result.labels, measured ? &components : nullptr, options.mask);
    if (!status) return status;
    result.stages.clear();
    if (measured) result.components = std::move(components);
    return {};
  }

 private:
  std::shared_ptr<host::FastLabeler> labeler_;  ///< Shared because std::function copies functions.
  int threads_ = 0;
};

}  // namespace

Capabilities cpu_runner_capabilities(Capabilities function) {
  for (const Need need : {Need::filter, Need::measurements, Need::holes}) function.needs.add(need);
  return function;
}

CpuFunction cpu_function(Result<LabelImage> (*label)(const ImageView&, const LabelingSpec&, const ImageView*)) {
  return [label](const ImageView& image, const LabelingSpec& spec, const CpuRunOptions& options,
                 CpuLabels& result) -> Result<void> {
    if (Result<void> status = check_table(spec, options.table_rows); !status) return status;
    Result<LabelImage> labels = label(image, spec, options.mask);
    if (!labels) return labels.error();
    result = CpuLabels{*std::move(labels)};
    return {};
  };
}

std::unique_ptr<Runner> make_cpu_runner(const Capabilities& function_capabilities, CpuFunction function) {
  return std::make_unique<CpuRunner>(function_capabilities, std::move(function));
}

Result<std::unique_ptr<Runner>> make_fast_runner(const Device&) {
  return make_cpu_runner(host::fast_capabilities(), FastFunction());
}

std::vector<EngineInfo> cpu_rows() {
  return {
      {.name = "cpu-serial",
       .summary = "union-find in two scans on one CPU core, the reference for the others",
       .source = "C. Bester and L. Pulles, Connected-Components Labeling, algorithm 1",
       .capabilities = cpu_runner_capabilities(host::serial_capabilities()),
       .make = [](const Device&) -> Result<std::unique_ptr<Runner>> {
         return make_cpu_runner(host::serial_capabilities(), cpu_function(host::label_serial));
       }},
      {.name = "cpu-fast",
       .summary = "union-find over runs of bits on all CPU cores, the fastest engine without a GPU",
       .source = "the method of compute; L. He, Y. Chao and K. Suzuki, A run-based two-scan labeling algorithm, 2008",
       .capabilities = cpu_runner_capabilities(host::fast_capabilities()),
       .has_table = true,
       .keeps_memory = true,
       .make = make_fast_runner},
  };
}

}  // namespace glccl::engines
