// CUDA arrays as kernels access them.
#pragma once

#include <cuda_runtime_api.h>

#include <string>
#include <utility>

#include "cuda/runtime/error.hpp"
#include "cuda/runtime/objects.hpp"
#include "glccl/types.hpp"

namespace glccl::cuda {

using TextureObject = Owner<cudaTextureObject_t, cudaDestroyTextureObject>;
using SurfaceObject = Owner<cudaSurfaceObject_t, cudaDestroySurfaceObject>;

/// The resource description of an array.
inline cudaResourceDesc describe_array(const void* array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = static_cast<cudaArray_t>(const_cast<void*>(array));
  return resource;
}

/// The first slice of an array of three dimensions; -1 of one of two. Error `gpu`.
inline Result<int> first_slice_of(const void* array) {
  cudaExtent extent = {};
  const cudaError_t asked =
      cudaArrayGetInfo(nullptr, &extent, nullptr, static_cast<cudaArray_t>(const_cast<void*>(array)));
  if (asked != cudaSuccess) return cuda_error(asked, "cudaArrayGetInfo");
  return extent.depth == 0 ? -1 : 0;
}

/// Makes a texture that reads an array's elements as they are stored. Error `gpu`.
inline Result<TextureObject> make_texture(const void* array) {
  const cudaResourceDesc resource = describe_array(array);
  cudaTextureDesc sampling = {};
  sampling.addressMode[0] = cudaAddressModeClamp;
  sampling.addressMode[1] = cudaAddressModeClamp;
  sampling.addressMode[2] = cudaAddressModeClamp;
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
  /// An array of this extent. cudaFreeArray waits for the kernels that still use the last one. Error `gpu`: out of
  /// memory.
  Result<void> reserve(Extent extent) {
    if (array_.get() != nullptr && extent == extent_) return {};
    surface_ = SurfaceObject();
    array_ = Array();
    const cudaChannelFormatDesc channels = {32, 0, 0, 0, cudaChannelFormatKindUnsigned};
    cudaArray_t array = nullptr;
    const cudaError_t made = cudaMallocArray(&array, &channels, static_cast<std::size_t>(extent.width),
                                             static_cast<std::size_t>(extent.height), cudaArraySurfaceLoadStore);
    if (made != cudaSuccess) {
      return cuda_error(made, "cudaMallocArray of " + std::to_string(extent.elements()) + " labels");
    }
    Array owner(array);
    Result<SurfaceObject> surface = make_surface(array);
    if (!surface) return surface.error();
    array_ = std::move(owner);
    surface_ = *std::move(surface);
    extent_ = extent;
    return {};
  }
  cudaSurfaceObject_t surface() const { return surface_.get(); }

  /// Bytes of its elements. The padding of an array is unknown.
  std::size_t bytes() const { return array_.get() == nullptr ? 0 : bytes_for(extent_); }

  /// Bytes of the elements of an array of this extent.
  static std::size_t bytes_for(const Extent& extent) {
    return sizeof(std::uint32_t) * static_cast<std::size_t>(extent.elements());
  }

 private:
  using Array = Owner<cudaArray_t, cudaFreeArray>;
  Array array_;
  Extent extent_;
  SurfaceObject surface_;
};

}  // namespace glccl::cuda
