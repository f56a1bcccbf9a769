#include <tiffio.h>

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>
#include <system_error>
#include <utility>

#include "host/files/formats.hpp"

namespace glccl::host {
namespace {

struct CloseTiff {
  void operator()(TIFF* tiff) const { TIFFClose(tiff); }
};
/// Frees the handle and leaves the file open.
struct CleanUpTiff {
  void operator()(TIFF* tiff) const { TIFFCleanup(tiff); }
};
struct FreeTiffOptions {
  void operator()(TIFFOpenOptions* options) const { TIFFOpenOptionsFree(options); }
};
using TiffReader = std::unique_ptr<TIFF, CloseTiff>;
using TiffWriter = std::unique_ptr<TIFF, CleanUpTiff>;
using TiffOptions = std::unique_ptr<TIFFOpenOptions, FreeTiffOptions>;

/// Stores the first error in the std::string `user`. The result 1 keeps libtiff from printing it.
int keep_error(TIFF*, void* user, const char*, const char* format, va_list arguments) {
  auto& first = *static_cast<std::string*>(user);
  char text[256];
  std::vsnprintf(text, sizeof text, format, arguments);
  if (first.empty()) first = text;
  std::replace(first.begin(), first.end(), '\n', ' ');
  return 1;
}

int ignore_warning(TIFF*, void*, const char*, const char*, va_list) { return 1; }

TiffOptions options_with(std::string& error) {
  TiffOptions options(TIFFOpenOptionsAlloc());
  if (options == nullptr) return options;
  TIFFOpenOptionsSetErrorHandlerExtR(options.get(), keep_error, &error);
  TIFFOpenOptionsSetWarningHandlerExtR(options.get(), ignore_warning, nullptr);
  // A damaged header can announce any amount of memory.
  TIFFOpenOptionsSetMaxSingleMemAlloc(options.get(), tmsize_t{1} << 33);
  return options;
}

/// A file in memory, as libtiff reads it.
struct TiffMemory {
  FileBytes bytes;
  std::uint64_t position = 0;
};

tmsize_t read_memory(thandle_t handle, void* to, tmsize_t wanted) {
  auto& memory = *static_cast<TiffMemory*>(handle);
  if (wanted <= 0 || memory.position >= memory.bytes.size()) return 0;
  const std::size_t count = std::min(static_cast<std::size_t>(wanted), memory.bytes.size() - memory.position);
  std::memcpy(to, memory.bytes.data() + memory.position, count);
  memory.position += count;
  return static_cast<tmsize_t>(count);
}

toff_t seek_memory(thandle_t handle, toff_t offset, int whence) {
  auto& memory = *static_cast<TiffMemory*>(handle);
  if (whence == SEEK_CUR) offset += memory.position;
  if (whence == SEEK_END) offset += memory.bytes.size();
  return memory.position = offset;
}

tmsize_t refuse_write(thandle_t, void*, tmsize_t) { return -1; }
int keep_open(thandle_t) { return 0; }
toff_t memory_size(thandle_t handle) { return static_cast<TiffMemory*>(handle)->bytes.size(); }
int refuse_map(thandle_t, void**, toff_t*) { return 0; }
void unmap_nothing(thandle_t, void*, toff_t) {}

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

