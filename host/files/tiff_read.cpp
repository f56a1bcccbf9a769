#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <utility>

#include "host/files/formats.hpp"
#include "host/files/tiff_options.hpp"

namespace glccl::host {
namespace {

struct CloseTiff {
  void operator()(TIFF* tiff) const { TIFFClose(tiff); }
};
using TiffReader = std::unique_ptr<TIFF, CloseTiff>;

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
  std::uint16_t compression = COMPRESSION_NONE;

  bool is_grey() const { return photometric == PHOTOMETRIC_MINISBLACK || photometric == PHOTOMETRIC_MINISWHITE; }
  /// Whether the samples are grey or RGB, perhaps with alpha, as they are stored. libtiff converts palettes, CMYK,
  /// YCbCr and CIE L*a*b* of 8 bits. Its conversion multiplies colours by alpha and keeps 8 bits of 16.
  bool is_stored_as_wanted() const { return is_grey() || photometric == PHOTOMETRIC_RGB; }
  /// Channels of the image: grey, or RGBA.
  std::size_t image_channels() const { return is_grey() && channels == 1 ? 1 : 4; }
  /// Bytes of the image in memory.
  std::uint64_t image_bytes() const {
    return std::uint64_t{width} * height * (is_stored_as_wanted() ? image_channels() * (bits > 8 ? 2 : 1) : 4);
  }
  /// Samples of a pixel that are stored side by side.
  std::size_t samples_together() const { return layout == PLANARCONFIG_CONTIG ? channels : 1; }
};

/// The most bytes that a compression makes of one. Codecs that are not named have no bound that is known: 65536 is that
/// of a fax whose rows are 65536 pixels wide and of one bit each.
std::uint64_t expansion_of(std::uint16_t compression) {
  switch (compression) {
    case COMPRESSION_NONE:
      return 1;
    case COMPRESSION_PACKBITS:
      return 64;
    case COMPRESSION_LZW:  // 12 bits stand for at most 4096 bytes
      return 4096 * 8 / 12;
    case COMPRESSION_ADOBE_DEFLATE:
    case COMPRESSION_DEFLATE:
      return 1032;
    case COMPRESSION_JPEG:  // blocks of 64 samples of at least one bit; colours may be stored for one pixel of 16
      return 2048;
    default:
      return 65536;
  }
}

Error other_samples(const TiffPage& page, const char* readable) {
  const char* kind = page.sample_format == SAMPLEFORMAT_IEEEFP ? "floating-point"
                     : page.sample_format == SAMPLEFORMAT_UINT ? "unsigned"
                                                               : "signed or untyped";
  return {ErrorCode::file,
          "its samples are " + std::to_string(page.bits) + "-bit " + kind + "; " + readable + " can be read"};
}

/// Checks the size, the orientation, and that the file has room for the samples.
Status check_extent(TIFF* tiff, const TiffPage& page, FileBytes file) {
  if (Status status = check_size(page.width, page.height); !status) return status;
  if (page.orientation > ORIENTATION_BOTLEFT) {
    return Error{ErrorCode::file, "its orientation tag turns it by 90 degrees; save it with rows from the top"};
  }
  const std::uint64_t row_bits = std::uint64_t{page.width} * page.bits * page.samples_together();
  const std::uint64_t planes = page.layout == PLANARCONFIG_CONTIG ? 1 : page.channels;
  const std::uint64_t expansion = expansion_of(page.compression);
  if (Status status = check_room(file, (row_bits + 7) / 8 * page.height * planes, expansion); !status) return status;
  // A tile is in memory as a whole, and an empty row of fax codes gives a byte for each pixel that a tile is wide.
  constexpr std::uint64_t widest_tile = 16384;
  return TIFFIsTiled(tiff) != 0 ? check_room(file, TIFFTileSize64(tiff), std::min(expansion, widest_tile)) : Status();
}

/// Checks what decode_tiff() can read.
Status check_page(const TiffPage& page) {
  if (page.bits < 1 || page.bits > 16 || page.sample_format != SAMPLEFORMAT_UINT) {
    return other_samples(page, "unsigned samples of up to 16 bits");
  }
  const bool fits = page.is_grey() ? page.channels <= 2 : page.channels == 3 || page.channels == 4;
  if (fits || !page.is_stored_as_wanted()) return {};
  return Error{ErrorCode::file, "its pixels have " + std::to_string(page.channels) + " samples of " +
                                    (page.is_grey() ? "grey" : "colour") +
                                    "; grey, grey with alpha, RGB and RGBA can be read"};
}

TiffPage read_tags(TIFF* tiff) {
  TiffPage page;
  TIFFGetField(tiff, TIFFTAG_IMAGEWIDTH, &page.width);
  TIFFGetField(tiff, TIFFTAG_IMAGELENGTH, &page.height);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_BITSPERSAMPLE, &page.bits);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLESPERPIXEL, &page.channels);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_PLANARCONFIG, &page.layout);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SAMPLEFORMAT, &page.sample_format);
  if (TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &page.photometric) == 0 && page.channels > 2) {
    page.photometric = PHOTOMETRIC_RGB;
  }
  TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &page.orientation);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &page.compression);
  return page;
}

