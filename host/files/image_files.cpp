#include "glccl/host/image_files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <iterator>
#include <memory>
#include <optional>
#include <system_error>

#include "host/files/decode.hpp"
#include "host/files/file_ending.hpp"
#include "host/files/formats.hpp"
#include "host/files/numpy/npz.hpp"
#include "host/files/other_formats.hpp"

namespace glccl::host {
namespace {

namespace fs = std::filesystem;

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

/// The error of a file that is none of an image.
Error no_image(const std::string& fault) { return {ErrorCode::file, fault + "; " + readable_formats + " can be read"}; }

Error not_an_image(FileBytes file) {
  std::string start;
  for (const std::uint8_t byte : file.first(std::min<std::size_t>(file.size(), 4))) {
    char text[4];
    std::snprintf(text, sizeof text, " %02X", byte);
    start += text;
  }
  return no_image("it is not an image of a known kind (" + std::to_string(file.size()) + " bytes that start with" +
                  start + ")");
}

/// A format that is read, but for those with channels or frames.
struct Decoder {
  bool (*is)(FileBytes);
  Result<Image> (*decode)(FileBytes);
  Result<Image> (*decode_indices)(FileBytes) = nullptr;  ///< Of palettes, in formats that have them.
};

constexpr Decoder decoders[] = {
    {is_png, decode_png, decode_png_indices}, {is_jpeg, decode_jpeg}, {is_bmp, decode_bmp, decode_bmp_indices},
    {is_gif, decode_gif, decode_gif_indices}, {is_pnm, decode_pnm},   {is_npy, decode_npy}};

const Decoder* find_decoder(FileBytes file) {
  const auto* found =
      std::find_if(std::begin(decoders), std::end(decoders), [&](const Decoder& one) { return one.is(file); });
  return found == std::end(decoders) ? nullptr : found;
}

Error wrong_format(const fs::path& path, PixelFormat format, const std::string& more = {}) {
  return {ErrorCode::invalid_argument, "cannot write " + path.string() + ": its format is " +
                                           std::string(traits_of(format).name) + more +
                                           ", and image files have u8, u16 or rgba8, .npy all with stored integers or "
                                           "floats"};
}

}  // namespace

Result<void> check_options(const ReadOptions& options, bool may_have_palette) {
  if (options.palette_indices && !may_have_palette) return no_palette();
  if (!(options.channel || options.frame) || options.where_several) return {};
  return Error{ErrorCode::file,
               options.channel
                   ? "it is no ImageJ or OME-TIFF file, whose channels can be picked; leave out --channel"
                   : "it is no ImageJ, OME-TIFF or NIfTI file, whose frames can be picked; leave out --frame"};
}

bool is_image(FileBytes file) {
  return is_tiff(file) || is_nifti(file) || is_npz(file) || find_decoder(file) != nullptr;
}

Result<Image> decode_image(FileBytes file, const ReadOptions& options) {
  if (is_tiff(file)) return decode_tiff(file, options);
  if (is_nifti(file)) return decode_nifti(file, options);
  if (Result<void> status = check_options(options, true); !status) return status.error();
  if (is_npz(file)) return options.palette_indices ? Result<Image>(no_palette()) : decode_npz(file, options.array);
  const Decoder* decoder = find_decoder(file);
  if (decoder == nullptr) return not_an_image(file);
  if (!options.palette_indices) return decoder->decode(file);
  return decoder->decode_indices == nullptr ? Result<Image>(no_palette()) : decoder->decode_indices(file);
}

Result<std::vector<std::uint8_t>> read_bytes(const fs::path& path) {
  const auto file_error = [](const std::string& reason) { return Error{ErrorCode::file, reason}; };
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) return no_image("there is no such file");
  if (fs::is_directory(status)) return file_error("it is a folder; name an image file in it");
  const bool endless = status.type() == fs::file_type::character || status.type() == fs::file_type::block;
  if (endless) return no_image("it is a device");
  const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
  if (file == nullptr) return file_error(std::generic_category().message(errno));

