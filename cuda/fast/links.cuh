// Which columns of neighbouring words are linked, as bits. Who asks says where the words are, by a View with
//
//   source               the image, read only where Kind::values
//   pixel_of(word, row)  its first pixel's place in the image
//   bits_of(word, row)   the bits of a row of pixels, 0 beyond what it looks at
//   word_at(word, band)  with where its runs start; for find_contacts_up alone
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "cuda/core/criterion.cuh"
#include "cuda/fast/words.cuh"

namespace glccl::cuda {

constexpr std::uint32_t all_columns = 0xFFFFFFFFU;
constexpr std::uint32_t first_column = 1U;
constexpr std::uint32_t last_column = 1U << 31;

/// Of the bits of a row of pixels that begins at `first` those that are linked with the pixel at that offset. Both are
/// foreground.
template <class Kind>
__device__ std::uint32_t linked(const PixelSource& source, std::uint32_t bits, Place first, Place offset) {
  if constexpr (Kind::values) {
    std::uint32_t found = 0;
    visit_bits(bits, [&](int bit) {
      const int x = first.x + bit;
      const uint4 there = cell_at(source, x + offset.x, first.y + offset.y);
      if (are_linked(source, cell_at(source, x, first.y), there)) found |= 1U << bit;
    });
    return found;
  }
  return bits;
}

template <class Kind, class View>
__device__ std::uint32_t band_bits(const View& view, int word, int band) {
  std::uint32_t bits = view.bits_of(word, band * Kind::band_rows);
  if (Kind::band_rows == 2) bits |= view.bits_of(word, 2 * band + 1);
  return bits;
}

/// Of `columns` those that are linked with the one to their left, which for column 0 is the last one of the word
/// before.
template <class Kind, class View>
__device__ std::uint32_t linked_left(const View& view, int word, int band, std::uint32_t columns = all_columns) {
  const std::uint32_t bits = band_bits<Kind>(view, word, band);
  const std::uint32_t left = bits << 1 | band_bits<Kind>(view, word - 1, band) >> 31;
  return linked<Kind>(view.source, bits & left & columns, view.pixel_of(word, band * Kind::band_rows), {-1, 0});
}

/// Of `columns` those that are linked with the one `dx` to the right, -1 to 1, in the band above.
template <class Kind, class View>
__device__ std::uint32_t linked_up(const View& view, int word, int band, int dx, std::uint32_t columns = all_columns) {
  const int row = band * Kind::band_rows;
  std::uint32_t above = view.bits_of(word, row - 1);
  if (dx < 0) above = above << 1 | view.bits_of(word - 1, row - 1) >> 31;
  if (dx > 0) above = above >> 1 | view.bits_of(word + 1, row - 1) << 31;
  return linked<Kind>(view.source, view.bits_of(word, row) & above & columns, view.pixel_of(word, row), {dx, -1});
}

/// The columns of a word that are united with others, by where these are.
struct Contacts {
  std::uint32_t left = 0;
  std::uint32_t up = 0;
  std::uint32_t up_left = 0;
  std::uint32_t up_right = 0;
  std::uint32_t down_left = 0;
};

/// Adds those with the band above, without links that other links stand for already:
///
///     a b     b-y is not needed where a-b, x-y and a-x are links, a-y not where a-b and b-y or x-y and a-x are,
///     x y     b-x not where a-b and a-x or x-y and b-y are
template <class Kind, class View>
__device__ void find_contacts_up(const View& view, int word, int band, Contacts& contacts) {
  const std::uint32_t here = continued(view.word_at(word, band));
  const std::uint32_t above = continued(view.word_at(word, band - 1));
  const std::uint32_t up = linked_up<Kind>(view, word, band, 0);
  contacts.up = up & ~(up << 1 & here & above);
  if constexpr (Kind::connectivity == 8) {
    const std::uint32_t not_left = ~((up & above) | (here & up << 1));
    const std::uint32_t not_right = ~((up & above >> 1) | (here & up) >> 1);
    contacts.up_left = linked_up<Kind>(view, word, band, -1, not_left);
    contacts.up_right = linked_up<Kind>(view, word, band, 1, not_right);
  }
}

/// The links around a corner of two words and two bands, the last columns of `word` - 1 and the first of `word`:
///
///     a b   band - 1
///     x y   band
struct Corner {
  bool ab;
  bool xy;
  bool ax;
  bool by;
};

template <class Kind, class View>
__device__ Corner corner_at(const View& view, int word, int band) {
  return {linked_left<Kind>(view, word, band - 1, first_column) != 0,
          linked_left<Kind>(view, word, band, first_column) != 0,
          linked_up<Kind>(view, word - 1, band, 0, last_column) != 0,
          linked_up<Kind>(view, word, band, 0, first_column) != 0};
}

/// Adds what crosses the vertical border before `word` in a band, one of `bands`. At a horizontal border
/// find_contacts_up has the diagonals.
template <class Kind, class View>
__device__ void find_contacts_left(const View& view, int word, int band, int bands, Contacts& contacts) {
  const bool first = band % tile_bands == 0;
  const bool last = band % tile_bands == tile_bands - 1 || band == bands - 1;
  contacts.left = linked_left<Kind>(view, word, band, first_column);
  if (!first) {
    const Corner above = corner_at<Kind>(view, word, band);
    if (above.ab && above.ax && above.by) contacts.left = 0;
    if (Kind::connectivity == 8 && !(above.ab && above.by) && !(above.xy && above.ax)) {
      contacts.up_left = linked_up<Kind>(view, word, band, -1, first_column);
    }
  }
  if (Kind::connectivity == 8 && !last) {
    const Corner below = corner_at<Kind>(view, word, band + 1);
    if (!(below.ab && below.ax) && !(below.xy && below.by)) {
      contacts.down_left = linked_up<Kind>(view, word - 1, band + 1, 1, last_column) >> 31;
    }
  }
}

}  // namespace glccl::cuda
