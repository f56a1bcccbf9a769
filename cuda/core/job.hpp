// What the facade hands to the kernels: checked, and in the form that device code wants. Plain C++.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <span>

#include "glccl/cuda/labeler.hpp"
#include "glccl/types.hpp"

namespace glccl::cuda {

class Timer;

/// The image and its criterion. criterion.cuh turns a pixel of it into a segment value, and says which are linked.
struct SourceView {
  const unsigned char* pixels = nullptr;  ///< null: read `texture`
  std::size_t pitch = 0;                  ///< bytes
  cudaTextureObject_t texture = 0;
  PixelFormat format = PixelFormat::u8;
  bool equal = false;       ///< Equal
  bool difference = false;  ///< Difference; Foreground where neither is set
  bool inverted = false;    ///< Foreground::inverted
  int channel = 0;          ///< 0 to 3, 4: the largest; 0 for formats of one channel
  /// Of formats stored as integers: the largest that is not above Foreground::threshold or Difference::largest.
  std::int64_t threshold = 0;
  float float_threshold = 0.0F;  ///< of formats stored as floats, either of the two
};

/// Where labels go: linear memory, or a surface where `values` is null.
struct TargetView {
  std::uint32_t* values = nullptr;
  std::size_t pitch = 0;  ///< bytes
  cudaSurfaceObject_t surface = 0;
};

/// A flag that kernels set and the CPU reads: repeat_until_stable() in rounds.hpp.
struct ChangeFlag {
  std::uint32_t* on_device = nullptr;
  std::uint32_t* on_host = nullptr;  ///< pinned
};

/// What plans depend on.
struct DeviceTraits {
  int multiprocessors = 1;
  bool overlaps_kernels = false;  ///< compute capability 9.0 and newer: Begin in launch.cuh
};

/// What differs between the images of a batch.
struct JobImage {
  const unsigned char* pixels = nullptr;  ///< as in SourceView
  std::size_t pitch = 0;
  cudaTextureObject_t texture = 0;
  TargetView target;
  DeviceTable table;
};

/// Images of one batch that go to the GPU in one submission; those of larger batches follow one another.
constexpr int most_images = 32;

/// One labeling on its way to the GPU.
///
/// `forest` is the equivalence array of all algorithms: width * height entries without gaps. Entry i is 0 for
/// background, else 1 + the index of the pixel's parent; a root is its own parent. Parents come before their children
/// in raster order, so that in the end a root is its component's first pixel. Indices stay below 2^30 (32768 x 32768),
/// which leaves the upper two bits of an entry free.
struct Job {
  SourceView source;
  Size size;
  Connectivity connectivity = Connectivity::eight;
  std::uint32_t* forest = nullptr;
  TargetView target;
  DeviceTable table;
  std::span<const JobImage> batch;  ///< where AlgorithmTraits::complete: all images, also a single one
  Numbering numbering = Numbering::root;
  /// On the device: where each image's number of components goes; for algorithms that are not complete, number.hpp.
  std::uint32_t* counts = nullptr;
  DeviceTraits device;
  cudaStream_t stream = nullptr;
  Timer* timer = nullptr;  ///< null: no times are taken
  LinksOptions links;
  int block_side = 8;
  void* work = nullptr;           ///< memory of the algorithm's own, as much as its AlgorithmTraits::work_bytes says
  ChangeFlag changed;             ///< where AlgorithmTraits::iterates
  cudaSurfaceObject_t plane = 0;  ///< where AlgorithmTraits::needs_plane: 32-bit labels of the image's size
};

/// The largest width and height.
constexpr int largest_side = 32768;

}  // namespace glccl::cuda
