// Rows of an image as bits: which pixels are foreground, and which are connected with a neighbour.
#pragma once

#include <cstdint>
#include <memory>

#include "glccl/image.hpp"
#include "glccl/types.hpp"

namespace glccl::host {

/// Reads the rows of an image by a criterion. Bit x % 32 of word x / 32 stands for pixel x; bits beyond the width are
/// 0.
class RowPacker {
 public:
  virtual ~RowPacker() = default;

  /// Which pixels of row y of slice z are foreground.
  virtual void pack_foreground(int y, int z, std::uint32_t* words) const = 0;

  /// Which pixels (x, y, z) are connected with pixel (x + dx, y + dy, z + dz), if both are foreground. Words
  /// without a wanted pixel may be left 0. Requires that the other row lies in the image. `wanted` may be `words`.
  virtual void pack_links(int y, int z, int dx, int dy, int dz, const std::uint32_t* wanted,
                          std::uint32_t* words) const = 0;
};

/// The packer for an image and a criterion that check() accepts, and a mask that check_mask() accepts, or null. Both
/// images must outlive it.
std::unique_ptr<RowPacker> make_row_packer(const ImageView& image, const Criterion& criterion, const ImageView* mask);

}  // namespace glccl::host
