#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "host/files/formats.hpp"
#include "host/files/tiff/pages.hpp"

namespace glccl::host {
namespace {

Error other_samples(const TiffPage& page, const char* readable) {
  const char* kind = page.sample_format == SAMPLEFORMAT_IEEEFP ? "floating-point"
                     : page.sample_format == SAMPLEFORMAT_UINT ? "unsigned"
                                                               : "signed or untyped";
  return {ErrorCode::file,
          "its samples are " + std::to_string(page.bits) + "-bit " + kind + "; " + readable + " can be read"};
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

/// Puts stored samples of a page into a slice in memory. Requires is_stored_as_wanted().
class TiffPixels {
 public:
  TiffPixels(const TiffPage& page, std::uint8_t* slice)
      : page_(page),
        slice_(slice),
        channels_(page.image_channels()),
        wide_(page.bits > 8),
        largest_((1U << page.bits) - 1) {}

  /// Stores the samples of `count` pixels from column x of row y on. `samples` begins with the first of them; `plane`
  /// is the sample that they are of where these are stored apart.
  void put(std::size_t x, std::size_t y, std::size_t count, const std::uint8_t* samples, std::size_t plane) {
    const std::size_t together = page_.samples_together();
    if (channels_ == 1 && page_.bits % 8 == 0 && page_.photometric == PHOTOMETRIC_MINISBLACK) {
      const std::size_t sample_bytes = page_.bits / 8;
      std::memcpy(slice_ + (y * page_.width + x) * sample_bytes, samples, count * sample_bytes);
      return;
    }
    std::size_t index = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t to = (y * page_.width + x + i) * channels_;
      for (std::size_t s = 0; s < together; ++s) put_sample(to, together == 1 ? plane : s, sample(samples, index++));
    }
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
      slice_[to] = static_cast<std::uint8_t>(value);
      return;
    }
    const auto sample = static_cast<std::uint16_t>(value);
    std::memcpy(slice_ + 2 * to, &sample, sizeof sample);
  }

  const TiffPage& page_;
  std::uint8_t* slice_;
  std::size_t channels_;
  bool wide_;
  unsigned largest_;
};

/// Puts stored samples of one channel of whole bytes into a slice in memory.
struct TiffSamples {
  std::size_t width;
  std::size_t sample_bytes;
  std::uint8_t* slice;

  void put(std::size_t x, std::size_t y, std::size_t count, const std::uint8_t* samples, std::size_t) const {
    std::memcpy(slice + (y * width + x) * sample_bytes, samples, count * sample_bytes);
  }
};

/// Reads the rows of one plane from strips. False after an error.
template <class Pixels>
bool read_strips(const TiffPages& pages, const TiffPage& page, std::uint16_t plane, Pixels& pixels) {
  std::vector<std::uint8_t> row(TIFFScanlineSize64(pages.tiff()));
  if (row.size() < (std::size_t{page.width} * page.samples_together() * page.bits + 7) / 8) return false;
  for (std::uint32_t y = 0; y < page.height; ++y) {
    if (TIFFReadScanline(pages.tiff(), row.data(), y, plane) < 0 || pages.failed()) return false;
    pixels.put(0, y, page.width, row.data(), plane);
  }
  return true;
}

/// Reads the tiles of one plane. False after an error.
template <class Pixels>
bool read_tiles(const TiffPages& pages, const TiffPage& page, std::uint16_t plane, Pixels& pixels) {
  TIFF* const tiff = pages.tiff();
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
      if (TIFFReadTile(tiff, tile.data(), static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), 0, plane) < 0 ||
          pages.failed()) {
        return false;
      }
      const std::uint64_t count = std::min<std::uint64_t>(width, page.width - x);
      const std::uint64_t rows = std::min<std::uint64_t>(height, page.height - y);
      for (std::uint64_t row = 0; row < rows; ++row) {
        pixels.put(x, y + row, count, tile.data() + row * row_bytes, plane);
      }
    }
  }
  return true;
}

/// Mirrors a slice of pixels of `pixel` bytes so that the first row is the top row and the first column the left
/// column.
void put_upright(std::span<std::uint8_t> slice, std::size_t width, std::size_t pixel, std::uint16_t orientation) {
  const bool mirror_x = orientation == ORIENTATION_TOPRIGHT || orientation == ORIENTATION_BOTRIGHT;
  const bool mirror_y = orientation == ORIENTATION_BOTLEFT || orientation == ORIENTATION_BOTRIGHT;
  const std::size_t row = width * pixel;
  const std::size_t rows = slice.size() / row;
  std::uint8_t* at = slice.data();
  for (std::size_t y = 0; mirror_y && y < rows / 2; ++y) {
    std::swap_ranges(at + y * row, at + (y + 1) * row, at + (rows - 1 - y) * row);
  }
  for (std::size_t start = 0; mirror_x && start < slice.size(); start += row) {
    for (std::size_t left = start, right = start + row - pixel; left < right; left += pixel, right -= pixel) {
      std::swap_ranges(at + left, at + left + pixel, at + right);
    }
  }
}

/// Reads all samples as they are stored. False after an error.
template <class Pixels>
bool read_planes(const TiffPages& pages, const TiffPage& page, Pixels& pixels) {
  const auto read_plane = TIFFIsTiled(pages.tiff()) != 0 ? read_tiles<Pixels> : read_strips<Pixels>;
  const int planes = page.layout == PLANARCONFIG_CONTIG ? 1 : page.channels;
  for (int plane = 0; plane < planes; ++plane) {
    if (!read_plane(pages, page, static_cast<std::uint16_t>(plane), pixels)) return false;
  }
  return true;
}

