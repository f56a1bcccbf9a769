#include "bench_paper.hpp"

#include <algorithm>
#include <array>
#include <iomanip>
#include <numeric>
#include <ostream>
#include <sstream>
#include <vector>

#include "arguments.hpp"
#include "bench_report.hpp"
#include "bench_run.hpp"
#include "cuda_engine.hpp"

namespace glccl::tools {
namespace {

/// A column of figure 35.11 in Mpixel/s, and of figure 35.12 in percent.
struct StavaColumn {
  const char* example;
  Dataset dataset;
  int side;
  double wu;                  ///< "CPU", 3 GHz Core 2 Duo
  double stava;               ///< "CUDA2", GeForce GTX 480
  std::array<int, 4> shares;  ///< of kernels 1 to 4; zeros where the paper has none
};

std::vector<StavaColumn> stava_columns() {
  // (a) are slices of a scanned log, which are not to be had: sparse discs come nearest.
  const Dataset sparse{"circles-250", "circles", {.circles = 250}};
  const Dataset dense{"circles-2500", "circles", {.circles = 2500}};
  const Dataset large{"objects", "objects", {}};
  return {
      {"(a) sparse", sparse, 512, 76, 1542, {0, 0, 0, 0}},
      {"(b) large objects", large, 1024, 111, 1049, {34, 52, 7, 7}},
      {"(b) large objects", large, 2048, 112, 1294, {40, 43, 8, 9}},
      {"(b) large objects", large, 4096, 111, 1553, {46, 33, 9, 12}},
      {"(c) 2500 spheres", dense, 1024, 73, 647, {41, 48, 6, 5}},
      {"(c) 2500 spheres", dense, 2048, 73, 735, {45, 43, 6, 6}},
      {"(c) 2500 spheres", dense, 4096, 74, 834, {50, 37, 5, 8}},
      {"(d) 250 spheres", sparse, 1024, 121, 1398, {44, 38, 8, 10}},
      {"(d) 250 spheres", sparse, 2048, 124, 1740, {48, 34, 7, 11}},
      {"(d) 250 spheres", sparse, 4096, 123, 1939, {53, 28, 7, 12}},
  };
}

/// Kernels 1 to 4 by the names of their times.
constexpr std::array stava_kernels = {"label_tiles", "merge_tiles", "flatten_borders", "flatten_labels"};

std::string fixed(double value, int digits) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(digits) << value;
  return text.str();
}

double mpixel_per_s(const BenchRow& row) { return static_cast<double>(row.size.pixels()) / 1000.0 / median(row.times); }

double stage_median(const BenchRow& row, const char* name) {
  const auto stage =
      std::find_if(row.stages.begin(), row.stages.end(), [&](const BenchStage& one) { return one.name == name; });
  return stage == row.stages.end() ? 0.0 : median(stage->times);
}

void print_throughput(std::ostream& out, const StavaColumn& column, const BenchRow& gpu, const BenchRow& cpu) {
  out << std::left << std::setw(20) << column.example << std::right << std::setw(6) << column.side << std::setw(12)
      << fixed(column.stava, 0) << std::setw(12) << fixed(mpixel_per_s(gpu), 0) << std::setw(8)
      << fixed(mpixel_per_s(gpu) / column.stava, 1) << std::setw(12) << fixed(column.wu, 0) << std::setw(12)
      << fixed(mpixel_per_s(cpu), 0) << std::setw(10) << fixed(column.stava / column.wu, 1) << std::setw(10)
      << fixed(mpixel_per_s(gpu) / mpixel_per_s(cpu), 1) << "\n";
}

void print_shares(std::ostream& out, const StavaColumn& column, const BenchRow& gpu) {
  std::array<double, 4> times{};
  for (std::size_t i = 0; i < 4; ++i) times[i] = stage_median(gpu, stava_kernels[i]);
  const double all = std::accumulate(times.begin(), times.end(), 0.0);
  out << std::left << std::setw(20) << column.example << std::right << std::setw(6) << column.side;
  for (std::size_t i = 0; i < 4; ++i) {
    const std::string published = column.shares[i] == 0 ? "-" : std::to_string(column.shares[i]);
    out << std::setw(10) << published << std::setw(6) << fixed(100.0 * times[i] / all, 0);
  }
  out << "\n";
}

void print_stava(std::ostream& out, const std::vector<StavaColumn>& columns, const std::vector<BenchRow>& gpu,
                 const std::vector<BenchRow>& cpu) {
  out << "O. Stava and B. Benes, figure 35.11: Mpixel/s of labels that stay in device memory; published: GeForce GTX "
         "480, and Wu et al. on a 3 GHz Core 2 Duo\n\n"
      << std::left << std::setw(20) << "image" << std::right << std::setw(6) << "side" << std::setw(12) << "published"
      << std::setw(12) << "cuda-stava" << std::setw(8) << "ratio" << std::setw(12) << "Wu et al." << std::setw(12)
      << "cpu-serial" << std::setw(10) << "speedup" << std::setw(10) << "here"
      << "\n";
  for (std::size_t i = 0; i < columns.size(); ++i) print_throughput(out, columns[i], gpu[i], cpu[i]);
  out << "\nFigure 35.12: share of each kernel in percent, published and here\n\n"
      << std::left << std::setw(20) << "image" << std::right << std::setw(6) << "side";
  for (const char* kernel : stava_kernels) out << std::setw(16) << kernel;
  out << "\n";
  for (std::size_t i = 0; i < columns.size(); ++i) print_shares(out, columns[i], gpu[i]);
}

/// One engine on one column.
Result<BenchRow> measure(const std::string& engine, const StavaColumn& column, int repetitions) {
  Result<std::vector<BenchEngine>> engines = parse_engines(engine);
  if (!engines) return engines.error();
  BenchPlan plan;
  plan.engines = *std::move(engines);
  plan.sizes = {{column.side, column.side}};
  plan.datasets = {&column.dataset};
  plan.options = {.timings = Timings::stages};
  plan.repetitions = repetitions;
  Result<std::vector<BenchRow>> rows = run_benchmarks(plan);
  if (!rows) return rows.error();
  return std::move(rows->front());
}

Result<std::string> run_stava(int repetitions, std::ostream& out) {
  std::string device;
  {
    const Result<CudaEngine> cuda = CudaEngine::create();
    if (!cuda) return cuda.error();
    device = cuda->device();
  }
  const std::vector<StavaColumn> columns = stava_columns();
  std::vector<BenchRow> gpu;
  std::vector<BenchRow> cpu;
  for (const StavaColumn& column : columns) {
    for (const auto& [engine, rows] : {std::pair{"cuda-stava+root", &gpu}, std::pair{"cpu-serial", &cpu}}) {
      Result<BenchRow> row = measure(engine, column, repetitions);
      if (!row) return row.error();
      rows->push_back(*std::move(row));
    }
  }
  out << "CUDA device  " << device << ", " << describe_cuda_versions() << "\n\n";
  print_stava(out, columns, gpu, cpu);
  BenchReport report{{.renderer = device, .version = describe_cuda_versions()}, {}, repetitions, gpu};
  report.rows.insert(report.rows.end(), cpu.begin(), cpu.end());
  return bench_json(report);
}

struct Paper {
  const char* name;
  Result<std::string> (*run)(int repetitions, std::ostream& out);
};

constexpr Paper papers[] = {{"stava", run_stava}};

}  // namespace

Result<std::string> run_paper(const std::string& name, int repetitions, std::ostream& out) {
  for (const Paper& paper : papers) {
    if (paper.name == name) return paper.run(repetitions, out);
  }
  return Error{ErrorCode::invalid_argument, "--paper: there is no paper \"" + name + "\": there are " + list_papers()};
}

std::string list_papers() {
  std::string text;
  for (const Paper& paper : papers) text += (text.empty() ? "" : ", ") + std::string(paper.name);
  return text;
}

}  // namespace glccl::tools
