// What slabs that are labeled at the same time, by ranks of a job or by threads, tell each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "glccl/result.hpp"

namespace glccl::host::tiled {

/// One slab's connection to the others.
class SlabExchange {
 public:
  virtual ~SlabExchange() = default;

  /// The place of this slab among all, from 0 in raster order.
  virtual int place() const = 0;
  /// The number of slabs.
  virtual int count() const = 0;

  /// Sends a message to another slab. Does not wait for its receiver, or only as long as receivers do not wait
  /// themselves: messages between slabs follow the rounds of the contraction.
  virtual void send(int to, std::span<const std::uint8_t> bytes) = 0;
  /// Waits for the next message of another slab.
  virtual std::vector<std::uint8_t> receive(int from) = 0;

  /// The sum of the values of all slabs before this one. All slabs call it.
  virtual std::uint64_t sum_before(std::uint64_t value) = 0;
  /// The sum of the values of all slabs. All slabs call it.
  virtual std::uint64_t sum(std::uint64_t value) = 0;

  /// The error of the first slab that has one, for all of them. All slabs call it.
  virtual Result<void> agree(const Result<void>& own) = 0;

  template <class Value>
  void send_values(int to, const std::vector<Value>& values) {
    static_assert(std::is_trivially_copyable_v<Value>);
    send(to, {reinterpret_cast<const std::uint8_t*>(values.data()), values.size() * sizeof(Value)});
  }

  template <class Value>
  std::vector<Value> receive_values(int from) {
    static_assert(std::is_trivially_copyable_v<Value>);
    const std::vector<std::uint8_t> bytes = receive(from);
    std::vector<Value> values(bytes.size() / sizeof(Value));
    if (!bytes.empty()) std::memcpy(static_cast<void*>(values.data()), bytes.data(), bytes.size());
    return values;
  }
};

}  // namespace glccl::host::tiled
