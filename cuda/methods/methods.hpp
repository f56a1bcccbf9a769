// The entry points of the published methods. Each method has a file of its own, which cites its source; cuda-fast
// has cuda/fast/fast.hpp.
//
// Every run_* function fills the job's forest: each entry becomes its root's, and the root is the component's first
// pixel in raster order. Every *_work_bytes function returns the bytes that its method needs at Job::work. Methods that
// repeat rounds wait for the GPU between them (rounds.hpp). Error `gpu` of all: a launch or a kernel failed.
#pragma once

#include <cstddef>

#include "cuda/core/job.hpp"

namespace glccl::cuda {

/// stava.cu: O. Stava and B. Benes, Connected Component Labeling in CUDA, GPU Computing Gems (Emerald Edition), chapter
/// 35. Does not wait for the GPU.
Status run_stava(const Job& job);

/// links.cu: Connected Components Revisited on Kepler, GPU Technology Conference 2013, session 3193.
Status run_links(const Job& job);

/// The connectivity bits of all regions.
std::size_t links_work_bytes(const Job& job);

/// jung.cu: I.-Y. Jung and C.-S. Jeong, Parallel connected-component labeling algorithm for GPGPU applications, 2010,
/// as C. Bester and L. Pulles, Connected-Components Labeling, section 3.3, give it. Labels lie in global memory, roots
/// are lowered by atomicMin.
Status run_jung(const Job& job);

/// jung_surface.cu: the same with labels on the job's plane, a surface, without atomics.
Status run_jung_surface(const Job& job);

/// qin.cu: F. Qin and B. Fang, GPU accelerated parallel labeling algorithm of connected-domains in binary images,
/// Journal of Computer Applications, 2010. Also fills Job::work with the records that Launched::records describes.
Status run_qin(const Job& job);

/// A record for each pixel.
std::size_t qin_work_bytes(const Job& job);

/// hawick.cu: K. A. Hawick, A. Leist and D. P. Playne, Parallel graph component labelling with GPUs and CUDA, Parallel
/// Computing 36 (2010), kernel D: label equivalence.
Status run_hawick(const Job& job);

/// The array of equivalences.
std::size_t hawick_work_bytes(const Job& job);

}  // namespace glccl::cuda
