// The MPI job that this process belongs to, and how rank 0 tells the others what is to be done.
#pragma once

#include <type_traits>

#include "glccl/host/image.hpp"
#include "glccl/types.hpp"

namespace glccl::host::mpi {

/// What rank 0 sends to every rank: label a block, or leave. It travels as bytes, since all ranks are one program.
struct Task {
  bool leave = false;
  int ranks = 1;   ///< the first of the job's, which have a block
  Size size = {};  ///< of the whole image
  PixelFormat format = PixelFormat::grey8;
  Connectivity connectivity = Connectivity::eight;
  Criterion criterion = {};
};
static_assert(std::is_trivially_copyable_v<Task>);

/// Initialises MPI, once in a process; failures of MPI end the job from then on, as MpiSession says.
void initialize();

/// Whether MPI is initialised and not finalised.
bool is_running();

/// This process's rank, and how many there are. Both require is_running().
int rank();
int count_ranks();

/// On rank 0: sends a task to all ranks.
void announce(Task task);

/// On the others: waits for rank 0's next task, without keeping a core busy for long.
Task wait_for_task();

/// A rank's part of a task that is not over: its block scattered, labeled and gathered. Throws std::bad_alloc.
void serve_task(const Task& task);

}  // namespace glccl::host::mpi
