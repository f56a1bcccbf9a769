// The engine `mpi-slabs`: the ranks of an MPI job label one image together. The library glccl::mpi,
// which find_package(glccl COMPONENTS mpi) finds, exists in builds with MPI. This header includes no MPI header.
//
//   mpirun -n 4 program: every process makes an MpiSession first. Ranks above 0 serve() and leave. Rank 0 goes on as a
//   program without MPI would; wherever it calls label_slabs_by_ranks(), the other ranks label their parts.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "glccl/host/slabs.hpp"
#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// The MPI library and its version: "Open MPI v4.1.4".
std::string describe_mpi();

/// The number of ranks of the job that this process has joined; 1 without a job.
int count_mpi_ranks();

/// Initialises MPI outside of a job if it is not initialised yet, which takes some tenths of a second. Otherwise the
/// first labeling does it: call this before you measure one.
void start_mpi();

/// A result of label_slabs_by_ranks().
struct RanksLabels {
  LabelImage labels;                  ///< Numbering::raster.
  std::vector<Component> components;  ///< Row i describes label i + 1; empty unless it was asked for.
  int ranks = 1;                      ///< Ranks that had a slab.
};

/// Capabilities of the engine `mpi-slabs`: those of `cpu-fast`.
Capabilities rank_slab_capabilities();

/// The engine `mpi-slabs`: rank 0 calls it, and the first `ranks` ranks of the job take part, 0: all, but no more than
/// there are planes (rows, of volumes slices). Each has a slab of nearly the same thickness and labels it by `cpu-fast`
/// on one core. Ranks send their last plane to the next one, the pairs of components that touch are contracted in
/// rounds, and MPI_Exscan gives each rank the number of components before its own: docs/use/scale.md. No rank gathers
/// pairs. Rank 0 has the image, and gets labels and rows. The labels have Numbering::raster for either value of
/// `spec.numbering`. With `measured` makes the component table.
///
/// Outside of a job this process is the only rank. Where rank 0 runs out of memory during the work, the job is ended.
///
/// Errors: those of check() with rank_slab_capabilities(), `invalid_argument` (`ranks` is negative or above those of
/// the job: the message has both), `too_large` (no memory for labels on rank 0, or of a rank for its slab, which the
/// message names).
Result<RanksLabels> label_slabs_by_ranks(const ImageView& image, const LabelingSpec& spec, bool measured,
                                         int ranks = 0);

/// Whether each of so many ranks gets a slab of such an image or volume. Error `invalid_argument`: more ranks than
/// planes.
Result<void> check_rank_count(int ranks, const Extent& extent);

/// Opens the image that a text names. Every rank of a job calls it with the same text.
using OpenSlabs = std::function<Result<SlabSource>(const std::string& text)>;

/// What solves the slabs of the ranks.
struct RankSolver {
  /// Makes the solver of a rank, of a text that all ranks get, and the rank's place among those of its host, from 0.
  using Open = std::function<Result<SolveSlab>(const std::string& text, int place_on_host)>;

  std::string text = {};  ///< Empty: `cpu-fast` on one core, whatever `open` is.
  Open open = {};         ///< Called on rank 0; other ranks call that of MpiSession::serve().
};

namespace mpi {
struct JobTask;
}

/// What a rank does for a task of another library (host/mpi/job.hpp).
using ServeTask = std::function<void(const mpi::JobTask& task)>;

/// A file that all ranks write their labels to.
struct RankLabelsFile {
  std::filesystem::path path = {};  ///< Absolute, and the same for all ranks: OutputFile::temporary_path().
  std::uint64_t first_byte = 0;     ///< Where the label of the first element is. The others follow in raster order.
};

/// The same for an image that no rank holds: rank 0 calls it, and each rank opens the image that `text` names, and
/// reads its slab by itself. Rank 0 hands the finished slabs to `sink`, one after the other, and holds the labels of
/// two at most. With `file` the ranks write their labels there at the same time, and the sink gets none. Of `options`
/// only `labels`, `wide_labels` and `components` count. Without a sink components are counted. With `solver` another
/// engine than `cpu-fast` solves the slabs: one that has a GPU for each rank, say.
///
/// The report sums up all ranks: `slabs` are the ranks with a slab, `elements_held` is that of the thickest slab with
/// the plane before it, and `nodes_held` the most components at borders that a rank has held for a join.
///
/// Errors: those of label_slabs_by_ranks() and slab_capabilities(), those of label_slabs() for LabelingSpec::columns,
/// `invalid_argument` (more ranks than planes), those of `open`, of `solver`, of reading and of writing on any rank,
/// which the message names, `file` (ranks that see different images), and those of `sink`.
Result<SlabReport> label_source_by_ranks(const std::string& text, const OpenSlabs& open, const LabelingSpec& spec,
                                         const SlabOptions& options, int ranks = 0, const SlabSink& sink = {},
                                         const std::optional<RankLabelsFile>& file = {}, const RankSolver& solver = {});

/// The part of a process in the job that mpirun started, from the first lines of main() to the last. After join(), a
/// failure of MPI itself, which leaves other ranks in calls that never return, ends the whole job: with one line on
/// standard error and the exit status `failed`.
class MpiSession {
 public:
  static constexpr int failed = 5;  ///< The exit status of a job in which MPI failed.

  /// Joins the job that the environment names (Open MPI's OMPI_COMM_WORLD_RANK, PMIX_RANK, or PMI_RANK). Does nothing
  /// where it names none. Error `no_device`: mpirun belongs to another MPI library than the one of this build.
  static Result<MpiSession> join();
  /// Moves. The other object may only be destroyed or assigned to afterwards.
  MpiSession(MpiSession&& other) noexcept;
  MpiSession& operator=(MpiSession&&) = delete;
  /// Ends serve() on all other ranks where this is rank 0, and finalises MPI where it was initialised.
  ~MpiSession();

  /// 0 in the process that runs the program; other ranks serve it.
  int rank() const { return rank_; }

  /// Ranks above 0: labels blocks and slabs for rank 0 until rank 0 leaves. `open` is that of the calls of
  /// label_source_by_ranks() on rank 0, and `open_solver` makes the solvers that RankSolver::text names there.
  /// `serve_other` has to be there if rank 0 announces tasks of another library. Error `too_large`: no memory for the
  /// block. Call abort() then, because rank 0 waits for the block.
  Result<void> serve(const OpenSlabs& open = {}, const RankSolver::Open& open_solver = {},
                     const ServeTask& serve_other = {});

  /// Ends all processes of the job. mpirun exits with `status`.
  [[noreturn]] void abort(int status);

 private:
  explicit MpiSession(int rank) : rank_(rank) {}
  int rank_;
  bool joined_ = true;  ///< False once it has been moved from.
};

}  // namespace glccl::host
