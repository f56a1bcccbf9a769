// Slabs that are labeled by a thread each: a SlabExchange without MPI.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "host/tiled/exchange.hpp"

namespace glccl::tests {

/// What all threads share.
struct ThreadPost {
  explicit ThreadPost(int slabs) : values(static_cast<std::size_t>(slabs)), statuses(values.size()) {}

  std::mutex mutex;
  std::condition_variable changed;
  std::map<std::pair<int, int>, std::queue<std::vector<std::uint8_t>>> messages;  ///< By sender and receiver.
  std::vector<std::uint64_t> values;
  std::vector<Result<void>> statuses;
  std::size_t arrived = 0;
  std::size_t rounds = 0;
};

class ThreadExchange : public host::tiled::SlabExchange {
 public:
  ThreadExchange(ThreadPost& post, int place) : post_(post), place_(place) {}

  int place() const override { return place_; }
  int count() const override { return static_cast<int>(post_.values.size()); }

  void send(int to, std::span<const std::uint8_t> bytes) override {
    const std::lock_guard lock(post_.mutex);
    post_.messages[{place_, to}].emplace(bytes.begin(), bytes.end());
    post_.changed.notify_all();
  }

  std::vector<std::uint8_t> receive(int from) override {
    std::unique_lock lock(post_.mutex);
    auto& queue = post_.messages[{from, place_}];
    post_.changed.wait(lock, [&] { return !queue.empty(); });
    std::vector<std::uint8_t> bytes = std::move(queue.front());
    queue.pop();
    return bytes;
  }

  std::uint64_t sum_before(std::uint64_t value) override {
    const std::vector<std::uint64_t> all = gather(post_.values, value);
    return std::accumulate(all.begin(), all.begin() + place_, std::uint64_t{0});
  }

  std::uint64_t sum(std::uint64_t value) override {
    const std::vector<std::uint64_t> all = gather(post_.values, value);
    return std::accumulate(all.begin(), all.end(), std::uint64_t{0});
  }

  Result<void> agree(const Result<void>& own) override {
    const std::vector<Result<void>> all = gather(post_.statuses, own);
    for (std::size_t place = 0; place < all.size(); ++place) {
      if (all[place]) continue;
      return Error{all[place].error().code, "slab " + std::to_string(place) + ": " + all[place].error().message};
    }
    return {};
  }

 private:
  /// The values of all slabs.
  template <class Value>
  std::vector<Value> gather(std::vector<Value>& values, const Value& own) {
    std::unique_lock lock(post_.mutex);
    values[static_cast<std::size_t>(place_)] = own;
    wait_for_all(lock);
    const std::vector<Value> all = values;
    wait_for_all(lock);  // nobody overwrites a value that another one has not seen
    return all;
  }

  void wait_for_all(std::unique_lock<std::mutex>& lock) {
    const std::size_t round = post_.rounds;
    if (++post_.arrived == post_.values.size()) {
      post_.arrived = 0;
      ++post_.rounds;
      post_.changed.notify_all();
    }
    post_.changed.wait(lock, [&] { return post_.rounds != round; });
  }

  ThreadPost& post_;
  int place_;
};

}  // namespace glccl::tests
