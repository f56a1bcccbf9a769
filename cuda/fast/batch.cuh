// The images of one submission, as a kernel's parameter. Blocks with z = i work on image i.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>

#include "cuda/core/job.hpp"
#include "cuda/core/table.cuh"

namespace glccl::cuda {

struct Batch {
  PixelSource source;  ///< Format and criterion of all images, without pixels.
  JobImage images[most_images];
};

inline __device__ PixelSource source_of(const Batch& batch, int image) {
  PixelSource source = batch.source;
  source.pixels = batch.images[image].pixels;
  source.pitch = batch.images[image].pitch;
  source.texture = batch.images[image].texture;
  source.slice = batch.images[image].slice;
  return source;
}

inline __device__ TableView table_of(const Batch& batch, int image, Extent extent) {
  return make_table_view(batch.images[image].table, source_of(batch, image), extent);
}

}  // namespace glccl::cuda
