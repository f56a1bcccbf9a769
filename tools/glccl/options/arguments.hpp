// Sizes and thresholds on the command line.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "glccl/host/slice.hpp"
#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"

namespace glccl::tools {

/// "640x480". Error `invalid_argument`: not two whole numbers, a side of 0, more than `host::max_pixels` pixels.
Result<Extent> parse_size(const std::string& text);

/// "640x480", or of a volume "64x65x67". Errors: those of parse_size(), and of a volume more than 2^34 voxels, or of
/// either more than `most` elements.
Result<Extent> parse_extent(const std::string& text, std::optional<std::int64_t> most = {});

/// Whether volumes have a connectivity: all but those of images, 4 and 8.
inline bool is_in_space(Connectivity connectivity) {
  return connectivity != Connectivity::four && connectivity != Connectivity::eight;
}

/// connectivity_in() of what --connectivity asks for. Error `invalid_argument`: 4 or 8 in a volume; the message has
/// `name`.
Result<Connectivity> connectivity_for(Connectivity asked, const Extent& extent, const std::string& name);

/// The value of --threshold. Foreground is above `low` and not above `high`.
struct Threshold {
  bool otsu = false;                                      ///< The threshold that Otsu's method finds for the image.
  double low = 0.0;                                       ///< In stored values; unused with `otsu`.
  double high = std::numeric_limits<double>::infinity();  ///< In stored values.
};

/// The threshold in stored values as an argument: "3", or with an upper limit "3:7".
std::string to_argument(double low, double high);

/// "32x480x640": slices, rows and columns, in NumPy's order; or "480x640". Up to host::max_slab_elements: what is read
/// whole is checked by its reader. Error `invalid_argument`.
Result<Extent> parse_shape(const std::string& text);

/// "8G": bytes, also in units of 2^10 (K), 2^20 (M), 2^30 (G) or 2^40 (T). Error `invalid_argument`.
Result<std::int64_t> parse_memory(const std::string& option, const std::string& text);

/// The extent as parse_shape() reads it.
std::string to_shape(const Extent& extent);

/// "z:10", "x:0": a slice of a volume across an axis, from 0. Error `invalid_argument`.
Result<host::Slice> parse_slice(const std::string& text);

/// Whether a volume of this extent has the slice. Error `invalid_argument`: no, or it is the extent of an image.
Result<void> check_slice(const host::Slice& slice, const Extent& extent);

/// The format of this name, if files without a header can hold it and every command understands it: "u16". Error
/// `invalid_argument`: the message lists the names.
Result<PixelFormat> parse_type(const std::string& text);

/// "otsu", a number, or "LOW:HIGH", the second number above the first. Numbers below 0 are for values with a sign,
/// which select() checks. Error `invalid_argument`.
Result<Threshold> parse_threshold(const std::string& text);

/// The value of --background, as numbers in stored values: one (of colours a grey), three (an opaque colour) or four
/// with alpha. Empty: no pixel is background.
using Background = std::vector<double>;

/// "none", or one, three or four numbers with commas between them. Error `invalid_argument`.
Result<Background> parse_background(const std::string& text);

/// The background in an image of a format. `opaque` is the alpha of colours without it.
std::optional<PixelValue> background_in(const Background& background, PixelFormat format, double opaque = 255.0);

/// The background as parse_background() reads it: "none" or four numbers.
std::string to_argument(const std::optional<PixelValue>& background);

/// A file that an option names; `option` is empty for arguments without one, as IMAGE.
struct NamedFile {
  std::string option;
  std::string path;
};

/// Refuses an output that is an input, an image of an input folder or another output, also by another name. A dataset
/// "scan.h5:/volume" stands for its file. Error `invalid_argument`.
Result<void> check_files(const std::vector<NamedFile>& outputs, const std::vector<NamedFile>& inputs);

}  // namespace glccl::tools