/// Puts stored samples into an image. Requires is_stored_as_wanted().
class TiffPixels {
 public:
  explicit TiffPixels(const TiffPage& page)
      : page_(page), channels_(page.image_channels()), wide_(page.bits > 8), largest_((1U << page.bits) - 1) {
    bytes_.resize(page.image_bytes(), 255);
  }

  /// Stores the samples of `count` pixels from column x of row y on. `samples` begins with the first of them; `plane`
  /// is the sample that they are of where these are stored apart.
  void put(std::size_t x, std::size_t y, std::size_t count, const std::uint8_t* samples, std::size_t plane) {
    const std::size_t together = page_.samples_together();
    if (channels_ == 1 && page_.bits % 8 == 0 && page_.photometric == PHOTOMETRIC_MINISBLACK) {
      const std::size_t sample_bytes = page_.bits / 8;
      std::memcpy(&bytes_[(y * page_.width + x) * sample_bytes], samples, count * sample_bytes);
      return;
    }
    std::size_t index = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t to = (y * page_.width + x + i) * channels_;
      for (std::size_t s = 0; s < together; ++s) put_sample(to, together == 1 ? plane : s, sample(samples, index++));
    }
  }

  Image take() {
    const PixelFormat grey = wide_ ? PixelFormat::u16 : PixelFormat::u8;
    Image image{{static_cast<int>(page_.width), static_cast<int>(page_.height)},
                channels_ == 1 ? grey : PixelFormat::rgba8,
                std::move(bytes_)};
    if (wide_ && channels_ == 4) split_samples(image);
    return image;
  }

 private:
  /// Sample `index` of a row: 16 bits in the byte order of the machine, else bits from the most significant on.
  unsigned sample(const std::uint8_t* samples, std::size_t index) const {
    if (page_.bits == 8) return samples[index];
    if (page_.bits == 16) {
      std::uint16_t value = 0;
      std::memcpy(&value, samples + 2 * index, sizeof value);
      return value;
    }
    unsigned value = 0;
    for (std::size_t bit = index * page_.bits; bit < (index + 1) * page_.bits; ++bit) {
      value = value << 1 | (samples[bit / 8] >> (7 - bit % 8) & 1U);
    }
    return value;
  }

  /// Stores the sample of a channel of the file for the pixel whose samples begin at `to`.
  void put_sample(std::size_t to, std::size_t channel, unsigned value) {
    if (page_.photometric == PHOTOMETRIC_MINISWHITE && channel == 0) value = largest_ - value;
    if (page_.bits < 8) value = (value * 255 + largest_ / 2) / largest_;
    if (channels_ == 1) return store(to, value);
    if (!page_.is_grey()) return store(to + channel, value);
    if (channel == 1) return store(to + 3, value);
    for (std::size_t c = 0; c < 3; ++c) store(to + c, value);
  }

  void store(std::size_t to, unsigned value) {
    if (!wide_) {
      bytes_[to] = static_cast<std::uint8_t>(value);
      return;
    }
    const auto sample = static_cast<std::uint16_t>(value);
    std::memcpy(&bytes_[2 * to], &sample, sizeof sample);
  }

  const TiffPage& page_;
  std::size_t channels_;
  bool wide_;
  unsigned largest_;
  std::vector<std::uint8_t> bytes_;
};

/// Stored samples of one channel of whole bytes.
class TiffSamples {
 public:
  explicit TiffSamples(const TiffPage& page)
      : width_(page.width), sample_bytes_(page.bits / 8), bytes_(width_ * page.height * sample_bytes_) {}

  void put(std::size_t x, std::size_t y, std::size_t count, const std::uint8_t* samples, std::size_t) {
    std::memcpy(&bytes_[(y * width_ + x) * sample_bytes_], samples, count * sample_bytes_);
  }

  std::vector<std::uint8_t> take() { return std::move(bytes_); }

 private:
  std::size_t width_;
  std::size_t sample_bytes_;
  std::vector<std::uint8_t> bytes_;
};

/// Reads the rows of one plane from strips. False after an error.
template <class Pixels>
bool read_strips(TIFF* tiff, const TiffPage& page, std::uint16_t plane, Pixels& pixels) {
  std::vector<std::uint8_t> row(TIFFScanlineSize64(tiff));
  if (row.size() < (std::size_t{page.width} * page.samples_together() * page.bits + 7) / 8) return false;
  for (std::uint32_t y = 0; y < page.height; ++y) {
    if (TIFFReadScanline(tiff, row.data(), y, plane) < 0) return false;
    pixels.put(0, y, page.width, row.data(), plane);
  }
  return true;
}

