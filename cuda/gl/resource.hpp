// The state of a registered OpenGL object.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>

#include "cuda/runtime/objects.hpp"
#include "glccl/cuda/interop.hpp"

namespace glccl::cuda {

/// The purpose of a GlResource.
enum class GlKind { source, labels, table };

inline cudaError_t unregister(cudaGraphicsResource_t resource) {
  const cudaError_t done = cudaGraphicsUnregisterResource(resource);
  if (done != cudaSuccess) static_cast<void>(cudaGetLastError());
  return done;
}

struct GlResource::State {
  State(GlKind is, int on, cudaGraphicsResource_t made) : kind(is), device(on), registration(made) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    const DeviceGuard guard(device);
    registration = {};
  }

  GlKind kind;
  int device;
  Owner<cudaGraphicsResource_t, unregister> registration;
  PixelFormat format = PixelFormat::u32;  ///< Of a source.
  int layers = 1;                         ///< Of a source or labels. A texture in space has one.
  Extent extent;                          ///< Of a layer of a source.
  std::int64_t bytes = 0;                 ///< Of a table's buffer.
};

}  // namespace glccl::cuda
