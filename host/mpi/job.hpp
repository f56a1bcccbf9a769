// The MPI job that this process belongs to, and how rank 0 gives the other ranks work.
#pragma once

#include <type_traits>

#include "glccl/image.hpp"
#include "glccl/types.hpp"

namespace glccl::host::mpi {

/// A message from rank 0 to every rank: label a block, or leave. It travels as bytes, since all ranks run one program.
struct RowsTask {
  bool leave = false;
  int ranks = 1;   ///< The first `ranks` ranks of the job have a block.
  int width = 0;   ///< Of the whole image.
  int height = 0;  ///< Of the whole image.
  PixelFormat format = PixelFormat::u8;
  Connectivity connectivity = Connectivity::eight;
  Criterion criterion = {};
};
static_assert(std::is_trivially_copyable_v<RowsTask>);

/// Initialises MPI, once in a process. From then on a failure of MPI ends the job, as MpiSession documents.
void initialize();

/// Whether MPI is initialised and not finalised.
bool is_running();

/// The rank of this process. Requires is_running().
int rank();

/// The number of ranks of the job. Requires is_running().
int count_ranks();

/// On rank 0: sends a task to all ranks.
void announce(RowsTask task);

/// On the other ranks: waits for rank 0's next task, without keeping a core busy for long.
RowsTask wait_for_task();

/// On the other ranks: receives the block of a task, labels it and returns the labels. Throws std::bad_alloc before it
/// takes part in the task.
void serve_task(const RowsTask& task);

}  // namespace glccl::host::mpi
