#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "host/files/formats.hpp"
#include "host/files/tiff/pages.hpp"
#include "host/files/tiff/pixels.hpp"
#include "host/files/tiff/rows.hpp"

namespace glccl::host {
namespace {

/// Puts stored samples of one channel of whole bytes into a slice in memory.
struct TiffSamples {
  std::size_t width;
  std::size_t sample_bytes;
  std::uint8_t* slice;

  void put(std::size_t x, std::size_t y, std::size_t count, const std::uint8_t* samples, std::size_t) const {
    std::memcpy(slice + (y * width + x) * sample_bytes, samples, count * sample_bytes);
  }
};

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
    return TiffRows(pages).read(page, 0, page.height, pixels);
  });
}

/// Reads grey and RGB as they are stored. False after an error.
bool read_stored(const TiffPages& pages, const TiffPage& page, std::span<std::uint8_t> slice) {
  TiffPixels pixels(page, slice.data());
  if (!TiffRows(pages).read(page, 0, page.height, pixels)) return false;
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

Result<Image> decode_tiff(FileBytes file, const ReadOptions& options) {
  TiffPages pages(tiff_input(file), options);
  Result<void> status = pages.open();
  if (status) status = check_pixels(pages.first());
  if (!status) return status.error();
  const TiffPage& page = pages.first();
  const auto read = page.is_stored_as_wanted() ? read_stored : read_converted;
  Result<std::vector<std::uint8_t>> bytes = read_slices(pages, file, page.pixel_bytes(), read);
  if (!bytes) return bytes.error();
  if (const ScalarType* number = page.number_type()) {
    Image image{pages.extent(), format_of(*number), {}};
    image.bytes.resize(static_cast<std::size_t>(image.extent.elements()) * bytes_per_pixel(image.format));
    if (Result<void> done = convert_scalars(*number, *bytes, 0, image.bytes.data()); !done) return done.error();
    return image;
  }
  const bool wide = page.is_stored_as_wanted() && page.bits > 8;
  const PixelFormat grey = wide ? PixelFormat::u16 : PixelFormat::u8;
  Image image{pages.extent(), page.image_channels() == 1 ? grey : PixelFormat::rgba8, *std::move(bytes)};
  image.opaque = page.is_opaque();
  if (wide && image.format == PixelFormat::rgba8) split_samples(image);
  return image;
}

Result<StoredChannel> decode_tiff_channel(FileBytes file, const ReadOptions& options) {
  TiffPages pages(tiff_input(file), options);
  if (Result<void> status = pages.open(); !status) return status.error();
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
        if (!TiffRows(pages).read(page, 0, page.height, samples)) return false;
        put_upright(slice, page.width, sample_bytes, page.orientation);
        return true;
      });
  if (!bytes) return bytes.error();
  const std::string kind = first.sample_format == SAMPLEFORMAT_UINT ? "u" : floats ? "f" : "i";
  return StoredChannel{pages.extent(), find_scalar(kind + std::to_string(sample_bytes)), *std::move(bytes)};
}

}  // namespace glccl::host
