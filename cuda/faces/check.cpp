#include "cuda/faces/check.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "cuda/runtime/error.hpp"
#include "cuda/runtime/memory/byte_range.hpp"
#include "glccl/table.hpp"

namespace glccl::cuda {

namespace {

/// Elements in linear memory.
struct Elements {
  const void* address;
  Extent extent;
  std::size_t bytes;        ///< Bytes of an element.
  std::size_t pitch;        ///< Bytes from a row to the next.
  std::size_t slice_pitch;  ///< Bytes from a slice to the next.
};

/// Whether the pitch of a `part`, which takes `taken` bytes, has room for it and is a multiple of the bytes of an
/// element.
Result<void> check_pitch(const std::string& what, const char* name, std::size_t pitch, const char* part,
                         std::size_t taken, std::size_t element_bytes) {
  if (pitch >= taken && pitch % element_bytes == 0) return {};
  const std::string found = what + " have a " + name + " of " + std::to_string(pitch) + " bytes";
  if (pitch < taken) return invalid(found + ", but a " + part + " takes " + std::to_string(taken));
  return invalid(found + ": it has to be a multiple of " + std::to_string(element_bytes));
}

Result<void> check_elements(const Elements& elements, const std::string& what, int device) {
  const auto& [address, extent, bytes, pitch, slice_pitch] = elements;
  if (address == nullptr) return invalid(what + " are at a null pointer: pass device memory");
  const std::size_t row = static_cast<std::size_t>(extent.width) * bytes;
  if (Result<void> right = check_pitch(what, "pitch", pitch, "row", row, bytes); !right) return right;
  if (extent.is_volume()) {
    const std::size_t slice = static_cast<std::size_t>(extent.height - 1) * pitch + row;
    if (Result<void> right = check_pitch(what, "slice pitch", slice_pitch, "slice", slice, bytes); !right) return right;
  }
  if (reinterpret_cast<std::uintptr_t>(address) % bytes != 0) {
    return invalid(what + " begin at an address that is no multiple of " + std::to_string(bytes));
  }
  return check_reach(address, what, device);
}

/// The results of cudaArrayGetInfo.
struct ArrayInfo {
  cudaChannelFormatDesc channels = {};
  Extent extent;
  unsigned flags = 0;
};

/// The array, which has to have two or three dimensions.
Result<ArrayInfo> inspect_array(const void* array, const std::string& what) {
  if (array == nullptr) return invalid(what + " are in a null array: pass a cudaArray_t");
  ArrayInfo info;
  cudaExtent extent = {};
  const cudaError_t asked =
      cudaArrayGetInfo(&info.channels, &extent, &info.flags, static_cast<cudaArray_t>(const_cast<void*>(array)));
  if (asked != cudaSuccess) return cuda_error(asked, "cudaArrayGetInfo", "pass a cudaArray_t that still exists");
  const bool layered = (info.flags & (cudaArrayLayered | cudaArrayCubemap)) != 0;
  if (layered || extent.height == 0) {
    return invalid(what + " are in an array of " + std::to_string(extent.width) + "x" + std::to_string(extent.height) +
                   "x" + std::to_string(extent.depth) + (layered ? " that has layers" : " that has one dimension") +
                   ": pass one of two dimensions, or of three for a volume");
  }
  // CUDA makes no array whose sides an int cannot hold. Arrays of two dimensions have depth 0.
  info.extent = {static_cast<int>(extent.width), static_cast<int>(extent.height),
                 std::max(static_cast<int>(extent.depth), 1)};
  return info;
}

std::string text_of(const cudaChannelFormatDesc& found) {
  const char* kind = found.f == cudaChannelFormatKindUnsigned ? "unsigned"
                     : found.f == cudaChannelFormatKindSigned ? "signed"
                     : found.f == cudaChannelFormatKindFloat  ? "float"
                                                              : "special";
  return std::string(kind) + " channels of " + std::to_string(found.x) + ", " + std::to_string(found.y) + ", " +
         std::to_string(found.z) + ", " + std::to_string(found.w) + " bits";
}

/// Whether an array has the channels of a format, which has bytes in memory.
Result<void> check_channels(const cudaChannelFormatDesc& found, PixelFormat format, const std::string& what) {
  const FormatTraits& traits = glccl::traits_of(format);
  const int bits = 8 * traits.bytes / traits.channels;
  const int second = traits.channels > 1 ? bits : 0;
  const int others = traits.channels > 2 ? bits : 0;
  const auto kind = traits.has_floats() ? cudaChannelFormatKindFloat
                    : traits.is_signed  ? cudaChannelFormatKindSigned
                                        : cudaChannelFormatKindUnsigned;
  if (found.f == kind && std::array{found.x, found.y, found.z, found.w} == std::array{bits, second, others, others}) {
    return {};
  }
  return invalid(what + " are in an array of " + text_of(found) + ", which is not the format " +
                 std::string(traits.name));
}

Result<Extent> extent_of(const SourceImage& image) {
  const auto* array = std::get_if<ArrayImage>(&image);
  if (array == nullptr) return std::get<DeviceImage>(image).extent;
  const Result<ArrayInfo> info = inspect_array(array->array, "the pixels");
  if (!info) return info.error();
  return info->extent;
}

/// The memory of an image whose format and extent have been checked.
Result<void> check_image(const SourceImage& image, int device) {
  if (const auto* array = std::get_if<ArrayImage>(&image)) {
    const Result<ArrayInfo> info = inspect_array(array->array, "the pixels");
    if (!info) return info.error();
    return check_channels(info->channels, array->format, "the pixels");
  }
  const auto& view = std::get<DeviceImage>(image);
  return check_elements({view.data, view.extent, bytes_per_pixel(view.format), view.row_pitch(), view.slice_pitch()},
                        "the pixels", device);
}

/// Whether labels of an image of `extent` can be written there.
Result<void> check_target(const Target& target, const Extent& extent, int device) {
  if (const auto* memory = std::get_if<DeviceLabels>(&target)) {
    return check_elements(
        {memory->values, extent, sizeof(std::uint32_t), row_pitch(*memory, extent), slice_pitch(*memory, extent)},
        "the labels", device);
  }
  const Result<ArrayInfo> info = inspect_array(std::get<ArrayLabels>(target).array, "the labels");
  if (!info) return info.error();
  if (Result<void> right = check_channels(info->channels, PixelFormat::u32, "the labels"); !right) return right;
  // Drivers make a surface of an array without this flag, but CUDA does not define what stores to it do.
  if ((info->flags & cudaArraySurfaceLoadStore) == 0) {
    return invalid("the labels are in an array that surfaces cannot store to: make it with cudaArraySurfaceLoadStore");
  }
  if (info->extent != extent) {
    return invalid("the labels are in an array of " + to_string(info->extent) + ", the image is " + to_string(extent) +
                   ": both have to be of one size");
  }
  return {};
}

/// Whether the second images lie where the device reaches them.
Result<void> check_second_memory(const Inputs& inputs, const Extent& extent, int device) {
  for (const auto& [view, what] :
       {std::pair(&inputs.mask, "the mask's pixels"), std::pair(&inputs.intensity, "the intensities")}) {
    if (view->data == nullptr) continue;
    const Elements elements = {view->data, extent, bytes_per_pixel(view->format), view->row_pitch(),
                               view->slice_pitch()};
    if (Result<void> right = check_elements(elements, what, device); !right) return right;
  }
  return {};
}

Result<void> check_table_memory(const DeviceTable& table, int device) {
  if (table.data == nullptr) {
    if (table.rows == 0) return {};
    return invalid("a table of " + std::to_string(table.rows) + " rows is at a null pointer: pass device memory");
  }
  if (table.rows == 0) return invalid("the table has room for 0 rows: pass 1 or more, or no table");
  if (reinterpret_cast<std::uintptr_t>(table.data) % 16 != 0) {
    return invalid("the table begins at an address that is no multiple of 16");
  }
  return check_reach(table.data, "the table's rows", device);
}

/// Whether image, labels and table of one item share no memory.
Result<void> check_overlap(const BatchItem& item, const Extent& extent, std::uint32_t columns) {
  const ByteRange pixels = range_of(item.inputs.image);
  const ByteRange labels = range_of(item.target, extent);
  const ByteRange table = range_of(item.table, columns);
  if (overlap(pixels, labels)) return invalid("the labels overlap the image: give them memory of their own");
  if (overlap(pixels, table)) return invalid("the table overlaps the image: give it memory of its own");
  for (const DeviceImage* second : {&item.inputs.mask, &item.inputs.intensity}) {
    if (second->data == nullptr) continue;
    const ByteRange read = range_of(*second);
    if (overlap(read, labels)) return invalid("the labels overlap a second image: give them memory of their own");
    if (overlap(read, table)) return invalid("the table overlaps a second image: give it memory of its own");
  }
  if (overlap(labels, table)) return invalid("the table overlaps the labels: give it memory of its own");
  const auto* source = std::get_if<ArrayImage>(&item.inputs.image);
  const auto* written = std::get_if<ArrayLabels>(&item.target);
  if (source != nullptr && written != nullptr && written->array == source->array) {
    return invalid("image and labels are the same array: give the labels one of their own");
  }
  return {};
}

}  // namespace

PixelFormat format_of(const SourceImage& image) {
  const auto* array = std::get_if<ArrayImage>(&image);
  return array != nullptr ? array->format : std::get<DeviceImage>(image).format;
}

Result<void> check_spec(const LabelingSpec& spec, PixelFormat format, const Extent& extent,
                        const MethodTraits& method) {
  const Capabilities& capabilities = method.capabilities();
  if (Result<void> some = check_not_empty(extent); !some) return some;
  if (!extent.is_volume() || capabilities.has_volumes()) return glccl::check(spec, format, extent, capabilities);
  return Error{ErrorCode::unsupported, std::string(capabilities.engine) + " labels images, and this is a volume of " +
                                           to_string(extent) + ": use " + names_with_volumes()};
}

Result<Extent> check_item(const BatchItem& item, const LabelingSpec& spec, const MethodTraits& method, int device) {
  const auto& [image, mask, intensity] = item.inputs;
  const Result<Extent> extent = extent_of(image);
  if (!extent) return extent;
  const Result<void> possible = check_spec(spec, format_of(image), *extent, method);
  if (!possible) return possible.error();
  if (Result<void> numbered = glccl::check_table(spec, item.table.rows); !numbered) return numbered.error();
  if (Result<void> right = check_image(image, device); !right) return right.error();
  if (Result<void> right = check_target(item.target, *extent, device); !right) return right.error();
  if (Result<void> right = check_table_memory(item.table, device); !right) return right.error();
  const auto given = [](const DeviceImage& one) { return one.data != nullptr ? std::optional(one) : std::nullopt; };
  const Result<void> fits =
      glccl::check_second_images(spec, given(mask), given(intensity), *extent, method.capabilities());
  if (!fits) return fits.error();
  if (Result<void> right = check_second_memory(item.inputs, *extent, device); !right) return right.error();
  if (Result<void> apart = check_overlap(item, *extent, table_columns_of(*extent, spec.columns)); !apart)
    return apart.error();
  return extent;
}

Result<void> check_capture(TimingDetail timing, const MethodTraits& method) {
  if (method.iterates) {
    return Error{ErrorCode::unsupported, std::string(method.capabilities().engine) +
                                             " reads a flag back between its rounds, which a stream capture cannot "
                                             "record: " +
                                             names_without_rounds() + " can be captured"};
  }
  if (timing == TimingDetail::none) return {};
  return invalid(
      "a stream capture cannot take times: pass TimingDetail::none, and record events around the launches of "
      "the graph");
}

Result<void> check_plane(const Extent& extent, const MethodTraits& method, int device) {
  if (!method.needs_plane) return {};
  Extent largest;
  const cudaError_t width = cudaDeviceGetAttribute(&largest.width, cudaDevAttrMaxSurface2DWidth, device);
  if (width != cudaSuccess) return cuda_error(width, "cudaDeviceGetAttribute");
  const cudaError_t height = cudaDeviceGetAttribute(&largest.height, cudaDevAttrMaxSurface2DHeight, device);
  if (height != cudaSuccess) return cuda_error(height, "cudaDeviceGetAttribute");
  if (extent.width <= largest.width && extent.height <= largest.height) return {};
  return Error{ErrorCode::too_large,
               "the image is " + to_string(extent) + ": " + std::string(method.capabilities().engine) +
                   " keeps labels in a surface, and those of CUDA device " + std::to_string(device) + " end at " +
                   to_string(largest) + ": use another method, or label the image in parts"};
}

}  // namespace glccl::cuda
