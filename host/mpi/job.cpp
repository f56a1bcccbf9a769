#include "host/mpi/job.hpp"

#include <mpi.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>
#include <thread>

#include "glccl/host/mpi_labeling.hpp"

namespace glccl::host::mpi {
namespace {

using Clock = std::chrono::steady_clock;

/// Ends the job after an error of MPI, which calls this handler: no return value can carry the error.
void end_after_failure(MPI_Comm*, int* code, ...) {
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(*code, text, &length);
  end_job("MPI failed on rank " + std::to_string(rank()) + " of " + std::to_string(count_ranks()) + ": " + text);
}

}  // namespace

bool is_running() {
  int initialized = 0;
  int finalized = 0;
  MPI_Initialized(&initialized);
  MPI_Finalized(&finalized);
  return initialized != 0 && finalized == 0;
}

void initialize() {
  int initialized = 0;
  MPI_Initialized(&initialized);
  if (initialized != 0) return;
  // Open MPI starts a daemon beside a process that mpirun did not start, for processes to be spawned later. None is
  // spawned here.
  constexpr int keep = 0;
  if (std::getenv("OMPI_COMM_WORLD_RANK") == nullptr) ::setenv("OMPI_MCA_ess_singleton_isolated", "1", keep);
  int provided = 0;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
  MPI_Errhandler handler = MPI_ERRHANDLER_NULL;
  MPI_Comm_create_errhandler(&end_after_failure, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
  MPI_Errhandler_free(&handler);
}

int rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int count_ranks() {
  int count = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  return count;
}

int place_on_host() {
  MPI_Comm on_host = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank(), MPI_INFO_NULL, &on_host);
  int place = 0;
  MPI_Comm_rank(on_host, &place);
  MPI_Comm_free(&on_host);
  return place;
}

Result<int> start_with_ranks(const std::string& engine, int ranks) {
  initialize();
  const int all = count_ranks();
  if (ranks >= 0 && ranks <= all) return ranks == 0 ? all : ranks;
  return Error{ErrorCode::invalid_argument, engine + " on " + std::to_string(ranks) + " ranks: this job has " +
                                                std::to_string(all) + ", which mpirun -n sets"};
}

// Nothing else in the library prints.
void end_job(const std::string& message) {
  std::cerr << "glccl: " + message + "\n";
  MPI_Abort(MPI_COMM_WORLD, MpiSession::failed);
  std::exit(MpiSession::failed);
}

void announce(JobTask task) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibcast(&task, sizeof task, MPI_BYTE, 0, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

JobTask wait_for_task() {
  // MPI_Bcast would poll all the time, and rank 0 may do other work for minutes. A task that follows closely finds the
  // rank awake.
  constexpr auto patience = std::chrono::milliseconds(5);
  constexpr auto nap = std::chrono::milliseconds(1);
  JobTask task;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibcast(&task, sizeof task, MPI_BYTE, 0, MPI_COMM_WORLD, &request);
  const Clock::time_point start = Clock::now();
  for (int arrived = 0;;) {
    MPI_Test(&request, &arrived, MPI_STATUS_IGNORE);
    if (arrived != 0) return task;
    if (Clock::now() - start > patience) {
      std::this_thread::sleep_for(nap);
    } else {
      std::this_thread::yield();
    }
  }
}

}  // namespace glccl::host::mpi
