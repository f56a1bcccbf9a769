#include "python/src/cuda/engines.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <bit>
#include <map>
#include <memory>
#include <mutex>
#include <utility>

#include "cuda/runtime/objects.hpp"
#include "cuda/runtime/streams.hpp"
#include "glccl/cuda/devices.hpp"
#include "glccl/table.hpp"

namespace glccl::python {
namespace {

Error invalid(std::string message) { return {ErrorCode::invalid_argument, std::move(message)}; }

cudaStream_t stream_of(const CudaRequest& request) { return static_cast<cudaStream_t>(request.stream); }

/// The Labelers that no call uses now, and those with memory for captures.
class LabelerPool {
 public:
  using Key = std::pair<cuda::Method, int>;

  /// A Labeler for the caller alone.
  Result<std::unique_ptr<cuda::Labeler>> take(const Key& key) {
    {
      const std::lock_guard lock(mutex_);
      std::vector<std::unique_ptr<cuda::Labeler>>& idle = idle_[key];
      if (!idle.empty()) {
        std::unique_ptr<cuda::Labeler> worker = std::move(idle.back());
        idle.pop_back();
        return worker;
      }
    }
    return make(key);
  }

  void give_back(const Key& key, std::unique_ptr<cuda::Labeler> worker) {
    const std::lock_guard lock(mutex_);
    idle_[key].push_back(std::move(worker));
  }

  /// Calls `work(labeler)` with the Labeler for captures, one thread at a time. It labels in captures alone, so what is
  /// reserved stays reserved. Makes it if `makes`.
  template <class Work>
  auto with_reserved(const Key& key, bool makes, const Work& work) -> decltype(work(std::declval<cuda::Labeler&>())) {
    const std::lock_guard lock(reserved_mutex_);
    std::unique_ptr<cuda::Labeler>& labeler = reserved_[key];
    if (labeler == nullptr) {
      if (!makes) {
        return invalid(
            "no scratch memory is reserved for this labeling in a stream capture: call glccl.reserve() with the same "
            "arguments before the capture begins");
      }
      Result<std::unique_ptr<cuda::Labeler>> made = make(key);
      if (!made) return made.error();
      labeler = *std::move(made);
    }
    return work(*labeler);
  }

  void clear() {
    const std::scoped_lock lock(mutex_, reserved_mutex_);
    idle_.clear();
    reserved_.clear();
  }

 private:
  static Result<std::unique_ptr<cuda::Labeler>> make(const Key& key) {
    Result<cuda::Labeler> labeler = cuda::Labeler::create(key.first, key.second);
    if (!labeler) return labeler.error();
    return std::make_unique<cuda::Labeler>(*std::move(labeler));
  }

  std::mutex mutex_;
  std::map<Key, std::vector<std::unique_ptr<cuda::Labeler>>> idle_;
  std::mutex reserved_mutex_;
  std::map<Key, std::unique_ptr<cuda::Labeler>> reserved_;
};

/// Python calls free_cuda_memory() at its exit, so nothing is left for the end of the process, when CUDA may be gone.
LabelerPool& labeler_pool() {
  static LabelerPool all;
  return all;
}

bool is_captured(const CudaRequest& request) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(stream_of(request), &status) == cudaSuccess) return status != cudaStreamCaptureStatusNone;
  static_cast<void>(cudaGetLastError());  // The Labeler asks again, and reports it.
  return false;
}

cuda::BatchItem item_of(const DeviceImages& images, std::size_t i) {
  ImageView view = images.image;
  view.data = static_cast<const std::byte*>(view.data) + i * images.image_stride;
  cuda::DeviceLabels labels = images.labels;
  labels.values = static_cast<std::byte*>(labels.values) + i * images.label_stride;
  cuda::DeviceTable table = images.tables;
  if (table.data != nullptr) table.data = static_cast<std::byte*>(table.data) + i * images.table_stride;
  cuda::DeviceImage mask = images.mask;
  if (mask.data != nullptr) mask.data = static_cast<const std::byte*>(mask.data) + i * images.mask_stride;
  return {{view, mask, images.intensity}, labels, table};
}

/// read_device_memory() in the order of the labeling.
Result<void> read(const CudaRequest& request, void* to, const void* from, std::size_t bytes) {
  return read_device_memory(to, from, bytes, request.stream);
}

/// Whether all images go into one Labeler::label_batch().
bool is_batch(const CudaRequest& request, const DeviceImages& images) {
  return images.count > 1 && request.method == cuda::Method::fast && !images.image.extent.is_volume();
}

