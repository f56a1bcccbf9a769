// A picture of labels.
#pragma once

#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// The source, dimmed, with every component tinted and its bounding box drawn, as rgba8; in volumes on every slice that
/// the box has. The colour is a function of the label alone. Requires a source of format u8, u16 or rgba8 and labels of
/// the source's extent.
Image draw_overlay(const Image& source, const LabelImage& labels, const std::vector<Component>& components);

}  // namespace glccl::host
