// The entry points of the published methods; cuda-fast has cuda/fast/fast.hpp. glccl::cuda::Method says where each was
// published, and the method's file says it in detail.
//
// Every run_* function fills the job's forest: each entry becomes its root's, and the root is the component's first
// pixel in raster order. Every *_work_bytes function returns the bytes that its method needs at Job::work. Methods that
// repeat rounds wait for the GPU between them (rounds.hpp). Error `gpu` of all: a launch or a kernel failed.
#pragma once

#include <cstddef>

#include "cuda/runtime/job.hpp"

namespace glccl::cuda {

/// Method::stava on an image or volume. Does not wait for the GPU.
Result<void> run_stava(const Job& job);

/// Method::stava on a volume.
Result<void> run_stava_volume(const Job& job);

/// Method::links on an image or volume.
Result<void> run_links(const Job& job);

/// The connectivity bits of all regions.
std::size_t links_work_bytes(const Job& job);

/// Method::links on a volume.
Result<void> run_links_volume(const Job& job);

/// The same for a volume: 3 bytes per voxel. Partial regions count as regions.
std::size_t links_volume_work_bytes(const Job& job);

}  // namespace glccl::cuda
