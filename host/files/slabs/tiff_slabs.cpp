#include <algorithm>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "glccl/host/slab_sources.hpp"
#include "host/files/formats.hpp"
#include "host/files/slabs/part_file.hpp"
#include "host/files/tiff/pages.hpp"
#include "host/files/tiff/pixels.hpp"
#include "host/files/tiff/rows.hpp"

namespace glccl::host {
namespace {

namespace fs = std::filesystem;

/// Whether the pages of a file can be read in parts. Error `file`.
Result<void> check_parts(const TiffPage& page) {
  if (Result<void> status = check_pixels(page); !status) return status;
  if (!page.is_stored_as_wanted()) {
    return Error{ErrorCode::file,
                 "its colours are neither RGB nor RGBA, and are converted as a whole; convert it to "
                 "grey or RGB to read it in slabs"};
  }
  if (page.image_channels() == 1 || page.bits <= 8) return {};
  return Error{ErrorCode::file, "its colours have samples of " + std::to_string(page.bits) +
                                    " bits; slabs of colours are read with samples of up to 8 bits"};
}

/// A TIFF file of which rows and slices are read. Rows of tiles that a slab needs a part of are kept for the next slab.
class TiffSlabs {
 public:
  TiffSlabs(std::shared_ptr<PartFile> file, const ReadOptions& options)
      : file_(std::move(file)), pages_(input(), options, max_slab_elements), rows_(pages_, PlainStrips::by_rows) {}

  Result<void> open() {
    if (Result<void> status = pages_.open(); !status) return status;
    if (Result<void> status = check_parts(pages_.first()); !status) return status;
    return pages_.select(0) ? Result<void>() : pages_.damage();
  }

  Extent extent() const { return pages_.extent(); }

  bool is_opaque() const { return pages_.first().is_opaque(); }

  PixelFormat format() const {
    const TiffPage& page = pages_.first();
    if (const ScalarType* number = page.number_type()) return format_of(*number);
    if (page.image_channels() == 4) return PixelFormat::rgba8;
    return page.bits > 8 ? PixelFormat::u16 : PixelFormat::u8;
  }

  /// Reads planes from plane `first` on. Numbers that are converted take the memory of one plane.
  Result<void> read(int first, int planes, std::uint8_t* elements) {
    const ScalarType* number = pages_.first().number_type();
    if (number == nullptr || number->format) return read_stored(first, planes, elements);
    const auto plane = static_cast<std::size_t>(slab_of(extent(), 1).elements());
    std::vector<std::uint8_t> stored(plane * number->bytes);
    for (int z = 0; z < planes; ++z, elements += plane * bytes_per_pixel(format())) {
      if (Result<void> status = read_stored(first + z, 1, stored.data()); !status) return status;
      const Result<void> status =
          convert_scalars(*number, stored, static_cast<std::uint64_t>(first + z) * plane, elements);
      if (!status) return cannot_read(file_->path(), status.error());
    }
    return {};
  }

 private:
  /// Reads planes as they are stored.
  Result<void> read_stored(int first, int planes, std::uint8_t* elements) {
    const std::size_t bytes = static_cast<std::size_t>(slab_of(extent(), 1).elements()) * pages_.first().pixel_bytes();
    std::fill_n(elements, static_cast<std::size_t>(planes) * bytes,
                std::uint8_t{255});  // opaque where there is no alpha
    if (!extent().is_volume()) return read_slice(0, first, {elements, static_cast<std::size_t>(planes) * bytes});
    for (int z = 0; z < planes; ++z) {
      const Result<void> status = read_slice(first + z, 0, {elements + static_cast<std::size_t>(z) * bytes, bytes});
      if (!status) return status;
    }
    return {};
  }

  TiffInput input() {
    return {file_->size(), [this](std::uint64_t offset, std::span<std::uint8_t> to) {
              reading_ = file_->read(offset, to);
              return static_cast<bool>(reading_);
            }};
  }

