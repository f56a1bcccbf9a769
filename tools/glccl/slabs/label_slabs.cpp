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
#include "glccl/host/cpu.hpp"
#include "glccl/host/slab_plan.hpp"
#include "glccl/host/slab_sources.hpp"
#include "glccl/host/slabs.hpp"
#include "host/engines/stopwatch.hpp"
#include "tools/glccl/exit_status.hpp"
#include "tools/glccl/mpi.hpp"
#include "tools/glccl/options/arguments.hpp"
#include "tools/glccl/options/spec_options.hpp"
#include "tools/glccl/progress.hpp"
#include "tools/glccl/registry.hpp"
#include "tools/glccl/slabs/device.hpp"
#include "tools/glccl/slabs/open_source.hpp"
#include "tools/glccl/slabs/slab_outputs.hpp"
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
  const auto read = [source = std::move(source), selection](int first, int planes, void* elements) -> Result<void> {
    host::Image slab{host::slab_of(source.extent, planes), source.format, {}};
    slab.bytes.resize(static_cast<std::size_t>(slab.extent.elements()) * bytes_per_pixel(slab.format));
    if (Result<void> status = source.read(first, planes, slab.bytes.data()); !status) return status;
    const Result<SelectedImage> selected = select(slab, selection);
    if (!selected) return selected.error();
    std::copy(selected->image.bytes.begin(), selected->image.bytes.end(), static_cast<std::uint8_t*>(elements));
    return {};
  };
  return {extent, format, read};
}

/// Solves slabs by an engine. Engines with a GPU would take memory for a table of unknown length, so the CPU measures
/// what they label, and moments for all engines.
host::SolveSlab solve_by(engines::Runner& runner) {
  return [&runner](const ImageView& slab, const LabelingSpec& spec, bool measured, host::SlabSolution& solution) {
    const bool has_table = measured && !runner.is_on_gpu();
    if (Result<void> status = runner.upload(slab); !status) return status;
    const std::uint32_t rows = has_table ? std::numeric_limits<std::uint32_t>::max() : 0;
    LabelingSpec labeled = spec;
    labeled.columns = 0;
    if (Result<void> status = runner.label(labeled, {.table_rows = rows}); !status) return status;
    Result<std::vector<Component>> components = std::vector<Component>();
    if (has_table) components = runner.components();
    if (!components) return Result<void>(components.error());
    Result<LabelImage> labels = runner.take_labels();
    if (!labels) return Result<void>(labels.error());
    if (measured && !has_table) {
      components = host::measure_components(*labels);
      if (!components) return Result<void>(components.error());
      if (std::holds_alternative<Equal>(spec.criterion)) host::read_values(slab, *components);
    }
    std::vector<Moments> moments;
    if (measured && spec.columns != 0) moments = host::measure_moments(*labels, components->size());
    solution = {*std::move(labels), *std::move(components), std::move(moments)};
    return Result<void>();
  };
}

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

void print_report(std::ostream& out, const SlabReport& report, const Extent& extent, bool has_sums, double seconds) {
  const auto print = [&](const char* name, auto value) {
    out << "  " << std::left << std::setw(24) << name << value << "\n";
  };
  if (has_sums) {
    print("foreground elements", report.foreground);
    print("largest component", report.largest);
  }
  print("planes read", report.planes_read);
  print("planes read twice", report.planes_read_again);
  print("slabs solved again", report.solved_again);
  print("slabs solved from kept", report.solved_from_kept);
  print("elements held", report.elements_held);
  print("bytes kept", report.kept_bytes);
  print("components at borders", report.border_components);
  print("pairs across seams", report.pairs);
  print("nodes held", report.nodes_held);
  print("rows held", report.rows_held);
  if (report.device_bytes > 0) print("device bytes", report.device_bytes);
  if (report.pinned_bytes > 0) print("pinned bytes", report.pinned_bytes);
  print("peak resident bytes", peak_resident_bytes());
  print("seconds", fixed(seconds, 3));
  print("elements per second", fixed(static_cast<double>(extent.elements()) / seconds, 0));
}

/// What is labeled, how, and by which engine.
struct SlabWork {
  SlabSource source;
  LabelingSpec spec;
  std::string criterion;  ///< In words.
  std::string engine;     ///< Its name.
  bool by_ranks = false;
  std::optional<SlabDevices> devices;  ///< Where slabs stay on devices.
  std::unique_ptr<engines::Runner> runner;
};

/// The devices on which the slabs of an engine stay.
std::optional<SlabDevices> devices_of(const SlabRun& run, const std::string& engine) {
  const std::optional<cuda::Method> method = find_slab_method(engine);
  if (!method) return std::nullopt;
  return SlabDevices{run.gpus.empty() ? std::vector<int>{run.device} : run.gpus, *method, run.device_memory};
}