/// Labels the images, and reads the numbers of components if `counts` is not null.
Result<void> run(const CudaRequest& request, const DeviceImages& images, cuda::Labeler& labeler,
                 std::vector<std::uint32_t>* counts) {
  if (counts != nullptr) counts->resize(images.count);
  if (is_batch(request, images)) {
    std::vector<cuda::BatchItem> items;
    for (std::size_t i = 0; i < images.count; ++i) items.push_back(item_of(images, i));
    const Result<cuda::BatchLabels> launched = labeler.label_batch(items, request.spec, {}, request.stream);
    if (!launched) return launched.error();
    return counts == nullptr ? Result<void>{} : read(request, counts->data(), launched->counts, 4 * images.count);
  }
  for (std::size_t i = 0; i < images.count; ++i) {
    const cuda::BatchItem item = item_of(images, i);
    const Result<cuda::Labels> launched =
        labeler.label(item.inputs, request.spec, {.target = item.target, .table = item.table}, request.stream);
    if (!launched) return launched.error();
    if (counts == nullptr) continue;
    if (Result<void> status = read(request, &(*counts)[i], launched->count, 4); !status) return status;
    if (Result<void> status = labeler.wait(); !status) return status;  // too many components
  }
  return {};
}

Result<std::vector<std::uint32_t>> label_by(cuda::Labeler& labeler, const CudaRequest& request,
                                            const DeviceImages& images) {
  std::vector<std::uint32_t> counts;
  if (!request.counted && !request.waits) {
    if (Result<void> status = run(request, images, labeler, nullptr); !status) return status.error();
    return counts;
  }
  const cuda::DeviceGuard guard(request.device);
  if (Result<void> current = guard.status(); !current) return current.error();
  const Result<void> status = run(request, images, labeler, request.counted ? &counts : nullptr);
  if (!status) return status.error();
  if (Result<void> ended = labeler.wait(); !ended) return ended.error();
  return counts;
}

}  // namespace

Result<cuda::Method> cuda_method_of(std::string_view engine) {
  for (const cuda::Method method : cuda_methods) {
    if (cuda::name_of(method) == engine) return method;
  }
  return invalid("there is no CUDA engine named " + std::string(engine));
}

Result<std::vector<std::uint32_t>> label_on_cuda(const CudaRequest& request, const DeviceImages& images) {
  const LabelerPool::Key key(request.method, request.device);
  if (is_captured(request)) {
    if (request.counted || request.waits) {
      return invalid(
          "the number of components, a table without rows, and arrays of this kind wait for the GPU, which a stream "
          "that "
          "is being captured cannot: leave return_num out, pass rows with table, and pass an array of torch or CuPy");
    }
    return labeler_pool().with_reserved(key, false, [&](cuda::Labeler& labeler) -> Result<std::vector<std::uint32_t>> {
      const Result<void> ran = run(request, images, labeler, nullptr);
      if (!ran) return ran.error();
      return std::vector<std::uint32_t>();
    });
  }
  Result<std::unique_ptr<cuda::Labeler>> labeler = labeler_pool().take(key);
  if (!labeler) return labeler.error();
  Result<std::vector<std::uint32_t>> counts = label_by(**labeler, request, images);
  labeler_pool().give_back(key, *std::move(labeler));
  return counts;
}

Result<void> reserve_on_cuda(const CudaRequest& request, const InputFormats& formats, const Extent& extent,
                             std::size_t images, std::uint32_t table_rows) {
  const bool is_batch = request.method == cuda::Method::fast && !extent.is_volume();
  const int at_once = is_batch ? static_cast<int>(images) : 1;
  return labeler_pool().with_reserved({request.method, request.device}, true, [&](cuda::Labeler& labeler) {
    return labeler.prepare(formats, extent, request.spec, {.table = {nullptr, table_rows}}, at_once, request.stream);
  });
}

void free_cuda_memory() { labeler_pool().clear(); }

Result<int> device_of(const void* address) {
  cudaPointerAttributes attributes = {};
  const Result<void> asked = cuda::check(cudaPointerGetAttributes(&attributes, address), "cudaPointerGetAttributes");
  if (!asked) return asked.error();
  if (attributes.type != cudaMemoryTypeUnregistered) return attributes.device;
  return invalid("the array's address belongs to no CUDA device");
}

Result<void> read_device_memory(void* to, const void* from, std::size_t bytes, void* stream) {
  auto* const on = static_cast<cudaStream_t>(stream);
  const cudaError_t copied = cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, on);
  if (Result<void> status = cuda::check(copied, "cudaMemcpyAsync"); !status) return status;
  return cuda::check(cudaStreamSynchronize(on), "cudaStreamSynchronize");
}

Result<void> order_streams(int device, void* first, void* then) {
  const cuda::DeviceGuard guard(device);
  if (Result<void> current = guard.status(); !current) return current;
  const Result<cuda::Event> event = cuda::Event::create(cudaEventDisableTiming);
  if (!event) return event.error();
  if (Result<void> recorded = event->record(static_cast<cudaStream_t>(first)); !recorded) return recorded;
  return cuda::check(cudaStreamWaitEvent(static_cast<cudaStream_t>(then), event->get(), 0), "cudaStreamWaitEvent");
}

}  // namespace glccl::python
