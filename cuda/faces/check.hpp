// Checks of the memory that a Labeler is given, before anything is launched. glccl::check() and glccl::check_table()
// check the specification; the checks here are CUDA's own: pointers, pitches, arrays, overlaps, batches. All errors are
// those of Labeler::label().
#pragma once

#include <span>

#include "cuda/faces/traits.hpp"
#include "cuda/runtime/memory/check_reach.hpp"
#include "glccl/cuda/memory.hpp"
#include "glccl/cuda/options.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"

namespace glccl::cuda {

/// The format of an image.
PixelFormat format_of(const SourceImage& image);

/// glccl::check() for a method. Of a volume that the method does not label, the message names the methods that do.
Result<void> check_spec(const LabelingSpec& spec, PixelFormat format, const Extent& extent, const MethodTraits& method);

/// Everything that can be wrong with one image, its labels and its table. Returns the extent of the image. The method's
/// device `device` is current. The table is that of `item`.
Result<Extent> check_item(const BatchItem& item, const LabelingSpec& spec, const MethodTraits& method, int device);

/// Whether a labeling can be recorded in a stream capture: by a method that reads nothing back between its kernels,
/// and without times.
Result<void> check_capture(TimingDetail timing, const MethodTraits& method);

/// Whether `device`, which is current, has surfaces of this extent, for a method that keeps its labels in one.
Result<void> check_plane(const Extent& extent, const MethodTraits& method, int device);

/// Everything that can be wrong with a batch that check_batch() has accepted. Returns the extent of each image.
Result<Extent> check_items(std::span<const BatchItem> items, const LabelingSpec& spec, const MethodTraits& method,
                           int device);

/// Whether the method labels images together.
Result<void> check_takes_batches(const MethodTraits& method);

/// Whether images of this extent can be labeled together: volumes cannot.
Result<void> check_takes_images(const Extent& extent);

/// Whether the method takes batches, there are images, and either all have a table, and a mask, or none has.
Result<void> check_batch(std::span<const BatchItem> items, const Outputs& outputs, const MethodTraits& method);

}  // namespace glccl::cuda
