// Messages between the ranks that have a slab each.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <list>
#include <span>
#include <vector>

#include "host/tiled/exchange.hpp"

namespace glccl::host::mpi {

/// The first ranks of a job. All ranks of the job make it together; only the first `count` may call other members.
class RankExchange : public tiled::SlabExchange {
 public:
  explicit RankExchange(int count);
  RankExchange(const RankExchange&) = delete;
  RankExchange& operator=(const RankExchange&) = delete;
  /// Waits until all messages have left, unless an exception ends the work.
  ~RankExchange() override;

  int place() const override;
  int count() const override { return count_; }
  void send(int to, std::span<const std::uint8_t> bytes) override;
  std::vector<std::uint8_t> receive(int from) override;
  std::uint64_t sum_before(std::uint64_t value) override;
  std::uint64_t sum(std::uint64_t value) override;
  Result<void> agree(const Result<void>& own) override;

  /// The largest of the values of all slabs. All slabs call it.
  std::uint64_t largest(std::uint64_t value);

  /// Sends a message as send() does, without a copy of it: returns when `bytes` may be changed. May wait for its
  /// receiver.
  void send_in_place(int to, std::span<const std::uint8_t> bytes);

  /// Receives a message of known length, without a copy of it.
  void receive_into(int from, std::span<std::uint8_t> bytes);

 private:
  /// A message on its way.
  struct Outgoing {
    std::vector<std::uint8_t> bytes;
    std::uint64_t length = 0;
    std::vector<MPI_Request> requests;
  };

  int count_;
  MPI_Comm ranks_ = MPI_COMM_NULL;
  std::list<Outgoing> outgoing_;
};

}  // namespace glccl::host::mpi
