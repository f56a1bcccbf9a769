// The smallest image that still shows a fault.
#pragma once

#include <functional>

#include "glccl/host/image.hpp"

namespace glccl::host {

/// Delta debugging of an image (A. Zeller and R. Hildebrandt, Simplifying and Isolating Failure-Inducing Input, 2002):
/// rows and columns are taken out by halves, quarters, ... and at last one by one, then pixels are set to zero in the
/// same way, for as long as `still_fails` says so of what is left. The result fails, has at least one pixel, and no
/// single row, column or pixel can be taken out of it unless `most_calls` ended the search early. Requires an image
/// that fails; `still_fails` is asked about others only, at most `most_calls` times.
Image shrink(Image image, const std::function<bool(const Image&)>& still_fails, int most_calls = 20000);

}  // namespace glccl::host