Result<SlabWork> open_work(const SlabRun& run) {
  Result<SlabSource> opened = open_source(source_text(run.image, run.raw, run.read));
  if (!opened) return opened.error();
  const Extent extent = opened->extent;
  // The criterion and the format that is labeled are those of any image of this format.
  host::Image one{{1, 1}, opened->format, std::vector<std::uint8_t>(bytes_per_pixel(opened->format))};
  one.opaque = opened->opaque;
  const Result<SelectedImage> selected = select(one, run.selection);
  if (!selected) return selected.error();
  const auto connectivity = connectivity_for(run.spec.connectivity, extent, run.image);
  if (!connectivity) return connectivity.error();
  const LabelingSpec spec{.connectivity = *connectivity, .criterion = selected->criterion};
  if (Result<void> status = check_properties(run.properties, extent, run.image); !status) return status.error();

  const std::string name = run.engine == "auto" ? "cpu-fast" : run.engine;
  const Result<const engines::EngineInfo*> engine = registry().find(name);
  if (!engine) return engine.error();
  if (Result<void> status = registry().check_support(**engine, spec, extent); !status) return status.error();
  Result<std::unique_ptr<engines::Runner>> runner = registry().make(name, {.index = run.device});
  if (!runner) return runner.error();
  if (name == mpi_slabs_name && selected->image.format != one.format) {
    return Error{ErrorCode::unsupported, "--engine " + name + " and --memory label values as they are stored, and " +
                                             run.image + " has colors: use --equal or --max-difference"};
  }
  LabelingSpec measured = spec;
  measured.columns = slab_columns_of(run.properties);  // which no engine needs to have: solve_by() measures them
  return SlabWork{select_slabs(*std::move(opened), run.selection, selected->image.format),
                  measured,
                  selected->description,
                  name,
                  name == mpi_slabs_name,
                  devices_of(run, name),
                  *std::move(runner)};
}

std::string rank_engine_of(const SlabRun& run) { return run.rank_engine.empty() ? "cpu-fast" : run.rank_engine; }

Result<host::SlabPlan> plan_work(const SlabWork& work, const SlabRun& run, const host::SlabOptions& options) {
  const SlabSource& source = work.source;
  const std::uint32_t columns = work.spec.columns;
  if (work.devices) return plan_device_slabs(source, options, run.memory, *work.devices, columns);
  const CriterionKind kind = kind_of(work.spec.criterion);
  const bool has_rows = options.components || options.sums;
  if (!work.by_ranks) {
    return host::plan_slabs(source.extent, source.format, kind, has_rows, run.memory, options.wide_labels, columns);
  }
  return host::plan_ranks(source.extent, source.format, kind, has_rows, count_mpi_ranks(), run.memory,
                          options.wide_labels, columns);
}

Result<SlabReport> label_work(const SlabWork& work, const SlabRun& run, const host::SlabOptions& options,
                              const host::SlabSink& sink, const SlabOutputs& outputs) {
  if (work.by_ranks) {
    return label_source_by_ranks(source_text(run.image, run.raw, run.read), work.spec, options, sink,
                                 outputs.shared_labels(), outputs.labels_begin(),
                                 rank_solver_text(rank_engine_of(run), run.gpus));
  }
  if (work.devices) return label_on_device(work.source, *work.devices, work.spec, options, sink);
  // A runner gives copies of rows, and new memory for the labels of each slab.
  const host::SolveSlab solve = work.engine == "cpu-fast" ? host::solve_by_cpu_fast() : solve_by(*work.runner);
  return host::label_slabs(work.source, solve, work.spec, options, sink);
}

std::string describe_way(const SlabWork& work, const SlabRun& run) {
  if (work.by_ranks) return ", a slab on each rank, by " + rank_engine_of(run);
  return work.devices ? ", slabs that overlap" : ", slab by slab";
}

/// Whether --gpus, --device-memory and --rank-engine fit the engine.
Result<void> check_devices(const SlabRun& run) {
  const auto refuse = [](const std::string& option, const std::string& engine, const std::string& way) {
    return Error{ErrorCode::invalid_argument, option + " and " + engine + " contradict each other: use " + way};
  };
  const bool on_device = find_slab_method(run.engine).has_value();
  if (run.device_memory && !on_device) {
    return refuse("--device-memory", "--engine " + run.engine, "--engine cuda-fast or cuda-stava");
  }
  if (run.engine != mpi_slabs_name) {
    if (!run.rank_engine.empty()) {
      return refuse("--rank-engine " + run.rank_engine, "--engine " + run.engine, "--engine mpi-slabs");
    }
    if (run.gpus.empty() || on_device) return {};
    return refuse("--gpus", "--engine " + run.engine, "--engine cuda-fast or cuda-stava");
  }
  const std::string engine = rank_engine_of(run);
  if (Result<void> status = check_rank_engine(engine); !status) return status;
  if (run.gpus.empty() || !rank_solver_text(engine, {}).empty()) return {};
  return refuse("--gpus", "--rank-engine " + engine, "--rank-engine cuda-fast");
}

