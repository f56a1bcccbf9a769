#include "tools/glccl/mpi.hpp"

#include <utility>

#include "host/mpi/environment.hpp"

#if GLCCL_WITH_MPI
#include "glccl/engines/cpu_runner.hpp"
#include "glccl/host/mpi_labeling.hpp"
#include "glccl/spec.hpp"
#include "tools/glccl/laboratory.hpp"
#include "tools/glccl/slabs/device.hpp"
#include "tools/glccl/slabs/open_source.hpp"
#endif

namespace glccl::tools {
namespace {

engines::EngineInfo described_slabs() {
  return {.name = mpi_slabs_name,
          .summary = "a slab on each rank of an MPI job (mpirun -n P glccl ...); neighbours exchange borders alone",
          .source = "union-find over the components that meet at seams of slabs, in rounds; docs/use/scale.md",
          .backend = engines::Backend::mpi,
          .capabilities = {.engine = mpi_slabs_name, .formats = {}},
          .has_table = true,
          .find_reason = why_no_mpi};
}

}  // namespace

#if GLCCL_WITH_MPI

namespace {

host::LabelFunction label_slabs_by_ranks(const engines::RunOptions& options) {
  return [ranks = options.ranks](const ImageView& image, const LabelingSpec& spec, const ImageView*, bool measured,
                                 host::Labeled& result) -> Result<void> {
    Result<host::RanksLabels> labeled = host::label_slabs_by_ranks(image, spec, measured, ranks);
    if (!labeled) return labeled.error();
    result = {std::move(labeled->labels)};
    if (measured) result.components = std::move(labeled->components);
    return {};
  };
}

/// Labels blocks for the program on rank 0, whose exit status becomes that of the job. This rank succeeds or aborts the
/// job.
ExitStatus serve(const std::string& name, host::MpiSession& session) {
  const ExitStatus served = run_guarded(name, [&] {
    const Result<void> status = session.serve(open_source, open_rank_solver, serve_lab_task);
    return status ? done : fail(name, exit_status(status.error().code), status.error().message);
  });
  if (served != done) session.abort(served);
  return done;
}

}  // namespace

engines::EngineInfo mpi_slab_row() {
  engines::EngineInfo row = described_slabs();
  row.capabilities = host::labeler_capabilities(host::rank_slab_capabilities());
  row.make = [](const engines::DeviceChoice&) -> Result<std::unique_ptr<engines::Runner>> {
    return engines::make_cpu_runner(host::rank_slab_capabilities(), label_slabs_by_ranks);
  };
  return row;
}

Result<host::SlabReport> label_source_by_ranks(const std::string& text, const LabelingSpec& spec,
                                               const host::SlabOptions& options, const host::SlabSink& sink,
                                               const std::optional<std::filesystem::path>& labels,
                                               std::uint64_t first_byte, const std::string& solver) {
  std::optional<host::RankLabelsFile> file;
  if (labels) file = host::RankLabelsFile{*labels, first_byte};
  return host::label_source_by_ranks(text, open_source, spec, options, 0, sink, file, {solver, open_rank_solver});
}

Result<void> check_rank_count(const Extent& extent) { return host::check_rank_count(host::count_mpi_ranks(), extent); }

std::string why_no_mpi() { return {}; }

std::string describe_mpi() { return host::describe_mpi(); }

int count_mpi_ranks() { return host::count_mpi_ranks(); }

ExitStatus run_in_job(const std::string& name, const std::function<ExitStatus()>& program) {
  Result<host::MpiSession> session = host::MpiSession::join();
  if (!session) return fail(name, exit_status(session.error().code), session.error().message);
  return session->rank() > 0 ? serve(name, *session) : program();
}

#else

engines::EngineInfo mpi_slab_row() { return described_slabs(); }

std::string why_no_mpi() {
  return "built without MPI; install Open MPI (libopenmpi-dev and openmpi-bin) and configure with GLCCL_MPI=ON";
}

Result<host::SlabReport> label_source_by_ranks(const std::string&, const LabelingSpec&, const host::SlabOptions&,
                                               const host::SlabSink&, const std::optional<std::filesystem::path>&,
                                               std::uint64_t, const std::string&) {
  return Error{ErrorCode::no_device, why_no_mpi()};
}

Result<void> check_rank_count(const Extent&) { return {}; }

std::string describe_mpi() { return {}; }

int count_mpi_ranks() { return 1; }

ExitStatus run_in_job(const std::string&, const std::function<ExitStatus()>& program) {
  // This program cannot join the job, but only rank 0 may run the command.
  return host::mpi::rank_in_environment().value_or(0) > 0 ? done : program();
}

#endif

}  // namespace glccl::tools
