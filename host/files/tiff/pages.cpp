#include "host/files/tiff/pages.hpp"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>

#include "host/files/tiff/hyperstack.hpp"

namespace glccl::host {
namespace {

tmsize_t refuse_write(thandle_t, void*, tmsize_t) { return -1; }
int keep_open(thandle_t) { return 0; }
int refuse_map(thandle_t, void**, toff_t*) { return 0; }
void unmap_nothing(thandle_t, void*, toff_t) {}

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

/// The names of compressions that libtiff has no codec for, or not in every build.
std::string name_of_compression(std::uint16_t compression) {
  switch (compression) {
    case 33003:
    case 33005:
    case 34712:
      return "JPEG 2000";
    case 34887:
      return "LERC";
    case 34892:
      return "lossy JPEG of DNG";
    case 34925:
      return "LZMA";
    case 34933:
      return "PNG";
    case 34934:
    case 48124:
      return "JPEG XR";
    case 50000:
      return "Zstandard";
    case 50001:
      return "WebP";
    case 50002:
    case 52546:
      return "JPEG XL";
    default:
      return "the compression " + std::to_string(compression);
  }
}

/// Bytes of the samples of a page when they are decoded.
std::uint64_t stored_bytes(const TiffPage& page) {
  const std::uint64_t row_bits = std::uint64_t{page.width} * page.bits * page.samples_together();
  const std::uint64_t planes = page.layout == PLANARCONFIG_CONTIG ? 1 : page.channels;
  return (row_bits + 7) / 8 * page.height * planes;
}

bool are_alike(const TiffPage& a, const TiffPage& b) {
  return a.width == b.width && a.height == b.height && a.bits == b.bits && a.channels == b.channels &&
         a.sample_format == b.sample_format && a.photometric == b.photometric;
}

/// "40x35 pixels of 1x8 bits (sample format 1, photometric 1)": what slices have in common.
std::string describe(const TiffPage& page) {
  return std::to_string(page.width) + "x" + std::to_string(page.height) + " pixels of " +
         std::to_string(page.channels) + "x" + std::to_string(page.bits) + " bits (sample format " +
         std::to_string(page.sample_format) + ", photometric " + std::to_string(page.photometric) + ")";
}

}  // namespace

TiffInput tiff_input(FileBytes file) {
  return {file.size(), [file](std::uint64_t offset, std::span<std::uint8_t> to) {
            if (!to.empty()) std::memcpy(to.data(), file.data() + offset, to.size());
            return true;
          }};
}

tmsize_t TiffPages::read_input(thandle_t handle, void* to, tmsize_t wanted) {
  auto& pages = *static_cast<TiffPages*>(handle);
  if (wanted <= 0 || pages.position_ >= pages.input_.size) return 0;
  const std::uint64_t count = std::min(static_cast<std::uint64_t>(wanted), pages.input_.size - pages.position_);
  if (!pages.input_.read(pages.position_, {static_cast<std::uint8_t*>(to), count})) return -1;
  pages.position_ += count;
  return static_cast<tmsize_t>(count);
}

toff_t TiffPages::seek_input(thandle_t handle, toff_t offset, int whence) {
  auto& pages = *static_cast<TiffPages*>(handle);
  if (whence == SEEK_CUR) offset += pages.position_;
  if (whence == SEEK_END) offset += pages.input_.size;
  return pages.position_ = offset;
}

toff_t TiffPages::input_size(thandle_t handle) { return static_cast<TiffPages*>(handle)->input_.size; }

TiffPage TiffPages::tags() const {
  TIFF* const tiff = tiff_.get();
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
  const std::uint16_t* meanings = nullptr;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_EXTRASAMPLES, &page.extra_samples, &meanings);
  page.indices = options_.palette_indices && page.photometric == PHOTOMETRIC_PALETTE && page.channels == 1;
  TIFFGetFieldDefaulted(tiff, TIFFTAG_ORIENTATION, &page.orientation);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_COMPRESSION, &page.compression);
  if (page.compression == COMPRESSION_ADOBE_DEFLATE || page.compression == COMPRESSION_DEFLATE) {
    // Some programs fill the last strip up to the rows of the others, of which libdeflate decodes nothing.
    TIFFSetField(tiff, TIFFTAG_DEFLATE_SUBCODEC, DEFLATE_SUBCODEC_ZLIB);
  }
  TIFFGetFieldDefaulted(tiff, TIFFTAG_SUBFILETYPE, &page.subfile);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_FILLORDER, &page.fill_order);
  TIFFGetFieldDefaulted(tiff, TIFFTAG_ROWSPERSTRIP, &page.rows_of_strip);
  if (TIFFIsTiled(tiff) != 0) {
    TIFFGetField(tiff, TIFFTAG_TILEWIDTH, &page.tile_width);
    TIFFGetField(tiff, TIFFTAG_TILELENGTH, &page.tile_height);
  }
  return page;
}

