// Dividing one allocation.
#pragma once

#include <cstddef>

namespace glccl::cuda {

/// Memory that is handed out piece by piece.
class Pieces {
 public:
  /// Without memory, only bytes() counts.
  explicit Pieces(void* memory) : memory_(static_cast<unsigned char*>(memory)) {}

  /// The next piece, aligned to 256 bytes.
  template <class T>
  T* take(std::size_t count, std::size_t bytes = sizeof(T)) {
    auto* piece = memory_ == nullptr ? nullptr : reinterpret_cast<T*>(memory_ + bytes_);
    bytes_ += (count * bytes + 255) / 256 * 256;
    return piece;
  }

  std::size_t bytes() const { return bytes_; }

 private:
  unsigned char* memory_;
  std::size_t bytes_ = 0;
};

}  // namespace glccl::cuda
