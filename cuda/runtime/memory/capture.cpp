#include "cuda/runtime/memory/capture.hpp"

#include <mutex>
#include <utility>

#include "cuda/runtime/error.hpp"
#include "cuda/runtime/objects.hpp"

namespace glccl::cuda {

/// The property of a captured labeling. Objects are destroyed before the memory.
struct GraphProperty {
  std::shared_ptr<Abandoned> list;  ///< Where it goes in the end.
  int device = 0;
  std::shared_ptr<void> memory;
  ArrayObjects objects;
  std::unique_ptr<GraphProperty> next = nullptr;  ///< In the list.
};

// Has a mutex, because CUDA abandons on a thread of its own.
struct Abandoned {
  std::mutex mutex;
  std::unique_ptr<GraphProperty> first;
};

namespace {

/// The destructor of a user object. CUDA calls it on a thread of its own.
void CUDART_CB abandon(void* object) {
  std::unique_ptr<GraphProperty> property(static_cast<GraphProperty*>(object));
  const std::shared_ptr<Abandoned> list = property->list;
  const std::lock_guard lock(list->mutex);
  property->next = std::move(list->first);
  list->first = std::move(property);
}

}  // namespace

const std::shared_ptr<Abandoned>& abandoned() {
  static const auto list = std::make_shared<Abandoned>();
  return list;
}

Result<Capture> capture_of(cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  Capture capture;
#if CUDART_VERSION < 12000
  const cudaError_t asked = cudaStreamGetCaptureInfo_v2(stream, &status, &capture.id, &capture.graph);
#else
  const cudaError_t asked = cudaStreamGetCaptureInfo(stream, &status, &capture.id, &capture.graph);
#endif
  if (asked == cudaErrorStreamCaptureImplicit) {
    static_cast<void>(cudaGetLastError());
    return Error{ErrorCode::invalid_argument,
                 "the default stream waits for a stream that is being captured: pass the captured stream, or one made "
                 "with cudaStreamNonBlocking"};
  }
  if (asked != cudaSuccess) return cuda_error(asked, "cudaStreamGetCaptureInfo");
  if (status == cudaStreamCaptureStatusInvalidated) {
    return Error{ErrorCode::invalid_argument,
                 "the stream's capture was invalidated by an earlier error: end it with cudaStreamEndCapture and "
                 "capture again"};
  }
  return status == cudaStreamCaptureStatusActive ? capture : Capture{};
}

Result<void> keep_with_graph(const Capture& capture, int device, std::shared_ptr<void> memory, ArrayObjects objects) {
  auto property = std::make_unique<GraphProperty>(
      GraphProperty{.list = abandoned(), .device = device, .memory = std::move(memory), .objects = std::move(objects)});
  cudaUserObject_t object = nullptr;
  const cudaError_t made = cudaUserObjectCreate(&object, property.get(), abandon, 1, cudaUserObjectNoDestructorSync);
  if (made != cudaSuccess) {
    abandon(property.release());
    return cuda_error(made, "cudaUserObjectCreate");
  }
  static_cast<void>(property.release());
  const cudaError_t kept = cudaGraphRetainUserObject(capture.graph, object, 1, cudaGraphUserObjectMove);
  if (kept == cudaSuccess) return {};
  static_cast<void>(cudaUserObjectRelease(object, 1));
  return cuda_error(kept, "cudaGraphRetainUserObject");
}

void free_abandoned(Abandoned& list) {
  std::unique_ptr<GraphProperty> property;
  {
    const std::lock_guard lock(list.mutex);
    property = std::move(list.first);
  }
  while (property != nullptr) {
    const DeviceGuard guard(property->device);
    property = std::move(property->next);
  }
}

}  // namespace glccl::cuda