/// Checks the size, the orientation, and that the file has room for a tile.
Result<void> TiffPages::check_slice(const TiffPage& page) const {
  if (Result<void> status = check_size(page.width, page.height, static_cast<std::uint64_t>(slices_), most_); !status)
    return status;
  if (page.orientation > ORIENTATION_BOTLEFT) {
    return Error{ErrorCode::file, "its orientation tag turns it by 90 degrees; save it with rows from the top"};
  }
  if (TIFFIsCODECConfigured(page.compression) == 0) {
    return Error{ErrorCode::file,
                 "its pixels are packed by " + name_of_compression(page.compression) +
                     ", which libtiff does not unpack here; save it by deflate or without compression"};
  }
  // A tile is in memory as a whole, and an empty row of fax codes gives a byte for each pixel that a tile is wide.
  constexpr std::uint64_t widest_tile = 16384;
  if (TIFFIsTiled(tiff_.get()) == 0) return {};
  return check_room(input_.size, TIFFTileSize64(tiff_.get()), std::min(expansion_of(page.compression), widest_tile));
}

/// Finds `images` images that lie behind each other in the one directory, as `writer` says. Error `file`.
Result<void> TiffPages::find_stack(std::uint64_t images, const char* writer) {
  const Error refused = {ErrorCode::file, std::string(writer) + " says that it has " + std::to_string(images) +
                                              " images, and it has " + std::to_string(slices_) +
                                              (slices_ == 1 ? " directory" : " directories") +
                                              "; save it with a directory for each image"};
  const bool whole_bytes = first_.bits % 8 == 0 && (first_.layout == PLANARCONFIG_CONTIG || first_.channels == 1);
  const bool plain = first_.compression == COMPRESSION_NONE && TIFFIsTiled(tiff_.get()) == 0;
  if (slices_ != 1 || !whole_bytes || !plain || !first_.is_stored_as_wanted()) return refused;
  // The strips of the first image follow each other without gaps, and so do the images. The directory is elsewhere.
  stacked_bytes_ = stored_bytes(first_);
  const std::uint64_t begin = TIFFGetStrileOffset(tiff_.get(), 0);
  std::uint64_t end = begin;
  for (std::uint32_t strip = 0; strip < TIFFNumberOfStrips(tiff_.get()); ++strip) {
    if (TIFFGetStrileOffset(tiff_.get(), strip) != end) return refused;
    end += std::uint64_t{std::min(first_.rows_of_strip, first_.height)} * (stacked_bytes_ / first_.height);
  }
  const std::uint64_t directory = TIFFCurrentDirOffset(tiff_.get());
  const std::uint64_t room = begin < input_.size ? input_.size - begin : 0;
  if (images > room / stacked_bytes_ || (directory >= begin && directory - begin < images * stacked_bytes_)) {
    return refused;
  }
  if (Result<void> status = check_size(first_.width, first_.height, images, most_); !status) return status;
  stacked_ = slices_ = static_cast<int>(images);
  return {};
}

