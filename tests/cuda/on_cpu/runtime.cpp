// The functions of the CUDA runtime that the methods and their tests call, on the CPU. There is one device. Everything
// has happened when a call returns, so streams and events have nothing to wait for. Graphs are not supported.
#include <cuda_runtime_api.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <utility>

struct CUevent_st {
  std::chrono::steady_clock::time_point time;
};
struct CUstream_st {};

namespace {

using Clock = std::chrono::steady_clock;

thread_local cudaError_t last_error = cudaSuccess;

cudaError_t refuse(cudaError_t error) { return last_error = error; }

/// Memory of cudaMalloc() or cudaMallocHost().
struct Allocation {
  std::size_t bytes;
  cudaMemoryType type;
};

/// All of it, by address.
std::mutex memory_mutex;
std::map<std::uintptr_t, Allocation> memory;

void remember(const void* made, std::size_t bytes, cudaMemoryType type) {
  const std::lock_guard lock(memory_mutex);
  memory[reinterpret_cast<std::uintptr_t>(made)] = {bytes, type};
}

void free_remembered(void* freed) {
  const std::lock_guard lock(memory_mutex);
  memory.erase(reinterpret_cast<std::uintptr_t>(freed));
  std::free(freed);
}

constexpr std::size_t most_memory = std::size_t{4} << 30;
constexpr int multiprocessors = 4;

}  // namespace

cudaError_t cudaGetLastError() { return std::exchange(last_error, cudaSuccess); }
cudaError_t cudaPeekAtLastError() { return last_error; }
const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
    case cudaErrorMemoryAllocation:
      return "cudaErrorMemoryAllocation";
    case cudaErrorInvalidDevice:
      return "cudaErrorInvalidDevice";
    case cudaErrorNotSupported:
      return "cudaErrorNotSupported";
    default:
      return "another error";
  }
}
const char* cudaGetErrorString(cudaError_t error) { return cudaGetErrorName(error); }

cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}
cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) { return device == 0 ? cudaSuccess : refuse(cudaErrorInvalidDevice); }
cudaError_t cudaDeviceCanAccessPeer(int* can_access, int, int) {
  *can_access = 0;
  return cudaSuccess;
}
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned) { return refuse(cudaErrorPeerAccessUnsupported); }
cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
cudaError_t cudaDriverGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = CUDART_VERSION;
  return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (device != 0) return refuse(cudaErrorInvalidDevice);
  *properties = {};
  std::strcpy(properties->name, "CPU");
  properties->major = 9;
  properties->totalGlobalMem = most_memory;
  properties->multiProcessorCount = multiprocessors;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  if (device != 0) return refuse(cudaErrorInvalidDevice);
  const std::map<cudaDeviceAttr, int> values = {{cudaDevAttrMultiProcessorCount, multiprocessors},
                                                {cudaDevAttrComputeCapabilityMajor, 9},
                                                {cudaDevAttrComputeCapabilityMinor, 0},
                                                {cudaDevAttrCooperativeLaunch, 1},
                                                {cudaDevAttrMaxSurface2DWidth, 131072},
                                                {cudaDevAttrMaxSurface2DHeight, 65536}};
  const auto found = values.find(attribute);
  if (found == values.end()) return refuse(cudaErrorNotSupported);
  *value = found->second;
  return cudaSuccess;
}
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, const void*) {
  *attributes = {};
  return cudaSuccess;
}
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void*, int, std::size_t,
                                                                   unsigned) {
  *blocks = 4;
  return cudaSuccess;
}

cudaError_t cudaMalloc(void** made, std::size_t bytes) {
  constexpr std::size_t alignment = 256;
  if (bytes > most_memory) return refuse(cudaErrorMemoryAllocation);
  *made = std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
  remember(*made, bytes, cudaMemoryTypeDevice);
  return cudaSuccess;
}
cudaError_t cudaFree(void* freed) {
  free_remembered(freed);
  return cudaSuccess;
}
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* all) {
  *free = *all = most_memory;
  return cudaSuccess;
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  const std::lock_guard lock(memory_mutex);
  const auto after = memory.upper_bound(address);
  *attributes = {};
  attributes->type = cudaMemoryTypeUnregistered;
  if (after != memory.begin() && address - std::prev(after)->first < std::prev(after)->second.bytes) {
    attributes->type = std::prev(after)->second.type;
  }
  return cudaSuccess;
}
cudaError_t cudaMallocHost(void** made, std::size_t bytes) {
  *made = std::malloc(bytes);
  remember(*made, bytes, cudaMemoryTypeHost);
  return cudaSuccess;
}
cudaError_t cudaFreeHost(void* freed) {
  free_remembered(freed);
  return cudaSuccess;
}

cudaError_t cudaMemcpy(void* to, const void* from, std::size_t bytes, cudaMemcpyKind) {
  std::memmove(to, from, bytes);
  return cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpy(to, from, bytes, kind);
}
cudaError_t cudaMemset(void* filled, int value, std::size_t bytes) {
  std::memset(filled, value, bytes);
  return cudaSuccess;
}
cudaError_t cudaMemsetAsync(void* filled, int value, std::size_t bytes, cudaStream_t) {
  return cudaMemset(filled, value, bytes);
}
cudaError_t cudaMemcpy2D(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch, std::size_t width,
                         std::size_t height, cudaMemcpyKind) {
  for (std::size_t y = 0; y < height; ++y) {
    std::memmove(static_cast<char*>(to) + y * to_pitch, static_cast<const char*>(from) + y * from_pitch, width);
  }
  return cudaSuccess;
}
cudaError_t cudaMemcpy2DAsync(void* to, std::size_t to_pitch, const void* from, std::size_t from_pitch,
                              std::size_t width, std::size_t height, cudaMemcpyKind kind, cudaStream_t) {
  return cudaMemcpy2D(to, to_pitch, from, from_pitch, width, height, kind);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  *event = new CUevent_st{};
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t) {
  event->time = Clock::now();
  return cudaSuccess;
}
cudaError_t cudaEventQuery(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
  *milliseconds = std::chrono::duration<float, std::milli>(to->time - from->time).count();
  return cudaSuccess;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  *least = *greatest = 0;
  return cudaSuccess;
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t* stream, unsigned, int) {
  *stream = new CUstream_st{};
  return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  delete stream;
  return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t) { return cudaSuccess; }
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned) { return cudaSuccess; }
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode*) { return cudaSuccess; }
/// The answer of cudaStreamIsCapturing(), with which labelings of the Python package begin.
bool is_capturing_for_python = false;
cudaError_t cudaStreamIsCapturing(cudaStream_t, cudaStreamCaptureStatus* status) {
  *status = is_capturing_for_python ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
cudaError_t cudaStreamGetCaptureInfo(cudaStream_t, cudaStreamCaptureStatus* status, unsigned long long*, cudaGraph_t*,
                                     const cudaGraphNode_t**, const cudaGraphEdgeData**, std::size_t*) {
  *status = cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
cudaError_t cudaGraphRetainUserObject(cudaGraph_t, cudaUserObject_t, unsigned, unsigned) {
  return refuse(cudaErrorNotSupported);
}
cudaError_t cudaUserObjectCreate(cudaUserObject_t*, void*, cudaHostFn_t, unsigned, unsigned) {
  return refuse(cudaErrorNotSupported);
}
cudaError_t cudaUserObjectRelease(cudaUserObject_t, unsigned) { return cudaSuccess; }
