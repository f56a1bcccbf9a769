// What CUDA knows of a registered OpenGL object.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <optional>

#include "cuda/core/objects.hpp"
#include "glccl/cuda/interop.hpp"

namespace glccl::cuda {

/// What a GlResource is registered for.
enum class GlKind { source, labels, table };

/// A registration, which ends with it.
class Registration {
 public:
  explicit Registration(cudaGraphicsResource_t resource) : resource_(resource) {}
  Registration(const Registration&) = delete;
  Registration& operator=(const Registration&) = delete;
  ~Registration() {
    if (cudaGraphicsUnregisterResource(resource_) != cudaSuccess) static_cast<void>(cudaGetLastError());
  }
  cudaGraphicsResource_t get() const { return resource_; }

 private:
  cudaGraphicsResource_t resource_;
};

struct GlResource::State {
  State(GlKind is, int on, cudaGraphicsResource_t made) : kind(is), device(on), registration(std::in_place, made) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    const DeviceGuard guard(device);
    registration.reset();
  }

  GlKind kind;
  int device;
  std::optional<Registration> registration;
  PixelFormat format = PixelFormat::u32;  ///< of a source
  int layers = 1;                         ///< of a source or labels
  std::int64_t bytes = 0;                 ///< of a table's buffer
};

}  // namespace glccl::cuda
