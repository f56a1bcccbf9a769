// Shared by the CUDA tests: skipping without a device, device memory, and labeling an image from the CPU.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "glccl/cuda/labeler.hpp"
#include "glccl/host/image.hpp"
#include "glccl/types.hpp"
#include "tests/cuda/support/methods.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/inputs/images.hpp"
#include "tests/support/references/reference.hpp"

namespace glccl::tests {

/// The code of most refusals.
constexpr auto invalid = ErrorCode::invalid_argument;

/// True without a CUDA device, for `if (skip_without_cuda()) return;` at the top of a test. tests/support/skip.hpp says
/// how a test is skipped.
bool skip_without_cuda();

/// Requires that a CUDA call succeeded.
void require_cuda(cudaError_t status);

/// Checks that a call was refused with this code and one line that contains `part`, and that CUDA holds no error.
/// `result` is a Result.
template <class Outcome>
void check_refused(const Outcome& result, ErrorCode code, const std::string& part) {
  REQUIRE_FALSE(result);
  CHECK(result.error().code == code);
  CHECK_THAT(result.error().message, contains(part));
  CHECK(result.error().message.find('\n') == std::string::npos);
  CHECK(cudaPeekAtLastError() == cudaSuccess);
}

/// Device memory filled with rubbish.
class DeviceMemory {
 public:
  static constexpr unsigned char rubbish = 0xA5;

