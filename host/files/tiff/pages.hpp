// The pages of a TIFF file, for the readers of images, of labels and of slabs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "glccl/host/image_files.hpp"
#include "host/files/decode.hpp"
#include "host/files/scalars.hpp"
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
  std::uint16_t fill_order = FILLORDER_MSB2LSB;
  std::uint32_t rows_of_strip = 0;  ///< At least 1 where the page has strips; may exceed the height.
  std::uint32_t tile_width = 0;     ///< 0 where the page has strips.
  std::uint32_t tile_height = 0;    ///< The same.
  std::uint16_t extra_samples = 0;  ///< Of a pixel: alpha, or of no known meaning.
  bool indices = false;             ///< Samples are indices of a palette, which stay what they are.

  bool is_grey() const {
    return photometric == PHOTOMETRIC_MINISBLACK || photometric == PHOTOMETRIC_MINISWHITE || indices;
  }
  /// Whether the page is a smaller copy of another or a mask for it, and no slice.
  bool is_aside() const { return (subfile & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) != 0; }
  /// Whether the samples are grey or RGB, perhaps with alpha, as they are stored. libtiff converts palettes, CMYK,
  /// YCbCr and CIE L*a*b* of 8 bits. Its conversion multiplies colours by alpha and keeps 8 bits of 16.
  bool is_stored_as_wanted() const { return is_grey() || photometric == PHOTOMETRIC_RGB; }
  /// The type of the samples where they are numbers that become elements: of one channel, as they are stored. Null for
  /// unsigned samples of up to 16 bits, which are pixels, and for samples that are not read.
  const ScalarType* number_type() const;
  /// Channels of the image: grey, or RGBA.
  std::size_t image_channels() const { return is_grey() && channels == 1 ? 1 : 4; }
  /// Whether the image has colours without alpha.
  bool is_opaque() const {
    return image_channels() == 4 && !is_grey() && (is_stored_as_wanted() ? channels == 3 : extra_samples == 0);
  }
  /// Bytes of a pixel in memory, before 16-bit colours are split.
  std::size_t pixel_bytes() const {
    if (const ScalarType* number = number_type()) return number->bytes;
    return is_stored_as_wanted() ? image_channels() * (bits > 8 ? 2 : 1) : 4;
  }
  /// Samples of a pixel that are stored side by side.
  std::size_t samples_together() const { return layout == PLANARCONFIG_CONTIG ? channels : 1; }
};

/// The bytes of a TIFF file.
struct TiffInput {
  std::uint64_t size = 0;
  /// Reads bytes from `offset` on; false where it cannot read all of them, which the file has by its size.
  std::function<bool(std::uint64_t offset, std::span<std::uint8_t> to)> read;
};

/// The bytes of a file in memory.
TiffInput tiff_input(FileBytes file);

/// A TIFF file whose pages are the slices of an image or volume, or slices of one of its channels and frames. Pages
/// that are marked as a smaller copy or a mask are left out, unless the first page is marked so too. Slices may also
/// lie behind each other in one directory, as ImageJ writes files above 4 GB.
class TiffPages {
 public:
  /// A file of up to `most` pixels.
  explicit TiffPages(TiffInput input, const ReadOptions& options = {}, std::uint64_t most = max_pixels)
      : input_(std::move(input)), options_(options), most_(most) {}
  TiffPages(const TiffPages&) = delete;
  TiffPages& operator=(const TiffPages&) = delete;

  /// Opens the file and checks that all slices have the extent and the samples of the first one, that rows go from left
  /// to right or back, that the file has room for the samples, and that one of the channels and frames of ImageJ and
  /// OME-TIFF is picked where there are several. Errors `file`, `too_large`.
  Result<void> open();

  /// The tags of the first page. Requires open().
  const TiffPage& first() const { return first_; }

  /// Width, height and number of slices. Requires open().
  Extent extent() const { return {static_cast<int>(first_.width), static_cast<int>(first_.height), slices_}; }

  /// Calls `read(page, z)` for each slice, with its directory selected, until it returns false. False after an error.
  template <class Read>
  bool for_each_slice(const Read& read) {
    for (int z = 0; z < slices_; ++z) {
      if (!select(z) || !read(selected_, z) || failed()) return false;
    }
    return true;
  }

  /// Selects the directory of a slice, from 0. Slices in ascending order are found at once, others from the first one
  /// on. False after an error. Requires open().
  bool select(int z);

  /// The tags of the slice that is selected.
  const TiffPage& selected() const { return selected_; }

  /// The slice that is selected; -1: none is.
  int selected_slice() const { return slice_; }

  /// Its page, from 1; in one directory its place there.
  int page_number() const { return (stacked_ > 1 ? place_of(slice_) : page_) + 1; }

  /// Whether slices lie behind each other in one directory, without compression.
  bool are_stacked() const { return stacked_ > 1; }

  /// Where a strip or tile of the slice that is selected begins in the file.
  std::uint64_t offset_of(std::uint32_t strile) const {
    return TIFFGetStrileOffset(tiff(), strile) +
           (stacked_ > 1 ? static_cast<std::uint64_t>(place_of(slice_)) * stacked_bytes_ : 0);
  }

  /// The bytes of the file.
  const TiffInput& input() const { return input_; }

  /// The file, with the directory of a slice selected.
  TIFF* tiff() const { return tiff_.get(); }

  /// Whether libtiff has reported an error. Some codecs go on after one, and report it again for every row.
  bool failed() const { return !error_.empty(); }

  /// libtiff's first error; empty where there is none.
  const std::string& error() const { return error_; }

  /// The error of a file whose slices cannot be decoded.
  Error damage() const;

 private:
  struct Close {
    void operator()(TIFF* tiff) const { TIFFClose(tiff); }
  };

  // What libtiff calls, with this object as its handle.
  static tmsize_t read_input(thandle_t handle, void* to, tmsize_t wanted);
  static toff_t seek_input(thandle_t handle, toff_t offset, int whence);
  static toff_t input_size(thandle_t handle);

  TiffPage tags() const;
  bool is_slice(const TiffPage& page) const { return first_.is_aside() || !page.is_aside(); }
  /// The place of a slice among the images of the file.
  int place_of(int slice) const { return picked_.empty() ? slice : picked_[static_cast<std::size_t>(slice)]; }
  Result<void> check_slice(const TiffPage& page) const;
  Result<void> check_stack();
  Result<void> find_stack(std::uint64_t images, const char* writer);

  TiffInput input_;
  ReadOptions options_;
  std::uint64_t most_;
  std::uint64_t position_ = 0;  ///< Where libtiff reads next.
  std::string error_;           ///< libtiff's first error.
  std::unique_ptr<TIFF, Close> tiff_;
  TiffPage first_;
  int slices_ = 0;
  TiffPage selected_;
  int page_ = 0;                     ///< The directory of `selected_`, from 0.
  int image_ = -1;                   ///< Its place among the images of the file.
  int slice_ = -1;                   ///< The slice that it is; -1: none is selected.
  std::vector<int> picked_;          ///< The places of the slices; empty: all images are slices.
  int stacked_ = 1;                  ///< Images in the one directory.
  std::uint64_t stacked_bytes_ = 0;  ///< From one of them to the next.
};

}  // namespace glccl::host