/// Reads the tiles of one plane. False after an error.
template <class Pixels>
bool read_tiles(TIFF* tiff, const TiffPage& page, std::uint16_t plane, Pixels& pixels) {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &width);
  TIFFGetField(tiff, TIFFTAG_TILELENGTH, &height);
  const std::uint64_t row_bytes = TIFFTileRowSize64(tiff);
  const std::uint64_t bytes = TIFFTileSize64(tiff);
  const std::uint64_t needed = (std::uint64_t{width} * page.samples_together() * page.bits + 7) / 8;
  if (width == 0 || height == 0 || row_bytes < needed || bytes / height < row_bytes) return false;
  std::vector<std::uint8_t> tile(bytes);
  for (std::uint64_t y = 0; y < page.height; y += height) {
    for (std::uint64_t x = 0; x < page.width; x += width) {
      if (TIFFReadTile(tiff, tile.data(), static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), 0, plane) < 0)
        return false;
      const std::uint64_t count = std::min<std::uint64_t>(width, page.width - x);
      const std::uint64_t rows = std::min<std::uint64_t>(height, page.height - y);
      for (std::uint64_t row = 0; row < rows; ++row) {
        pixels.put(x, y + row, count, tile.data() + row * row_bytes, plane);
      }
    }
  }
  return true;
}

/// Mirrors rows of pixels of a fixed number of bytes so that the first row is the top row and the first column the left
/// column.
void put_upright(std::vector<std::uint8_t>& bytes, Extent extent, std::size_t pixel, std::uint16_t orientation) {
  const bool mirror_x = orientation == ORIENTATION_TOPRIGHT || orientation == ORIENTATION_BOTRIGHT;
  const bool mirror_y = orientation == ORIENTATION_BOTLEFT || orientation == ORIENTATION_BOTRIGHT;
  const std::size_t row = static_cast<std::size_t>(extent.width) * pixel;
  const std::size_t rows = bytes.size() / row;
  std::uint8_t* at = bytes.data();
  for (std::size_t y = 0; mirror_y && y < rows / 2; ++y) {
    std::swap_ranges(at + y * row, at + (y + 1) * row, at + (rows - 1 - y) * row);
  }
  for (std::size_t start = 0; mirror_x && start < bytes.size(); start += row) {
    for (std::size_t left = start, right = start + row - pixel; left < right; left += pixel, right -= pixel) {
      std::swap_ranges(at + left, at + left + pixel, at + right);
    }
  }
}

/// Reads all samples as they are stored. False after an error.
template <class Pixels>
bool read_planes(TIFF* tiff, const TiffPage& page, Pixels& pixels) {
  const auto read_plane = TIFFIsTiled(tiff) != 0 ? read_tiles<Pixels> : read_strips<Pixels>;
  const int planes = page.layout == PLANARCONFIG_CONTIG ? 1 : page.channels;
  for (int plane = 0; plane < planes; ++plane) {
    if (!read_plane(tiff, page, static_cast<std::uint16_t>(plane), pixels)) return false;
  }
  return true;
}

/// Takes samples and keeps none.
struct NoPixels {
  void put(std::size_t, std::size_t, std::size_t, const std::uint8_t*, std::size_t) const {}
};

/// Whether a file has the pixels of a page that takes `bytes` of memory. A damaged file of a few bytes can claim an
/// image of any size, and an empty page can have one: fax codes take a bit for an empty row of any width. So pages of
/// more than 64 MiB that are short for their size are decoded once before memory is taken for them.
bool has_pixels(TIFF* tiff, const TiffPage& page, FileBytes file, std::uint64_t bytes, const std::string& error) {
  if (bytes <= std::uint64_t{64} << 20 || bytes / 16384 <= file.size()) return true;
  NoPixels pixels;
  return read_planes(tiff, page, pixels) && error.empty();
}

/// Reads grey and RGB as they are stored. None after an error.
std::optional<Image> read_stored(TIFF* tiff, const TiffPage& page) {
  TiffPixels pixels(page);
  if (!read_planes(tiff, page, pixels)) return std::nullopt;
  Image image = pixels.take();
  for (std::vector<std::uint8_t>* bytes : {&image.bytes, &image.low_bytes}) {
    put_upright(*bytes, image.extent, static_cast<std::size_t>(bytes_per_pixel(image.format)), page.orientation);
  }
  return image;
}

