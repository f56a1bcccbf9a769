// A thread that waits for downloads of finished slabs, and delivers the slabs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "cuda/runtime/streams.hpp"
#include "host/tiled/cuda/hand_over.hpp"
#include "host/tiled/slab_engine.hpp"

namespace glccl::host::tiled {

/// A slab on its way to the host.
struct OutgoingSlab {
  std::size_t slab = 0;
  std::size_t room = 0;                        ///< Bytes for rows in each buffer, before the first slab. 0: a slab.
  std::size_t buffer = 0;                      ///< Of SlabWriter::acquire().
  std::span<const std::uint32_t> labels = {};  ///< Empty unless they were asked for.
  const Renumbering* numbers = nullptr;        ///< The labels are those of relative_numbers(), and become wide.
  FinalRows rows = {};                         ///< In the buffer. Empty unless they were asked for.
  const cuda::Event* ready = nullptr;          ///< Recorded behind the downloads, if there are any.
};

/// Delivers slabs in the order of put().
class SlabWriter {
 public:
  SlabWriter(const SlabTask& task, int device) : task_(task), device_(device) {}
  SlabWriter(const SlabWriter&) = delete;
  SlabWriter& operator=(const SlabWriter&) = delete;
  /// Waits for a delivery that is under way, and ends the thread. Other slabs are not delivered.
  ~SlabWriter();

  /// Pinned memory of one slab on its way.
  struct Buffer {
    cuda::PinnedScratch labels;
    cuda::PinnedScratch rows;
  };

  /// Makes the buffers, and starts the thread. Error `gpu`: no pinned memory. Where slabs have rows, acquire() waits
  /// for make_room().
  Result<void> start(int buffers, std::size_t label_bytes);

  /// Lets the thread make memory for rows, as many bytes in each buffer: the first pass goes on meanwhile. Once, before
  /// acquire(), which tells the error `gpu`: no pinned memory.
  void make_room(std::size_t row_bytes);

  /// Waits for a buffer. Errors: of an earlier delivery, with the planes.
  Result<std::size_t> acquire();

  /// The buffer.
  Buffer& operator[](std::size_t buffer) { return buffers_[buffer]; }

  /// Delivers a slab once its event has happened.
  void put(const OutgoingSlab& slab) { outgoing_.put(slab); }

  /// Waits until all slabs are delivered. Errors as acquire().
  Result<void> end();

  /// Bytes of pinned memory.
  std::size_t bytes() const;

 private:
  void deliver_all();
  Result<void> make_room_now(std::size_t row_bytes);
  Result<void> deliver(const OutgoingSlab& slab);
  bool has_failed();

  const SlabTask& task_;
  int device_;
  std::vector<Buffer> buffers_;
  std::vector<std::uint64_t> wide_;  ///< Labels of 64 bits of the slab that is delivered.
  HandOver<std::size_t> free_;
  HandOver<OutgoingSlab> outgoing_;
  std::mutex mutex_;
  std::optional<ThreadOutcome> failure_;  ///< Of the first slab that failed. Guarded by the mutex.
  std::size_t failed_slab_ = 0;           ///< The same.
  std::thread thread_;
};

}  // namespace glccl::host::tiled
