// Pictures of labels.
#pragma once

#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/host/slice.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// The source, dimmed, with every component tinted and its bounding box drawn, as rgba8; in volumes on every slice that
/// the box has. The colour is a function of the label alone. Requires a source of format u8, u16 or rgba8 and labels of
/// the source's extent.
Image draw_overlay(const Image& source, const LabelImage& labels, const std::vector<Component>& components);

/// One slice of the same. Requires a slice within the volume.
Image draw_overlay(const Image& source, const LabelImage& labels, const std::vector<Component>& components,
                   const Slice& slice);

/// The largest width and height of a contact sheet in pixels.
inline constexpr int contact_sheet_side = 4096;

/// The slices across z that a contact sheet shows: at most 36, or as many as fit, and all of a volume that has no more.
/// Slice i of n is (2 i + 1) depth / 2 n, rounded down.
std::vector<int> contact_sheet_slices(const Extent& volume);

/// These slices of an overlay side by side in rows, 2 white pixels apart. Of slices that are wider or higher than the
/// sheet only every n-th row and column is drawn.
Image draw_contact_sheet(const Image& source, const LabelImage& labels, const std::vector<Component>& components);

}  // namespace glccl::host
