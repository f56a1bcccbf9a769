#include "tools/glccl/slabs/label_slabs.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <iomanip>
#include <limits>
#include <memory>
#include <ostream>
#include <utility>
#include <variant>
#include <vector>

#include "glccl/engines/registry.hpp"
#include "glccl/host/component_files.hpp"
#include "glccl/host/cpu.hpp"
#include "glccl/host/output_file.hpp"
#include "glccl/host/slab_plan.hpp"
#include "glccl/host/slab_sources.hpp"
#include "glccl/host/slabs.hpp"
#include "host/engines/stopwatch.hpp"
#include "tools/glccl/arguments.hpp"
#include "tools/glccl/mpi.hpp"
#include "tools/glccl/progress.hpp"
#include "tools/glccl/registry.hpp"
#include "tools/glccl/slabs/open_source.hpp"
#include "tools/glccl/summary.hpp"
#include "tools/glccl/text.hpp"

namespace glccl::tools {
namespace {

using host::SlabReport;
using host::SlabSource;

/// The elements that the selection labels, as a source: colours become grey or the largest of their channels.
SlabSource select_slabs(SlabSource source, const Selection& selection, PixelFormat format) {
  if (format == source.format) return source;
  const Extent extent = source.extent;
  const auto read = [source = std::move(source), selection](int first, int planes, void* elements) -> Status {
    host::Image slab{host::slab_of(source.extent, planes), source.format, {}};
    slab.bytes.resize(static_cast<std::size_t>(slab.extent.elements()) * bytes_per_pixel(slab.format));
    if (Status status = source.read(first, planes, slab.bytes.data()); !status) return status;
    const Result<SelectedImage> selected = select(slab, selection);
    if (!selected) return selected.error();
    std::copy(selected->image.bytes.begin(), selected->image.bytes.end(), static_cast<std::uint8_t*>(elements));
    return {};
  };
  return {extent, format, read};
}

/// Solves slabs by an engine. Engines with a GPU would take memory for a table of unknown length, so the CPU measures
/// what they label.
host::SolveSlab solve_by(engines::Runner& runner) {
  return [&runner](const ImageView& slab, const LabelingSpec& spec, bool measured, host::SlabSolution& solution) {
    const bool has_table = measured && !runner.is_on_gpu();
    if (Status status = runner.upload(slab); !status) return status;
    const std::uint32_t rows = has_table ? std::numeric_limits<std::uint32_t>::max() : 0;
    if (Status status = runner.label(spec, {.table_rows = rows}); !status) return status;
    Result<std::vector<Component>> components = std::vector<Component>();
    if (has_table) components = runner.components();
    if (!components) return Status(components.error());
    Result<LabelImage> labels = runner.take_labels();
    if (!labels) return Status(labels.error());
    if (measured && !has_table) {
      components = host::measure_components(*labels);
      if (!components) return Status(components.error());
      if (std::holds_alternative<Equal>(spec.criterion)) host::read_values(slab, *components);
    }
    solution = {*std::move(labels), *std::move(components)};
    return Status();
  };
}

/// The files that finished slabs are appended to.
class SlabOutputs {
 public:
  Status open(const OutputPaths& paths, const Extent& extent) {
    files_.reserve(2);  // pointers to them stay valid
    if (Status status = open(paths.labels, labels_); !status) return status;
    if (Status status = open(paths.components, components_); !status) return status;
    if (labels_ != nullptr) {
      if (Status status = host::begin_slab_labels(*labels_, extent); !status) return status;
    }
    if (components_ == nullptr) return {};
    rows_ = std::make_unique<host::ComponentWriter>(*components_, extent);
    return rows_->begin();
  }

  Status write(const host::FinishedSlab& slab) {
    if (labels_ != nullptr) {
      if (Status status = labels_->write(slab.labels.data(), slab.labels.size_bytes()); !status) return status;
    }
    return rows_ ? rows_->write(slab.components) : Status();
  }

  /// Gives all files their names.
  Status commit() {
    if (rows_) {
      if (Status status = rows_->end(); !status) return status;
    }
    return host::commit_all(files_);
  }

 private:
  Status open(const std::optional<std::string>& path, host::OutputFile*& file) {
    if (!path) return {};
    Result<host::OutputFile> created = host::OutputFile::create(*path);
    if (!created) return created.error();
    files_.push_back(*std::move(created));
    file = &files_.back();
    return {};
  }

  std::vector<host::OutputFile> files_;
  host::OutputFile* labels_ = nullptr;
  host::OutputFile* components_ = nullptr;
  std::unique_ptr<host::ComponentWriter> rows_;
};

/// The line on a terminal: slabs, rate, and the time that is left.
class SlabProgress {
 public:
  explicit SlabProgress(const Extent& extent) : elements_(static_cast<double>(extent.elements())) {}

  void show(std::int64_t done, std::int64_t all) {
    const double seconds = stopwatch_.milliseconds() / 1000.0;
    const double share = static_cast<double>(done) / static_cast<double>(all);
    line_.show(static_cast<std::size_t>(done), static_cast<std::size_t>(all),
               "slabs in both passes, " + fixed(elements_ * share / seconds / 1e6, 1) + " Mpixel/s, " +
                   fixed(seconds / share - seconds, 0) + " s left");
  }
  void clear() const { line_.clear(); }

