// The MPI job that this process belongs to, and how rank 0 gives the other ranks work.
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "glccl/host/mpi_labeling.hpp"
#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::host::mpi {

/// A message from rank 0 to every rank: label a part, or leave. It travels as bytes, since all ranks run one program.
struct JobTask {
  /// What the ranks do.
  enum class Kind {
    leave,
    other,  ///< A task of another library, for which MpiSession::serve() calls its function.
    slab,   ///< mpi-slabs: label a slab that rank 0 sends.
    file,   ///< mpi-slabs: label a slab that each rank reads by itself.
  };

  Kind kind = Kind::leave;
  int ranks = 1;   ///< The first `ranks` ranks of the job have a part.
  int width = 0;   ///< Of the whole image.
  int height = 0;  ///< Of the whole image.
  int depth = 1;   ///< Of the whole volume.
  PixelFormat format = PixelFormat::u8;
  Connectivity connectivity = Connectivity::eight;
  Criterion criterion = {};
  bool measured = false;           ///< Slabs: make the component table.
  std::uint32_t columns = 0;       ///< Files: LabelingSpec::columns.
  bool labels = true;              ///< Files: send the labels to rank 0.
  bool wide_labels = false;        ///< Files: labels have 64 bits.
  int text = 0;                    ///< Files: bytes of the text that names the image. It follows the task.
  int labels_path = 0;             ///< Files: bytes of RankLabelsFile::path, which follows the text; 0: there is none.
  int solver = 0;                  ///< Files: bytes of RankSolver::text, which comes last; 0: cpu-fast.
  std::uint64_t labels_begin = 0;  ///< RankLabelsFile::first_byte.
};
static_assert(std::is_trivially_copyable_v<JobTask>);

/// Initialises MPI, once in a process. From then on a failure of MPI ends the job, as MpiSession documents.
void initialize();

/// Whether MPI is initialised and not finalised.
bool is_running();

/// The rank of this process. Requires is_running().
int rank();

/// The number of ranks of the job. Requires is_running().
int count_ranks();

/// The place of this process among the ranks on its host, from 0. All ranks of the job call it.
int place_on_host();

/// Initialises MPI and returns how many ranks an engine uses that is asked to use `ranks`, 0: all of the job. Error
/// `invalid_argument`: a negative number, or more than the job has.
Result<int> start_with_ranks(const std::string& engine, int ranks);

/// Prints a message and ends the job: for an error on rank 0 while other ranks wait for it.
[[noreturn]] void end_job(const std::string& message);

/// On rank 0: sends a task to all ranks.
void announce(JobTask task);

/// On the other ranks: waits for rank 0's next task, without keeping a core busy for long.
JobTask wait_for_task();

/// On the other ranks: receives the slab of a task, labels it with its neighbours and returns labels and rows. After
/// std::bad_alloc the job has to be ended.
void serve_slab(const JobTask& task);

/// The same with a slab that the rank reads: `open` opens the image, and `open_solver` makes what solves the slab.
/// Sends rank 0 what the task asks for.
void serve_file(const JobTask& task, const OpenSlabs& open, const RankSolver::Open& open_solver);

}  // namespace glccl::host::mpi