  std::vector<std::uint8_t> bytes;
  const std::uintmax_t expected = fs::is_regular_file(status) ? fs::file_size(path, error) : 0;
  if (!error) bytes.reserve(expected);
  std::vector<std::uint8_t> block(1 << 18);
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), file.get())) {
    bytes.insert(bytes.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count));
  }
  if (std::ferror(file.get()) != 0) return file_error(std::generic_category().message(errno));
  if (bytes.empty()) return no_image("it is empty");
  return bytes;
}

Error cannot_read(const fs::path& path, Error error) {
  // A reason can quote the file, and a damaged file can contain any byte.
  std::replace_if(
      error.message.begin(), error.message.end(), [](char c) { return c < ' ' || c > '~'; }, '?');
  error.message = "cannot read " + path.string() + ": " + error.message;
  return error;
}

Result<Image> read_image(const fs::path& path, const ReadOptions& options) {
  ReadOptions all = options;
  fs::path file = path;
  if (const std::optional<NpzName> named = parse_npz_name(path.string())) {
    file = named->file;
    all.array = named->array;
  }
  if (const std::optional<Error> other = other_format(file)) return *other;
  return read_file(file, [&](FileBytes bytes) { return decode_image(bytes, all); });
}

bool is_picture(PixelFormat format) {
  return format == PixelFormat::u8 || format == PixelFormat::u16 || format == PixelFormat::rgba8;
}

Result<Image> read_picture(const fs::path& path) {
  Result<Image> image = read_image(path);
  if (!image || (is_picture(image->format) && !image->extent.is_volume())) return image;
  return cannot_read(path, {ErrorCode::file, "it holds " + to_string(image->extent) + " voxels of " +
                                                 std::string(traits_of(image->format).name) +
                                                 "; an image of u8, u16 or rgba8 is needed here"});
}

Result<void> check_image_path(const fs::path& path, PixelFormat format, const Extent& extent) {
  std::vector<const char*> endings = {".png", ".tif", ".tiff", ".npy"};
  if (nifti_type(format) != 0) endings.insert(endings.end(), {".nii", ".nii.gz"});
  if (Result<void> status = check_ending(path, endings, "an image"); !status) return status;
  const std::string ending = ending_of(path);
  const bool as_array = ending == ".npy" && format != PixelFormat::unorm8;
  if (!is_picture(format) && !as_array && !ending.starts_with(".nii")) return wrong_format(path, format);
  return check_slices(path, extent);
}

Result<void> write_image(OutputFile& file, const Image& image) {
  if (Result<void> status = check_image_path(file.path(), image.format, image.extent); !status) return status;
  if (!image.low_bytes.empty()) return wrong_format(file.path(), image.format, " with low bytes");
  const std::size_t expected = static_cast<std::size_t>(image.extent.elements()) * bytes_per_pixel(image.format);
  if (image.extent.width < 1 || image.extent.height < 1 || image.extent.depth < 1 || image.bytes.size() != expected) {
    return Error{ErrorCode::invalid_argument, "cannot write " + file.path().string() + ": the image has " +
                                                  std::to_string(image.bytes.size()) + " bytes for " +
                                                  to_string(image.extent) + " pixels"};
  }
  const std::string ending = ending_of(file.path());
  if (ending == ".png") return write_png(file, image);
  if (ending.starts_with(".nii")) return write_nifti(file, image);
  const int channels = traits_of(image.format).channels;
  const int sample_bytes = traits_of(image.format).bytes / channels;
  if (ending == ".npy") {
    const FormatTraits& format = traits_of(image.format);
    const char kind = format.has_floats() ? 'f' : format.is_signed ? 'i' : 'u';
    return write_npy(file, image.extent, channels, sample_bytes, image.bytes.data(), kind);
  }
  return write_tiff(file, image.extent, channels, 8 * sample_bytes, image.bytes.data());
}

Result<void> write_image(const fs::path& path, const Image& image) {
  return write_and_commit(path, check_image_path(path, image.format, image.extent),
                          [&](OutputFile& file) { return write_image(file, image); });
}

}  // namespace glccl::host
