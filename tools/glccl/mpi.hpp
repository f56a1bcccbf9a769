// The engine mpi-slabs in the programs. A build without MPI knows its name and the reason why it cannot run.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "glccl/engines/registry.hpp"
#include "glccl/host/slabs.hpp"
#include "tools/glccl/exit_status.hpp"

namespace glccl::tools {

/// The row of mpi-slabs. In a build without MPI it has a reason instead of a maker.
engines::EngineInfo mpi_slab_row();

/// The name of the engine that labels a slab on each rank.
inline constexpr std::string_view mpi_slabs_name = "mpi-slabs";

/// host::label_source_by_ranks() on all ranks of the job, with the text of source_text(). All ranks write `labels`, the
/// members of a host::RankLabelsFile, if there is such a file. `solver` is a text of rank_solver_text(). Error
/// `no_device` in a build without MPI.
Result<host::SlabReport> label_source_by_ranks(const std::string& text, const LabelingSpec& spec,
                                               const host::SlabOptions& options, const host::SlabSink& sink,
                                               const std::optional<std::filesystem::path>& labels,
                                               std::uint64_t first_byte, const std::string& solver);

/// host::check_rank_count() of the ranks of the job. No error in a build without MPI.
Result<void> check_rank_count(const Extent& extent);

/// Why MPI engines cannot run here, in one line: built without MPI. Empty where it can.
std::string why_no_mpi();

/// The MPI library and its version, "Open MPI v4.1.4"; empty in a build without MPI.
std::string describe_mpi();

/// The ranks of the job that this process has joined; 1 without one.
int count_mpi_ranks();

/// Runs `program` outside of an MPI job and on rank 0 of one. Other ranks label parts for rank 0 until it leaves.
/// `name` is for messages.
ExitStatus run_in_job(const std::string& name, const std::function<ExitStatus()>& program);

}  // namespace glccl::tools
