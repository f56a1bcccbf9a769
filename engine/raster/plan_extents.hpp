// Extents of the images of a plan: words, masks and lists over an image.
#pragma once

#include <cstdint>

#include "glccl/options.hpp"
#include "glccl/types.hpp"

namespace glccl::raster {

/// The smallest k with base^k >= n.
int ceil_log(std::int64_t n, std::int64_t base);

/// Rows of words of ROWS_IN_WORD rows over an image.
int words_down(const Extent& extent);

/// Extent of the masks over the pixels of a texture.
Extent masks_extent(const Extent& extent);

/// Extent of the texture of a list of up to `most` elements.
Extent list_extent(const Extent& image, std::int64_t most);

/// Contacts that are listed. There can be three times as many as pixels, and in nearly every image there are far fewer.
int pair_capacity(const Extent& image);

/// Columns of a block, such that there are `blocks` blocks or a few less. 0: as the engine chooses.
int block_width_of(Engine engine, const Extent& extent, int blocks);

}  // namespace glccl::raster
