// A thread that reads slabs into pinned memory, ahead of the uploads.
#pragma once

#include <cstddef>
#include <optional>
#include <thread>
#include <vector>

#include "cuda/runtime/streams.hpp"
#include "host/tiled/cuda/hand_over.hpp"
#include "host/tiled/slab_engine.hpp"

namespace glccl::host::tiled {

/// Reads slabs in ascending order.
class SlabReader {
 public:
  /// Reads from the source of `task`.
  SlabReader(const SlabTask& task, int device) : task_(task), device_(device) {}
  SlabReader(const SlabReader&) = delete;
  SlabReader& operator=(const SlabReader&) = delete;
  /// Waits for a read that is under way, and ends the thread.
  ~SlabReader() { stop(); }

  /// Makes the buffers. Error `gpu`: no pinned memory.
  Result<void> reserve(int buffers, std::size_t bytes);

  /// Begins to read the slabs of a list. The list before has been taken.
  void start(std::vector<std::size_t> slabs);

  /// The elements of a slab in pinned memory.
  struct Elements {
    std::size_t buffer = 0;  ///< For release().
    const void* bytes = nullptr;
  };

  /// Waits for the next slab of the list. Errors: those of SlabSource::read().
  Result<Elements> next();

  /// Gives a buffer back, which is read until `uploaded` has happened.
  void release(std::size_t buffer, const cuda::Event& uploaded);

  /// Bytes of pinned memory.
  std::size_t bytes() const;

 private:
  struct Buffer {
    cuda::PinnedScratch memory;
    const cuda::Event* uploaded = nullptr;  ///< Null: nothing reads it.
  };
  struct Filled {
    std::size_t buffer;
    ThreadOutcome outcome;
  };

  void read_all(const std::vector<std::size_t>& slabs);
  void stop();

  const SlabTask& task_;
  int device_;
  std::vector<Buffer> buffers_;
  HandOver<std::size_t> free_;
  HandOver<Filled> filled_;
  std::thread thread_;
};

}  // namespace glccl::host::tiled
