// The engine `cpu-wu`.
#pragma once

#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"

namespace glccl::host {

/// Its capabilities: those of `cpu-serial` for images, without Difference and formats of 64 bits a pixel. Its decision
/// tree skips a neighbour that is connected to a neighbour it looks at. This requires a transitive relation, and
/// similarity is not transitive.
Capabilities wu_capabilities();

/// Two scans with a decision tree and union-find in an array after K. Wu, E. Otoo, K. Suzuki, Optimizing two-pass
/// connected-component labeling algorithms (2009); for 4-connectivity with a tree of its own. The labels have
/// Numbering::raster for either value of `spec.numbering`. `mask` is one of check_mask(); null: none.
///
/// Errors: those of check() with wu_capabilities() and of check_mask(), and `too_large` where there is no memory for
/// the labels.
Result<LabelImage> label_wu(const ImageView& image, const LabelingSpec& spec, const ImageView* mask = nullptr);

}  // namespace glccl::host