 private:
  double elements_;
  engines::Stopwatch stopwatch_;
  Progress line_;
};

/// Most bytes of memory that this process has held.
std::int64_t peak_resident_bytes() {
  struct rusage usage = {};
  ::getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{usage.ru_maxrss} << 10;  // in KiB
}

void print_report(std::ostream& out, const SlabReport& report) {
  const auto print = [&](const char* name, auto value) {
    out << "  " << std::left << std::setw(24) << name << value << "\n";
  };
  print("slabs solved again", report.solved_again);
  print("elements held", report.elements_held);
  print("bytes kept", report.kept_bytes);
  print("components at borders", report.border_components);
  print("pairs across seams", report.pairs);
  print("nodes held", report.nodes_held);
  print("rows held", report.rows_held);
  print("peak resident bytes", peak_resident_bytes());
}

}  // namespace

Status check_slab_run(const SlabRun& run) {
  const auto refuse = [](const std::string& message) { return Error{ErrorCode::invalid_argument, message}; };
  if (run.outputs.overlay)
    return refuse("--overlay and --memory contradict each other: a picture is drawn of a whole image; leave one out");
  if (run.selection.threshold && run.selection.threshold->otsu) {
    return refuse(
        "--threshold otsu and --memory contradict each other: Otsu's threshold needs the whole image; give a number");
  }
  return run.outputs.labels ? host::check_slab_labels_path(*run.outputs.labels) : Status();
}

Status run_by_slabs(const SlabRun& run, std::ostream& out) {
  const engines::Stopwatch stopwatch;
  Result<SlabSource> opened = open_source(source_text(run.image, run.raw));
  if (!opened) return opened.error();
  const Extent extent = opened->extent;
  // The criterion and the format that is labeled are those of any image of this format.
  const host::Image one{{1, 1}, opened->format, std::vector<std::uint8_t>(bytes_per_pixel(opened->format))};
  const Result<SelectedImage> selected = select(one, run.selection);
  if (!selected) return selected.error();
  const SlabSource source = select_slabs(*std::move(opened), run.selection, selected->image.format);
  const LabelingSpec spec{.connectivity = run.connectivity.value_or(usual_connectivity(extent)),
                          .criterion = selected->criterion};
  if (Status status = check_connectivity(spec.connectivity, extent, run.image); !status) return status;

  const std::string name = run.engine == "auto" ? "cpu-fast" : run.engine;
  const Result<const engines::EngineInfo*> engine = registry().find(name);
  if (!engine) return engine.error();
  if (Status status = registry().check_support(**engine, spec, extent); !status) return status;
  const Result<std::unique_ptr<engines::Runner>> runner = registry().make(name, {.index = run.device});
  if (!runner) return runner.error();
  const bool has_rows = run.outputs.components.has_value();
  const bool by_ranks = name == mpi_slabs_name;
  if (by_ranks && selected->image.format != one.format) {
    return Error{ErrorCode::unsupported, "--engine " + name + " and --memory label values as they are stored, and " +
                                             run.image + " has colors: use --equal or --max-difference"};
  }
  const Result<host::SlabPlan> plan =
      by_ranks
          ? host::plan_ranks(extent, source.format, kind_of(spec.criterion), has_rows, count_mpi_ranks(), run.memory)
          : host::plan_slabs(extent, source.format, kind_of(spec.criterion), has_rows, run.memory);
  if (!plan) return plan.error();

  SlabOutputs outputs;
  if (Status status = outputs.open(run.outputs, extent); !status) return status;
  host::SlabSink sink;
  if (run.outputs.labels || has_rows) sink = [&](const host::FinishedSlab& slab) { return outputs.write(slab); };
  SlabProgress progress(extent);
  const host::SlabOptions options{.planes = plan->planes,
                                  .labels = run.outputs.labels.has_value(),
                                  .components = has_rows,
                                  .kept_bytes = plan->kept_bytes,
                                  .progress = [&](std::int64_t done, std::int64_t all) { progress.show(done, all); }};
  const Result<SlabReport> report = by_ranks
                                        ? label_source_by_ranks(source_text(run.image, run.raw), spec, options, sink)
                                        : host::label_slabs(source, solve_by(**runner), spec, options, sink);
  progress.clear();
  if (!report) return report.error();
  if (Status status = outputs.commit(); !status) return status;

  print_line(out, "image", run.image + ", " + to_string(extent));
  print_line(out, "criterion", selected->description);
  print_line(out, "engine", name + (by_ranks ? ", a slab on each rank" : ", slab by slab"));
  print_line(out, "slabs",
             std::to_string(report->slabs) + " of up to " + std::to_string(plan->planes) +
                 (extent.is_volume() ? " slices" : " rows"));
  print_line(out, "components", std::to_string(report->components));
  print_line(out, "time", fixed(stopwatch.milliseconds(), 1) + " ms");
  if (run.outputs.labels) print_line(out, "labels", *run.outputs.labels);
  if (run.outputs.components) print_line(out, "table", *run.outputs.components);
  if (run.report) print_report(out, *report);
  return {};
}

}  // namespace glccl::tools
