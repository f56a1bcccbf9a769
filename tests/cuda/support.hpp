// What the CUDA test files share: skipping where there is no device, device memory, and labeling an image from the CPU.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "glccl/cuda/labeler.hpp"
#include "glccl/host/generate.hpp"
#include "glccl/host/image.hpp"
#include "glccl/types.hpp"
#include "tests/support/images.hpp"

namespace glccl::tests {

/// True where there is no CUDA device, for `if (skip_without_cuda()) return;` at the top of a test. Prints a line that
/// begins with "skipped:" and has the reason, which ctest takes for a skipped test; with GLCCL_REQUIRE_GPU=1 in the
/// environment the test fails instead. (Catch2 has SKIP only from version 3.3.)
bool skip_without_cuda();

/// Requires that a CUDA call succeeded.
void require_cuda(cudaError_t status);

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

/// A 2-D CUDA array.
class DeviceArray {
 public:
  DeviceArray(const cudaChannelFormatDesc& channels, Extent extent, unsigned flags = 0);
  DeviceArray(DeviceArray&& other) noexcept : array_(std::exchange(other.array_, nullptr)) {}
  DeviceArray& operator=(DeviceArray&& other) noexcept {
    std::swap(array_, other.array_);
    return *this;
  }
  ~DeviceArray() { cudaFreeArray(array_); }
  cudaArray_t get() const { return array_; }

 private:
  cudaArray_t array_ = nullptr;
};

/// The array's channels for a format of pixels.
cudaChannelFormatDesc channels_of(PixelFormat format);

/// Pixels on the CPU in any format of PixelFormat, rows without gaps.
struct Pixels {
  Extent extent;
  PixelFormat format = PixelFormat::u8;
  std::vector<unsigned char> bytes;
};

/// grey8 as u8, grey16 as u16, rgba8 as rgba8.
Pixels pixels_of(const host::Image& image);

/// Where pixels and labels lie on the device.
enum class Layout {
  tight,    ///< linear memory without gaps
  pitched,  ///< linear memory with gaps, which have to stay as they are
  arrays,   ///< CUDA arrays
};

/// All algorithms.
inline constexpr cuda::Method algorithms[] = {cuda::Method::stava,        cuda::Method::links, cuda::Method::jung,
                                              cuda::Method::jung_surface, cuda::Method::qin,   cuda::Method::hawick,
                                              cuda::Method::fast};

/// A record of Algorithm::qin, as cuda::Launched::records says.
struct QinRecord {
  std::int32_t code;
  std::int32_t width;
  std::int32_t height;
  std::int32_t flag;
  bool operator==(const QinRecord&) const = default;
};

/// A result on the CPU.
struct Outcome {
  LabelImage labels;
  std::uint32_t count = 0;  ///< as cuda::Launched::count says, in raster numbering
  ComponentTableHeader header;
  std::vector<Component> components;  ///< as many as the header says
  bool rest_untouched = true;         ///< gaps between rows, and table rows past the header's number
  std::vector<QinRecord> records;     ///< of Algorithm::qin, one a pixel
};

/// The Labeler of that algorithm which the tests of the process share.
cuda::Labeler& shared_labeler(cuda::Method algorithm = cuda::Method::stava);

/// Uploads, labels with a table of `table_rows` (0: none), and reads back. Options::table is not looked at.
Outcome label_on_device(const Pixels& pixels, Layout layout, cuda::Options options, std::uint32_t table_rows,
                        cuda::Method algorithm = cuda::Method::stava);

/// The same of several images of one size by one label_batch() of Algorithm::fast, with a table of so many rows for
/// each (empty: no tables).
std::vector<Outcome> label_batch_on_device(const std::vector<Pixels>& images, Layout layout,
                                           const cuda::Options& options, const std::vector<std::uint32_t>& table_rows);

/// Reads a table that lay in rubbish, from its first byte to the last one it has room for.
void read_table(std::span<const unsigned char> bytes, Outcome& outcome);

/// Checks count and table, that no more than these was written, and nothing but labels between the gaps.
void check_table(const Outcome& outcome, const std::vector<Component>& components);

/// Checks that labels, count and table are those of the CPU, of qin also the records. `host_criterion` is that of
/// `options` with thresholds in stored units. Options::table is not looked at.
void check_against_host(const host::Image& image, Layout layout, const cuda::Options& options,
                        const Criterion& host_criterion, cuda::Method algorithm = cuda::Method::stava);
inline void check_against_host(const host::Image& image, Layout layout, Connectivity connectivity,
                               const Criterion& criterion = Foreground{},
                               cuda::Method algorithm = cuda::Method::stava) {
  const cuda::Options options{.connectivity = connectivity, .criterion = criterion};
  check_against_host(image, layout, options, criterion, algorithm);
}

/// An image of host::generate().
host::Image make_image(const std::string& kind, Extent extent, const host::GenerateOptions& options = {});

}  // namespace glccl::tests
