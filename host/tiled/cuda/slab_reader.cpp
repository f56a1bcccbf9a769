#include "host/tiled/cuda/slab_reader.hpp"

#include <utility>

namespace glccl::host::tiled {

Result<void> SlabReader::reserve(int buffers, std::size_t bytes) {
  buffers_.resize(static_cast<std::size_t>(buffers));
  for (std::size_t i = 0; i < buffers_.size(); ++i) {
    if (Result<void> status = buffers_[i].memory.reserve(bytes); !status) return status;
    free_.put(i);
  }
  return {};
}

void SlabReader::start(std::vector<std::size_t> slabs) {
  if (thread_.joinable()) thread_.join();  // all that it read has been taken
  thread_ = std::thread([this, slabs = std::move(slabs)] { read_all(slabs); });
}

void SlabReader::read_all(const std::vector<std::size_t>& slabs) {
  const cuda::DeviceGuard guard(device_);
  for (const std::size_t slab : slabs) {
    const std::optional<std::size_t> buffer = free_.take();
    if (!buffer) return;
    const SlabPlace& place = task_.slabs[slab];
    ThreadOutcome outcome = ThreadOutcome::of([&] {
      const Buffer& to = buffers_[*buffer];
      Result<void> status = to.uploaded != nullptr ? to.uploaded->wait() : Result<void>();
      if (status) status = task_.source.read(place.first, place.planes, to.memory.as<void>());
      return status;
    });
    const bool failed = outcome.failed();
    filled_.put({*buffer, std::move(outcome)});
    if (failed) return;
  }
}

Result<SlabReader::Elements> SlabReader::next() {
  const std::optional<Filled> filled = filled_.take();
  if (Result<void> status = filled->outcome.pass_on(); !status) return status.error();
  return Elements{filled->buffer, buffers_[filled->buffer].memory.as<void>()};
}

void SlabReader::release(std::size_t buffer, const cuda::Event& uploaded) {
  buffers_[buffer].uploaded = &uploaded;
  free_.put(buffer);
}

std::size_t SlabReader::bytes() const {
  std::size_t bytes = 0;
  for (const Buffer& buffer : buffers_) bytes += buffer.memory.bytes();
  return bytes;
}

void SlabReader::stop() {
  free_.close();
  if (thread_.joinable()) thread_.join();
}

}  // namespace glccl::host::tiled