/// Finds out which images are the slices, by what the first page says.
Result<void> TiffPages::check_stack() {
  if (TIFFSetDirectory(tiff_.get(), 0) == 0) return {};
  std::uint32_t depth = 1;
  TIFFGetFieldDefaulted(tiff_.get(), TIFFTAG_IMAGEDEPTH, &depth);
  if (depth > 1) {
    return Error{ErrorCode::file, "it has " + std::to_string(depth) +
                                      " slices in one directory (the tag ImageDepth); save it with a directory each"};
  }
  const char* description = nullptr;
  std::optional<Hyperstack> stack;
  if (TIFFGetField(tiff_.get(), TIFFTAG_IMAGEDESCRIPTION, &description) != 0 && description != nullptr) {
    stack = read_hyperstack(description, first_.channels);
  }
  if (stack && stack->is_imagej() && stack->images > static_cast<std::uint64_t>(slices_)) {
    if (Result<void> status = find_stack(stack->images, stack->writer); !status) return status;
  }
  Result<std::vector<int>> picked = pick_slices(stack, slices_, options_);
  if (!picked) return picked.error();
  picked_ = *std::move(picked);
  if (!picked_.empty()) slices_ = static_cast<int>(picked_.size());
  return {};
}

const ScalarType* TiffPage::number_type() const {
  const bool is_pixel = sample_format == SAMPLEFORMAT_UINT && bits <= 16;
  if (photometric != PHOTOMETRIC_MINISBLACK || channels != 1 || bits % 8 != 0 || is_pixel) return nullptr;
  const char* kind = sample_format == SAMPLEFORMAT_UINT     ? "u"
                     : sample_format == SAMPLEFORMAT_INT    ? "i"
                     : sample_format == SAMPLEFORMAT_IEEEFP ? "f"
                                                            : "";
  return find_scalar(kind + std::to_string(bits / 8));
}

Result<void> TiffPages::open() {
  // A damaged tag can announce any amount of memory. A strip can be as large as the image.
  const auto largest = std::min<std::uint64_t>(input_.size * 2048 + (1 << 25), std::uint64_t{1} << 33);
  const TiffOptions options = tiff_options(error_, static_cast<tmsize_t>(largest));
  if (options != nullptr) {
    tiff_.reset(TIFFClientOpenExt("TIFF", "rm", this, read_input, refuse_write, seek_input, keep_open, input_size,
                                  refuse_map, unmap_nothing, options.get()));
  }
  if (tiff_ == nullptr) return damaged("the TIFF is truncated or has no directory (" + error_ + ")");
  first_ = tags();
  if (options_.palette_indices && !first_.indices) return no_palette();
  std::uint64_t needed = 0;
  std::uint64_t expansion = 1;
  for (int number = 1;; ++number) {
    const TiffPage page = tags();
    if (is_slice(page)) {
      if (!are_alike(page, first_)) {
        return Error{ErrorCode::file, "its page " + std::to_string(number) + " has " + describe(page) +
                                          ", and its first " + describe(first_) +
                                          "; pages that are alike can be read as the slices of a volume"};
      }
      ++slices_;
      if (Result<void> status = check_slice(page); !status) return status;
      needed += stored_bytes(page);
      expansion = std::max(expansion, expansion_of(page.compression));
      if (Result<void> status = check_room(input_.size, needed, expansion); !status) return status;
    }
    if (TIFFLastDirectory(tiff_.get()) != 0) return check_stack();
    if (TIFFReadDirectory(tiff_.get()) == 0) {
      return damaged("page " + std::to_string(number + 1) + " of the TIFF has no directory of its own" +
                     (error_.empty() ? "" : " (" + error_ + ")"));
    }
  }
}

bool TiffPages::select(int z) {
  if (z == slice_) return true;
  const int image = place_of(z);
  bool found = true;
  if (image_ < 0 || (image < image_ && stacked_ == 1)) {
    found = TIFFSetDirectory(tiff_.get(), 0) != 0;
    page_ = 0;
    image_ = is_slice(selected_ = tags()) ? 0 : -1;
  }
  if (stacked_ > 1) image_ = image;
  while (found && image_ < image) {
    found = TIFFReadDirectory(tiff_.get()) != 0;
    ++page_;
    if (is_slice(selected_ = tags())) ++image_;
  }
  if (!found) image_ = -1;
  slice_ = found ? z : -1;
  return found && !failed();
}

Error TiffPages::damage() const {
  return damaged("the pixels of the TIFF are truncated or of an unsupported kind (" +
                 (error_.empty() ? "a strip or tile is cut off or too long" : error_) + ")");
}

}  // namespace glccl::host
