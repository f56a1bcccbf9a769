// The state of a registered OpenGL object.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <optional>

#include "cuda/core/objects.hpp"
#include "glccl/cuda/interop.hpp"

namespace glccl::cuda {

/// The purpose of a GlResource.
enum class GlKind { source, labels, table };

/// Owns a registration.
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
  PixelFormat format = PixelFormat::u32;  ///< Of a source.
  int layers = 1;                         ///< Of a source or labels.
  std::int64_t bytes = 0;                 ///< Of a table's buffer.
};

}  // namespace glccl::cuda
