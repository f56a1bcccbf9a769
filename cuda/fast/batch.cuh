// The images of one submission, or its volume, as a kernel's parameter.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "cuda/measure/table.cuh"
#include "cuda/runtime/job.hpp"
#include "cuda/runtime/slices.cuh"

namespace glccl::cuda {

struct Batch {
  PixelSource source;   ///< Format and criterion of all images, without pixels.
  SlicePitches slices;  ///< Of a volume.
  JobImage images[most_images];
};

inline __device__ VolumeSource source_of(const Batch& batch, int image) {
  VolumeSource source = {batch.source, batch.slices.pixels};
  source.pixels.pixels = batch.images[image].pixels;
  source.pixels.pitch = batch.images[image].pitch;
  source.pixels.texture = batch.images[image].texture;
  source.pixels.slice = batch.images[image].slice;
  return source;
}

inline __device__ VolumeTarget target_of(const Batch& batch, int image) {
  return {batch.images[image].target, batch.slices.labels};
}

inline __device__ TableView table_of(const Batch& batch, int image, Extent extent) {
  return make_table_view(batch.images[image].table, source_of(batch, image).pixels, extent, batch.slices.pixels);
}

}  // namespace glccl::cuda
