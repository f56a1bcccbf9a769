// mpi_labeling.hpp in a build without MPI.
#include <cstdlib>
#include <utility>

#include "glccl/host/mpi_labeling.hpp"
#include "host/mpi/environment.hpp"

namespace glccl::host {

std::string why_no_mpi() {
  return "built without MPI; install Open MPI (libopenmpi-dev and openmpi-bin) and configure with GLCCL_MPI=ON";
}

std::string describe_mpi() { return {}; }

int count_mpi_ranks() { return 1; }

void start_mpi() {}

Result<RowsLabels> label_rows(const Image&, Connectivity, const Criterion&, int) {
  return Error{ErrorCode::no_device, "mpi-rows cannot run here: " + why_no_mpi()};
}

Result<MpiSession> MpiSession::join() { return MpiSession(mpi::rank_in_environment().value_or(0)); }

MpiSession::MpiSession(MpiSession&& other) noexcept
    : rank_(other.rank_), joined_(std::exchange(other.joined_, false)) {}

MpiSession::~MpiSession() = default;

Status MpiSession::serve() { return {}; }

void MpiSession::abort(int status) { std::exit(status); }

}  // namespace glccl::host
