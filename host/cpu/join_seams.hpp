// Periodic axes of engines that label an image as if it had none.
#pragma once

#include <vector>

#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// Joins the components of labels 1..N, made without LabelingSpec::periodic, that meet across the seams of the axes
/// named there, and numbers the joined ones in raster order. `components`, if there are any, are the rows of the labels
/// and become those of the joined components. Without periodic axes nothing is done. Error `too_large`: there is no
/// memory for the layers at a seam.
///
/// Method: the two layers of elements at a seam are labeled as an image of their own, in which they lie side by side. A
/// component there has elements of components of the image that are one. Layers are continued by an element across the
/// seams of other axes, so that corners meet too.
Result<void> join_seams(const ImageView& image, const LabelingSpec& spec, const ImageView* mask, LabelImage& labels,
                        std::vector<Component>* components);

}  // namespace glccl::host
