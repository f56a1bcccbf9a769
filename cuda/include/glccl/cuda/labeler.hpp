// The face of the CUDA engines: device memory or CUDA arrays in, labels and component tables in device memory out.
// Plain C++: streams, device pointers and arrays are void pointers, so a program needs CUDA's headers only where it
// makes such objects itself.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "glccl/api.h"
#include "glccl/cuda/memory.hpp"
#include "glccl/cuda/methods.hpp"
#include "glccl/cuda/options.hpp"
#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl::cuda {

/// Labels images on one CUDA device. One thread at a time may use a Labeler; several Labelers may work side by side.
/// Every member leaves the current device of the calling thread as it was, and prints nothing. Only members that say so
/// wait for the GPU. A CUDA error is part of the Error that a member returns, and is not left behind for
/// cudaGetLastError. (Errors that corrupt the process's CUDA context, such as cudaErrorIllegalAddress, come back from
/// every later call. That is CUDA's rule.)
class GLCCL_API Labeler {
 public:
  /// Makes a Labeler on CUDA device `device`, an index of list_devices(), or with -1 on the device that is current on
  /// this thread. Scratch memory comes from `allocator`, or without its functions from cudaMalloc. Errors: `no_device`
  /// (no driver, no device, no such device, or a device that this build has no code for; the message says which and
  /// what would work), `invalid_argument` (an allocator with one function), `gpu`.
  static Result<Labeler> create(Method method = Method::fast, int device = -1, Allocator allocator = {});

  /// Moves. The other object may only be destroyed or assigned to afterwards.
  Labeler(Labeler&&) noexcept;
  /// Moves.
  Labeler& operator=(Labeler&&) noexcept;
  /// Waits for the last labeling. Graphs into which labelings were captured stay valid.
  ~Labeler();

  /// Allocates the scratch memory for labelings of `images` images by label() or label_batch(), or of a volume by
  /// label(), with these formats, this extent and specification, into any target, with tables of
  /// `outputs.table.rows` rows; the memory that `outputs` names is not looked at. Waits for the last labeling. Calls
  /// for several labelings add up to memory for the largest. The next label() of this kind allocates nothing.
  ///
  /// A stream capture needs this call before it begins, because memory cannot be allocated in a capture. label() inside
  /// the capture takes all scratch memory out of the Labeler and gives it to the graph. So each capture needs calls of
  /// its own, and scratch_bytes() is 0 after it. After a label() outside of captures, a capture needs the call again.
  ///
  /// `stream` is for Allocator::allocate. Errors: those of check() and check_second_images();
  /// `invalid_argument` (no images, a stream that is being captured), `unsupported` (several images with another method
  /// than Method::fast, several volumes), `too_large` (as label()), `gpu` (out of memory). Do not call it while any
  /// stream of the device is being captured: it may free memory, for which CUDA waits.
  Result<void> prepare(const InputFormats& formats, Extent extent, const LabelingSpec& spec = {},
                       const Outputs& outputs = {}, int images = 1, void* stream = nullptr);

  /// Bytes of scratch memory that such labelings take: scratch_bytes() of a Labeler without memory after prepare() with
  /// these arguments. Allocates nothing. Errors: those of prepare().
  Result<std::int64_t> scratch_bytes_for(const InputFormats& formats, Extent extent, const LabelingSpec& spec = {},
                                         const Outputs& outputs = {}, int images = 1) const;

  /// Labels an image or volume into `outputs.target` in the order of `stream` (a cudaStream_t; null is CUDA's default
  /// stream). Returns once the kernels are launched. Labelings of one Labeler run one after another, also on different
  /// streams. Scratch memory is kept for the next labeling; the first labeling of a larger extent allocates, which
  /// waits for the last labeling.
  ///
  /// If the stream is being captured, the labeling becomes part of the CUDA graph, whose launches repeat it on the same
  /// memory. The graph owns its scratch memory and texture objects, which live until the graph, its instances and their
  /// launches are gone; prepare() and the destructor of any Labeler then free them. Launches of the graph need no
  /// order with labelings outside of it; those of two instances of one graph must not overlap. Labelings that are
  /// captured into one graph run one after another, also on forked streams. Errors of captures are found before
  /// anything is recorded, so the capture stays valid: `unsupported` (a method that waits for the GPU between rounds;
  /// Method::fast and Method::stava do not), `invalid_argument` (no prepare(), Outputs::timing, a capture that is
  /// invalid already).
  ///
  /// Errors leave labels and table untouched, except for `gpu` errors of launches: those of check() with
  /// capabilities_of(), of check_table() and check_second_images(); `invalid_argument` (null or host
  /// pointers, a pitch that is too small or unaligned, memory that overlaps, arrays of another format or extent,
  /// Outputs::tuning), `too_large` (an image beyond the device's largest surface, with a method that needs one; with
  /// Method::fast an image or volume that is so thin that numbers of 32 bits do not count its tiles' components), `gpu`
  /// (out of memory; any CUDA error, with the call and the error's name).
  Result<Labels> label(const Inputs& inputs, const LabelingSpec& spec, const Outputs& outputs, void* stream = nullptr);

  /// Labels images of one extent and format as label() does, but up to 32 of them by each kernel. It is for many small
  /// images, each of which alone would not fill the GPU. Only with Method::fast. Each image has labels and numbers of
  /// its own. Images may share memory with other images. Targets and tables must not share memory with anything in the
  /// batch; the bytes between the rows of a target belong to it. `outputs.target` and `table` must be empty: the items
  /// have theirs.
  ///
  /// Errors: those of label(), with the index of the image; `invalid_argument` also for no images, images that differ
  /// in extent or format, tables or masks for some images only, and shared memory; `unsupported` for another method and
  /// for volumes.
  Result<BatchLabels> label_batch(std::span<const BatchItem> items, const LabelingSpec& spec = {},
                                  const Outputs& outputs = {}, void* stream = nullptr);

  /// Returns the GPU times of the last label() or label_batch() outside of captures, in the detail of Outputs::timing.
  /// Waits for the GPU. With TimingDetail::stages or passes there is one entry per launch, in the order of launches,
  /// and StageTime::stage is the kernel's name; each method's file lists its kernels. From the 4096th launch on, all
  /// kernels share one entry named further_kernels. Events between kernels cost 1 to 2 us each and keep the kernels
  /// apart, so compare methods by `whole`. Error `gpu`: a kernel failed.
  Result<std::vector<StageTime>> times();

  /// Whether the GPU is done with the last labeling outside of captures, also if a kernel failed, which wait() reports.
  /// Never waits. True before the first labeling.
  bool poll();

  /// Waits for the last labeling outside of captures. Errors: `gpu` (a kernel failed), `too_large` (a volume with more
  /// than 2^32 - 2 components).
  Result<void> wait();

  /// Bytes of device memory that are kept for the next labeling, besides images, labels and tables: the largest amount
  /// that any labeling needed so far. It grows with the number of pixels or voxels. Most methods need more with
  /// Numbering::raster, for batches, and for targets that are arrays or have gaps between their rows. 0 before the
  /// first labeling.
  std::int64_t scratch_bytes() const;

  /// The index of the CUDA device.
  int device() const;

  /// The method.
  Method method() const;

 private:
  struct State;
  friend struct SlabAccess;  // cuda/faces/split.hpp
  explicit Labeler(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace glccl::cuda
