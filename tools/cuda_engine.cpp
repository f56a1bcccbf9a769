#include "cuda_engine.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <utility>

#include "glccl/cuda/devices.hpp"
#include "glccl/cuda/interop.hpp"
#include "glccl/cuda/labeler.hpp"
#include "glccl/table.hpp"

namespace glccl::tools {
namespace {

Status check(cudaError_t status, const char* call) {
  if (status == cudaSuccess) return {};
  static_cast<void>(cudaGetLastError());  // it is reported here
  return Error{ErrorCode::gpu, std::string(call) + ": " + cudaGetErrorName(status) + ", " + cudaGetErrorString(status)};
}

/// Device memory that only ever grows, of the device that is current when it does.
class DeviceMemory {
 public:
  Status reserve(std::size_t bytes) {
    if (bytes <= bytes_) return {};
    data_.reset();
    bytes_ = 0;
    void* data = nullptr;
    if (const Status status = check(cudaMalloc(&data, bytes), "cudaMalloc"); !status) {
      return Error{ErrorCode::gpu, status.error().message + " (" + std::to_string(bytes) +
                                       " bytes asked for; a smaller image may fit)"};
    }
    data_.reset(data);
    bytes_ = bytes;
    return {};
  }
  void* get() const { return data_.get(); }

 private:
  struct Free {
    void operator()(void* data) const { static_cast<void>(cudaFree(data)); }
  };
  std::unique_ptr<void, Free> data_;
  std::size_t bytes_ = 0;
};

cuda::PixelFormat format_of(const host::Image& image) {
  switch (image.format) {
    case host::PixelFormat::grey8:
      return cuda::PixelFormat::u8;
    case host::PixelFormat::grey16:
      return cuda::PixelFormat::u16;
    case host::PixelFormat::rgba8:
      break;
  }
  return cuda::PixelFormat::rgba8;
}

cuda::Options cuda_options(const Options& options) {
  return {.connectivity = options.connectivity, .criterion = options.criterion, .numbering = options.numbering};
}

std::string describe(const cuda::CudaDevice& device) {
  std::ostringstream text;
  text << device.index << "  " << device.name << ", compute capability " << device.major << "." << device.minor << ", "
       << (device.memory >> 30) << " GiB, " << device.pci_address;
  if (!device.problem.empty()) text << ", not usable: " << device.problem;
  return text.str();
}

std::string name_of_device(int index) {
  for (const cuda::CudaDevice& device : cuda::list_devices()) {
    if (device.index == index) return device.name;
  }
  return "CUDA device " + std::to_string(index);
}

}  // namespace

std::string why_no_cuda() { return cuda::why_no_device(); }

std::string describe_cuda_versions() { return cuda::describe_versions(); }

std::vector<std::string> describe_cuda_devices() {
  std::vector<std::string> lines;
  for (const cuda::CudaDevice& device : cuda::list_devices()) lines.push_back(describe(device));
  return lines;
}

struct CudaEngine::State {
  State(cuda::Labeler made, std::string name) : labeler(std::move(made)), device(std::move(name)) {}

