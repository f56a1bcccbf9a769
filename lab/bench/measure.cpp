#include "lab/bench/measure.hpp"

#include <algorithm>
#include <fstream>
#include <utility>

#include "tools/bench/report.hpp"
#include "tools/glccl/mpi.hpp"
#include "tools/glccl/registry.hpp"

namespace glccl::tools {
namespace {

/// The model as Linux names it; empty where it does not.
std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return {};
}

/// Whether the error says that an engine cannot run here, and not that it failed.
bool is_absence(ErrorCode code) { return code != ErrorCode::gpu && code != ErrorCode::file; }

std::string join(const std::vector<std::string>& words, const std::string& between) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : between) + word;
  return text;
}

template <class Measure>
Cells cells_of(const PaperRows& rows, Measure measure) {
  Cells cells;
  for (const BenchRow* const row : rows) cells.push_back(row == nullptr ? std::nullopt : std::optional(measure(*row)));
  return cells;
}

}  // namespace

std::optional<BenchEngine> PaperBench::find(const std::string& engine) {
  Result<std::vector<BenchEngine>> named = parse_engines(engine);
  if (!named) {
    leave_out(engine, named.error().message);
    return std::nullopt;
  }
  BenchEngine& found = named->front();
  if (const std::string reason = why_not_here(found); !reason.empty()) {
    leave_out(engine, reason);
    return std::nullopt;
  }
  if (found.name.starts_with("mpi-rows") && count_mpi_ranks() == 1) {
    leave_out(engine, "a single rank; start it as mpirun -n P glccl bench");
    return std::nullopt;
  }
  if (found.needs_gl() && !make_context(engine)) return std::nullopt;
  return std::move(found);
}

bool PaperBench::make_context(const std::string& engine) {
  if (context_) return true;
  Result<host::HeadlessContext> context = host::HeadlessContext::create({.device = settings_.device});
  if (!context) {
    leave_out(engine, context.error().message);
    return false;
  }
  context_ = *std::move(context);
  context_info_ = host::describe_current_context();
  return true;
}

PaperRows PaperBench::measure(const PaperEngine& asked, const std::vector<PaperImage>& images) {
  PaperRows rows(images.size(), nullptr);
  const std::optional<BenchEngine> engine = status_ ? find(asked.engine) : std::nullopt;
  if (!engine) return rows;
  rows.clear();
  for (const PaperImage& image : images) measure_image(*engine, asked, image, rows);
  return rows;
}

void PaperBench::measure_image(const BenchEngine& engine, const PaperEngine& asked, const PaperImage& image,
                               PaperRows& rows) {
  rows.push_back(nullptr);
  if (!status_ || is_too_large(image.size)) return;
  BenchPlan plan;
  plan.engines = {engine};
  plan.inputs = {{&image.dataset, image.size}};
  plan.options = asked.options;
  plan.options.run.timing = TimingDetail::stages;
  plan.repetitions = settings_.repetitions;
  Result<std::vector<BenchRow>> measured = run_benchmarks(plan);
  if (!measured) {
    if (!is_absence(measured.error().code)) return fail(measured.error());
    return leave_out(asked.name, measured.error().message);
  }
  if (engine.info != nullptr && engine.info->backend == engines::Backend::cuda) cuda_ = engine.info->name;
  rows_.push_back(std::move(measured->front()));
  rows_.back().engine = asked.name;
  rows.back() = &rows_.back();
}

PaperColumn PaperBench::time(const PaperEngine& engine, const std::vector<PaperImage>& images) {
  return {engine.name, Origin::here, milliseconds(measure(engine, images))};
}

bool PaperBench::is_too_large(Extent size) {
  const bool large = std::max(size.width, size.height) > settings_.max_side;
  left_out_large_ = left_out_large_ || large;
  return large;
}

std::vector<std::string> PaperBench::notes() const {
  std::vector<std::string> notes;
  for (const std::string& line : absences_.lines()) notes.push_back("not here: " + line);
  if (left_out_large_) {
    notes.push_back("images with a side above " + std::to_string(settings_.max_side) + " are left out (--max-side)");
  }
  return notes;
}

Result<void> PaperBench::finish(PaperReport& report) {
  if (!status_) return status_;
  if (rows_.empty()) {
    return Error{left_out_large_ ? ErrorCode::invalid_argument : ErrorCode::no_device,
                 "--paper " + report.paper + ": there is nothing to measure: " + join(notes(), "; ")};
  }
  report.repetitions = settings_.repetitions;
  if (const std::string cpu = processor(); !cpu.empty()) report.machine.emplace_back("CPU", cpu);
  if (context_) report.machine.emplace_back("OpenGL", context_info_.renderer + ", " + context_info_.version);
  if (cuda_) {
    const Result<std::unique_ptr<engines::Runner>> cuda = registry().make(*cuda_);
    if (cuda) report.machine.emplace_back("CUDA", (*cuda)->device() + ", " + engines::describe_cuda_versions());
  }
  if (why_no_mpi().empty()) {
    report.machine.emplace_back("MPI", describe_mpi() + ", ranks: " + std::to_string(count_mpi_ranks()));
  }
  for (const std::string& note : notes()) report.notes.push_back(note);
  report.rows.assign(rows_.begin(), rows_.end());
  return {};
}

Cells milliseconds(const PaperRows& rows) {
  return cells_of(rows, [](const BenchRow& row) { return median(row.times); });
}

Cells throughput(const PaperRows& rows) {
  return cells_of(
      rows, [](const BenchRow& row) { return static_cast<double>(row.size.elements()) / 1000.0 / median(row.times); });
}

Cells stage_milliseconds(const PaperRows& rows, const std::string& name) {
  return cells_of(rows, [&](const BenchRow& row) {
    const auto stage =
        std::find_if(row.stages.begin(), row.stages.end(), [&](const BenchStage& one) { return one.name == name; });
    return stage == row.stages.end() ? 0.0 : median(stage->times);
  });
}

std::vector<std::string> names_of(const std::vector<PaperImage>& images) {
  std::vector<std::string> names;
  for (const PaperImage& image : images) names.push_back(image.name);
  return names;
}

}  // namespace glccl::tools