/// Takes samples and keeps none.
struct NoPixels {
  void put(std::size_t, std::size_t, std::size_t, const std::uint8_t*, std::size_t) const {}
};

/// Whether a file has the pixels of slices that take `bytes` of memory. A damaged file of a few bytes can claim an
/// image of any size, and an empty page can have one: fax codes take a bit for an empty row of any width. So slices of
/// more than 64 MiB that are short for their size are decoded once before memory is taken for them.
bool has_pixels(TiffPages& pages, FileBytes file, std::uint64_t bytes) {
  if (bytes <= std::uint64_t{64} << 20 || bytes / 16384 <= file.size()) return true;
  return pages.for_each_slice([&](const TiffPage& page, int) {
    NoPixels pixels;
    return read_planes(pages, page, pixels);
  });
}

/// Reads grey and RGB as they are stored. False after an error.
bool read_stored(const TiffPages& pages, const TiffPage& page, std::span<std::uint8_t> slice) {
  TiffPixels pixels(page, slice.data());
  if (!read_planes(pages, page, pixels)) return false;
  put_upright(slice, page.width, page.pixel_bytes(), page.orientation);
  return true;
}

/// Reads everything else through the conversion of libtiff to RGBA. False after an error.
bool read_converted(const TiffPages& pages, const TiffPage& page, std::span<std::uint8_t> slice) {
  auto* packed = reinterpret_cast<std::uint32_t*>(slice.data());  // operator new aligns the first slice
  if (TIFFReadRGBAImageOriented(pages.tiff(), page.width, page.height, packed, ORIENTATION_TOPLEFT, 1) == 0)
    return false;
  for (std::size_t at = 0; at < slice.size(); at += 4) {
    std::uint32_t pixel = 0;
    std::memcpy(&pixel, &slice[at], sizeof pixel);
    slice[at] = static_cast<std::uint8_t>(TIFFGetR(pixel));
    slice[at + 1] = static_cast<std::uint8_t>(TIFFGetG(pixel));
    slice[at + 2] = static_cast<std::uint8_t>(TIFFGetB(pixel));
    slice[at + 3] = static_cast<std::uint8_t>(TIFFGetA(pixel));
  }
  return true;
}

/// All slices, one behind the other, each of `pixel_bytes` a pixel that `read(pages, page, slice)` puts there. Error
/// `file`.
template <class Read>
Result<std::vector<std::uint8_t>> read_slices(TiffPages& pages, FileBytes file, std::size_t pixel_bytes,
                                              const Read& read) {
  const auto size = std::size_t{pages.first().width} * pages.first().height * pixel_bytes;
  const auto all = size * static_cast<std::size_t>(pages.extent().depth);
  if (!has_pixels(pages, file, all)) return pages.damage();
  std::vector<std::uint8_t> bytes(all, 255);  // opaque where the file has no alpha
  const bool done = pages.for_each_slice([&](const TiffPage& page, int z) {
    return read(pages, page, std::span(bytes).subspan(static_cast<std::size_t>(z) * size, size));
  });
  if (!done) return pages.damage();
  return bytes;
}

}  // namespace

bool is_tiff(FileBytes file) {
  if (file.size() < 4) return false;
  const bool little = file[0] == 'I' && file[1] == 'I' && (file[2] == 42 || file[2] == 43) && file[3] == 0;
  const bool big = file[0] == 'M' && file[1] == 'M' && file[2] == 0 && (file[3] == 42 || file[3] == 43);
  return little || big;
}

Result<Image> decode_tiff(FileBytes file) {
  TiffPages pages(file);
  Status status = pages.open();
  if (status) status = check_page(pages.first());
  if (!status) return status.error();
  const TiffPage& page = pages.first();
  const auto read = page.is_stored_as_wanted() ? read_stored : read_converted;
  Result<std::vector<std::uint8_t>> bytes = read_slices(pages, file, page.pixel_bytes(), read);
  if (!bytes) return bytes.error();
  const bool wide = page.is_stored_as_wanted() && page.bits > 8;
  const PixelFormat grey = wide ? PixelFormat::u16 : PixelFormat::u8;
  Image image{pages.extent(), page.image_channels() == 1 ? grey : PixelFormat::rgba8, *std::move(bytes)};
  if (wide && image.format == PixelFormat::rgba8) split_samples(image);
  return image;
}

Result<StoredChannel> decode_tiff_channel(FileBytes file) {
  TiffPages pages(file);
  if (Status status = pages.open(); !status) return status.error();
  const TiffPage& first = pages.first();
  const bool floats = first.sample_format == SAMPLEFORMAT_IEEEFP;
  const bool known = first.bits == 32 || first.bits == 64 || (!floats && (first.bits == 8 || first.bits == 16));
  if (!known || first.channels != 1 || first.sample_format > SAMPLEFORMAT_IEEEFP) {
    return other_samples(first, "one channel of integers of 8 to 64 bits or of floats of 32 or 64 bits");
  }
  const std::size_t sample_bytes = first.bits / 8;
  Result<std::vector<std::uint8_t>> bytes = read_slices(
      pages, file, sample_bytes, [&](const TiffPages&, const TiffPage& page, std::span<std::uint8_t> slice) {
        TiffSamples samples{page.width, sample_bytes, slice.data()};
        if (!read_planes(pages, page, samples)) return false;
        put_upright(slice, page.width, sample_bytes, page.orientation);
        return true;
      });
  if (!bytes) return bytes.error();
  const std::string kind = first.sample_format == SAMPLEFORMAT_UINT ? "u" : floats ? "f" : "i";
  return StoredChannel{pages.extent(), kind + std::to_string(sample_bytes), *std::move(bytes)};
}

}  // namespace glccl::host
