// Dividing a method's memory into arrays.
#pragma once

#include <cstddef>
#include <cstdint>

namespace glccl::cuda {

/// Hands out parts of Job::work, or with a null pointer only counts their bytes.
class Divider {
 public:
  explicit Divider(void* memory) : memory_(static_cast<unsigned char*>(memory)) {}

  /// Memory for `count` values; null for 0 values.
  template <class T>
  T* take(std::int64_t count) {
    if (count == 0) return nullptr;
    unsigned char* part = memory_ == nullptr ? nullptr : memory_ + bytes_;
    constexpr std::size_t alignment = 256;
    bytes_ += (sizeof(T) * static_cast<std::size_t>(count) + alignment - 1) / alignment * alignment;
    return reinterpret_cast<T*>(part);
  }

  std::size_t bytes() const { return bytes_; }

 private:
  unsigned char* memory_;
  std::size_t bytes_ = 0;
};

}  // namespace glccl::cuda
