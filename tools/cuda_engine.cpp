#include "cuda_engine.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <sstream>
#include <utility>

#include "device_memory.hpp"
#include "glccl/cuda/devices.hpp"
#include "glccl/cuda/interop.hpp"
#include "glccl/table.hpp"

namespace glccl::tools {
namespace {

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

cuda::Options cuda_options(const Options& options, const EngineVariant& variant) {
  return {.connectivity = options.connectivity,
          .criterion = options.criterion,
          .numbering = options.numbering,
          .links = variant.links,
          .block_side = variant.block_side};
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
  State(int index, std::string name) : device(index), device_name(std::move(name)) {}

  /// The Labeler of an algorithm, made when it is first asked for.
  Result<cuda::Labeler*> labeler_of(cuda::Algorithm algorithm) {
    const auto found = labelers.find(algorithm);
    if (found != labelers.end()) return &found->second;
    Result<cuda::Labeler> made = cuda::Labeler::create(algorithm, device);
    if (!made) return made.error();
    return &labelers.emplace(algorithm, *std::move(made)).first->second;
  }

  int device;
  std::string device_name;
  // In this order, so that the Labelers end first: they wait for the kernels that use the memory.
  DeviceMemory pixels;
  DeviceMemory labels;
  DeviceMemory table;
  std::map<cuda::Algorithm, cuda::Labeler> labelers;
  cuda::DeviceImage image;
  // Of the last label():
  Options options;
  cuda::Labeler* labeler = nullptr;  ///< null: none since the last upload()
  cuda::Labels labeled;
};

CudaEngine::CudaEngine(std::unique_ptr<State> state) : state_(std::move(state)) {}
CudaEngine::CudaEngine(CudaEngine&&) noexcept = default;
CudaEngine& CudaEngine::operator=(CudaEngine&&) noexcept = default;
CudaEngine::~CudaEngine() = default;

Result<CudaEngine> CudaEngine::create(int device) {
  // That there is such a device, and code for it, whichever algorithm is asked for later.
  const Result<cuda::Labeler> labeler = cuda::Labeler::create(cuda::Algorithm::stava, std::max(0, device));
  if (!labeler) return labeler.error();
  const int index = labeler->device();
  // For the copies of this thread; no other device is used in this program.
  if (const Status status = check_cuda(cudaSetDevice(index), "cudaSetDevice"); !status) return status.error();
  return CudaEngine(std::make_unique<State>(index, name_of_device(index)));
}

const std::string& CudaEngine::device() const { return state_->device_name; }

Status CudaEngine::upload(const host::Image& image) {
  State& state = *state_;
  state.labeler = nullptr;
  state.image.pixels = nullptr;
  if (const Status status = state.pixels.reserve(image.bytes.size()); !status) return status;
  const cudaError_t copied =
      cudaMemcpy(state.pixels.get(), image.bytes.data(), image.bytes.size(), cudaMemcpyHostToDevice);
  if (const Status status = check_cuda(copied, "cudaMemcpy"); !status) return status;
  const auto pixel = static_cast<std::size_t>(host::bytes_per_pixel(image.format));
  state.image = {state.pixels.get(), static_cast<std::size_t>(image.size.width) * pixel, image.size, format_of(image)};
  return {};
}

Status CudaEngine::label(cuda::Algorithm algorithm, const Options& options, const EngineVariant& variant) {
  State& state = *state_;
  if (state.image.pixels == nullptr) {
    return Error{ErrorCode::invalid_argument, "there is no image on the device: call upload() first"};
  }
  state.labeler = nullptr;
  const Result<cuda::Labeler*> labeler = state.labeler_of(algorithm);
  if (!labeler) return labeler.error();
  const Size size = state.image.size;
  const std::size_t pitch = static_cast<std::size_t>(size.width) * 4;
  if (const Status status = state.labels.reserve(pitch * static_cast<std::size_t>(size.height)); !status) return status;
  cuda::Options wanted = cuda_options(options, variant);
  wanted.timings = options.timings != Timings::none;
  if (options.table_rows > 0) {
    const std::size_t bytes = sizeof(ComponentTableHeader) + options.table_rows * sizeof(ComponentRow);
    if (const Status status = state.table.reserve(bytes); !status) return status;
    wanted.table = {state.table.get(), options.table_rows};
  }
  const auto labeled = (*labeler)->label(state.image, cuda::DeviceLabels{state.labels.get(), pitch}, wanted);
  if (!labeled) return labeled.error();
  state.options = options;
  state.labeled = *labeled;
  state.labeler = *labeler;
  return {};
}

Result<std::vector<StageTime>> CudaEngine::timings() {
  if (state_->labeler == nullptr) return std::vector<StageTime>();
  const Result<std::vector<cuda::KernelTime>> kernels = state_->labeler->timings();
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
  if (state.labeler == nullptr) {
    return Error{ErrorCode::invalid_argument, "there are no labels to read back: call label() first"};
  }
  if (const Status status = state.labeler->wait(); !status) return status.error();
  const Size size = state.image.size;
  LabelImage labels{size, std::vector<std::uint32_t>(static_cast<std::size_t>(size.pixels()))};
  const cudaError_t copied =
      cudaMemcpy(labels.values.data(), state.labels.get(), labels.values.size() * 4, cudaMemcpyDeviceToHost);
  if (const Status status = check_cuda(copied, "cudaMemcpy"); !status) return status.error();
  return labels;
}

Result<std::vector<Component>> CudaEngine::readback_components() {
  State& state = *state_;
  if (state.labeler == nullptr || state.options.table_rows == 0) {
    return Error{ErrorCode::invalid_argument, "no component table to read back: call label() with table_rows first"};
  }
  if (const Status status = state.labeler->wait(); !status) return status.error();
  ComponentTableHeader header;
  const auto* const table = static_cast<const std::byte*>(state.table.get());
  Status status = check_cuda(cudaMemcpy(&header, table, sizeof header, cudaMemcpyDeviceToHost), "cudaMemcpy");
  if (!status) return status.error();
  if (header.count > header.rows) {
    return Error{ErrorCode::too_large, "there are " + std::to_string(header.count) + " components and the table has " +
                                           std::to_string(header.rows) + " rows"};
  }
  std::vector<ComponentRow> rows(header.rows);
  if (!rows.empty()) {
    const std::size_t bytes = rows.size() * sizeof(ComponentRow);
    status = check_cuda(cudaMemcpy(rows.data(), table + sizeof header, bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
    if (!status) return status.error();
  }
  std::vector<Component> components(rows.size());
  std::transform(rows.begin(), rows.end(), components.begin(), to_component);
  return components;
}

Result<std::vector<QinRecord>> CudaEngine::readback_records() {
  State& state = *state_;
  if (state.labeler == nullptr || state.labeled.records == nullptr) {
    return Error{ErrorCode::invalid_argument, "no records to read back: label with cuda-qin first"};
  }
  if (const Status status = state.labeler->wait(); !status) return status.error();
  std::vector<QinRecord> records(static_cast<std::size_t>(state.image.size.pixels()));
  const std::size_t bytes = records.size() * sizeof(QinRecord);
  const cudaError_t copied = cudaMemcpy(records.data(), state.labeled.records, bytes, cudaMemcpyDeviceToHost);
  if (const Status status = check_cuda(copied, "cudaMemcpy"); !status) return status.error();
  return records;
}

Status CudaEngine::label_texture(cuda::Algorithm algorithm, std::uint32_t source, std::uint32_t labels,
                                 const Options& options) {
  const Result<cuda::Labeler*> found = state_->labeler_of(algorithm);
  if (!found) return found.error();
  cuda::Labeler& labeler = **found;
  Result<cuda::GlResource> from = cuda::GlResource::source_texture(labeler, source);
  if (!from) return from.error();
  Result<cuda::GlResource> to = cuda::GlResource::label_texture(labeler, labels);
  if (!to) return to.error();
  const auto labeled = cuda::label(labeler, {.source = &*from, .labels = &*to}, cuda_options(options, {}));
  if (!labeled) return labeled.error();
  return labeler.wait();
}

}  // namespace glccl::tools
