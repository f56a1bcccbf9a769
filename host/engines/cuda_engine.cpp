#include "host/engines/cuda_engine.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <sstream>
#include <utility>

#include "glccl/cuda/devices.hpp"
#include "glccl/cuda/interop.hpp"
#include "glccl/table.hpp"
#include "host/engines/device_memory.hpp"

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
  const cuda::Timings timings = variant.whole_time ? cuda::Timings::whole : cuda::Timings::kernels;
  return {.connectivity = options.connectivity,
          .criterion = options.criterion,
          .numbering = options.numbering,
          .timings = options.timings == Timings::none ? cuda::Timings::none : timings,
          .links = variant.links,
          .block_side = variant.block_side};
}

/// Bytes from one of several images, label images or tables to the next, for each to begin as aligned as memory of its
/// own.
std::size_t stride_of(std::size_t bytes) {
  constexpr std::size_t alignment = 256;
  return (bytes + alignment - 1) / alignment * alignment;
}

std::size_t table_bytes(std::uint32_t rows) { return sizeof(ComponentTableHeader) + rows * sizeof(ComponentRow); }

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

  /// Room for the labels and tables of all images.
  Status reserve(const Options& wanted);

  /// Image `i` and where its labels and table go.
  cuda::BatchItem item_of(std::size_t i, const Options& wanted) const;

  /// The device address where those of the last label() begin.
  const std::byte* labels_of_last() const {
    return static_cast<const std::byte*>(labels.get()) + last * label_stride();
  }
  const std::byte* table_of_last() const {
    return static_cast<const std::byte*>(table.get()) + last * stride_of(table_bytes(options.table_rows));
  }

  std::size_t label_stride() const { return stride_of(4 * static_cast<std::size_t>(image.size.pixels())); }

  int device;
  std::string device_name;
  // In this order, so that the Labelers end first: they wait for the kernels that use the memory.
  DeviceMemory pixels;
  DeviceMemory labels;
  DeviceMemory table;
  std::map<cuda::Algorithm, cuda::Labeler> labelers;
  cuda::DeviceImage image;  ///< the first one
  std::size_t images = 0;
  std::size_t image_stride = 0;  ///< bytes from one to the next
  // Of the last label():
  Options options;
  std::size_t last = 0;              ///< which image
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

Status CudaEngine::State::reserve(const Options& wanted) {
  if (const Status status = labels.reserve(images * label_stride()); !status) return status;
  if (wanted.table_rows == 0) return {};
  return table.reserve(images * stride_of(table_bytes(wanted.table_rows)));
}

cuda::BatchItem CudaEngine::State::item_of(std::size_t i, const Options& wanted) const {
  cuda::DeviceImage pixels_of_it = image;
  pixels_of_it.pixels = static_cast<const std::byte*>(image.pixels) + i * image_stride;
  const std::size_t pitch = 4 * static_cast<std::size_t>(image.size.width);
  cuda::BatchItem item{pixels_of_it,
                       cuda::DeviceLabels{static_cast<std::byte*>(labels.get()) + i * label_stride(), pitch}};
  if (wanted.table_rows > 0) {
    std::byte* const its_table = static_cast<std::byte*>(table.get()) + i * stride_of(table_bytes(wanted.table_rows));
    item.table = {its_table, wanted.table_rows};
  }
  return item;
}

Status CudaEngine::upload(std::span<const host::Image> images) {
  State& state = *state_;
  state.labeler = nullptr;
  state.images = 0;
  if (images.empty()) return Error{ErrorCode::invalid_argument, "no image to copy to the device: pass 1 or more"};
  const host::Image& first = images.front();
  state.image_stride = stride_of(first.bytes.size());
  if (const Status status = state.pixels.reserve(images.size() * state.image_stride); !status) return status;
  auto* to = static_cast<std::byte*>(state.pixels.get());
  for (const host::Image& image : images) {
    if (image.size != first.size || image.format != first.format) {
      return Error{ErrorCode::invalid_argument, "images that are labeled together have to be of one size and format"};
    }
    const cudaError_t copied = cudaMemcpy(to, image.bytes.data(), image.bytes.size(), cudaMemcpyHostToDevice);
    if (const Status status = check_cuda(copied, "cudaMemcpy"); !status) return status;
    to += state.image_stride;
  }
  const auto pixel = static_cast<std::size_t>(host::bytes_per_pixel(first.format));
  state.image = {state.pixels.get(), static_cast<std::size_t>(first.size.width) * pixel, first.size, format_of(first)};
  state.images = images.size();
  return {};
}

