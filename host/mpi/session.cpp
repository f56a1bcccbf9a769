#include <mpi.h>

#include <cstdlib>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "glccl/host/mpi_labeling.hpp"
#include "host/mpi/environment.hpp"
#include "host/mpi/job.hpp"

namespace glccl::host {

std::string describe_mpi() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int length = 0;
  MPI_Get_library_version(text, &length);
  // "Open MPI v4.1.4, package: ..., ident: ..."; other libraries break the line instead.
  const std::string version = text;
  return version.substr(0, version.find_first_of(",\n"));
}

int count_mpi_ranks() { return mpi::is_running() ? mpi::count_ranks() : 1; }

void start_mpi() { mpi::initialize(); }

Result<MpiSession> MpiSession::join() {
  const std::optional<int> named = mpi::rank_in_environment();
  MpiSession session(named.value_or(0));
  if (!named) return session;
  mpi::initialize();
  if (mpi::rank() == *named) return session;
  return Error{ErrorCode::no_device, "this process was started as rank " + std::to_string(*named) +
                                         " of an MPI job, but " + describe_mpi() + ", which it was built with, has " +
                                         "not started that job: start it with the mpirun of " + describe_mpi()};
}

MpiSession::MpiSession(MpiSession&& other) noexcept
    : rank_(other.rank_), joined_(std::exchange(other.joined_, false)) {}

MpiSession::~MpiSession() {
  if (!joined_ || !mpi::is_running()) return;
  if (mpi::rank() == 0) mpi::announce({});
  MPI_Finalize();
}

Result<void> MpiSession::serve(const OpenSlabs& open, const RankSolver::Open& open_solver,
                               const ServeTask& serve_other) {
  for (mpi::JobTask task = mpi::wait_for_task(); task.kind != mpi::JobTask::Kind::leave; task = mpi::wait_for_task()) {
    try {
      if (task.kind == mpi::JobTask::Kind::other) serve_other(task);
      if (task.kind == mpi::JobTask::Kind::slab) mpi::serve_slab(task);
      if (task.kind == mpi::JobTask::Kind::file) mpi::serve_file(task, open, open_solver);
    } catch (const std::bad_alloc&) {
      return Error{ErrorCode::too_large, "rank " + std::to_string(rank_) + " of " + std::to_string(mpi::count_ranks()) +
                                             " does not have enough memory for its block of an image of " +
                                             to_string(Extent{task.width, task.height, task.depth}) +
                                             " pixels; start more ranks, on more machines, or label it in parts"};
    }
  }
  return {};
}

void MpiSession::abort(int status) {
  if (mpi::is_running()) MPI_Abort(MPI_COMM_WORLD, status);
  std::exit(status);
}

}  // namespace glccl::host
