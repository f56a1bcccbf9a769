// NVIDIA NPP's labeling on the GPU, after J. Chen et al., An Optimized Union-Find Algorithm for Connected Components
// Labeling Using GPUs, as nppi_filtering_functions.h says. It connects pixels of equal value, also in the background.
// NPP 13.0.0 on an H200 splits some components, different ones from run to run, and joins none
// (docs/lab/results/nvidia-h200-cuda.md).
#include <cuda_runtime_api.h>
#include <nppcore.h>
#include <nppi_filtering_functions.h>

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "cuda/runtime/error.hpp"
#include "cuda/runtime/objects.hpp"
#include "glccl/engines/registry.hpp"
#include "host/engines/stopwatch.hpp"
#include "tools/bench/peers/peers.hpp"

namespace glccl::tools {
namespace {

struct DestroyStream {
  void operator()(cudaStream_t stream) const { static_cast<void>(cudaStreamDestroy(stream)); }
};
using Stream = std::unique_ptr<std::remove_pointer_t<cudaStream_t>, DestroyStream>;

/// The description of a stream of the current device that NPP asks for.
Result<NppStreamContext> describe(cudaStream_t stream, int device) {
  cudaDeviceProp properties = {};
  const Result<void> status = cuda::check(cudaGetDeviceProperties(&properties, device), "cudaGetDeviceProperties");
  if (!status) return status.error();
  NppStreamContext context = {};
  context.hStream = stream;
  context.nCudaDeviceId = device;
  context.nMultiProcessorCount = properties.multiProcessorCount;
  context.nMaxThreadsPerMultiProcessor = properties.maxThreadsPerMultiProcessor;
  context.nMaxThreadsPerBlock = properties.maxThreadsPerBlock;
  context.nSharedMemPerBlock = properties.sharedMemPerBlock;
  context.nCudaDevAttrComputeCapabilityMajor = properties.major;
  context.nCudaDevAttrComputeCapabilityMinor = properties.minor;
  context.nStreamFlags = cudaStreamDefault;
  return context;
}

/// NPP has no names for its statuses. Warnings count as failures, because NPP then labels nothing.
Result<void> check_npp(NppStatus status, const std::string& function) {
  if (status == NPP_SUCCESS) return {};
  return Error{ErrorCode::gpu, function + ": NPP status " + std::to_string(static_cast<int>(status)) +
                                   ", which nppdefs.h explains (NppStatus)"};
}

class Npp : public Peer {
 public:
  /// On CUDA device `device`, which is made current; `compressed`: with consecutive labels.
  static Result<std::unique_ptr<Peer>> create(std::string_view name, int device, bool compressed) {
    if (Result<void> status = cuda::check(cudaSetDevice(device), "cudaSetDevice"); !status) return status.error();
    Result<cuda::Event> start = cuda::Event::create(cudaEventDefault);
    if (!start) return start.error();
    Result<cuda::Event> stop = cuda::Event::create(cudaEventDefault);
    if (!stop) return stop.error();
    auto npp = std::unique_ptr<Npp>(new Npp(name, compressed, *std::move(start), *std::move(stop)));
    cudaStream_t stream = nullptr;
    if (Result<void> status = cuda::check(cudaStreamCreate(&stream), "cudaStreamCreate"); !status)
      return status.error();
    npp->stream_.reset(stream);
    const Result<NppStreamContext> context = describe(stream, device);
    if (!context) return context.error();
    npp->context_ = *context;
    return std::unique_ptr<Peer>(std::move(npp));
  }

 private:
  Npp(std::string_view name, bool compressed, cuda::Event start, cuda::Event stop)
      : Peer(name), compressed_(compressed), start_(std::move(start)), stop_(std::move(stop)) {}

  Result<void> reserve(const host::Image& image) override {
    const Result<std::size_t> scratch = bytes_of_scratch(image.extent);
    if (!scratch) return scratch.error();
    values_.resize(image.bytes.size());
    if (const Result<void> status = pixels_.reserve(image.bytes.size()); !status) return status;
    if (const Result<void> status = labels_.reserve(values_.size() * sizeof(Npp32u)); !status) return status;
    return scratch_.reserve(*scratch);
  }

  Result<PeerTimes> label_image(const host::Image& image, Connectivity connectivity) override {
    cudaStream_t stream = stream_.get();
    const std::size_t bytes = values_.size() * sizeof(Npp32u);
    const engines::Stopwatch stopwatch;
    Result<void> status = cuda::check(
        cudaMemcpyAsync(pixels_.as<Npp8u>(), image.bytes.data(), image.bytes.size(), cudaMemcpyHostToDevice, stream),
        "cudaMemcpyAsync");
    if (status) status = cuda::check(cudaEventRecord(start_.get(), stream), "cudaEventRecord");
    if (status) status = launch(image.extent, connectivity);
    if (status) status = cuda::check(cudaEventRecord(stop_.get(), stream), "cudaEventRecord");
    if (status) {
      status = cuda::check(cudaMemcpyAsync(values_.data(), labels_.as<Npp32u>(), bytes, cudaMemcpyDeviceToHost, stream),
                           "cudaMemcpyAsync");
    }
    if (status) status = cuda::check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
    const double end_to_end = stopwatch.milliseconds();
    float kernels = 0.0F;
    if (status) status = cuda::check(cudaEventElapsedTime(&kernels, start_.get(), stop_.get()), "cudaEventElapsedTime");
    if (!status) return status.error();
    return PeerTimes{kernels, end_to_end};
  }

