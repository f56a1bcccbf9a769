#include "host/mpi/slab_exchange.hpp"

#include <algorithm>
#include <exception>
#include <limits>
#include <string>

#include "host/mpi/job.hpp"

namespace glccl::host::mpi {
namespace {

/// MPI's counts are ints: a message is its length, and parts of up to this many bytes.
constexpr std::size_t longest_part = std::size_t{1} << 30;

/// Calls visit(offset, length) for each part of a message.
template <class Visit>
void for_each_part(std::size_t bytes, const Visit& visit) {
  for (std::size_t at = 0; at < bytes; at += longest_part) {
    visit(at, static_cast<int>(std::min(longest_part, bytes - at)));
  }
}

}  // namespace

RankExchange::RankExchange(int count) : count_(count) {
  MPI_Comm_split(MPI_COMM_WORLD, rank() < count ? 0 : MPI_UNDEFINED, rank(), &ranks_);
}

RankExchange::~RankExchange() {
  // After an exception the job is ended: other ranks may wait for what this one does not send any more.
  if (std::uncaught_exceptions() > 0) return;
  for (Outgoing& message : outgoing_) {
    MPI_Waitall(static_cast<int>(message.requests.size()), message.requests.data(), MPI_STATUSES_IGNORE);
  }
  if (ranks_ != MPI_COMM_NULL) MPI_Comm_free(&ranks_);
}

int RankExchange::place() const { return rank(); }

void RankExchange::send(int to, std::span<const std::uint8_t> bytes) {
  outgoing_.remove_if([](Outgoing& message) {
    int done = 0;
    MPI_Testall(static_cast<int>(message.requests.size()), message.requests.data(), &done, MPI_STATUSES_IGNORE);
    return done != 0;
  });
  Outgoing& message = outgoing_.emplace_back();
  message.bytes.assign(bytes.begin(), bytes.end());
  message.length = bytes.size();
  const auto start = [&](const void* data, int length) {
    message.requests.emplace_back();
    MPI_Isend(data, length, MPI_BYTE, to, 0, ranks_, &message.requests.back());
  };
  start(&message.length, sizeof message.length);
  for_each_part(bytes.size(), [&](std::size_t at, int length) { start(&message.bytes[at], length); });
}

std::vector<std::uint8_t> RankExchange::receive(int from) {
  std::uint64_t length = 0;
  MPI_Recv(&length, sizeof length, MPI_BYTE, from, 0, ranks_, MPI_STATUS_IGNORE);
  std::vector<std::uint8_t> bytes(length);
  for_each_part(bytes.size(), [&](std::size_t at, int part) {
    MPI_Recv(&bytes[at], part, MPI_BYTE, from, 0, ranks_, MPI_STATUS_IGNORE);
  });
  return bytes;
}

void RankExchange::send_in_place(int to, std::span<const std::uint8_t> bytes) {
  for_each_part(bytes.size(), [&](std::size_t at, int part) { MPI_Send(&bytes[at], part, MPI_BYTE, to, 0, ranks_); });
}

void RankExchange::receive_into(int from, std::span<std::uint8_t> bytes) {
  for_each_part(bytes.size(), [&](std::size_t at, int part) {
    MPI_Recv(&bytes[at], part, MPI_BYTE, from, 0, ranks_, MPI_STATUS_IGNORE);
  });
}

std::uint64_t RankExchange::sum_before(std::uint64_t value) {
  std::uint64_t before = 0;
  MPI_Exscan(&value, &before, 1, MPI_UINT64_T, MPI_SUM, ranks_);
  return rank() == 0 ? 0 : before;  // MPI_Exscan leaves it undefined on rank 0
}

std::uint64_t RankExchange::sum(std::uint64_t value) {
  std::uint64_t all = 0;
  MPI_Allreduce(&value, &all, 1, MPI_UINT64_T, MPI_SUM, ranks_);
  return all;
}

std::uint64_t RankExchange::largest(std::uint64_t value) {
  std::uint64_t found = 0;
  MPI_Allreduce(&value, &found, 1, MPI_UINT64_T, MPI_MAX, ranks_);
  return found;
}

Result<void> RankExchange::agree(const Result<void>& own) {
  constexpr int nobody = std::numeric_limits<int>::max();
  const int failed = own ? nobody : rank();
  int first = nobody;
  MPI_Allreduce(&failed, &first, 1, MPI_INT, MPI_MIN, ranks_);
  if (first == nobody) return {};
  int code = own ? 0 : static_cast<int>(own.error().code);
  std::string message = own ? std::string() : own.error().message;
  int length = static_cast<int>(message.size());
  MPI_Bcast(&code, 1, MPI_INT, first, ranks_);
  MPI_Bcast(&length, 1, MPI_INT, first, ranks_);
  message.resize(static_cast<std::size_t>(length));
  MPI_Bcast(message.data(), length, MPI_BYTE, first, ranks_);
  return Error{static_cast<ErrorCode>(code),
               "rank " + std::to_string(first) + " of " + std::to_string(count_) + ": " + message};
}

}  // namespace glccl::host::mpi