  /// Reads rows of a slice from row `first` on.
  Result<void> read_slice(int z, int first, std::span<std::uint8_t> to) {
    if (pages_.selected_slice() != z) {
      rows_.forget();
      kept_.clear();
      if (!pages_.select(z)) return failure("the directory of slice " + std::to_string(z));
    }
    const TiffPage& page = pages_.selected();
    const std::size_t row_bytes = page.width * page.pixel_bytes();
    const auto count = static_cast<std::uint32_t>(to.size() / row_bytes);
    auto stored = static_cast<std::uint32_t>(first);
    if (is_upside_down(page.orientation)) stored = page.height - stored - count;
    const bool done = page.tile_height > 0 ? read_tiles(page, stored, to) : decode(page, stored, to);
    if (!done) return failure(describe_part(page));
    put_upright(to, page.width, page.pixel_bytes(), page.orientation);
    return {};
  }

  /// Decodes stored rows from row `first` on. False after an error.
  bool decode(const TiffPage& page, std::uint32_t first, std::span<std::uint8_t> to) {
    TiffPixels pixels(page, to.data());
    const auto count = static_cast<std::uint32_t>(to.size() / (page.width * page.pixel_bytes()));
    return rows_.read(page, first, count, pixels);
  }

  /// The same of tiles, which are decoded by whole rows of tiles.
  bool read_tiles(const TiffPage& page, std::uint32_t first, std::span<std::uint8_t> to) {
    const std::size_t row_bytes = page.width * page.pixel_bytes();
    const std::uint64_t end = first + to.size() / row_bytes;
    for (std::uint64_t y = first; y < end;) {
      const std::uint64_t begin = y - y % page.tile_height;
      const std::uint64_t next = std::min<std::uint64_t>(begin + page.tile_height, page.height);
      const std::uint64_t last = std::min(next, end);
      const std::span<std::uint8_t> part = to.subspan((y - first) * row_bytes, (last - y) * row_bytes);
      if (y == begin && last == next) {
        if (!decode(page, static_cast<std::uint32_t>(begin), part)) return false;
      } else {
        if (kept_.empty() || kept_first_ != begin) {
          kept_.assign((next - begin) * row_bytes, 255);
          kept_first_ = begin;
          if (!decode(page, static_cast<std::uint32_t>(begin), kept_)) return false;
        }
        std::memcpy(part.data(), &kept_[(y - begin) * row_bytes], part.size());
      }
      y = last;
    }
    return true;
  }

  /// "strip 5 (at byte 1234)" or "tile 5 of page 3 (at byte 1234)".
  std::string describe_part(const TiffPage& page) const {
    const std::string number = std::to_string(rows_.part());
    const std::string place = std::to_string(pages_.offset_of(rows_.part()));
    return (page.tile_height > 0 ? "tile " : "strip ") + number +
           (extent().is_volume() ? " of page " + std::to_string(pages_.page_number()) : "") + " (at byte " + place +
           ")";
  }

  /// The error of a part that cannot be decoded.
  Error failure(const std::string& part) const {
    if (!reading_) return {ErrorCode::file, reading_.error().message + ", in " + part};
    return cannot_read(file_->path(),
                       damaged(part + " cannot be decoded (" +
                               (pages_.error().empty() ? "it is cut off or too long" : pages_.error()) + ")"));
  }

  std::shared_ptr<PartFile> file_;
  Result<void> reading_;  ///< Of the last part of the file.
  TiffPages pages_;
  TiffRows rows_;
  std::vector<std::uint8_t> kept_;  ///< The pixels of a row of tiles as they are stored; empty: of none.
  std::uint64_t kept_first_ = 0;    ///< Its first row.
};

}  // namespace

Result<SlabSource> open_tiff_slabs(const fs::path& path, const ReadOptions& options) {
  Result<std::shared_ptr<PartFile>> file = PartFile::open(path);
  if (!file) return file.error();
  const auto slabs = std::make_shared<TiffSlabs>(*std::move(file), options);
  if (Result<void> status = slabs->open(); !status) return cannot_read(path, status.error());
  const auto read = [slabs](int first, int planes, void* elements) {
    return slabs->read(first, planes, static_cast<std::uint8_t*>(elements));
  };
  return SlabSource{.extent = slabs->extent(), .format = slabs->format(), .read = read, .opaque = slabs->is_opaque()};
}

}  // namespace glccl::host
