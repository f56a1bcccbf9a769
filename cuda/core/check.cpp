#include "cuda/core/check.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "cuda/core/error.hpp"

namespace glccl::cuda {
namespace {

Error invalid(const std::string& message) { return Error{ErrorCode::invalid_argument, message}; }

std::string text_of(Size size) { return std::to_string(size.width) + "x" + std::to_string(size.height); }

Status check_size(Size size) {
  if (size.width < 1 || size.height < 1) {
    return invalid("an image of " + text_of(size) + " pixels has nothing to label: pass 1x1 or more");
  }
  if (size.width > largest_side || size.height > largest_side) {
    return Error{ErrorCode::too_large, "the image is " + text_of(size) + ": the CUDA engines label up to " +
                                           text_of(Size{largest_side, largest_side}) + ", label it in parts"};
  }
  return {};
}

/// That `device` reaches the memory at `address`.
Status check_reach(const void* address, const std::string& what, int device) {
  cudaPointerAttributes attributes = {};
  const cudaError_t asked = cudaPointerGetAttributes(&attributes, address);
  if (asked != cudaSuccess) return cuda_error(asked, "cudaPointerGetAttributes on " + what);
  if (attributes.type == cudaMemoryTypeUnregistered) {
    return invalid(what + " lie in host memory: pass memory of cudaMalloc, managed or pinned memory");
  }
  if (attributes.type == cudaMemoryTypeDevice && attributes.device != device) {
    return invalid(what + " lie on CUDA device " + std::to_string(attributes.device) +
                   ", the Labeler works on CUDA device " + std::to_string(device) +
                   ": copy them, or create a Labeler there");
  }
  return {};
}

/// Rows of `size.width` elements of `bytes` bytes in linear memory.
Status check_rows(const void* address, std::size_t pitch, Size size, std::size_t bytes, const std::string& what,
                  int device) {
  if (address == nullptr) return invalid(what + " are at a null pointer: pass device memory");
  const std::size_t row = static_cast<std::size_t>(size.width) * bytes;
  if (pitch < row) {
    return invalid(what + " have a pitch of " + std::to_string(pitch) + " bytes, but a row of " +
                   std::to_string(size.width) + " takes " + std::to_string(row));
  }
  if (pitch % bytes != 0) {
    return invalid(what + " have a pitch of " + std::to_string(pitch) + " bytes: it has to be a multiple of " +
                   std::to_string(bytes));
  }
  if (reinterpret_cast<std::uintptr_t>(address) % bytes != 0) {
    return invalid(what + " begin at an address that is no multiple of " + std::to_string(bytes));
  }
  return check_reach(address, what, device);
}

/// Channels of a format, as cudaCreateChannelDesc has them.
struct Channels {
  int bits;
  int count;
  cudaChannelFormatKind kind;
};

Channels channels_of(PixelFormat format) {
  switch (format) {
    case PixelFormat::u8:
    case PixelFormat::unorm8:
      return {8, 1, cudaChannelFormatKindUnsigned};
    case PixelFormat::u16:
      return {16, 1, cudaChannelFormatKindUnsigned};
    case PixelFormat::u32:
      return {32, 1, cudaChannelFormatKindUnsigned};
    case PixelFormat::f32:
      return {32, 1, cudaChannelFormatKindFloat};
    case PixelFormat::rgba8:
      return {8, 4, cudaChannelFormatKindUnsigned};
    case PixelFormat::rgba16f:
      return {16, 4, cudaChannelFormatKindFloat};
  }
  return {};
}

std::string text_of_channels(const cudaChannelFormatDesc& found) {
  const char* kind = found.f == cudaChannelFormatKindUnsigned ? "unsigned"
                     : found.f == cudaChannelFormatKindSigned ? "signed"
                     : found.f == cudaChannelFormatKindFloat  ? "float"
                                                              : "special";
  return std::string(kind) + " channels of " + std::to_string(found.x) + ", " + std::to_string(found.y) + ", " +
         std::to_string(found.z) + ", " + std::to_string(found.w) + " bits";
}

/// The size of a 2-D array of that format.
Result<Size> check_array(const void* array, PixelFormat format, const std::string& what) {
  if (array == nullptr) return invalid(what + " are in a null array: pass a cudaArray_t");
  cudaChannelFormatDesc found = {};
  cudaExtent extent = {};
  unsigned flags = 0;
  const cudaError_t asked =
      cudaArrayGetInfo(&found, &extent, &flags, static_cast<cudaArray_t>(const_cast<void*>(array)));
  if (asked != cudaSuccess) return cuda_error(asked, "cudaArrayGetInfo", "pass a cudaArray_t that still exists");
  if (extent.depth != 0 || extent.height == 0 || (flags & (cudaArrayLayered | cudaArrayCubemap)) != 0) {
    return invalid(what + " are in an array of " + std::to_string(extent.width) + "x" + std::to_string(extent.height) +
                   "x" + std::to_string(extent.depth) +
                   " that is not two-dimensional: pass one of depth 0 and a height above 0");
  }
  const auto [bits, count, kind] = channels_of(format);
  const std::array<int, 4> wanted = {bits, count == 4 ? bits : 0, count == 4 ? bits : 0, count == 4 ? bits : 0};
  if (found.f != kind || std::array{found.x, found.y, found.z, found.w} != wanted) {
    return invalid(what + " are in an array of " + text_of_channels(found) + ", which is not the format " +
                   name_of(format));
  }
  const std::size_t limit = largest_side;
  if (extent.width > limit || extent.height > limit) {
    return Error{ErrorCode::too_large, "the array is " + std::to_string(extent.width) + "x" +
                                           std::to_string(extent.height) + ": the CUDA engines label up to " +
                                           text_of(Size{largest_side, largest_side}) + ", label it in parts"};
  }
  return Size{static_cast<int>(extent.width), static_cast<int>(extent.height)};
}

/// Bytes from `begin` to before `end`; none of arrays, whose place nobody knows.
struct Range {
  std::uintptr_t begin = 0;
  std::uintptr_t end = 0;
};

Range range_of(const void* address, std::size_t pitch, Size size, std::size_t bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  return {begin,
          begin + static_cast<std::size_t>(size.height - 1) * pitch + static_cast<std::size_t>(size.width) * bytes};
}

bool overlap(const Range& a, const Range& b) { return a.begin < b.end && b.begin < a.end; }

/// None of an array: nobody knows where its pixels lie.
Range range_of(const Image& image, Size size) {
  const auto* memory = std::get_if<DeviceImage>(&image);
  return memory == nullptr ? Range{} : range_of(memory->pixels, memory->pitch, size, bytes_per_pixel(memory->format));
}

Range range_of(const Target& target, Size size) {
  const auto* memory = std::get_if<DeviceLabels>(&target);
  return memory == nullptr ? Range{} : range_of(memory->values, memory->pitch, size, sizeof(std::uint32_t));
}

Range range_of(const DeviceTable& table) {
  if (table.data == nullptr) return {};
  const std::size_t bytes = sizeof(ComponentTableHeader) + sizeof(ComponentRow) * std::size_t{table.rows};
  return range_of(table.data, bytes, {1, 1}, bytes);
}

Status check_overlap(const Options& options, const Image& image, const Target& target, Size size) {
  const Range pixels = range_of(image, size);
  const Range labels = range_of(target, size);
  const Range table = range_of(options.table);
  if (overlap(pixels, labels)) return invalid("the labels overlap the image: give them memory of their own");
  if (overlap(pixels, table)) return invalid("the table overlaps the image: give it memory of its own");
  if (overlap(labels, table)) return invalid("the table overlaps the labels: give it memory of its own");
  if (const auto* source = std::get_if<ArrayImage>(&image)) {
    const auto* written = std::get_if<ArrayLabels>(&target);
    if (written != nullptr && written->array == source->array) {
      return invalid("image and labels are the same array: give the labels one of their own");
    }
  }
  return {};
}

/// Memory that a batch reads or writes. An array counts by its handle, an address at which nothing else lies.
struct Claim {
  Range range;
  std::size_t item = 0;
  const char* what = "";
  bool written = false;
};

Range range_of_array(const void* array) {
  const auto handle = reinterpret_cast<std::uintptr_t>(array);
  return {handle, handle + 1};
}

/// All that a batch reads and writes, in the order of the addresses.
std::vector<Claim> claims_of(std::span<const BatchItem> items, Size size) {
  std::vector<Claim> claims;
  claims.reserve(3 * items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    const auto& [image, target, table] = items[i];
    const auto* source = std::get_if<ArrayImage>(&image);
    const auto* labels = std::get_if<ArrayLabels>(&target);
    claims.push_back({source == nullptr ? range_of(image, size) : range_of_array(source->array), i, "pixels", false});
    claims.push_back({labels == nullptr ? range_of(target, size) : range_of_array(labels->array), i, "labels", true});
    if (table.data != nullptr) claims.push_back({range_of(table), i, "table", true});
  }
  std::sort(claims.begin(), claims.end(), [](const Claim& a, const Claim& b) {
    return std::tie(a.range.begin, a.item) < std::tie(b.range.begin, b.item);
  });
  return claims;
}

std::string text_of(const Claim& claim) {
  return std::string("the ") + claim.what + " of image " + std::to_string(claim.item);
}

/// The largest integer from 0 to 2^32 that is not above `limit`, -1 where all are.
std::int64_t largest_integer(float limit) {
  constexpr float end = 4294967296.0F;
  if (limit < 0.0F) return -1;
  if (limit < end) return static_cast<std::int64_t>(limit);
  return static_cast<std::int64_t>(end);  // nothing is above it, nor above NaN
}

/// The largest stored integer that is not above the threshold, -1 where all are.
std::int64_t integer_threshold(float threshold, PixelFormat format) {
  if (format == PixelFormat::unorm8 || format == PixelFormat::rgba8) {
    // Byte b stands for b / 255.
    std::int64_t byte = 255;
    while (byte >= 0 && static_cast<float>(byte) / 255.0F > threshold) --byte;
    return byte;
  }
  return largest_integer(threshold);
}

}  // namespace

const char* name_of(PixelFormat format) {
  switch (format) {
    case PixelFormat::u8:
      return "u8";
    case PixelFormat::u16:
      return "u16";
    case PixelFormat::u32:
      return "u32";
    case PixelFormat::unorm8:
      return "unorm8";
    case PixelFormat::f32:
      return "f32";
    case PixelFormat::rgba8:
      return "rgba8";
    case PixelFormat::rgba16f:
      return "rgba16f";
  }
  return "unknown";
}

std::size_t bytes_per_pixel(PixelFormat format) {
  const Channels channels = channels_of(format);
  return static_cast<std::size_t>(channels.bits / 8 * channels.count);
}

Result<Size> check_image(const Image& image, int device) {
  if (const auto* array = std::get_if<ArrayImage>(&image))
    return check_array(array->array, array->format, "the pixels");
  const auto& memory = std::get<DeviceImage>(image);
  if (Status size = check_size(memory.size); !size) return size.error();
  const Status rows =
      check_rows(memory.pixels, memory.pitch, memory.size, bytes_per_pixel(memory.format), "the pixels", device);
  if (!rows) return rows.error();
  return memory.size;
}

Status check_target(const Target& target, Size size, int device) {
  if (const auto* memory = std::get_if<DeviceLabels>(&target)) {
    return check_rows(memory->values, memory->pitch, size, sizeof(std::uint32_t), "the labels", device);
  }
  void* array = std::get<ArrayLabels>(target).array;
  const Result<Size> found = check_array(array, PixelFormat::u32, "the labels");
  if (!found) return found.error();
  // Drivers make a surface of it all the same, but CUDA promises nothing of such stores.
  unsigned flags = 0;
  const cudaError_t asked = cudaArrayGetInfo(nullptr, nullptr, &flags, static_cast<cudaArray_t>(array));
  if (asked != cudaSuccess) return cuda_error(asked, "cudaArrayGetInfo");
  if ((flags & cudaArraySurfaceLoadStore) == 0) {
    return invalid("the labels are in an array that surfaces cannot store to: make it with cudaArraySurfaceLoadStore");
  }
  if (*found != size) {
    return invalid("the labels are in an array of " + text_of(*found) + ", the image is " + text_of(size) +
                   ": both have to be of one size");
  }
  return {};
}

Status check_table(const Options& options, const Image& image, const Target& target, Size size, int device) {
  const DeviceTable& table = options.table;
  if (table.data == nullptr && table.rows != 0) {
    return invalid("a table of " + std::to_string(table.rows) + " rows is at a null pointer: pass device memory");
  }
  if (table.data != nullptr) {
    if (options.numbering != Numbering::raster) {
      return invalid("a component table needs Numbering::raster: its rows are in the order of the labels");
    }
    if (table.rows == 0) return invalid("the table has room for 0 rows: pass 1 or more, or no table");
    if (reinterpret_cast<std::uintptr_t>(table.data) % 16 != 0) {
      return invalid("the table begins at an address that is no multiple of 16");
    }
    if (Status reached = check_reach(table.data, "the table's rows", device); !reached) return reached;
  }
  return check_overlap(options, image, target, size);
}

Status check_alike(Size size, Size other, PixelFormat format, PixelFormat other_format) {
  if (size != other) {
    return invalid("a batch of images of " + text_of(size) + " and " + text_of(other) +
                   " pixels: label those of one size together");
  }
  if (format != other_format) {
    return invalid(std::string("a batch of images in ") + name_of(format) + " and " + name_of(other_format) +
                   ": label those of one format together");
  }
  return {};
}

Status check_batch(std::span<const BatchItem> items, const Options& options, const AlgorithmTraits& traits) {
  if (!traits.complete) {
    return Error{ErrorCode::unsupported,
                 std::string(traits.name) + " labels one image at a time: cuda-fast has batches"};
  }
  if (items.empty()) return invalid("a batch of 0 images: pass 1 or more");
  if (options.table.data != nullptr || options.table.rows != 0) {
    return invalid("Options::table is of one image: pass each image of a batch its table in its item");
  }
  const auto with_table =
      std::count_if(items.begin(), items.end(), [](const BatchItem& item) { return item.table.data != nullptr; });
  if (with_table != 0 && static_cast<std::size_t>(with_table) != items.size()) {
    return invalid(std::to_string(with_table) + " of " + std::to_string(items.size()) +
                   " images of a batch have a table: pass one for each, or none");
  }
  return {};
}

Status check_apart(std::span<const BatchItem> items, Size size) {
  if (items.size() == 1) return {};
  // Of what begins before, and has been looked at, the one that ends last.
  Claim read;
  Claim written;
  for (const Claim& claim : claims_of(items, size)) {
    const Claim* meets = nullptr;
    if (overlap(claim.range, written.range)) meets = &written;
    if (claim.written && overlap(claim.range, read.range)) meets = &read;
    if (meets != nullptr) {
      return invalid(text_of(*meets) + " of the batch and " + text_of(claim) +
                     " share memory: give labels and tables memory of their own");
    }
    Claim& last = claim.written ? written : read;
    if (claim.range.end > last.range.end) last = claim;
  }
  return {};
}

Status check_options(const Options& options, PixelFormat format, const AlgorithmTraits& traits) {
  const std::string engine(traits.name);
  if (std::holds_alternative<Difference>(options.criterion) && !traits.has_difference) {
    return Error{ErrorCode::unsupported, engine + " has no criterion Difference: it has Foreground and Equal"};
  }
  const auto* difference = std::get_if<Difference>(&options.criterion);
  if (difference != nullptr && !(difference->largest >= 0.0F)) {
    return invalid("the largest difference is " + std::to_string(difference->largest) + ": pass 0 or more");
  }
  constexpr std::array sides = {4, 8, 16, 32};
  if (std::find(sides.begin(), sides.end(), options.block_side) == sides.end()) {
    return invalid("blocks of " + text_of(Size{options.block_side, options.block_side}) +
                   " threads: block_side has to be 4, 8, 16 or 32");
  }
  const bool stored_whole = format == PixelFormat::u8 || format == PixelFormat::u16 || format == PixelFormat::u32 ||
                            format == PixelFormat::rgba8;
  if (std::holds_alternative<Equal>(options.criterion) && !stored_whole) {
    return Error{ErrorCode::unsupported,
                 engine + " has criterion Equal for u8, u16, u32 and rgba8, not for " + name_of(format)};
  }
  return {};
}

void set_criterion(SourceView& view, const Criterion& criterion) {
  const auto* difference = std::get_if<Difference>(&criterion);
  view.equal = std::holds_alternative<Equal>(criterion);
  view.difference = difference != nullptr;
  if (difference != nullptr) {
    view.threshold = largest_integer(difference->largest);
    view.float_threshold = difference->largest;
  }
  const auto* foreground = std::get_if<Foreground>(&criterion);
  if (foreground == nullptr) return;
  view.inverted = foreground->inverted;
  view.channel = channels_of(view.format).count == 1 ? 0 : static_cast<int>(foreground->channel);
  view.threshold = integer_threshold(foreground->threshold, view.format);
  view.float_threshold = foreground->threshold;
}

}  // namespace glccl::cuda