  bool is_grey() const {
    return channels == 1 && (photometric == PHOTOMETRIC_MINISBLACK || photometric == PHOTOMETRIC_MINISWHITE);
  }
  /// Whether the stored samples are the samples of the image. (The conversion of libtiff would multiply colours by
  /// alpha.)
  bool is_stored_as_wanted() const {
    if (is_grey()) return bits == 8 || bits == 16;
    return channels == 4 && bits == 8 && photometric == PHOTOMETRIC_RGB && layout == PLANARCONFIG_CONTIG;
  }
};

Result<TiffPage> read_page(TIFF* tiff) {
  TiffPage page;
  TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &page.width);
  TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &page.height);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &page.bits);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &page.channels);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &page.layout);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &page.sample_format);
  TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &page.photometric);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &page.orientation);
  if (Status status = check_size(page.width, page.height); !status) return status.error();
  if (page.orientation > ORIENTATION_BOTLEFT) {
    return Error{ErrorCode::file, "its orientation tag turns it by 90 degrees; save it with rows from the top"};
  }
  if (page.bits > 16 || page.sample_format != SAMPLEFORMAT_UINT) {
    const char* kind = page.sample_format == SAMPLEFORMAT_IEEEFP ? "floating-point"
                       : page.sample_format == SAMPLEFORMAT_UINT ? "unsigned"
                                                                 : "signed or untyped";
    return Error{ErrorCode::file, "its samples are " + std::to_string(page.bits) + "-bit " + kind +
                                      "; unsigned samples of up to 16 bits can be read"};
  }
  return page;
}

/// Reads rows as they are stored, from strips or tiles. False after an error.
bool read_stored(TIFF* tiff, const TiffPage& page, std::size_t pixel_bytes, std::vector<std::uint8_t>& bytes) {
  const std::size_t row_bytes = page.width * pixel_bytes;
  if (TIFFIsTiled(tiff) == 0) {
    if (TIFFScanlineSize64(tiff) != row_bytes) return false;
    for (std::uint32_t y = 0; y < page.height; ++y) {
      if (TIFFReadScanline(tiff, &bytes[y * row_bytes], y, 0) < 0) return false;
    }
    return true;
  }
  std::uint32_t tile_width = 0;
  std::uint32_t tile_height = 0;
  TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &tile_width);
  TIFFGetField(tiff, TIFFTAG_TILELENGTH, &tile_height);
  const std::size_t tile_row_bytes = tile_width * pixel_bytes;
  const std::uint64_t tile_bytes = TIFFTileSize64(tiff);
  if (tile_width == 0 || tile_height == 0 || tile_bytes / tile_height != tile_row_bytes) return false;
  // Allocated by libtiff, which refuses more than its limit.
  const std::unique_ptr<void, decltype(&_TIFFfree)> tile(_TIFFmalloc(static_cast<tmsize_t>(tile_bytes)), _TIFFfree);
  if (tile == nullptr) return false;
  for (std::uint64_t y = 0; y < page.height; y += tile_height) {
    for (std::uint64_t x = 0; x < page.width; x += tile_width) {
      if (TIFFReadTile(tiff, tile.get(), static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), 0, 0) < 0)
        return false;
      const std::size_t count = std::min<std::uint64_t>(tile_width, page.width - x) * pixel_bytes;
      const std::uint64_t rows = std::min<std::uint64_t>(tile_height, page.height - y);
      for (std::uint64_t row = 0; row < rows; ++row) {
        std::memcpy(&bytes[(y + row) * row_bytes + x * pixel_bytes],
                    static_cast<const std::uint8_t*>(tile.get()) + row * tile_row_bytes, count);
      }
    }
  }
  return true;
}

/// Mirrors an image so that its first row is the top row and its first column the left column.
void put_upright(Image& image, std::uint16_t orientation) {
  const bool mirror_x = orientation == ORIENTATION_TOPRIGHT || orientation == ORIENTATION_BOTRIGHT;
  const bool mirror_y = orientation == ORIENTATION_BOTLEFT || orientation == ORIENTATION_BOTRIGHT;
  const std::size_t pixel = static_cast<std::size_t>(bytes_per_pixel(image.format));
  const std::size_t row = static_cast<std::size_t>(image.extent.width) * pixel;
  const std::size_t rows = static_cast<std::size_t>(image.extent.height);
  std::uint8_t* bytes = image.bytes.data();
  for (std::size_t y = 0; mirror_y && y < rows / 2; ++y) {
    std::swap_ranges(bytes + y * row, bytes + (y + 1) * row, bytes + (rows - 1 - y) * row);
  }
  for (std::size_t start = 0; mirror_x && start < image.bytes.size(); start += row) {
    for (std::size_t left = start, right = start + row - pixel; left < right; left += pixel, right -= pixel) {
      std::swap_ranges(bytes + left, bytes + left + pixel, bytes + right);
    }
  }
}

