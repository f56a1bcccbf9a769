// The pages of a TIFF file in memory, for the reader of images and the reader of labels.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "host/files/decode.hpp"
#include "host/files/tiff/options.hpp"

namespace glccl::host {

/// The tags that decide how a page is read.
struct TiffPage {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::uint16_t bits = 1;
  std::uint16_t channels = 1;
  std::uint16_t layout = PLANARCONFIG_CONTIG;
  std::uint16_t sample_format = SAMPLEFORMAT_UINT;
  std::uint16_t photometric = PHOTOMETRIC_MINISBLACK;
  std::uint16_t orientation = ORIENTATION_TOPLEFT;
  std::uint16_t compression = COMPRESSION_NONE;
  std::uint32_t subfile = 0;

  bool is_grey() const { return photometric == PHOTOMETRIC_MINISBLACK || photometric == PHOTOMETRIC_MINISWHITE; }
  /// Whether the page is a smaller copy of another or a mask for it, and no slice.
  bool is_aside() const { return (subfile & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) != 0; }
  /// Whether the samples are grey or RGB, perhaps with alpha, as they are stored. libtiff converts palettes, CMYK,
  /// YCbCr and CIE L*a*b* of 8 bits. Its conversion multiplies colours by alpha and keeps 8 bits of 16.
  bool is_stored_as_wanted() const { return is_grey() || photometric == PHOTOMETRIC_RGB; }
  /// Channels of the image: grey, or RGBA.
  std::size_t image_channels() const { return is_grey() && channels == 1 ? 1 : 4; }
  /// Bytes of a pixel in memory, before 16-bit colours are split.
  std::size_t pixel_bytes() const { return is_stored_as_wanted() ? image_channels() * (bits > 8 ? 2 : 1) : 4; }
  /// Samples of a pixel that are stored side by side.
  std::size_t samples_together() const { return layout == PLANARCONFIG_CONTIG ? channels : 1; }
};

/// A TIFF file in memory whose pages are the slices of an image or volume. Pages that are marked as a smaller copy or a
/// mask are left out, unless the first page is marked so too.
class TiffPages {
 public:
  explicit TiffPages(FileBytes file) : memory_{file} {}
  TiffPages(const TiffPages&) = delete;
  TiffPages& operator=(const TiffPages&) = delete;

  /// Opens the file and checks that all slices have the extent and the samples of the first one, that rows go from left
  /// to right or back, and that the file has room for the samples. Errors `file`, `too_large`.
  Status open();

  /// The tags of the first page. Requires open().
  const TiffPage& first() const { return first_; }

  /// Width, height and number of slices. Requires open().
  Extent extent() const { return {static_cast<int>(first_.width), static_cast<int>(first_.height), slices_}; }

  /// Calls `read(page, z)` for each slice, with its directory selected, until it returns false. False after an error.
  template <class Read>
  bool for_each_slice(const Read& read) {
    if (TIFFSetDirectory(tiff_.get(), 0) == 0) return false;
    for (int z = 0;;) {
      const TiffPage page = tags();
      if (is_slice(page)) {
        if (!read(page, z) || failed()) return false;
        if (++z == slices_) return true;
      }
      if (TIFFReadDirectory(tiff_.get()) == 0) return false;
    }
  }

  /// The file, with the directory of a slice selected.
  TIFF* tiff() const { return tiff_.get(); }

  /// Whether libtiff has reported an error. Some codecs go on after one, and report it again for every row.
  bool failed() const { return !error_.empty(); }

  /// The error of a file whose slices cannot be decoded.
  Error damage() const;

 private:
  /// A file in memory, as libtiff reads it.
  struct Memory {
    FileBytes bytes;
    std::uint64_t position = 0;
  };
  struct Close {
    void operator()(TIFF* tiff) const { TIFFClose(tiff); }
  };

  static tmsize_t read_memory(thandle_t handle, void* to, tmsize_t wanted);
  static toff_t seek_memory(thandle_t handle, toff_t offset, int whence);
  static toff_t memory_size(thandle_t handle);

  TiffPage tags() const;
  bool is_slice(const TiffPage& page) const { return first_.is_aside() || !page.is_aside(); }
  Status check_slice(const TiffPage& page) const;

  Memory memory_;
  std::string error_;  ///< libtiff's first error.
  std::unique_ptr<TIFF, Close> tiff_;
  TiffPage first_;
  int slices_ = 0;
};

}  // namespace glccl::host