  LabelImage labels_of(const host::Image& image) const override {
    LabelImage result{image.extent, std::vector<std::uint32_t>(values_.size())};
    std::transform(values_.begin(), values_.end(), image.bytes.begin(), result.values.begin(),
                   [](Npp32u label, std::uint8_t pixel) { return pixel == 0 ? 0U : label + 1U; });
    return result;
  }

  /// What both functions need, one after the other. NPP 13 counts it in an int that overflows without an error, near
  /// 2^29 pixels (compressed near 2^28), to numbers that are negative or much too small.
  Result<std::size_t> bytes_of_scratch(Extent size) const {
    int labeling = 0;
    int compressing = 0;
    Result<void> status = check_npp(nppiLabelMarkersUFGetBufferSize_32u_C1R({size.width, size.height}, &labeling),
                                    "nppiLabelMarkersUFGetBufferSize_32u_C1R");
    if (status && compressed_) {
      status = check_npp(nppiCompressMarkerLabelsGetBufferSize_32u_C1R(static_cast<int>(size.elements()), &compressing),
                         "nppiCompressMarkerLabelsGetBufferSize_32u_C1R");
    }
    if (!status) return status.error();
    const std::int64_t least = size.elements() * std::int64_t{sizeof(Npp32u)};
    if (labeling < least || (compressed_ && compressing < least)) {
      return Error{ErrorCode::too_large, "NPP cannot label " + std::to_string(size.width) + "x" +
                                             std::to_string(size.height) +
                                             " pixels: the size of its buffer overflows an int; a smaller image fits"};
    }
    return static_cast<std::size_t>(std::max(labeling, compressing));
  }

  /// The calls that are measured. NPP asks for labels of cudaMalloc() without gaps between rows.
  Result<void> launch(Extent size, Connectivity connectivity) {
    auto* const pixels = pixels_.as<Npp8u>();
    auto* const labels = labels_.as<Npp32u>();
    auto* const scratch = scratch_.as<Npp8u>();
    const NppiSize region = {size.width, size.height};
    const int pitch = size.width * static_cast<int>(sizeof(Npp32u));
    const NppiNorm norm = connectivity == Connectivity::four ? nppiNormL1 : nppiNormInf;
    const Result<void> status =
        check_npp(nppiLabelMarkersUF_8u32u_C1R_Ctx(pixels, size.width, labels, pitch, region, norm, scratch, context_),
                  "nppiLabelMarkersUF_8u32u_C1R_Ctx");
    if (!status || !compressed_) return status;
    int largest = 0;
    return check_npp(nppiCompressMarkerLabelsUF_32u_C1IR_Ctx(labels, pitch, region, static_cast<int>(size.elements()),
                                                             &largest, scratch, context_),
                     "nppiCompressMarkerLabelsUF_32u_C1IR_Ctx");
  }

  bool compressed_;
  Stream stream_;
  cuda::Event start_;
  cuda::Event stop_;
  NppStreamContext context_ = {};
  cuda::Scratch pixels_;
  cuda::Scratch labels_;
  cuda::Scratch scratch_;
  std::vector<Npp32u> values_;  ///< The labels on the CPU.
};

std::string describe(const std::string& functions) {
  const NppLibraryVersion& version = *nppGetLibVersion();
  return "NVIDIA NPP " + std::to_string(version.major) + "." + std::to_string(version.minor) + "." +
         std::to_string(version.build) + ", " + functions + " (J. Chen et al., union-find)";
}

PeerInfo row(std::string_view name, std::string_view summary, const std::string& functions, bool compressed) {
  return {.name = name,
          .summary = summary,
          .source = describe(functions),
          .make = [name, compressed] { return Npp::create(name, 0, compressed); },
          .find_reason = engines::why_no_cuda};
}

}  // namespace

std::vector<PeerInfo> npp_peers() {
  return {row("npp", "NVIDIA NPP on the GPU; labels the background as well", "nppiLabelMarkersUF_8u32u_C1R_Ctx", false),
          row("npp-compressed", "NVIDIA NPP on the GPU, with consecutive labels; labels the background as well",
              "nppiLabelMarkersUF_8u32u_C1R_Ctx and nppiCompressMarkerLabelsUF_32u_C1IR_Ctx", true)};
}

}  // namespace glccl::tools