/// Reads colours, palettes and bitmaps through the conversion of libtiff to RGBA. False after an error.
bool read_converted(TIFF* tiff, const TiffPage& page, Image& image) {
  std::vector<std::uint32_t> packed(std::size_t{page.width} * page.height);
  if (TIFFReadRGBAImageOriented(tiff, page.width, page.height, packed.data(), ORIENTATION_TOPLEFT, 1) == 0)
    return false;
  std::uint8_t* to = image.bytes.data();
  for (const std::uint32_t pixel : packed) {
    *to++ = static_cast<std::uint8_t>(TIFFGetR(pixel));
    if (image.format == PixelFormat::u8) continue;
    *to++ = static_cast<std::uint8_t>(TIFFGetG(pixel));
    *to++ = static_cast<std::uint8_t>(TIFFGetB(pixel));
    *to++ = static_cast<std::uint8_t>(TIFFGetA(pixel));
  }
  return true;
}

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

bool is_tiff(FileBytes file) {
  if (file.size() < 4) return false;
  const bool little = file[0] == 'I' && file[1] == 'I' && (file[2] == 42 || file[2] == 43) && file[3] == 0;
  const bool big = file[0] == 'M' && file[1] == 'M' && file[2] == 0 && (file[3] == 42 || file[3] == 43);
  return little || big;
}

Result<Image> decode_tiff(FileBytes file) {
  std::string error;
  TiffMemory memory{file};
  const TiffOptions options = options_with(error);
  const TiffReader tiff(options == nullptr
                            ? nullptr
                            : TIFFClientOpenExt("TIFF", "rm", &memory, read_memory, refuse_write, seek_memory,
                                                keep_open, memory_size, refuse_map, unmap_nothing, options.get()));
  if (tiff == nullptr) return damaged("the TIFF is truncated or has no directory (" + error + ")");
  const Result<TiffPage> page = read_page(tiff.get());
  if (!page) return page.error();

  const PixelFormat format = !page->is_grey()   ? PixelFormat::rgba8
                             : page->bits == 16 ? PixelFormat::u16
                                                : PixelFormat::u8;
  const std::size_t pixel_bytes = static_cast<std::size_t>(bytes_per_pixel(format));
  Image image{{static_cast<int>(page->width), static_cast<int>(page->height)}, format, {}};
  image.bytes.resize(std::size_t{page->width} * page->height * pixel_bytes);
  const bool stored = page->is_stored_as_wanted();
  if (!(stored ? read_stored(tiff.get(), *page, pixel_bytes, image.bytes) : read_converted(tiff.get(), *page, image))) {
    return damaged("the pixels of the TIFF are truncated or of an unsupported kind (" + error + ")");
  }
  if (stored && page->photometric == PHOTOMETRIC_MINISWHITE) {
    for (std::uint8_t& byte : image.bytes) byte = static_cast<std::uint8_t>(~byte);
  }
  if (stored) put_upright(image, page->orientation);
  return image;
}

Status write_tiff(OutputFile& file, Extent extent, int channels, int bits, const void* data) {
  if (file.stream() == nullptr) return file.failure("it is closed already");
  const std::size_t row_bytes = static_cast<std::size_t>(extent.width) * static_cast<std::size_t>(channels * bits / 8);
  // The 32-bit offsets of TIFF reach 4 GiB. Half of that leaves room for data that grows when compressed.
  const bool big = row_bytes * static_cast<std::size_t>(extent.height) > std::size_t{1} << 31;
  std::string error;
  const TiffOptions options = options_with(error);
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
