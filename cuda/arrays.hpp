// CUDA arrays as kernels see them.
#pragma once

#include <cuda_runtime_api.h>

#include <utility>

#include "error.hpp"

namespace glccl::cuda {

/// A texture object that reads an array's elements as they are stored, or a surface object; owned.
template <class Handle, cudaError_t (*destroy)(Handle)>
class ArrayObject {
 public:
  ArrayObject() = default;
  explicit ArrayObject(Handle handle) : handle_(handle) {}
  ArrayObject(ArrayObject&& other) noexcept : handle_(std::exchange(other.handle_, 0)) {}
  ArrayObject& operator=(ArrayObject&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~ArrayObject() {
    if (handle_ != 0) static_cast<void>(destroy(handle_));
  }
  Handle get() const { return handle_; }

 private:
  Handle handle_ = 0;
};

inline cudaError_t destroy_texture(cudaTextureObject_t texture) { return cudaDestroyTextureObject(texture); }
inline cudaError_t destroy_surface(cudaSurfaceObject_t surface) { return cudaDestroySurfaceObject(surface); }

using TextureObject = ArrayObject<cudaTextureObject_t, destroy_texture>;
using SurfaceObject = ArrayObject<cudaSurfaceObject_t, destroy_surface>;

inline cudaResourceDesc describe_array(const void* array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = static_cast<cudaArray_t>(const_cast<void*>(array));
  return resource;
}

inline Result<TextureObject> make_texture(const void* array) {
  const cudaResourceDesc resource = describe_array(array);
  cudaTextureDesc sampling = {};
  sampling.addressMode[0] = cudaAddressModeClamp;
  sampling.addressMode[1] = cudaAddressModeClamp;
  sampling.filterMode = cudaFilterModePoint;
  sampling.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  const cudaError_t made = cudaCreateTextureObject(&texture, &resource, &sampling, nullptr);
  if (made != cudaSuccess) return cuda_error(made, "cudaCreateTextureObject");
  return TextureObject(texture);
}

inline Result<SurfaceObject> make_surface(const void* array) {
  const cudaResourceDesc resource = describe_array(array);
  cudaSurfaceObject_t surface = 0;
  const cudaError_t made = cudaCreateSurfaceObject(&surface, &resource);
  if (made != cudaSuccess) {
    return cuda_error(made, "cudaCreateSurfaceObject", "make the array for the labels with cudaArraySurfaceLoadStore");
  }
  return SurfaceObject(surface);
}

}  // namespace glccl::cuda
