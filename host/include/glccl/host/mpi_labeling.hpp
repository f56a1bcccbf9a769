// The engine `mpi-rows`: one image labeled by the ranks of an MPI job, and what a program does that mpirun starts. No
// MPI header; a build without MPI has the same functions, which say so. They are in the library glccl::mpi, which
// find_package(glccl COMPONENTS mpi) finds.
//
//   mpirun -n 4 program: every process makes an MpiSession first; ranks above 0 serve() and leave, rank 0 goes on as a
//   program without MPI would, and wherever it calls label_rows() the others label their part.
#pragma once

#include <string>

#include "glccl/host/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// Why `mpi-rows` cannot run here, in one line: built without MPI. Empty when it can.
std::string why_no_mpi();

/// The MPI library and its version, "Open MPI v4.1.4"; empty in a build without MPI.
std::string describe_mpi();

/// The ranks of the job that this process has joined; 1 without one.
int count_mpi_ranks();

/// Initialises MPI where that has not happened, outside of a job, which takes some tenths of a second: for who measures
/// the first label_rows(), which does it otherwise. Nothing in a build without MPI.
void start_mpi();

/// Where the time of one labeling went, in milliseconds from when all ranks were ready: the sum is what rank 0 took.
struct RowsTimes {
  double scatter = 0.0;  ///< the blocks going out, on rank 0
  double label = 0.0;    ///< the labeling of the block that took longest
  double gather = 0.0;   ///< what it took beyond that until the labels of all blocks were back on rank 0
  double merge = 0.0;    ///< the borders of blocks and the final labels, on rank 0
};

/// What label_rows() gives.
struct RowsLabels {
  LabelImage labels;  ///< Numbering::raster
  int ranks = 1;      ///< that were given a block, some of which may be empty
  RowsTimes times;
};

/// Engine `mpi-rows`, on rank 0: Bester and Pulles, 3.2 and algorithm 2. The rows are scattered in blocks of equal
/// height (the last may be lower, and there are none for ranks beyond the last row), every rank labels its block, the
/// labels are gathered, and rank 0 merges what touches across the borders of blocks. Criteria as label_serial() has
/// them, and the same requirements; besides rank 0 needs 4 bytes a pixel, and other ranks that and the image's bytes
/// for the rows of their block. `ranks`: how many of the job's take part, 0: all. Outside of a job this process is the
/// only rank; MPI is then initialised by the first call, and finalised by the MpiSession. Errors: `invalid_argument`
/// (`ranks` negative or above those of the job: the message has both), `no_device` (a build without MPI). Throws
/// std::bad_alloc only before other ranks have heard of the labeling.
Result<RowsLabels> label_rows(const Image& image, Connectivity connectivity, const Criterion& criterion, int ranks = 0);

/// A process's part in the job that mpirun started, from the first lines of main() to the last. From join() on, a
/// failure of MPI itself, which leaves the other ranks in calls that never return, ends the whole job: with one line
/// on standard error and exit status `failed`.
class MpiSession {
 public:
  static constexpr int failed = 5;  ///< the exit status of a job that MPI has failed

  /// Joins the job that the environment names (Open MPI's OMPI_COMM_WORLD_RANK, PMIX_RANK, or PMI_RANK). Without one
  /// it does nothing. Error `no_device`: the job is of another MPI library, which mpirun belongs to.
  static Result<MpiSession> join();
  MpiSession(MpiSession&& other) noexcept;
  MpiSession& operator=(MpiSession&&) = delete;
  /// Sends the serving ranks home where this is rank 0, and finalises MPI where it was initialised.
  ~MpiSession();

  /// 0 where this process runs the program; the others serve it. Also in a build without MPI, so that no command is
  /// run more than once.
  int rank() const { return rank_; }

  /// Ranks above 0: labels blocks for rank 0 until it leaves; success when it has. Error `too_large` (no memory for
  /// the block), after which only abort() is left, because rank 0 waits for the block.
  Status serve();

  /// Ends all processes of the job; mpirun ends with `status`.
  [[noreturn]] void abort(int status);

 private:
  explicit MpiSession(int rank) : rank_(rank) {}
  int rank_;
  bool joined_ = true;  ///< false once another has taken its place
};

}  // namespace glccl::host
