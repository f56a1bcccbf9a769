// What a Labeler is given, looked at before anything is launched. All errors are those of Labeler::label().
#pragma once

#include <span>

#include "cuda/algorithms.hpp"
#include "cuda/core/job.hpp"
#include "glccl/cuda/labeler.hpp"

namespace glccl::cuda {

/// The size of the image; that it can be labeled on `device`, which is current.
Result<Size> check_image(const Image& image, int device);

/// That labels of an image of `size` can be written there.
Status check_target(const Target& target, Size size, int device);

/// The table, the numbering, and that no two of image, labels and table share memory.
Status check_table(const Options& options, const Image& image, const Target& target, Size size, int device);

/// That two images of a batch are of one size and format.
Status check_alike(Size size, Size other, PixelFormat format, PixelFormat other_format);

/// That the algorithm takes batches, that there are images, and that all have a table or none.
Status check_batch(std::span<const BatchItem> items, const Options& options, const AlgorithmTraits& traits);

/// That no image of a checked batch is written to, and that nothing is written to twice; from one item to another,
/// check_table() is for each by itself. Takes n log n steps for n items.
Status check_apart(std::span<const BatchItem> items, Size size);

/// That the algorithm has the criterion for images of that format, and the size of its blocks.
Status check_options(const Options& options, PixelFormat format, const AlgorithmTraits& traits);

/// Fills all of the view that the criterion decides.
void set_criterion(SourceView& view, const Criterion& criterion);

/// "u8", as in PixelFormat.
const char* name_of(PixelFormat format);

}  // namespace glccl::cuda
