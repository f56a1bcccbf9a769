// What the laboratory adds to the programs: its engines, and what they take in the bench.
#include "tools/glccl/laboratory.hpp"

#include <utility>

#include "glccl/engines/cpu_runner.hpp"
#include "glccl/spec.hpp"
#include "host/engines/rows.hpp"
#include "lab/cpu/label_wu.hpp"
#include "lab/cuda/methods.hpp"
#include "tools/glccl/mpi.hpp"

#if GLCCL_WITH_MPI
#include "lab/mpi/label_rows.hpp"
#endif

namespace glccl::tools {
namespace {

constexpr engines::CudaRow cuda_methods[] = {
    {lab::jung, "CUDA: roots take the smallest neighbouring label, by atomicMin",
     "I.-Y. Jung and C.-S. Jeong, as of Bester and Pulles, Connected-Components Labeling, section 3.3"},
    {lab::jung_surface, "CUDA: cuda-jung on a surface, without atomics",
     "Bester and Pulles, Connected-Components Labeling, section 3.3"},
    {lab::qin, "CUDA: every pixel takes the smallest label around it, with extents",
     "F. Qin and B. Fang, GPU accelerated parallel labeling algorithm of connected-domains in binary images, 2010"},
    {lab::hawick, "CUDA: label equivalence: scanning, analysis, labeling",
     "K. A. Hawick, A. Leist and D. P. Playne, Parallel graph component labelling with GPUs and CUDA, 2010, kernel D"},
};

engines::EngineInfo wu_row() {
  return {.name = "cpu-wu",
          .summary = "decision tree and array union-find on one CPU core",
          .source = "K. Wu, E. Otoo and K. Suzuki, Optimizing two-pass connected-component labeling algorithms, 2009",
          .capabilities = host::labeler_capabilities(host::wu_capabilities()),
          .make = [](const engines::DeviceChoice&) -> Result<std::unique_ptr<engines::Runner>> {
            return engines::make_cpu_runner(host::wu_capabilities(),
                                            [](const engines::RunOptions&) { return host::label_by(host::label_wu); });
          }};
}

#if GLCCL_WITH_MPI
host::LabelFunction label_by_ranks(const engines::RunOptions& options) {
  return [ranks = options.ranks](const ImageView& image, const LabelingSpec& spec, const ImageView*, bool,
                                 host::Labeled& result) -> Result<void> {
    Result<host::RowsLabels> labeled = host::label_rows(image, spec, ranks);
    if (!labeled) return labeled.error();
    const host::RowsTimes& times = labeled->times;
    result = {std::move(labeled->labels),
              {{"scatter", {}, times.scatter},
               {"label", {}, times.label},
               {"gather", {}, times.gather},
               {"merge", {}, times.merge}}};
    return {};
  };
}
#endif

/// In a build without MPI it has a reason instead of a maker.
engines::EngineInfo mpi_rows_row() {
  engines::EngineInfo row{
      .name = "mpi-rows",
      .summary = "blocks of rows on the ranks of an MPI job (mpirun -n P glccl ...), merged on the first",
      .source = "C. Bester and L. Pulles, Connected-Components Labeling, algorithm 2",
      .backend = engines::Backend::mpi,
      .capabilities = {.engine = "mpi-rows", .formats = {}},
      .find_reason = why_no_mpi};
#if GLCCL_WITH_MPI
  row.capabilities = host::labeler_capabilities(host::rows_capabilities());
  row.make = [](const engines::DeviceChoice&) -> Result<std::unique_ptr<engines::Runner>> {
    return engines::make_cpu_runner(host::rows_capabilities(), label_by_ranks);
  };
#endif
  return row;
}

bool is_jung(const BenchEngine& engine) {
  return engine.info != nullptr && (engine.info->name == "cuda-jung" || engine.info->name == "cuda-jung-surface");
}

bool set_block_side(BenchEngine& engine, int number) {
  engine.run.tuning = number;
  return number == 4 || number == 8 || number == 16 || number == 32;
}

constexpr Addition additions[] = {
    {"block-", "cuda-jung, cuda-jung-surface: blocks of NxN threads, N is 4, 8, 16 or 32", is_jung, set_block_side},
};

}  // namespace

std::vector<engines::EngineInfo> lab_rows() {
  std::vector<engines::EngineInfo> rows = {wu_row(), mpi_rows_row()};
  for (const engines::CudaRow& row : cuda_methods) rows.push_back(engines::cuda_row(row));
  return rows;
}

std::span<const Addition> lab_additions() { return additions; }

void serve_lab_task([[maybe_unused]] const host::mpi::JobTask& task) {
#if GLCCL_WITH_MPI
  host::mpi::serve_rows(task);
#endif
}

}  // namespace glccl::tools
