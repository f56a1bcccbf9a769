// The CUDA engines for this program: images of the CPU in, labels, tables and times of the CPU out. A build without
// CUDA has the same functions (no_cuda.cpp), each of which says so.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "glccl/cuda/labeler.hpp"
#include "glccl/host/image.hpp"
#include "glccl/labeler.hpp"
#include "glccl/result.hpp"
#include "glccl/types.hpp"
#include "host/engines/engine_variant.hpp"

namespace glccl::tools {

/// Why no CUDA engine can run here, in one line: built without CUDA, no driver, no device. Empty when one can.
std::string why_no_cuda();

/// The versions of CUDA, "runtime 13.0, driver 13.0"; empty in a build without it.
std::string describe_cuda_versions();

/// A line for every CUDA device: index, name, compute capability, memory, PCI address, and what is wrong with it.
std::vector<std::string> describe_cuda_devices();

/// The record that cuda-qin keeps for a pixel; glccl/cuda/labeler.hpp says what it means.
struct QinRecord {
  std::int32_t code = 0;
  std::int32_t width = 0;
  std::int32_t height = 0;
  std::int32_t flag = 0;
};

/// The CUDA engines on one device, for one image after the other or several of one size; device memory is kept and
/// shared. Options are those of the OpenGL engines: connectivity, criterion, numbering, table_rows and timings are
/// looked at.
class CudaEngine {
 public:
  /// On CUDA device `device`, or with -1 on the first. Errors: `no_device` (also of a build without CUDA), `gpu`.
  static Result<CudaEngine> create(int device = -1);
  CudaEngine(CudaEngine&&) noexcept;
  CudaEngine& operator=(CudaEngine&&) noexcept;
  ~CudaEngine();

  /// The device's name.
  const std::string& device() const;

  /// Copies an image into device memory, where it is labeled until the next one comes. Errors: `gpu` (out of memory).
  Status upload(const host::Image& image) { return upload({&image, 1}); }

  /// The same with several images. Also `invalid_argument`: none, or not of one size and format.
  Status upload(std::span<const host::Image> images);

  /// Labels an image of upload() in device memory; returns once the kernels are launched. Each image has labels and a
  /// table of its own. Errors: those of cuda::Labeler::create() and label(), and `invalid_argument` before the first
  /// upload() and for an index beyond its images.
  Status label(cuda::Algorithm algorithm, const Options& options, const EngineVariant& variant = {},
               std::size_t image = 0);

  /// Labels all images of upload() by one cuda::Labeler::label_batch(). Errors: those of it and of label().
  Status label_batch(cuda::Algorithm algorithm, const Options& options, const EngineVariant& variant = {});

  /// Times of the kernels of the last label() or label_batch(), those of one name added up, or of all together
  /// (EngineVariant::whole_time), empty unless Options::timings was set; waits for the GPU. Error `gpu`: a kernel
  /// failed.
  Result<std::vector<StageTime>> timings();

  /// GPU time in milliseconds from a CUDA event before all that `launch` launches to one behind it; waits for the GPU.
  /// Errors: those of `launch`, `gpu`.
  Result<double> time(const std::function<Status()>& launch);

  /// cuda::Labeler::scratch_bytes() of the algorithm of the last label() or label_batch(), 0 before.
  std::int64_t scratch_bytes() const;

  /// Copies the last labels to the CPU, after label_batch() those of the first image; waits for the GPU. Errors: `gpu`,
  /// `invalid_argument` before the first label().
  Result<LabelImage> readback();

  /// The same into an image, whose memory is used again where it has enough.
  Status readback_into(LabelImage& labels);

  /// Copies the last table to the CPU, after label_batch() that of the first image; waits for the GPU. Errors: `gpu`,
  /// `invalid_argument` without a table, `too_large` where there are more components than rows (the message has both
  /// numbers).
  Result<std::vector<Component>> readback_components();

  /// Copies the records of the last label(), one a pixel in raster order, to the CPU; waits for the GPU. Errors: `gpu`,
  /// `invalid_argument` where the last label() was not by Algorithm::qin.
  Result<std::vector<QinRecord>> readback_records();

  /// The same on OpenGL textures of the current context, which has to be on the same GPU: labels `source` (as of
  /// host::upload()) into the R32UI texture `labels` of its size, with no copy through the host. Options::table_rows
  /// and timings are not looked at. Errors: those of cuda::GlResource, cuda::Labeler::create() and cuda::label().
  Status label_texture(cuda::Algorithm algorithm, std::uint32_t source, std::uint32_t labels, const Options& options);

 private:
  struct State;
  explicit CudaEngine(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace glccl::tools
