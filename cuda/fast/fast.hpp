// Union-find over runs of bits: cuda-fast.
#pragma once

#include <cstddef>

#include "cuda/runtime/job.hpp"

namespace glccl::cuda {

/// Whether numbers of 32 bits count the nodes of an image's tiles: there may be too many in an image of one or two
/// columns. A volume is checked by check_volume(). Error `too_large`.
Result<void> check_fast(const Job& job);

/// Labels the job's volume as label_volume() does. Labels the job's batch of images, and with Numbering::raster counts
/// the components and fills the tables. Each submission of up to most_images images takes two or three kernels; numbers
/// take three more, and tables another, whatever the images show. A single small image of foreground takes one kernel
/// in all: fast_small_tiles(). Sides are below 2^31, and an image has fewer than 2^32 - 1 pixels. Requires a job that
/// check_fast() takes. Error `gpu`: a launch failed.
Result<void> run_fast(const Job& job);

/// Bytes of Job::work: of a volume volume_work_bytes(), else for the images of one submission. These take with numbers
/// 1.1 bytes per pixel for 8-connected foreground, 1.7 for 4-connected foreground, 3.2 for other criteria; without
/// numbers 0.25 less. Partial tiles count as tiles.
std::size_t fast_work_bytes(const Job& job);

/// Whether images of this extent are filled in words: a job with Job::writes_words finds the holes of the background,
/// and a job with PixelSource::words labels what it has written. Those of volumes pass on labels.
bool fills_in_words(const Extent& extent);

/// The number of tiles of 128x16 pixels that one launch labels on the current device: 512x1024 pixels with 132
/// multiprocessors. Blocks of that launch wait for each other, so it begins when there is room for all of them. 0 where
/// blocks of a grid cannot wait for each other. Error `gpu`.
Result<int> fast_small_tiles();

}  // namespace glccl::cuda
