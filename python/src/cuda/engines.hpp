// The CUDA engines of the Python package: arrays in device memory, labeled by Labelers that are kept between calls.
// A build without CUDA has the names of the engines and the reason alone.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "glccl/cuda/labeler.hpp"
#include "glccl/image.hpp"
#include "glccl/result.hpp"
#include "glccl/spec.hpp"
#include "glccl/table.hpp"
#include "glccl/types.hpp"

namespace glccl::python {

/// The CUDA engines, the preferred first. Builds without CUDA have their names too.
inline constexpr std::array cuda_methods = {cuda::Method::fast, cuda::Method::stava, cuda::Method::links};

/// The reason why CUDA engines cannot run here; empty if they can.
std::string why_no_cuda();

/// The versions of CUDA and the devices that the engines have code for; empty in a build without CUDA.
std::string describe_cuda();

#if GLCCL_WITH_CUDA

/// The method of an engine's name. Error `invalid_argument`: there is none.
Result<cuda::Method> cuda_method_of(std::string_view engine);

/// Images or volumes of one extent in device memory at equal distances, and the places of their labels.
struct DeviceImages {
  ImageView image;               ///< The first one.
  std::size_t image_stride = 0;  ///< Bytes from one to the next.
  cuda::DeviceLabels labels;     ///< The labels of the first one.
  std::size_t label_stride = 0;  ///< Bytes from the labels of one to those of the next.
  std::size_t count = 1;         ///< Number of images, at least 1.
  cuda::DeviceTable tables;      ///< The caller's table of the first one; null: none.
  std::size_t table_stride = 0;  ///< Bytes from the table of one to that of the next.
  ImageView mask;                ///< The mask of the first one; without data: none.
  std::size_t mask_stride = 0;   ///< Bytes from the mask of one to that of the next.
  ImageView intensity;           ///< The intensities of a single image; without data: none.
};

/// A labeling on a CUDA device.
struct CudaRequest {
  cuda::Method method = cuda::Method::fast;  ///< The engine.
  LabelingSpec spec;                         ///< What is asked of it.
  int device = 0;                            ///< The device whose memory it is.
  void* stream = nullptr;                    ///< The labeling runs in the order of this stream.
  bool counted = false;                      ///< Read the numbers of components, which waits for the labeling.
  bool waits = false;                        ///< Return when the labeling has ended.
};

/// Labels images by a Labeler that no other thread uses meanwhile. Several images of two axes are one batch, if the
/// engine has batches. Returns the number of components of each image, or nothing unless they are asked for. A labeling
/// on a stream that is being captured takes the scratch memory of reserve_on_cuda().
///
/// Errors: those of cuda::Labeler::create(), label() and label_batch(); `invalid_argument` for results that are to be
/// read back in a capture, and for a capture without reserve_on_cuda(); `too_large` for a volume with too many
/// components.
Result<std::vector<std::uint32_t>> label_on_cuda(const CudaRequest& request, const DeviceImages& images);

/// Reserves scratch memory for a labeling of such images, with tables of so many rows, in the next stream capture on
/// this device. Errors: those of cuda::Labeler::prepare().
Result<void> reserve_on_cuda(const CudaRequest& request, const InputFormats& formats, const Extent& extent,
                             std::size_t images, std::uint32_t table_rows);

/// Frees all device memory that is kept for the next calls. Waits for labelings that use it. Graphs keep theirs.
void free_cuda_memory();

/// The device of an address. Errors: `invalid_argument` (not an address of a device), `gpu`.
Result<int> device_of(const void* address);

/// Copies device memory to the CPU in the order of a stream, and waits for it. The device is current. Error `gpu`.
Result<void> read_device_memory(void* to, const void* from, std::size_t bytes, void* stream);

/// Work on the stream `then` waits for the work that is on `first` now. Error `gpu`.
Result<void> order_streams(int device, void* first, void* then);

#endif

}  // namespace glccl::python
