#include "python/src/cuda/memory.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "cuda/runtime/objects.hpp"
#include "cuda/runtime/streams.hpp"
#include "python/src/arrays.hpp"
#include "python/src/cuda/device_labels.hpp"
#include "python/src/cuda/device_layout.hpp"
#include "python/src/cuda/engines.hpp"
#include "python/src/gil.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace glccl::python {
namespace {

/// Says why CUDA engines cannot run, where they cannot: clearer than the error of a CUDA call.
void throw_unless_cuda_runs() {
  if (const std::string reason = why_no_cuda(); !reason.empty()) raise_device_error(reason);
}

/// Device memory that a Python object owns.
class CudaMemory {
 public:
  CudaMemory(std::size_t bytes, int device) : device_(device) {
    const cuda::DeviceGuard guard(device);
    if (!guard.status()) throw_unless_cuda_runs();
    raise_if_failed(guard.status());
    memory_ = value_or_raise(cuda::allocate_device_memory(bytes));
  }
  CudaMemory(const CudaMemory&) = delete;
  CudaMemory& operator=(const CudaMemory&) = delete;
  ~CudaMemory() {
    const cuda::DeviceGuard guard(device_);
    memory_.reset();
  }
  void* address() const { return memory_.get(); }
  int device() const { return device_; }

 private:
  int device_;
  cuda::OwnedMemory memory_;
};

/// Pinned memory of the CPU, which the GPU fills as fast as the bus allows.
struct PinnedBlock {
  cuda::OwnedMemory memory;
  std::size_t bytes = 0;
};

/// The blocks that no array of numpy has now. They are kept because making one takes longer than filling it.
class PinnedPool {
 public:
  /// The smallest block that is kept and fits, or a new one. Error `gpu`: out of memory.
  Result<PinnedBlock> take(std::size_t bytes) {
    bytes = bytes < large ? std::bit_ceil(std::max(bytes, std::size_t{4096})) : (bytes + large - 1) / large * large;
    {
      const std::lock_guard lock(mutex_);
      const auto smaller = [](const PinnedBlock& a, const PinnedBlock& b) { return a.bytes < b.bytes; };
      auto found = idle_.end();
      for (auto block = idle_.begin(); block != idle_.end(); ++block) {
        const bool fits = block->bytes >= bytes && block->bytes / 2 <= bytes;
        if (fits && (found == idle_.end() || smaller(*block, *found))) found = block;
      }
      if (found != idle_.end()) {
        PinnedBlock block = std::move(*found);
        idle_.erase(found);
        return block;
      }
    }
    Result<cuda::OwnedMemory> memory = cuda::allocate_pinned_memory(bytes);
    if (!memory) return memory.error();
    return PinnedBlock{*std::move(memory), bytes};
  }

  void give_back(PinnedBlock block) {
    std::vector<PinnedBlock> dropped;
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(block));
    std::size_t bytes = 0;
    for (const PinnedBlock& idle : idle_) bytes += idle.bytes;
    while (bytes > most_bytes) {
      bytes -= idle_.front().bytes;
      dropped.push_back(std::move(idle_.front()));
      idle_.erase(idle_.begin());
    }
  }

  void clear() {
    std::vector<PinnedBlock> dropped;
    const std::lock_guard lock(mutex_);
    dropped.swap(idle_);
  }

 private:
  static constexpr std::size_t large = std::size_t{1} << 20;
  static constexpr std::size_t most_bytes = std::size_t{256} << 20;

  std::mutex mutex_;
  std::vector<PinnedBlock> idle_;  ///< The last that was given back at the end.
};

/// Python calls free_cuda_memory() at its exit, so little is left for the end of the process, when CUDA may be gone.
PinnedPool& pinned_pool() {
  static PinnedPool pool;
  return pool;
}

/// A copy of device memory in an array that owns pinned memory. Waits for the work on the stream, and with `waits`
/// first for that on all streams.
nb::ndarray<nb::numpy, std::uint8_t> read(std::uintptr_t address, std::size_t bytes, int device, std::uintptr_t stream,
                                          bool waits) {
  auto block = std::make_unique<PinnedBlock>();
  raise_if_failed(without_gil([&]() -> Result<void> {
    const cuda::DeviceGuard guard(device);
    if (Result<void> current = guard.status(); !current) return current;
    Result<PinnedBlock> taken = pinned_pool().take(bytes);
    if (!taken) return taken.error();
    *block = *std::move(taken);
    if (waits) {
      if (Result<void> done = cuda::check(cudaDeviceSynchronize(), "cudaDeviceSynchronize"); !done) return done;
    }
    return read_device_memory(block->memory.get(), pointer(address), bytes, pointer(stream));
  }));
  void* const data = block->memory.get();
  const nb::capsule owner(block.get(), [](void* owned) noexcept {
    const std::unique_ptr<PinnedBlock> freed(static_cast<PinnedBlock*>(owned));
    pinned_pool().give_back(std::move(*freed));
  });
  block.release();
  return nb::ndarray<nb::numpy, std::uint8_t>(data, {bytes}, owner);
}