  explicit DeviceMemory(std::size_t bytes);
  DeviceMemory(DeviceMemory&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  DeviceMemory& operator=(DeviceMemory&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~DeviceMemory() { cudaFree(data_); }

  unsigned char* data() const { return static_cast<unsigned char*>(data_); }
  std::size_t bytes() const { return bytes_; }
  /// Waits for all work on the device.
  std::vector<unsigned char> read() const;
  bool is_untouched() const;

 private:
  void* data_ = nullptr;
  std::size_t bytes_ = 0;
};

/// An image in device memory with a gap behind each row.
class ImageOnDevice {
 public:
  explicit ImageOnDevice(const host::Image& image);

  cuda::DeviceImage on_device() const { return {memory_.data(), format_, extent_, row() + gap()}; }

 private:
  std::size_t gap() const { return 3 * bytes_per_pixel(format_); }
  std::size_t row() const { return static_cast<std::size_t>(extent_.width) * bytes_per_pixel(format_); }
  std::size_t rows() const {
    return static_cast<std::size_t>(extent_.height) * static_cast<std::size_t>(extent_.depth);
  }

  PixelFormat format_;
  Extent extent_;
  DeviceMemory memory_;
};

/// A CUDA array.
class DeviceArray {
 public:
  /// An array of two dimensions, or for a volume of three.
  DeviceArray(const cudaChannelFormatDesc& channels, Extent extent, unsigned flags = 0)
      : DeviceArray(channels, extent, flags, extent.is_volume()) {}
  /// An array of three dimensions, or of two.
  DeviceArray(const cudaChannelFormatDesc& channels, Extent extent, unsigned flags, bool in_space);
  DeviceArray(DeviceArray&& other) noexcept
      : array_(std::exchange(other.array_, nullptr)), extent_(other.extent_), texel_bytes_(other.texel_bytes_) {}
  DeviceArray& operator=(DeviceArray&& other) noexcept {
    std::swap(array_, other.array_);
    std::swap(extent_, other.extent_);
    std::swap(texel_bytes_, other.texel_bytes_);
    return *this;
  }
  ~DeviceArray() { cudaFreeArray(array_); }
  cudaArray_t get() const { return array_; }

  /// Copies all texels, which lie in memory of the CPU without gaps, in the order of `stream`.
  void write(const void* texels, cudaStream_t stream = nullptr) const;
  /// Copies all texels to memory of the CPU without gaps. Waits for all work on the device.
  void read(void* texels) const;

 private:
  cudaMemcpy3DParms copy_of_all() const;
  cudaPitchedPtr on_cpu(void* texels) const;

  cudaArray_t array_ = nullptr;
  Extent extent_;
  std::size_t texel_bytes_ = 0;
};

/// The array's channels for a pixel format.
cudaChannelFormatDesc channels_of(PixelFormat format);

/// Where pixels and labels lie on the device.
enum class Layout {
  tight,    ///< Linear memory without gaps.
  pitched,  ///< Linear memory with gaps between the rows and between the slices, which stay as they are.
  arrays,   ///< CUDA arrays.
};
inline constexpr Layout layouts[] = {Layout::tight, Layout::pitched, Layout::arrays};

/// A result that was read back. `components` has as many rows as the header says.
struct DeviceOutcome : LabeledImage {
  std::uint32_t count = 0;  ///< Number at cuda::Labels::count; 0 where it is null.
  ComponentTableHeader header;
  std::vector<Measurements> measurements;  ///< The optional columns of the table.
  /// Whether the gaps between the rows and slices of labels, the bytes before and behind labels and table, and the
  /// table's rows past the header's number are as they were.
  bool rest_untouched = true;
  const void* records = nullptr;  ///< cuda::Labels::records, in device memory.
};

/// An image or volume, labels and a table on the device. Labels and table are filled with rubbish and have guards
/// around them.
class DeviceItem {
 public:
  /// Without rows there is no table; `columns` is LabelingSpec::columns.
  DeviceItem(const host::Image& image, Layout layout, std::uint32_t table_rows, std::uint32_t columns = 0);

  cuda::BatchItem item() const;
  /// Replaces the pixels by those of another image of the same extent and format, in the order of `stream`.
  void replace(const host::Image& image, cudaStream_t stream = nullptr);
  /// Fills labels and table with rubbish again, but for labels in an array.
  void spoil(cudaStream_t stream) const;
  /// Reads back labels, table, and the count at its device address. Waits for all work on the device.
  DeviceOutcome read(const void* count) const;

 private:
  std::size_t height() const { return static_cast<std::size_t>(extent_.height); }
  std::size_t depth() const { return static_cast<std::size_t>(extent_.depth); }
  std::size_t pixel_row() const { return bytes_per_pixel(format_) * static_cast<std::size_t>(extent_.width); }
  std::size_t label_row() const { return 4 * static_cast<std::size_t>(extent_.width); }
  void read_labels(DeviceOutcome& outcome) const;

  Extent extent_;
  PixelFormat format_;
  std::size_t pixel_pitch_;
  std::size_t label_pitch_;
  std::size_t pixel_slice_;
  std::size_t label_slice_;
  std::uint32_t table_rows_;
  std::optional<DeviceMemory> pixels_;
  std::optional<DeviceMemory> labels_;
  std::optional<DeviceMemory> table_;
  std::optional<DeviceArray> pixel_array_;
  std::optional<DeviceArray> label_array_;
};

/// The Labeler of a method, shared by the tests of the process.
cuda::Labeler& shared_labeler(cuda::Method method = cuda::Method::stava);

/// Labels the item's image by Labeler::label(), into its labels and its table.
Result<cuda::Labels> label_item(cuda::Labeler& labeler, const cuda::BatchItem& item, const LabelingSpec& spec = {},
                                cuda::Outputs outputs = {}, void* stream = nullptr);

/// Arguments of label_on_device() besides the specification.
struct DeviceRequest {
  std::uint32_t table_rows = 0;  ///< 0: no table.
  cuda::Method method = cuda::Method::stava;
  cuda::Outputs outputs = {};  ///< Without target and table.
  cuda::DeviceImage mask = {};
  cuda::DeviceImage intensity = {};
};

/// Uploads, labels into memory filled with rubbish, and reads back.
DeviceOutcome label_on_device(const host::Image& image, Layout layout, const LabelingSpec& spec = {},
                              const DeviceRequest& request = {});

/// Labels several images of one extent by one label_batch() of Method::fast. `table_rows` has the capacity of each
/// image's table; empty: no tables.
std::vector<DeviceOutcome> label_batch_on_device(const std::vector<host::Image>& images, Layout layout,
                                                 const LabelingSpec& spec,
                                                 const std::vector<std::uint32_t>& table_rows);

/// Reads a table that lay in rubbish, from its first byte to the last one it has room for.
void read_table(std::span<const unsigned char> bytes, DeviceOutcome& outcome);

/// Checks count and table, and that nothing else was written.
void check_table(const DeviceOutcome& outcome, const std::vector<Component>& components, std::uint32_t columns = 0);

/// Checks that labels, count and table are those of cpu-serial, and records by check_records().
void check_against_host(const host::Image& image, Layout layout, const LabelingSpec& spec,
                        cuda::Method method = cuda::Method::stava, const cuda::Outputs& outputs = {});

}  // namespace glccl::tests

namespace Catch {

template <>
struct StringMaker<glccl::cuda::Method> {
  static std::string convert(glccl::cuda::Method method) { return std::string(glccl::cuda::name_of(method)); }
};

template <>
struct StringMaker<glccl::tests::Layout> {
  static std::string convert(glccl::tests::Layout layout) {
    constexpr const char* names[] = {"tight", "pitched", "arrays"};
    return names[static_cast<int>(layout)];
  }
};

}  // namespace Catch
