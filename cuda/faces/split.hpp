// Labeling of a slab in two steps, between which its final numbers are found: labels are written once. For methods that
// write labels themselves, which is cuda-fast. Exported for host/tiled/cuda.
#pragma once

#include "cuda/runtime/label_numbers.hpp"
#include "glccl/api.h"
#include "glccl/cuda/labeler.hpp"
#include "glccl/result.hpp"

namespace glccl::cuda {

/// Whether solve_slab() and finish_slab() label by this method. Others label at once, and renumber_labels() goes over
/// their labels again.
GLCCL_API bool is_split(Method method);

/// The first step: as Labeler::label() with Numbering::raster, but it writes the labels of the first and the last plane
/// at least, and others perhaps. Labels::count is the number of components. The labeler may do nothing else before
/// finish_slab(). Errors: those of Labeler::label().
GLCCL_API Result<Labels> solve_slab(Labeler& labeler, const SourceImage& image, const Target& target,
                                    const LabelingSpec& spec, void* stream);

/// The second step, with the same arguments: writes all labels with their final numbers. The rows of the table, if
/// there is one, are those of the slab by itself. Requires LabelingSpec::columns of 0, because labels are measured as
/// they are written. Errors: those of Labeler::label().
GLCCL_API Result<void> finish_slab(Labeler& labeler, const SourceImage& image, const Target& target,
                                   const LabelingSpec& spec, const DeviceTable& table, const LabelNumbers& numbers,
                                   void* stream);

}  // namespace glccl::cuda