/// Why a need takes the whole image.
std::string why_not_by_slabs(Need need) {
  switch (need) {
    case Need::holes:
      return "a hole may reach into any slab";
    case Need::periodic:
      return "the seam joins the first slab with the last one";
    default:
      return "what a component is like is known after its last slab";
  }
}

}  // namespace

Result<void> check_slab_run(const SlabRun& run) {
  const auto refuse = [&](const std::string& option, const std::string& reason) {
    const std::string conflict = run.why.empty()
                                     ? option + " and --memory contradict each other"
                                     : run.why + ", so it is labeled slab by slab, which " + option + " does not allow";
    return Error{ErrorCode::invalid_argument, conflict + ": " + reason};
  };
  if (const std::optional<Need> need = first_need(run.spec)) {
    return refuse(named_options(run.spec, *need), why_not_by_slabs(*need) + "; leave it out");
  }
  if (run.has_seeds) return refuse("--seeds", "a component under a seed may reach into any slab; leave it out");
  if (run.outputs.boundaries)
    return refuse("--boundaries", "the neighbors of a slab are in the next one; leave it out");
  if (run.outputs.contacts) return refuse("--contacts", "components touch across slabs; leave it out");
  if (run.has_mask) return refuse("--mask", "masks are not read slab by slab; leave it out");
  for (const Property& property : run.properties) {
    if (is_slab_property(property)) continue;
    return refuse(
        "--properties " + std::string(property.name),
        "it needs windows, seams or intensities, which lie in several slabs; there are " + slab_property_names());
  }
  if (run.has_timings) return refuse("--timings", "the stages of a slab are not those of the image; leave it out");
  if (run.outputs.overlay) return refuse("--overlay", "a picture is drawn of a whole image; leave it out");
  if (run.selection.threshold && run.selection.threshold->otsu) {
    return refuse("--threshold otsu", "Otsu's threshold needs the whole image; give a number");
  }
  if (Result<void> status = check_devices(run); !status) return status;
  return run.outputs.labels ? host::check_slab_labels_path(*run.outputs.labels) : Result<void>();
}

Result<void> run_by_slabs(const SlabRun& run, std::ostream& out) {
  const engines::Stopwatch stopwatch;
  const Result<SlabWork> work = open_work(run);
  if (!work) return work.error();
  const Extent extent = work->source.extent;
  if (work->by_ranks) {
    if (Result<void> status = check_rank_count(extent); !status) return status;
  }
  host::SlabOptions options{.labels = run.outputs.labels.has_value(),
                            .wide_labels = run.wide_labels,
                            .components = run.outputs.components.has_value(),
                            .sums = run.report && !work->by_ranks};
  const Result<host::SlabPlan> plan = plan_work(*work, run, options);
  if (!plan) return plan.error();
  if (!run.why.empty()) {
    say("glccl", run.why + ": it is labeled in slabs of up to " + std::to_string(plan->planes) +
                     (extent.is_volume() ? " slices" : " rows") + " and " + std::to_string(run.memory >> 20) +
                     " MiB of memory; --memory sets how much");
  }

  SlabOutputs outputs(run.properties);
  if (Result<void> status = outputs.open(run.outputs, extent, work->by_ranks, run.wide_labels); !status) return status;
  host::SlabSink sink;
  if (options.labels || options.components) sink = [&](const host::FinishedSlab& slab) { return outputs.write(slab); };
  SlabProgress progress(extent);
  options.planes = plan->planes;
  options.kept_bytes = plan->kept_bytes;
  options.progress = [&](std::int64_t done, std::int64_t all) { progress.show(done, all); };
  const engines::Stopwatch labeling;
  const Result<SlabReport> report = label_work(*work, run, options, sink, outputs);
  const double seconds = labeling.milliseconds() / 1000.0;
  progress.clear();
  if (!report) return report.error();
  if (Result<void> status = outputs.commit(); !status) return status;

  print_line(out, "image", run.image + ", " + to_string(extent));
  print_line(out, "criterion", work->criterion);
  print_line(out, "engine", work->engine + describe_way(*work, run));
  print_line(out, "slabs",
             std::to_string(report->slabs) + " of up to " + std::to_string(plan->planes) +
                 (extent.is_volume() ? " slices" : " rows"));
  print_line(out, "components", std::to_string(report->components));
  print_line(out, "time", fixed(stopwatch.milliseconds(), 1) + " ms");
  if (run.outputs.labels) print_line(out, "labels", *run.outputs.labels);
  if (run.outputs.components) print_line(out, "table", *run.outputs.components);
  if (run.report) print_report(out, *report, extent, options.sums, seconds);
  return {};
}

}  // namespace glccl::tools
