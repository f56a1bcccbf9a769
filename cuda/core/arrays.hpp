// CUDA arrays as kernels access them.
#pragma once

#include <cuda_runtime_api.h>

#include <string>
#include <utility>

#include "cuda/core/error.hpp"
#include "glccl/types.hpp"

namespace glccl::cuda {

/// Owns a texture object or a surface object.
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

/// The resource description of an array.
inline cudaResourceDesc describe_array(const void* array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = static_cast<cudaArray_t>(const_cast<void*>(array));
  return resource;
}

/// Makes a texture that reads an array's elements as they are stored. Error `gpu`.
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

/// Makes a surface that stores to an array. Error `gpu`.
inline Result<SurfaceObject> make_surface(const void* array) {
  const cudaResourceDesc resource = describe_array(array);
  cudaSurfaceObject_t surface = 0;
  const cudaError_t made = cudaCreateSurfaceObject(&surface, &resource);
  if (made != cudaSuccess) {
    return cuda_error(made, "cudaCreateSurfaceObject", "make the array for the labels with cudaArraySurfaceLoadStore");
  }
  return SurfaceObject(surface);
}

/// A 2-D array of unsigned 32-bit integers and its surface. A new extent loses its contents.
class PlaneScratch {
 public:
  PlaneScratch() = default;
  PlaneScratch(PlaneScratch&& other) noexcept
      : array_(std::exchange(other.array_, nullptr)), extent_(other.extent_), surface_(std::move(other.surface_)) {}
  PlaneScratch& operator=(PlaneScratch&& other) noexcept {
    std::swap(array_, other.array_);
    std::swap(extent_, other.extent_);
    surface_ = std::move(other.surface_);
    return *this;
  }
  ~PlaneScratch() { release(); }

  /// An array of this extent. cudaFreeArray waits for the kernels that still use the last one. Error `gpu`: out of
  /// memory.
  Status reserve(Extent extent) {
    if (array_ != nullptr && extent == extent_) return {};
    release();
    const cudaChannelFormatDesc channels = {32, 0, 0, 0, cudaChannelFormatKindUnsigned};
    const cudaError_t made = cudaMallocArray(&array_, &channels, static_cast<std::size_t>(extent.width),
                                             static_cast<std::size_t>(extent.height), cudaArraySurfaceLoadStore);
    if (made != cudaSuccess) {
      array_ = nullptr;
      return cuda_error(made, "cudaMallocArray of " + std::to_string(extent.elements()) + " labels");
    }
    Result<SurfaceObject> surface = make_surface(array_);
    if (!surface) {
      release();
      return surface.error();
    }
    surface_ = *std::move(surface);
    extent_ = extent;
    return {};
  }
  cudaSurfaceObject_t surface() const { return surface_.get(); }

  /// Bytes of its elements. CUDA does not tell how it pads an array.
  std::size_t bytes() const {
    return array_ == nullptr ? 0 : sizeof(std::uint32_t) * static_cast<std::size_t>(extent_.elements());
  }

 private:
  void release() {
    surface_ = SurfaceObject();
    if (array_ != nullptr) static_cast<void>(cudaFreeArray(std::exchange(array_, nullptr)));
  }

  cudaArray_t array_ = nullptr;
  Extent extent_;
  SurfaceObject surface_;
};

}  // namespace glccl::cuda