Status CudaEngine::label(cuda::Algorithm algorithm, const Options& options, const EngineVariant& variant,
                         std::size_t image) {
  State& state = *state_;
  state.labeler = nullptr;
  if (image >= state.images) {
    return Error{ErrorCode::invalid_argument, "there is no such image on the device: call upload() first"};
  }
  const Result<cuda::Labeler*> labeler = state.labeler_of(algorithm);
  if (!labeler) return labeler.error();
  if (const Status status = state.reserve(options); !status) return status;
  const cuda::BatchItem item = state.item_of(image, options);
  cuda::Options wanted = cuda_options(options, variant);
  wanted.table = item.table;
  const Result<cuda::Labels> labeled = (*labeler)->label(item.image, item.target, wanted);
  if (!labeled) return labeled.error();
  state.options = options;
  state.last = image;
  state.labeled = *labeled;
  state.labeler = *labeler;
  return {};
}

Status CudaEngine::label_batch(cuda::Algorithm algorithm, const Options& options, const EngineVariant& variant) {
  State& state = *state_;
  state.labeler = nullptr;
  if (state.images == 0) {
    return Error{ErrorCode::invalid_argument, "there are no images on the device: call upload() first"};
  }
  const Result<cuda::Labeler*> labeler = state.labeler_of(algorithm);
  if (!labeler) return labeler.error();
  if (const Status status = state.reserve(options); !status) return status;
  std::vector<cuda::BatchItem> items;
  for (std::size_t i = 0; i < state.images; ++i) items.push_back(state.item_of(i, options));
  const Result<cuda::BatchLabels> labeled = (*labeler)->label_batch(items, cuda_options(options, variant));
  if (!labeled) return labeled.error();
  state.options = options;
  state.last = 0;
  state.labeled = {};
  state.labeler = *labeler;
  return {};
}

Result<double> CudaEngine::time(const std::function<Status()>& launch) {
  const Result<Event> begin = make_event();
  if (!begin) return begin.error();
  const Result<Event> end = make_event();
  if (!end) return end.error();
  Status status = check_cuda(cudaEventRecord(begin->get(), nullptr), "cudaEventRecord");
  if (status) status = launch();
  if (status) status = check_cuda(cudaEventRecord(end->get(), nullptr), "cudaEventRecord");
  if (!status) return status.error();
  return milliseconds_between(*begin, *end);
}

std::int64_t CudaEngine::scratch_bytes() const {
  return state_->labeler == nullptr ? 0 : state_->labeler->scratch_bytes();
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
  LabelImage labels;
  if (const Status status = readback_into(labels); !status) return status.error();
  return labels;
}

Status CudaEngine::readback_into(LabelImage& labels) {
  State& state = *state_;
  if (state.labeler == nullptr) {
    return Error{ErrorCode::invalid_argument, "there are no labels to read back: call label() first"};
  }
  if (const Status status = state.labeler->wait(); !status) return status.error();
  labels.size = state.image.size;
  labels.values.resize(static_cast<std::size_t>(labels.size.pixels()));
  const cudaError_t copied =
      cudaMemcpy(labels.values.data(), state.labels_of_last(), labels.values.size() * 4, cudaMemcpyDeviceToHost);
  return check_cuda(copied, "cudaMemcpy");
}

Result<std::vector<Component>> CudaEngine::readback_components() {
  State& state = *state_;
  if (state.labeler == nullptr || state.options.table_rows == 0) {
    return Error{ErrorCode::invalid_argument, "no component table to read back: call label() with table_rows first"};
  }
  if (const Status status = state.labeler->wait(); !status) return status.error();
  ComponentTableHeader header;
  const std::byte* const table = state.table_of_last();
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
