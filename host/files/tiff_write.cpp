#include <cerrno>
#include <system_error>
#include <vector>

#include "host/files/formats.hpp"
#include "host/files/tiff_options.hpp"

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

}  // namespace

Status write_tiff(OutputFile& file, Extent extent, int channels, int bits, const void* data) {
  if (file.stream() == nullptr) return file.failure("it is closed already");
  const std::size_t row_bytes = static_cast<std::size_t>(extent.width) * static_cast<std::size_t>(channels * bits / 8);
  // The 32-bit offsets of TIFF reach 4 GiB. Half of that leaves room for data that grows when compressed.
  const bool big = row_bytes * static_cast<std::size_t>(extent.height) > std::size_t{1} << 31;
  std::string error;
  const TiffOptions options = tiff_options(error, tmsize_t{1} << 33);
  errno = 0;
  const TiffWriter tiff(
      options == nullptr ? nullptr
                         : TIFFFdOpenExt(fileno(file.stream()), file.path().c_str(), big ? "w8" : "w", options.get()));
  bool done = tiff != nullptr;
  if (done) {
    set_tags(tiff.get(), extent, channels, bits);
    // The predictor changes the row that it is given.
    std::vector<std::uint8_t> row(row_bytes);
    for (int y = 0; done && y < extent.height; ++y) {
      std::memcpy(row.data(), static_cast<const std::uint8_t*>(data) + static_cast<std::size_t>(y) * row_bytes,
                  row_bytes);
      done = TIFFWriteScanline(tiff.get(), row.data(), static_cast<std::uint32_t>(y), 0) >= 0;
    }
    done = done && TIFFFlush(tiff.get()) == 1;
  }
  if (!done) return file.failure(errno != 0 ? std::generic_category().message(errno) : error);
  return {};
}

}  // namespace glccl::host
