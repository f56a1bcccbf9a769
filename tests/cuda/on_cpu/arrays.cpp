// CUDA arrays, and textures and surfaces of them, on the CPU: rows of texels without gaps.
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
  const unsigned char* at(std::size_t x_bytes, std::size_t y) const { return bytes.data() + y * row_bytes() + x_bytes; }
  unsigned char* at(std::size_t x_bytes, std::size_t y) { return bytes.data() + y * row_bytes() + x_bytes; }
};

namespace glccl::on_cpu {
namespace {

std::size_t nearest(float place, std::size_t size) {
  return static_cast<std::size_t>(std::clamp(std::floor(place), 0.0F, static_cast<float>(size - 1)));
}

}  // namespace

void read_texel(cudaTextureObject_t texture, float u, float v, void* texel, std::size_t bytes, bool as_floats) {
  const cudaArray& array = *reinterpret_cast<const cudaArray*>(texture);
  const unsigned char* stored =
      array.at(nearest(u, array.extent.width) * array.texel_bytes, nearest(v, array.extent.height));
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

void* surface_at(cudaSurfaceObject_t surface, int x, int y, std::size_t bytes) {
  cudaArray& array = *reinterpret_cast<cudaArray*>(surface);
  const auto column = static_cast<std::size_t>(x);  // numbers below 0 become large
  const auto row = static_cast<std::size_t>(y);
  if (column <= array.row_bytes() - bytes && row < array.extent.height) return array.at(column, row);
  std::fprintf(stderr, "(%d, %d) is outside of the surface\n", x, y);
  std::abort();
}

}  // namespace glccl::on_cpu

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind) {
  return {x, y, z, w, kind};
}

cudaError_t cudaMallocArray(cudaArray_t* array, const cudaChannelFormatDesc* channels, std::size_t width,
                            std::size_t height, unsigned flags) {
  const std::size_t texel_bytes = static_cast<std::size_t>(channels->x + channels->y + channels->z + channels->w) / 8;
  *array = new cudaArray{
      *channels, {width, height, 0}, flags, texel_bytes, std::vector<unsigned char>(width * height * texel_bytes)};
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

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t array, std::size_t x, std::size_t y, const void* from,
                                     std::size_t pitch, std::size_t width, std::size_t height, cudaMemcpyKind kind,
                                     cudaStream_t) {
  return cudaMemcpy2D(array->at(x, y), array->row_bytes(), from, pitch, width, height, kind);
}

cudaError_t cudaMemcpy2DFromArray(void* to, std::size_t pitch, cudaArray_const_t array, std::size_t x, std::size_t y,
                                  std::size_t width, std::size_t height, cudaMemcpyKind kind) {
  return cudaMemcpy2D(to, pitch, array->at(x, y), array->row_bytes(), width, height, kind);
}

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
