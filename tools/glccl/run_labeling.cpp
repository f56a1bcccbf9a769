#include "tools/glccl/run_labeling.hpp"

#include <utility>

#include "host/engines/stopwatch.hpp"

namespace glccl::tools {
namespace {

using engines::Stopwatch;

/// Labels the Runner's image or texture. `milliseconds` does not include the upload.
Result<LabelingReport> label_and_read(engines::Runner& runner, const LabelingSpec& spec, TimingDetail timing) {
  const Stopwatch stopwatch;
  const bool filtered = !spec.filter.keeps_all();
  const engines::RunOptions options{.table_rows = filtered ? 1U : 0U, .timing = timing};
  if (Result<void> status = runner.label(spec, options); !status) return status.error();
  std::optional<std::uint64_t> found;
  if (filtered) {
    const Result<std::uint64_t> all = runner.found();
    if (!all) return all.error();
    found = *all;
  }
  Result<LabelImage> labels = runner.take_labels();
  if (!labels) return labels.error();
  const double milliseconds = stopwatch.milliseconds();
  Result<std::vector<StageTime>> stages = runner.times();
  if (!stages) return stages.error();
  const std::string device = runner.device();
  return LabelingReport{runner.engine(),    device == "CPU" ? "none, on the CPU" : device,
                        *std::move(labels), *std::move(stages),
                        milliseconds,       found};
}

}  // namespace

Result<LabelingReport> run_labeling(engines::Runner& runner, const ImageView& image, const LabelingSpec& spec,
                                    TimingDetail timing, const engines::SecondImages& second_images) {
  const Stopwatch stopwatch;
  if (Result<void> status = runner.upload(image); !status) return status.error();
  if (second_images.mask || second_images.intensity) {
    if (Result<void> status = runner.upload_second_images(second_images); !status) return status.error();
  }
  const double upload = stopwatch.milliseconds();
  Result<LabelingReport> report = label_and_read(runner, spec, timing);
  if (report && runner.label_texture() == 0) report->milliseconds += upload;
  return report;
}

Result<LabelingReport> run_labeling(engines::Runner& runner, std::uint32_t texture, const LabelingSpec& spec,
                                    TimingDetail timing) {
  if (Result<void> status = runner.use_texture(texture); !status) return status.error();
  return label_and_read(runner, spec, timing);
}

}  // namespace glccl::tools