  // In this order, so that the Labeler ends first: it waits for the kernels that use the memory.
  DeviceMemory pixels;
  DeviceMemory labels;
  DeviceMemory table;
  cuda::Labeler labeler;
  std::string device;
  cuda::DeviceImage image;
  Options options;  ///< of the last label()
  bool labeled = false;
};

CudaEngine::CudaEngine(std::unique_ptr<State> state) : state_(std::move(state)) {}
CudaEngine::CudaEngine(CudaEngine&&) noexcept = default;
CudaEngine& CudaEngine::operator=(CudaEngine&&) noexcept = default;
CudaEngine::~CudaEngine() = default;

Result<CudaEngine> CudaEngine::create(int device) {
  Result<cuda::Labeler> labeler = cuda::Labeler::create(cuda::Algorithm::stava, std::max(0, device));
  if (!labeler) return labeler.error();
  // For the copies of this thread; no other device is used in this program.
  if (const Status status = check(cudaSetDevice(labeler->device()), "cudaSetDevice"); !status) return status.error();
  const int index = labeler->device();
  return CudaEngine(std::make_unique<State>(*std::move(labeler), name_of_device(index)));
}

const std::string& CudaEngine::device() const { return state_->device; }

Status CudaEngine::upload(const host::Image& image) {
  State& state = *state_;
  state.labeled = false;
  state.image.pixels = nullptr;
  if (const Status status = state.pixels.reserve(image.bytes.size()); !status) return status;
  const cudaError_t copied =
      cudaMemcpy(state.pixels.get(), image.bytes.data(), image.bytes.size(), cudaMemcpyHostToDevice);
  if (const Status status = check(copied, "cudaMemcpy"); !status) return status;
  const auto pixel = static_cast<std::size_t>(host::bytes_per_pixel(image.format));
  state.image = {state.pixels.get(), static_cast<std::size_t>(image.size.width) * pixel, image.size, format_of(image)};
  return {};
}

Status CudaEngine::label(const Options& options) {
  State& state = *state_;
  if (state.image.pixels == nullptr) {
    return Error{ErrorCode::invalid_argument, "there is no image on the device: call upload() first"};
  }
  state.labeled = false;
  const Size size = state.image.size;
  const std::size_t pitch = static_cast<std::size_t>(size.width) * 4;
  if (const Status status = state.labels.reserve(pitch * static_cast<std::size_t>(size.height)); !status) return status;
  cuda::Options wanted = cuda_options(options);
  wanted.timings = options.timings != Timings::none;
  if (options.table_rows > 0) {
    const std::size_t bytes = sizeof(ComponentTableHeader) + options.table_rows * sizeof(ComponentRow);
    if (const Status status = state.table.reserve(bytes); !status) return status;
    wanted.table = {state.table.get(), options.table_rows};
  }
  const auto labeled = state.labeler.label(state.image, cuda::DeviceLabels{state.labels.get(), pitch}, wanted);
  if (!labeled) return labeled.error();
  state.options = options;
  state.labeled = true;
  return {};
}

Result<std::vector<StageTime>> CudaEngine::timings() {
  const Result<std::vector<cuda::KernelTime>> kernels = state_->labeler.timings();
  if (!kernels) return kernels.error();
  std::vector<StageTime> stages;
  for (const cuda::KernelTime& kernel : *kernels) {
    auto stage =
        std::find_if(stages.begin(), stages.end(), [&](const StageTime& one) { return one.stage == kernel.kernel; });
    if (stage == stages.end()) stage = stages.insert(stages.end(), {kernel.kernel, {}, 0.0});
    stage->milliseconds += kernel.milliseconds;
  }
  return stages;
}

Result<LabelImage> CudaEngine::readback() {
  State& state = *state_;
  if (!state.labeled) return Error{ErrorCode::invalid_argument, "there are no labels to read back: call label() first"};
  if (const Status status = state.labeler.wait(); !status) return status.error();
  const Size size = state.image.size;
  LabelImage labels{size, std::vector<std::uint32_t>(static_cast<std::size_t>(size.pixels()))};
  const cudaError_t copied =
      cudaMemcpy(labels.values.data(), state.labels.get(), labels.values.size() * 4, cudaMemcpyDeviceToHost);
  if (const Status status = check(copied, "cudaMemcpy"); !status) return status.error();
  return labels;
}

Result<std::vector<Component>> CudaEngine::readback_components() {
  State& state = *state_;
  if (!state.labeled || state.options.table_rows == 0) {
    return Error{ErrorCode::invalid_argument, "no component table to read back: call label() with table_rows first"};
  }
  if (const Status status = state.labeler.wait(); !status) return status.error();
  ComponentTableHeader header;
  const auto* const table = static_cast<const std::byte*>(state.table.get());
  Status status = check(cudaMemcpy(&header, table, sizeof header, cudaMemcpyDeviceToHost), "cudaMemcpy");
  if (!status) return status.error();
  if (header.count > header.rows) {
    return Error{ErrorCode::too_large, "there are " + std::to_string(header.count) + " components and the table has " +
                                           std::to_string(header.rows) + " rows"};
  }
  std::vector<ComponentRow> rows(header.rows);
  if (!rows.empty()) {
    const std::size_t bytes = rows.size() * sizeof(ComponentRow);
    status = check(cudaMemcpy(rows.data(), table + sizeof header, bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
    if (!status) return status.error();
  }
  std::vector<Component> components(rows.size());
  std::transform(rows.begin(), rows.end(), components.begin(), to_component);
  return components;
}

Status CudaEngine::label_texture(std::uint32_t source, std::uint32_t labels, const Options& options) {
  cuda::Labeler& labeler = state_->labeler;
  Result<cuda::GlResource> from = cuda::GlResource::source_texture(labeler, source);
  if (!from) return from.error();
  Result<cuda::GlResource> to = cuda::GlResource::label_texture(labeler, labels);
  if (!to) return to.error();
  const auto labeled = cuda::label(labeler, {.source = &*from, .labels = &*to}, cuda_options(options));
  if (!labeled) return labeled.error();
  return labeler.wait();
}

}  // namespace glccl::tools
