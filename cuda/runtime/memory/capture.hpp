// Stream captures, and the memory of the graphs that come out of them.
//
// A graph keeps the addresses of scratch memory and the texture and surface objects of the labelings that were captured
// into it, so these live as long as the graph. Each captured labeling gives its graph a CUDA user object, which CUDA
// destroys once the graph, its instances and their launches are gone. The user object's destructor may not call CUDA.
// It leaves what it owns in a list, which free_abandoned() frees at a time when CUDA may be called. The list belongs to
// the process, because a graph may outlive its Labeler.
#pragma once

#include <cuda_runtime_api.h>

#include <memory>

#include "cuda/runtime/memory/in_flight.hpp"
#include "glccl/result.hpp"

namespace glccl::cuda {

/// A capture that is under way on a stream.
struct Capture {
  unsigned long long id = 0;    ///< Unique in the process.
  cudaGraph_t graph = nullptr;  ///< The graph that is being built; null: the stream does not capture.
};

/// The capture of a stream. Errors: `invalid_argument` (the capture has been invalidated; the default stream while
/// another stream that waits for it captures), `gpu`.
Result<Capture> capture_of(cudaStream_t stream);

/// Keeps scratch memory of `device` and the objects of a labeling as long as the capture's graph, its instances and
/// their launches. Error `gpu`; the memory and the objects are then abandoned.
Result<void> keep_with_graph(const Capture& capture, int device, std::shared_ptr<void> memory, ArrayObjects objects);

/// What graphs have left that are gone.
struct Abandoned;

/// The list of the process. Its entries and all Labelers share it: it outlives them where they are static objects, and
/// the process's static objects if it is not empty then, when CUDA and a caller's allocator may be gone.
const std::shared_ptr<Abandoned>& abandoned();

/// Frees what graphs have left that are gone. Must not be called inside a stream capture, because cudaFree may wait for
/// the GPU.
void free_abandoned(Abandoned& list);

}  // namespace glccl::cuda