void clear(std::uintptr_t address, std::size_t bytes, int device, std::uintptr_t stream) {
  if (bytes == 0) return;
  raise_if_failed(without_gil([&]() -> Result<void> {
    const cuda::DeviceGuard guard(device);
    if (Result<void> current = guard.status(); !current) return current;
    auto* const on = static_cast<cudaStream_t>(pointer(stream));
    return cuda::check(cudaMemsetAsync(pointer(address), 0, bytes, on), "cudaMemsetAsync");
  }));
}

/// A DLPack capsule of an array in C order that begins at a byte of the memory.
nb::object export_array(nb::handle_t<CudaMemory> owner, std::size_t offset, const std::vector<std::size_t>& shape,
                        const std::string& dtype) {
  const auto& memory = nb::cast<const CudaMemory&>(owner);
  void* const first = static_cast<std::byte*>(memory.address()) + offset;
  return nb::cast(nb::ndarray<>(first, shape.size(), shape.data(), owner, nullptr, dtype_named(dtype),
                                nb::device::cuda::value, memory.device()));
}

/// An array of a DLPack capsule, alive as long as this object.
class DlpackView {
 public:
  explicit DlpackView(nb::ndarray<nb::ro> array) : array_(std::move(array)) {}
  std::uintptr_t address() const { return reinterpret_cast<std::uintptr_t>(array_.data()); }
  std::string dtype() const { return name_of_dtype(array_.dtype()); }
  int device() const { return array_.device_id(); }
  nb::tuple shape() const {
    return tuple_of([&](std::size_t i) { return array_.shape(i); });
  }
  /// In bytes.
  nb::tuple strides() const {
    const std::int64_t bytes = array_.dtype().bits / 8;
    return tuple_of([&](std::size_t i) { return array_.stride(i) * bytes; });
  }

 private:
  template <class Number>
  nb::tuple tuple_of(const Number& number) const {
    nb::list numbers;
    for (std::size_t i = 0; i < array_.ndim(); ++i) numbers.append(number(i));
    return nb::tuple(numbers);
  }

  nb::ndarray<nb::ro> array_;
};

int find_device(std::uintptr_t address) {
  const Result<int> device = device_of(pointer(address));
  if (!device) throw_unless_cuda_runs();
  return value_or_raise(device);
}

void order(int device, std::uintptr_t first, std::uintptr_t then) {
  raise_if_failed(order_streams(device, pointer(first), pointer(then)));
}

}  // namespace

void free_pinned_memory() { pinned_pool().clear(); }

void add_cuda_memory(nb::module_& module) {
  nb::class_<CudaMemory>(module, "CudaMemory", "Device memory.")
      .def(nb::init<std::size_t, int>(), "bytes"_a, "device"_a)
      .def_prop_ro("address",
                   [](const CudaMemory& memory) { return reinterpret_cast<std::uintptr_t>(memory.address()); });
  nb::class_<DlpackView>(module, "DlpackView", "The array of a DLPack capsule.")
      .def(nb::init<nb::ndarray<nb::ro>>(), "capsule"_a)
      .def_prop_ro("address", &DlpackView::address)
      .def_prop_ro("dtype", &DlpackView::dtype)
      .def_prop_ro("device", &DlpackView::device)
      .def_prop_ro("shape", &DlpackView::shape)
      .def_prop_ro("strides", &DlpackView::strides);
  module.def("read_cuda", &read, "address"_a, "bytes"_a, "device"_a, "stream"_a, "waits"_a = false,
             "A copy of device memory as bytes on the CPU. Waits for the work on the stream, or on all streams.");
  module.def("clear_cuda", &clear, "address"_a, "bytes"_a, "device"_a, "stream"_a, "Fill device memory with 0.");
  module.def("export_array", &export_array, "memory"_a, "offset"_a, "shape"_a, "dtype"_a,
             "A DLPack capsule of an array in C order that begins at a byte of the memory.");
  module.def("cuda_device_of", &find_device, "address"_a, "The device of an address.");
  module.def("order_streams", &order, "device"_a, "first"_a, "then"_a,
             "Work on the second stream waits for the work that is on the first one now.");
}

}  // namespace glccl::python
