#include <cerrno>
#include <system_error>
#include <vector>

#include "host/files/formats.hpp"
#include "host/files/tiff/options.hpp"

namespace glccl::host {
namespace {

/// Frees the handle and leaves the file open.
struct CleanUpTiff {
  void operator()(TIFF* tiff) const { TIFFCleanup(tiff); }
};
using TiffWriter = std::unique_ptr<TIFF, CleanUpTiff>;

/// Sets the tags of the page to write.
void set_tags(TIFF* tiff, Extent extent, int channels, int bits) {
  TIFFSetField(tiff, TIFFTAG_IMAGEWIDTH, static_cast<std::uint32_t>(extent.width));
  TIFFSetField(tiff, TIFFTAG_IMAGELENGTH, static_cast<std::uint32_t>(extent.height));
  TIFFSetField(tiff, TIFFTAG_BITSPERSAMPLE, bits);
  TIFFSetField(tiff, TIFFTAG_SAMPLESPERPIXEL, channels);
  TIFFSetField(tiff, TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT);
  TIFFSetField(tiff, TIFFTAG_PHOTOMETRIC, channels == 1 ? PHOTOMETRIC_MINISBLACK : PHOTOMETRIC_RGB);
  TIFFSetField(tiff, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG);
  TIFFSetField(tiff, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT);
  const std::uint16_t alpha = EXTRASAMPLE_UNASSALPHA;
  if (channels == 4) TIFFSetField(tiff, TIFFTAG_EXTRASAMPLES, 1, &alpha);
  for (const int method : {COMPRESSION_ADOBE_DEFLATE, COMPRESSION_LZW}) {
    if (TIFFIsCODECConfigured(static_cast<std::uint16_t>(method)) == 0) continue;
    TIFFSetField(tiff, TIFFTAG_COMPRESSION, method);
    TIFFSetField(tiff, TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL);
    break;
  }
  TIFFSetField(tiff, TIFFTAG_ROWSPERSTRIP, TIFFDefaultStripSize(tiff, 0));
}

/// Writes the rows of a page. False after an error.
bool write_rows(TIFF* tiff, int height, std::size_t row_bytes, const std::uint8_t* rows) {
  std::vector<std::uint8_t> row(row_bytes);  // The predictor changes the row that it is given.
  for (int y = 0; y < height; ++y) {
    std::memcpy(row.data(), rows + static_cast<std::size_t>(y) * row_bytes, row_bytes);
    if (TIFFWriteScanline(tiff, row.data(), static_cast<std::uint32_t>(y), 0) < 0) return false;
  }
  return true;
}

}  // namespace

Result<void> check_tiff_pages(const std::filesystem::path& path, const Extent& extent) {
  constexpr int most_pages = 1048576;  // libtiff reads no more
  if (extent.depth <= most_pages) return {};
  return Error{ErrorCode::invalid_argument, "cannot write " + path.string() + ": it has " +
                                                std::to_string(extent.depth) + " slices and TIFF holds " +
                                                std::to_string(most_pages) + "; use .npy"};
}

Result<void> write_tiff(OutputFile& file, Extent extent, int channels, int bits, const void* data) {
  if (Result<void> status = check_tiff_pages(file.path(), extent); !status) return status;
  if (file.stream() == nullptr) return file.failure("it is closed already");
  const std::size_t row_bytes = static_cast<std::size_t>(extent.width) * static_cast<std::size_t>(channels * bits / 8);
  const std::size_t slice_bytes = row_bytes * static_cast<std::size_t>(extent.height);
  // The 32-bit offsets of TIFF reach 4 GiB. Half of that leaves room for data that grows when compressed, and for tags.
  constexpr std::size_t tag_bytes = 1024;
  const bool big = (slice_bytes + tag_bytes) * static_cast<std::size_t>(extent.depth) > std::size_t{1} << 31;
  std::string error;
  const TiffOptions options = tiff_options(error, tmsize_t{1} << 33);
  errno = 0;
  const TiffWriter tiff(
      options == nullptr ? nullptr
                         : TIFFFdOpenExt(fileno(file.stream()), file.path().c_str(), big ? "w8" : "w", options.get()));
  bool done = tiff != nullptr;
  for (int z = 0; done && z < extent.depth; ++z) {
    set_tags(tiff.get(), extent, channels, bits);
    const std::uint8_t* slice = static_cast<const std::uint8_t*>(data) + static_cast<std::size_t>(z) * slice_bytes;
    done = write_rows(tiff.get(), extent.height, row_bytes, slice) && TIFFWriteDirectory(tiff.get()) == 1;
  }
  done = done && TIFFFlush(tiff.get()) == 1;
  if (!done) return file.failure(errno != 0 ? std::generic_category().message(errno) : error);
  return {};
}

}  // namespace glccl::host
