// Reducing an image to a small one that still shows a fault.
#pragma once

#include <functional>

#include "glccl/host/image.hpp"

namespace glccl::host {

/// Delta debugging of an image or volume (A. Zeller and R. Hildebrandt, Simplifying and Isolating Failure-Inducing
/// Input, 2002). Removes slices, rows and columns in halves, quarters and so on down to single ones, then sets pixels
/// to zero in the same way, and keeps every change after which `still_fails` returns true.
///
/// The result fails and has at least one pixel. No single slice, row, column or non-zero pixel can be removed from it,
/// unless `most_calls` calls of `still_fails` ended the search early. Requires an image that fails; `still_fails` is
/// not called for it.
Image shrink(Image image, const std::function<bool(const Image&)>& still_fails, int most_calls = 20000);

}  // namespace glccl::host