/// Reads everything else through the conversion of libtiff to RGBA. None after an error.
std::optional<Image> read_converted(TIFF* tiff, const TiffPage& page) {
  Image image{{static_cast<int>(page.width), static_cast<int>(page.height)}, PixelFormat::rgba8, {}};
  image.bytes.resize(std::size_t{page.width} * page.height * 4);
  auto* packed = reinterpret_cast<std::uint32_t*>(image.bytes.data());  // operator new aligns it
  if (TIFFReadRGBAImageOriented(tiff, page.width, page.height, packed, ORIENTATION_TOPLEFT, 1) == 0) {
    return std::nullopt;
  }
  for (std::size_t at = 0; at < image.bytes.size(); at += 4) {
    std::uint32_t pixel = 0;
    std::memcpy(&pixel, &image.bytes[at], sizeof pixel);
    image.bytes[at] = static_cast<std::uint8_t>(TIFFGetR(pixel));
    image.bytes[at + 1] = static_cast<std::uint8_t>(TIFFGetG(pixel));
    image.bytes[at + 2] = static_cast<std::uint8_t>(TIFFGetB(pixel));
    image.bytes[at + 3] = static_cast<std::uint8_t>(TIFFGetA(pixel));
  }
  return image;
}

/// Opens a file, reads the tags of its first page and returns what `read` makes of the page and of the string that
/// holds libtiff's first error. None stands for an error of libtiff.
template <class Decoded, class Read>
Result<Decoded> with_first_page(FileBytes file, const Read& read) {
  std::string error;
  TiffMemory memory{file};
  // A damaged tag can announce any amount of memory. A strip can be as large as the image.
  const auto largest = std::min<std::uint64_t>(file.size() * 2048 + (1 << 25), std::uint64_t{1} << 33);
  const TiffOptions options = tiff_options(error, static_cast<tmsize_t>(largest));
  const TiffReader tiff(options == nullptr
                            ? nullptr
                            : TIFFClientOpenExt("TIFF", "rm", &memory, read_memory, refuse_write, seek_memory,
                                                keep_open, memory_size, refuse_map, unmap_nothing, options.get()));
  if (tiff == nullptr) return damaged("the TIFF is truncated or has no directory (" + error + ")");
  Result<std::optional<Decoded>> decoded = read(tiff.get(), read_tags(tiff.get()), error);
  if (!decoded) return decoded.error();
  if (!*decoded || !error.empty()) {
    return damaged("the pixels of the TIFF are truncated or of an unsupported kind (" + error + ")");
  }
  return **std::move(decoded);
}

}  // namespace

bool is_tiff(FileBytes file) {
  if (file.size() < 4) return false;
  const bool little = file[0] == 'I' && file[1] == 'I' && (file[2] == 42 || file[2] == 43) && file[3] == 0;
  const bool big = file[0] == 'M' && file[1] == 'M' && file[2] == 0 && (file[3] == 42 || file[3] == 43);
  return little || big;
}

Result<Image> decode_tiff(FileBytes file) {
  return with_first_page<Image>(
      file, [&](TIFF* tiff, const TiffPage& page, const std::string& error) -> Result<std::optional<Image>> {
        Status status = check_extent(tiff, page, file);
        if (status) status = check_page(page);
        if (!status) return status.error();
        if (!has_pixels(tiff, page, file, page.image_bytes(), error)) return std::optional<Image>();
        return page.is_stored_as_wanted() ? read_stored(tiff, page) : read_converted(tiff, page);
      });
}

Result<TiffChannel> decode_tiff_channel(FileBytes file) {
  return with_first_page<TiffChannel>(
      file, [&](TIFF* tiff, const TiffPage& page, const std::string& error) -> Result<std::optional<TiffChannel>> {
        if (Status status = check_extent(tiff, page, file); !status) return status.error();
        const bool floats = page.sample_format == SAMPLEFORMAT_IEEEFP;
        const bool known = page.bits == 32 || page.bits == 64 || (!floats && (page.bits == 8 || page.bits == 16));
        if (!known || page.channels != 1 || page.sample_format > SAMPLEFORMAT_IEEEFP) {
          return other_samples(page, "one channel of integers of 8 to 64 bits or of floats of 32 or 64 bits");
        }
        TiffChannel channel{{static_cast<int>(page.width), static_cast<int>(page.height)}, {}, {}};
        const char kind = page.sample_format == SAMPLEFORMAT_UINT ? 'u' : floats ? 'f' : 'i';
        channel.type = std::string(1, kind) + std::to_string(page.bits / 8);
        const std::uint64_t bytes = std::uint64_t{page.width} * page.height * (page.bits / 8);
        if (!has_pixels(tiff, page, file, bytes, error)) return std::optional<TiffChannel>();
        TiffSamples samples(page);
        if (!read_planes(tiff, page, samples)) return std::optional<TiffChannel>();
        channel.bytes = samples.take();
        put_upright(channel.bytes, channel.extent, page.bits / 8, page.orientation);
        return std::optional(std::move(channel));
      });
}

}  // namespace glccl::host
