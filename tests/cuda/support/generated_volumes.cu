#include <cuda_runtime.h>

#include "tests/cuda/support/generated_volumes.hpp"

namespace glccl::tests {
namespace {

constexpr unsigned block_threads = 256;

/// The element of a thread in a grid of one thread per element.
__device__ std::int64_t element_of_thread() { return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x; }

/// Bits that look random (the finalizer of splitmix64, by S. Vigna).
__device__ std::uint64_t scramble(std::uint64_t bits) {
  bits += 0x9E3779B97F4A7C15U;
  bits = (bits ^ bits >> 30) * 0xBF58476D1CE4E5B9U;
  bits = (bits ^ bits >> 27) * 0x94D049BB133111EBU;
  return bits ^ bits >> 31;
}

__device__ unsigned char voxel_at(Generated kind, std::int64_t place, int x, int y, int z, int depth) {
  constexpr float turn = 6.2831853F / 32;
  switch (kind) {
    case Generated::noise:
      return scramble(static_cast<std::uint64_t>(place)) % 5 == 0 ? 1 : 0;
    case Generated::values: {
      const auto block = static_cast<std::uint64_t>(z / 3) << 42 | static_cast<std::uint64_t>(y / 3) << 21;
      return static_cast<unsigned char>(scramble(block | static_cast<std::uint64_t>(x / 3)) >> 62);
    }
    case Generated::gyroid: {
      const float a = turn * static_cast<float>(x % 32);
      const float b = turn * static_cast<float>(y % 32);
      const float c = turn * static_cast<float>(z % 32);
      return sinf(a) * cosf(b) + sinf(b) * cosf(c) + sinf(c) * cosf(a) > .6F ? 1 : 0;
    }
    case Generated::two_parts:
      return z == depth - 2 ? 0 : 1;
    case Generated::checkerboard:
      break;
  }
  return (x + y + z) % 2 == 0 ? 1 : 0;
}

__global__ void __launch_bounds__(block_threads) generate(Generated kind, Extent extent, unsigned char* voxels) {
  const std::int64_t place = element_of_thread();
  const std::int64_t row = place / extent.width;
  const auto z = static_cast<int>(row / extent.height);
  if (z >= extent.depth) return;
  voxels[place] = voxel_at(kind, place, static_cast<int>(place % extent.width), static_cast<int>(row % extent.height),
                           z, extent.depth);
}

/// `wrong` grows by the number of voxels that find_labels() counts.
__global__ void __launch_bounds__(block_threads)
    find_labels_of(const std::uint32_t* labels, const std::uint32_t* numbers, std::int64_t count,
                   std::uint32_t* labels_of, unsigned long long* wrong) {
  const std::int64_t i = element_of_thread();
  if (i >= count) return;
  const std::uint32_t label = labels[i];
  const std::uint32_t number = numbers[i];
  bool fits = (label == 0) == (number == 0);
  if (fits && label != 0) {
    std::uint32_t known = *static_cast<volatile std::uint32_t*>(labels_of + (number - 1));
    if (known == 0) known = atomicCAS(labels_of + (number - 1), 0U, label);
    fits = known == 0 || known == label;
  }
  if (!fits) atomicAdd(wrong, 1ULL);
}

/// Launches `kernel` with a thread per element. An error is left to the next call of CUDA.
template <class... Parameters, class... Arguments>
void launch(std::int64_t elements, void (*kernel)(Parameters...), const Arguments&... arguments) {
  cudaLaunchConfig_t configuration = {};
  configuration.gridDim = dim3(static_cast<unsigned>((elements + block_threads - 1) / block_threads));
  configuration.blockDim = dim3(block_threads);
  static_cast<void>(cudaLaunchKernelEx(&configuration, kernel, arguments...));
}

}  // namespace

void generate_volume(Generated kind, const Extent& extent, unsigned char* voxels) {
  launch(extent.elements(), generate, kind, extent, voxels);
}

std::uint64_t find_labels(const std::uint32_t* labels, const std::uint32_t* numbers, std::int64_t count,
                          std::uint32_t* labels_of) {
  void* wrong = nullptr;
  unsigned long long found = ~0ULL;  // where CUDA fails
  if (cudaMalloc(&wrong, sizeof found) != cudaSuccess) return found;
  static_cast<void>(cudaMemset(wrong, 0, sizeof found));
  launch(count, find_labels_of, labels, numbers, count, labels_of, static_cast<unsigned long long*>(wrong));
  if (cudaMemcpy(&found, wrong, sizeof found, cudaMemcpyDeviceToHost) != cudaSuccess) found = ~0ULL;
  static_cast<void>(cudaFree(wrong));
  return found;
}

}  // namespace glccl::tests
