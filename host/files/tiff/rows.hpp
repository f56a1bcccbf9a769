// Rows of a TIFF page, from strips or tiles.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "host/files/tiff/pages.hpp"

namespace glccl::host {

/// How samples without compression are read from strips.
enum class PlainStrips : std::uint8_t {
  by_libtiff,  ///< By libtiff, which holds a strip in memory.
  by_rows,     ///< Without it: a strip may be larger than memory.
};

/// Reads rows of the selected page of a file.
class TiffRows {
 public:
  explicit TiffRows(const TiffPages& pages, PlainStrips plain = PlainStrips::by_libtiff)
      : pages_(pages), plain_(plain) {}

  /// Reads `count` rows from stored row `first` on: calls `pixels.put(x, y, count, samples, plane)` for the pixels of
  /// column x and row `first` + y. `plane` is the sample that they are of where samples are stored apart. False after
  /// an error: part() is then where it was.
  template <class Pixels>
  bool read(const TiffPage& page, std::uint32_t first, std::uint32_t count, Pixels& pixels) {
    const int planes = page.layout == PLANARCONFIG_CONTIG ? 1 : page.channels;
    const bool tiled = TIFFIsTiled(pages_.tiff()) != 0;
    const bool plain = pages_.are_stacked() || (page.compression == COMPRESSION_NONE && plain_ == PlainStrips::by_rows);
    for (int i = 0; i < planes; ++i) {
      const auto plane = static_cast<std::uint16_t>(i);
      const bool done = tiled   ? read_tiles(page, plane, first, count, pixels)
                        : plain ? read_plain_strips(page, plane, first, count, pixels)
                                : read_strips(page, plane, first, count, pixels);
      if (!done) return false;
    }
    return true;
  }

  /// The strip or tile that was read last, from 0.
  std::uint32_t part() const { return part_; }

  /// To be called when another page has been selected.
  void forget() { next_.reset(); }

 private:
  struct Row {
    std::uint16_t plane = 0;
    std::uint32_t y = 0;
    bool operator==(const Row&) const = default;
  };

  /// Bytes of the samples of a row in a strip.
  static std::uint64_t row_bytes(const TiffPage& page) {
    return (std::uint64_t{page.width} * page.samples_together() * page.bits + 7) / 8;
  }

  template <class Pixels>
  bool read_strips(const TiffPage& page, std::uint16_t plane, std::uint32_t first, std::uint32_t count,
                   Pixels& pixels) {
    TIFF* const tiff = pages_.tiff();
    std::vector<std::uint8_t> row(TIFFScanlineSize64(tiff));
    if (row.size() < row_bytes(page)) return false;
    // Few codecs can skip rows of a strip: what does not follow the last row read begins where its strip does.
    std::uint32_t y = next_ == Row{plane, first} ? first : first - first % rows_of_strip(page);
    next_.reset();
    for (; y < first + count; ++y) {
      part_ = TIFFComputeStrip(tiff, y, plane);
      if (!has_part() || TIFFReadScanline(tiff, row.data(), y, plane) < 0 || pages_.failed()) return false;
      if (y >= first) pixels.put(0, y - first, page.width, row.data(), plane);
    }
    if (y < page.height) next_ = Row{plane, y};
    return true;
  }

  template <class Pixels>
  bool read_plain_strips(const TiffPage& page, std::uint16_t plane, std::uint32_t first, std::uint32_t count,
                         Pixels& pixels) {
    const std::uint64_t bytes = row_bytes(page);
    const std::uint64_t at_once = std::max<std::uint64_t>((std::uint64_t{1} << 20) / bytes, 1);
    std::vector<std::uint8_t> rows;
    for (std::uint32_t y = first; y < first + count;) {
      const std::uint32_t in_strip = y % rows_of_strip(page);
      const auto number = static_cast<std::uint32_t>(
          std::min<std::uint64_t>({at_once, rows_of_strip(page) - in_strip, first + count - y}));
      rows.resize(number * bytes);
      part_ = TIFFComputeStrip(pages_.tiff(), y, plane);
      if (!read_plain(page, in_strip * bytes, rows)) return false;
      for (std::uint32_t i = 0; i < number; ++i) {
        pixels.put(0, y + i - first, page.width, rows.data() + i * bytes, plane);
      }
      y += number;
    }
    return true;
  }

  template <class Pixels>
  bool read_tiles(const TiffPage& page, std::uint16_t plane, std::uint32_t first, std::uint32_t count, Pixels& pixels) {
    TIFF* const tiff = pages_.tiff();
    const std::uint32_t width = page.tile_width;
    const std::uint32_t height = page.tile_height;
    const std::uint64_t row_bytes = TIFFTileRowSize64(tiff);
    const std::uint64_t bytes = TIFFTileSize64(tiff);
    const std::uint64_t needed = (std::uint64_t{width} * page.samples_together() * page.bits + 7) / 8;
    if (width == 0 || height == 0 || row_bytes < needed || bytes / height < row_bytes) return false;
    std::vector<std::uint8_t> tile(bytes);
    const std::uint64_t end = std::uint64_t{first} + count;
    for (std::uint64_t y = first - first % height; y < end; y += height) {
      for (std::uint64_t x = 0; x < page.width; x += width) {
        const auto tile_x = static_cast<std::uint32_t>(x);
        const auto tile_y = static_cast<std::uint32_t>(y);
        part_ = TIFFComputeTile(tiff, tile_x, tile_y, 0, plane);
        if (!has_part() || !fits_tile(page, bytes)) return false;
        if (TIFFReadTile(tiff, tile.data(), tile_x, tile_y, 0, plane) < 0 || pages_.failed()) return false;
        const std::uint64_t columns = std::min<std::uint64_t>(width, page.width - x);
        for (std::uint64_t row = std::max<std::uint64_t>(y, first); row < std::min(y + height, end); ++row) {
          pixels.put(x, row - first, columns, tile.data() + (row - y) * row_bytes, plane);
        }
      }
    }
    return true;
  }

  static std::uint32_t rows_of_strip(const TiffPage& page) {
    return std::clamp<std::uint32_t>(page.rows_of_strip, 1, page.height);
  }

  /// Whether the file has all bytes of strip or tile part(). libtiff makes up some that it lacks.
  bool has_part() const;

  /// Whether tile part() has no more than `bytes` bytes when it is inflated; libtiff would leave out the others.
  bool fits_tile(const TiffPage& page, std::uint64_t bytes) const;

  /// Bytes of strip part() from `offset` on, as libtiff would give them.
  bool read_plain(const TiffPage& page, std::uint64_t offset, std::vector<std::uint8_t>& bytes) const;

  const TiffPages& pages_;
  PlainStrips plain_;
  std::uint32_t part_ = 0;
  std::optional<Row>
      next_;  ///< The row behind the last one that libtiff has read, if it is of the same strip or later.
};

}  // namespace glccl::host
