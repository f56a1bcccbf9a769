// Image files, and folders of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "glccl/host/image.hpp"
#include "glccl/host/output_file.hpp"
#include "glccl/result.hpp"

namespace glccl::host {

/// Which image of a file is read, and how.
struct ReadOptions {
  std::optional<std::uint32_t> channel = {};  ///< One of the channels of an ImageJ or OME-TIFF file, from 0.
  std::optional<std::uint32_t> frame = {};    ///< One of its points in time, or of those of NIfTI, from 0.
  /// `channel` and `frame`, which are meant for another file, pick where this one has several; else they do not count.
  bool where_several = false;
  /// Read the indices of a palette, not its colours: PNG, GIF, BMP and TIFF become u8, or u16 for indices of more than
  /// 8 bits. Files without a palette are refused.
  bool palette_indices = false;
  std::string array = {};  ///< The array of a .npz file that is read; empty: the only one.

  /// The options of a file that belongs to the one these are for: of its channels and frames the same ones.
  ReadOptions of_second() const { return {.channel = channel, .frame = frame, .where_several = true}; }
};

/// A .npz file and an array in it.
struct NpzName {
  std::filesystem::path file;  ///< "scan.npz".
  std::string array;           ///< "volume".
};

/// "scan.npz:volume" in its parts; none where a file has this name or where it is no such name.
std::optional<NpzName> parse_npz_name(const std::string& name);

/// The formats that read_image() reads, for messages.
inline constexpr const char* readable_formats = "PNG, JPEG, BMP, GIF, PNM, TIFF, NIfTI or NumPy .npy and .npz";

/// Reads an image: PNG, JPEG, BMP, GIF (of an animation the first frame), PNM (P1 to P6), TIFF of one page and NumPy
/// .npy (of shape (H, W); uint8 also of shape (H, W, 3) or (H, W, 4)); or a volume: TIFF of several pages that are
/// alike, NumPy .npy with one more axis, (D, H, W), and NIfTI. The content decides, not the ending. Numbers of NumPy,
/// NIfTI and one channel of TIFF become u8, i8, u16, i16, u32, i32, f16 or f32 (bool 0 and 1), those of 64 bits only
/// where 32 bits hold them exactly. Other files of one channel become u8 or u16: PNM keeps the stored values, samples
/// of less than 8 bits of other formats are spread over 0..255. Files with colours, an alpha channel or a palette
/// become rgba8, with low bytes where samples have more than 8 bits. docs/use/formats.md lists the variants. A TIFF
/// file that has several channels or frames by ImageJ or OME-XML, or NIfTI with several places on axis 4, is read with
/// `options` that pick one of each. Of a .npz file the only array is read, or the one that the path names as
/// parse_npz_name() has it.
///
/// Errors: `file` (missing, not a file, empty, truncated, damaged, not an image, or of a kind that is not read: the
/// message says which; a file that cannot hold what its header claims is refused before memory is taken for it),
/// `too_large` (more than 2^31 - 1 pixels, or more than the memory holds).
Result<Image> read_image(const std::filesystem::path& path, const ReadOptions& options = {});

/// What a file without a header holds: elements in raster order without gaps, in the byte order of the machine.
struct RawLayout {
  Extent extent;                         ///< Width, height and depth in elements.
  PixelFormat format = PixelFormat::u8;  ///< How an element is stored. Formats that only textures have are refused.
};

/// Reads a file without a header, which has as many bytes as the layout says. Errors: those of read_image(), and
/// `invalid_argument` (a layout without elements, a format that only textures have).
Result<Image> read_raw(const std::filesystem::path& path, const RawLayout& layout);

/// Whether pictures can have this format: u8, u16 or rgba8.
bool is_picture(PixelFormat format);

/// Reads a file that has to hold an image of u8, u16 or rgba8 and no volume. Errors: those of read_image(), and `file`.
Result<Image> read_picture(const std::filesystem::path& path);

/// Writes a u8, u16 or rgba8 image or volume without loss as .tif, .tiff (a page for each slice) or .npy, an image also
/// as .png, by the ending of the file's path; u8, i8, u16, i16, u32, i32 and f32 as .nii or .nii.gz (NIfTI-1). Formats
/// of integers and floats that pictures do not have are written as .npy too. A NumPy
/// array of several channels has shape (H, W, channels), of a volume (D, H, W, channels); a volume of u8 with rows of 3
/// or 4 voxels has shape (D, H, W, 1). The file is neither closed nor committed. Errors: those of check_image_path(),
/// `invalid_argument` (an image without pixels, a side above 32767 in NIfTI), `file`.
Result<void> write_image(OutputFile& file, const Image& image);

/// The same through a temporary file that is renamed, so that the path holds a whole file or its former content.
Result<void> write_image(const std::filesystem::path& path, const Image& image);

/// Whether write_image() knows the ending, and such a file holds images of this format and extent. Error
/// `invalid_argument`: the message lists the endings.
Result<void> check_image_path(const std::filesystem::path& path, PixelFormat format = PixelFormat::rgba8,
                              const Extent& extent = {1, 1});

/// The files directly in a folder whose endings belong to formats that read_image() reads (in small or capital
/// letters), sorted by path. Error `file`: the folder cannot be read, or holds no image.
Result<std::vector<std::filesystem::path>> list_images(const std::filesystem::path& folder);

}  // namespace glccl::host
