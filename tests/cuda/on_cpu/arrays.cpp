// CUDA arrays of two and three dimensions, and textures and surfaces of them, on the CPU: rows of texels without gaps.
#include <cuda_fp16.h>
#include <cuda_runtime_api.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "tests/cuda/on_cpu/device.hpp"

struct cudaArray {
  cudaChannelFormatDesc channels;
  cudaExtent extent;
  unsigned flags;
  std::size_t texel_bytes;
  std::vector<unsigned char> bytes;

  std::size_t row_bytes() const { return extent.width * texel_bytes; }
  unsigned char* at(std::size_t x_bytes, std::size_t y, std::size_t z) {
    return bytes.data() + (z * extent.height + y) * row_bytes() + x_bytes;
  }
};

namespace glccl::on_cpu {
namespace {

std::size_t nearest(float place, std::size_t size) {
  return static_cast<std::size_t>(std::clamp(std::floor(place), 0.0F, static_cast<float>(size - 1)));
}

[[noreturn]] void give_up(const char* problem) {
  std::fprintf(stderr, "%s\n", problem);
  std::abort();
}

/// The array of a texture or surface that is accessed in two dimensions, or in three.
cudaArray& array_of(unsigned long long object, bool in_space) {
  cudaArray& array = *reinterpret_cast<cudaArray*>(object);
  if ((array.extent.depth != 0) != in_space) give_up("an array is accessed in other dimensions than it has");
  return array;
}

}  // namespace

void read_texel(cudaTextureObject_t texture, float u, float v, const float* w, void* texel, std::size_t bytes,
                bool as_floats) {
  cudaArray& array = array_of(texture, w != nullptr);
  const unsigned char* stored =
      array.at(nearest(u, array.extent.width) * array.texel_bytes, nearest(v, array.extent.height),
               w == nullptr ? 0 : nearest(*w, array.extent.depth));
  if (!as_floats || array.channels.x == 32) {
    std::memcpy(texel, stored, std::min(bytes, array.texel_bytes));
    return;
  }
  for (std::size_t i = 0; i < array.texel_bytes / sizeof(__half); ++i) {
    __half half;
    std::memcpy(&half, stored + i * sizeof half, sizeof half);
    const float value = __half2float(half);
    std::memcpy(static_cast<unsigned char*>(texel) + i * sizeof value, &value, sizeof value);
  }
}

void* surface_at(cudaSurfaceObject_t surface, int x, int y, const int* z, std::size_t bytes) {
  cudaArray& array = array_of(surface, z != nullptr);
  const auto column = static_cast<std::size_t>(x);  // numbers below 0 become large
  const auto row = static_cast<std::size_t>(y);
  const auto slice = static_cast<std::size_t>(z == nullptr ? 0 : *z);
  const bool inside = column <= array.row_bytes() - bytes && row < array.extent.height &&
                      slice < std::max<std::size_t>(array.extent.depth, 1);
  if (!inside) give_up("a place is outside of the surface");
  return array.at(column, row, slice);
}

}  // namespace glccl::on_cpu

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* channels, std::size_t width,
                            std::size_t height, unsigned flags) {
  return cudaMalloc3DArray(array, channels, {width, height, 0}, flags);
}

cudaError_t cudaMalloc3DArray(cudaArray_t* array, const cudaChannelFormatDesc* channels, cudaExtent extent,
                              unsigned flags) {
  const std::size_t texel_bytes = static_cast<std::size_t>(channels->x + channels->y + channels->z + channels->w) / 8;
  const std::size_t texels = extent.width * extent.height * std::max<std::size_t>(extent.depth, 1);
  *array = new cudaArray{*channels, extent, flags, texel_bytes, std::vector<unsigned char>(texels * texel_bytes)};
  return cudaSuccess;
}

cudaError_t cudaFreeArray(cudaArray_t array) {
  delete array;
  return cudaSuccess;
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc* channels, cudaExtent* extent, unsigned* flags, cudaArray_t array) {
  if (channels != nullptr) *channels = array->channels;
  if (extent != nullptr) *extent = array->extent;
  if (flags != nullptr) *flags = array->flags;
  return cudaSuccess;
}

/// Between an array and memory, from their beginnings on.
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms* copy) {
  const bool to_array = copy->dstArray != nullptr;
  cudaArray& array = to_array ? *copy->dstArray : *copy->srcArray;
  const cudaPitchedPtr& memory = to_array ? copy->srcPtr : copy->dstPtr;
  const std::size_t width = copy->extent.width * array.texel_bytes;
  for (std::size_t z = 0; z < copy->extent.depth; ++z) {
    for (std::size_t y = 0; y < copy->extent.height; ++y) {
      auto* row = static_cast<unsigned char*>(memory.ptr) + (z * memory.ysize + y) * memory.pitch;
      unsigned char* texels = array.at(0, y, z);
      std::memcpy(to_array ? texels : row, to_array ? row : texels, width);
    }
  }
  return cudaSuccess;
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms* copy, cudaStream_t) { return cudaMemcpy3D(copy); }

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* texture, const cudaResourceDesc* resource,
                                    const cudaTextureDesc*, const cudaResourceViewDesc*) {
  *texture = reinterpret_cast<cudaTextureObject_t>(resource->res.array.array);
  return cudaSuccess;
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t) { return cudaSuccess; }

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* surface, const cudaResourceDesc* resource) {
  *surface = reinterpret_cast<cudaSurfaceObject_t>(resource->res.array.array);
  return cudaSuccess;
}
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t) { return cudaSuccess; }
