#include "host/tiled/cuda/slab_writer.hpp"

#include <utility>

namespace glccl::host::tiled {

SlabWriter::~SlabWriter() {
  outgoing_.close();
  if (thread_.joinable()) thread_.join();
}

Result<void> SlabWriter::start(int buffers, std::size_t label_bytes) {
  buffers_.resize(static_cast<std::size_t>(buffers));
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    if (Result<void> status = buffers_[i].labels.reserve(label_bytes); !status) return status;
    if (!task_.rows) free_.put(i);
  }
  thread_ = std::thread([this] { deliver_all(); });
  return {};
}

void SlabWriter::make_room(std::size_t row_bytes) {
  OutgoingSlab none;
  none.room = row_bytes;
  outgoing_.put(none);
}

Result<void> SlabWriter::make_room_now(std::size_t row_bytes) {
  for (Buffer& buffer : buffers_) {
    if (Result<void> status = buffer.rows.reserve(row_bytes); !status) return status;
  }
  return {};
}

void SlabWriter::deliver_all() {
  const cuda::DeviceGuard guard(device_);
  while (const std::optional<OutgoingSlab> slab = outgoing_.take()) {
    const bool is_slab = slab->room == 0;
    // After a failure buffers are given back alone, so that acquire() does not wait for ever.
    if (!has_failed()) {
      ThreadOutcome outcome = ThreadOutcome::of([&] { return is_slab ? deliver(*slab) : make_room_now(slab->room); });
      if (outcome.failed()) {
        const std::lock_guard lock(mutex_);
        failure_ = std::move(outcome);
        failed_slab_ = slab->slab;
      }
    }
    if (is_slab) {
      free_.put(slab->buffer);
    } else {
      for (std::size_t i = 0; i < buffers_.size(); ++i) free_.put(i);
    }
  }
}

Result<void> SlabWriter::deliver(const OutgoingSlab& slab) {
  if (slab.ready != nullptr) {
    if (Result<void> status = slab.ready->wait(); !status) return status;
  }
  FinalLabels labels{.narrow = slab.labels};
  if (slab.numbers != nullptr) {
    wide_.resize(slab.labels.size());
    widen(slab.labels, *slab.numbers, wide_);
    labels = {.wide = wide_};
  }
  return task_.deliver(slab.slab, labels, slab.rows);
}

bool SlabWriter::has_failed() {
  const std::lock_guard lock(mutex_);
  return failure_.has_value();
}

Result<std::size_t> SlabWriter::acquire() {
  const std::optional<std::size_t> buffer = free_.take();
  const std::lock_guard lock(mutex_);
  if (!failure_) return *buffer;
  if (Result<void> status = failure_->pass_on(); !status) {
    return at_slab(task_.source.extent, task_.slabs[failed_slab_], status.error());
  }
  return *buffer;
}

Result<void> SlabWriter::end() {
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    if (const Result<std::size_t> buffer = acquire(); !buffer) return buffer.error();
  }
  return {};
}

std::size_t SlabWriter::bytes() const {
  std::size_t bytes = 0;
  for (const Buffer& buffer : buffers_) bytes += buffer.labels.bytes() + buffer.rows.bytes();
  return bytes;
}

}  // namespace glccl::host::tiled
