#include "host/engines/cuda_runner.hpp"

#include <cuda_runtime_api.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "cuda/runtime/error.hpp"
#include "cuda/runtime/objects.hpp"
#include "glccl/cuda/devices.hpp"
#include "glccl/cuda/regions.hpp"
#include "glccl/cuda/tracker.hpp"
#include "glccl/table.hpp"
#include "host/engines/device_copy.hpp"
#include "host/engines/frame_tools.hpp"
#include "host/engines/part.hpp"
#include "host/engines/record_reader.hpp"
#include "host/engines/runner_errors.hpp"

namespace glccl::engines {
namespace {

/// Distance in bytes between consecutive images, label images or tables: each begins as aligned as memory of its own.
std::size_t stride_of(std::size_t bytes) {
  constexpr std::size_t alignment = 256;
  return (bytes + alignment - 1) / alignment * alignment;
}

class CudaRunner : public Runner, public RecordReader {
 public:
  explicit CudaRunner(cuda::Labeler labeler)
      : device_name_(cuda_device_name(labeler.device())), labeler_(std::move(labeler)) {}
  CudaRunner(const CudaRunner&) = delete;
  CudaRunner& operator=(const CudaRunner&) = delete;
  ~CudaRunner() override = default;

  std::string engine() const override { return std::string(name_of(labeler_.method())); }
  std::string device() const override { return device_name_; }
  bool is_on_gpu() const override { return true; }

  Result<void> upload(std::span<const ImageView> images) override;
  Result<void> upload_second_images(const SecondImages& images) override;
  Result<void> label(const LabelingSpec& spec, const RunOptions& options) override;
  Result<void> wait() override { return labeler_.wait(); }
  Result<void> read_labels(LabelImage& labels) override;
  Result<std::vector<Component>> components() override { return read_table(read_row); }
  Result<std::vector<Measurements>> measurements() override;
  Result<std::uint64_t> found() override;
  Result<TrackedFrame> tracked() override { return last_ ? frame_tools_.tracked() : no_tracks(); }
  Result<std::vector<Contact>> contacts() override { return last_ ? frame_tools_.contacts() : no_contacts(); }
  Result<std::vector<StageTime>> times() override;
  Result<double> time(const std::function<Result<void>()>& work) override;
  void release() override;
  std::optional<std::int64_t> scratch_bytes() const override { return labeler_.scratch_bytes(); }
  Result<void> read_records(std::span<std::byte> records) override;

 private:
  /// The results of the last label().
  struct LastLabeling {
    ImageView part;                ///< The labeled part of image 0, in device memory.
    std::size_t image = 0;         ///< Index of the image whose labels and table are read.
    const void* labels = nullptr;  ///< Of that image.
    std::uint32_t table_rows = 0;
    std::uint32_t columns = 0;  ///< LabelingSpec::columns.
    cuda::DeviceImage mask;
    cuda::DeviceImage intensity;
    TimingDetail timing = TimingDetail::none;
    const void* records = nullptr;
  };

  Result<void> check_submission(Submission submission) const;
  Result<void> reserve(std::uint32_t table_rows);
  cuda::DeviceLabels labels_of(std::size_t i) const;
  cuda::BatchItem item_of(std::size_t i, std::uint32_t table_rows) const;
  Result<void> launch(const LabelingSpec& spec, const RunOptions& options);
  Result<void> follow(const cuda::Labels& labels, Connectivity connectivity);

  /// Copies device memory that the last label() has written.
  Result<void> copy_to_cpu(void* to, const void* from, std::size_t bytes);

  /// The table of the image that is read, in device memory. Requires one.
  const std::byte* last_table() const {
    return tables_.as<std::byte>() + last_->image * table_stride(last_->table_rows);
  }
  Result<ComponentTableHeader> read_header();

  /// The rows of the table, each read by `read`.
  template <class Row>
  Result<std::vector<Row>> read_table(Row (*read)(const void* row, std::uint32_t columns));

  std::size_t label_stride() const { return stride_of(4 * static_cast<std::size_t>(first_.extent.elements())); }
  /// Distance in bytes between consecutive tables of the labeled part.
  std::size_t table_stride(std::uint32_t rows) const {
    return stride_of(table_bytes(rows, table_columns_of(last_->part.extent, last_->columns)));
  }

  std::string device_name_;
  // The Labeler comes after the memory: its destructor waits for the kernels that use it.
  cuda::Scratch pixels_;
  cuda::Scratch labels_;
  cuda::Scratch tables_;
  cuda::Scratch mask_pixels_;
  cuda::Scratch intensity_pixels_;
  cuda::Labeler labeler_;
  FrameTools<cuda::Tracker, cuda::Regions, int, TimingDetail> frame_tools_;
  ImageView first_;             ///< Image 0 in device memory.
  SecondImages second_images_;  ///< In device memory.
  std::size_t images_ = 0;
  std::size_t image_stride_ = 0;  ///< Bytes from an image to the next.
  std::optional<LastLabeling> last_;
  std::vector<StageTime> stages_;  ///< Times of Submission::calls, read after each call.
};

Result<void> CudaRunner::upload(std::span<const ImageView> images) {
  last_.reset();
  images_ = 0;
  second_images_ = {};
  if (images.empty()) return Error{ErrorCode::invalid_argument, "no image to copy to the device: pass 1 or more"};
  const ImageView& first = images.front();
  if (Result<void> status = check_not_empty(first.extent); !status) return status;
  const cuda::DeviceGuard guard(labeler_.device());
  if (Result<void> status = guard.status(); !status) return status;
  image_stride_ = stride_of(dense_bytes(first));
  if (Result<void> status = pixels_.reserve(images.size() * image_stride_); !status) return status;
  auto* to = pixels_.as<std::byte>();
  for (const ImageView& image : images) {
    if (image.extent != first.extent || image.format != first.format) {
      return Error{ErrorCode::invalid_argument, "images that are labeled together must have the same size and format"};
    }
    if (Result<void> status = copy_to_device(image, to); !status) return status;
    to += image_stride_;
  }
  first_ = {pixels_.as<std::byte>(), first.format, first.extent};
  images_ = images.size();
  return {};
}

Result<void> CudaRunner::upload_second_images(const SecondImages& images) {
  const cuda::DeviceGuard guard(labeler_.device());
  if (Result<void> status = guard.status(); !status) return status;
  if (Result<void> status = labeler_.wait(); !status) return status;
  const auto copy = [](const std::optional<ImageView>& image, cuda::Scratch& memory,
                       std::optional<ImageView>& on_device) -> Result<void> {
    on_device.reset();
    if (!image) return {};
    if (Result<void> status = memory.reserve(dense_bytes(*image)); !status) return status;
    if (Result<void> status = copy_to_device(*image, memory.as<std::byte>()); !status) return status;
    on_device = ImageView{memory.as<std::byte>(), image->format, image->extent};
    return {};
  };
  if (Result<void> status = copy(images.mask, mask_pixels_, second_images_.mask); !status) return status;
  return copy(images.intensity, intensity_pixels_, second_images_.intensity);
}

Result<void> CudaRunner::check_submission(Submission submission) const {
  if (images_ == 0) return no_image();
  if (submission != Submission::single || images_ == 1) return {};
  return Error{ErrorCode::invalid_argument, "several images are labeled by Submission::batch or Submission::calls"};
}

/// Allocates the labels and tables of all images.
Result<void> CudaRunner::reserve(std::uint32_t table_rows) {
  if (Result<void> status = labels_.reserve(images_ * label_stride()); !status) return status;
  if (table_rows == 0) return {};
  return tables_.reserve(images_ * table_stride(table_rows));
}

/// The memory for the labels of image `i`.
cuda::DeviceLabels CudaRunner::labels_of(std::size_t i) const {
  return {labels_.as<std::byte>() + i * label_stride(), 4 * static_cast<std::size_t>(last_->part.extent.width)};
}

/// The part of image `i`, with the memory for its labels and its table.
cuda::BatchItem CudaRunner::item_of(std::size_t i, std::uint32_t table_rows) const {
  ImageView image = last_->part;
  image.data = static_cast<const std::byte*>(image.data) + i * image_stride_;
  cuda::BatchItem item{{image, last_->mask, last_->intensity}, labels_of(i)};
  if (table_rows > 0) item.table = {tables_.as<std::byte>() + i * table_stride(table_rows), table_rows};
  return item;
}

Result<void> CudaRunner::label(const LabelingSpec& spec, const RunOptions& options) {
  if (Result<void> status = check_submission(options.submission); !status) return status;
  // Before anything of the last labeling is given up: a refusal leaves its labels as they were.
  const Capabilities& capabilities = cuda::capabilities_of(labeler_.method());
  const Result<ImageView> part = part_of(first_, options.rectangle);
  if (!part) return part.error();
  if (Result<void> status = check(spec, part->format, part->extent, capabilities); !status) return status;
  if (Result<void> status = check_table(spec, options.table_rows); !status) return status;
  const Result<SecondImages> second_images = parts_of(second_images_, options.rectangle);
  if (!second_images) return second_images.error();
  const auto& [mask, intensity] = *second_images;
  const Result<void> fit = check_second_images(spec, mask, intensity, part->extent, capabilities);
  if (!fit) return fit;
  if (Result<void> status = frame_tools_.reserve(part->extent, options, labeler_.device(), options.timing); !status)
    return status;
  last_.reset();
  const cuda::DeviceGuard guard(labeler_.device());
  if (Result<void> status = guard.status(); !status) return status;
  last_ = {.part = *part,
           .image = options.submission == Submission::calls ? images_ - 1 : 0,
           .labels = nullptr,
           .table_rows = options.table_rows,
           .columns = spec.columns,
           .mask = mask.value_or(cuda::DeviceImage{}),
           .intensity = intensity.value_or(cuda::DeviceImage{}),
           .timing = options.timing};
  stages_.clear();
  Result<void> status = reserve(options.table_rows);
  if (status) status = launch(spec, options);
  if (!status) last_.reset();
  return status;
}

Result<void> CudaRunner::launch(const LabelingSpec& spec, const RunOptions& options) {
  cuda::Outputs outputs = cuda_outputs(options);
  last_->labels = labels_of(last_->image).values;
  if (options.submission == Submission::batch) {
    std::vector<cuda::BatchItem> items;
    for (std::size_t i = 0; i < images_; ++i) items.push_back(item_of(i, options.table_rows));
    const Result<cuda::BatchLabels> launched = labeler_.label_batch(items, spec, outputs);
    return launched ? Result<void>() : launched.error();
  }
  for (std::size_t i = 0; i < images_; ++i) {
    const cuda::BatchItem item = item_of(i, options.table_rows);
    const cuda::DeviceLabels labels =
        frame_tools_.tracker() != nullptr ? frame_tools_.tracker()->target() : labels_of(i);
    outputs.target = labels;
    outputs.table = item.table;
    const Result<cuda::Labels> launched = labeler_.label(item.inputs, spec, outputs);
    if (!launched) return launched.error();
    last_->records = launched->records;
    last_->labels = labels.values;
    Result<void> followed = follow(*launched, spec.connectivity);
    if (!followed) return followed;
    if (options.submission == Submission::single || outputs.timing == TimingDetail::none) continue;
    const Result<std::vector<StageTime>> kernels = labeler_.times();
    if (!kernels) return kernels.error();
    stages_.insert(stages_.end(), kernels->begin(), kernels->end());
  }
  return {};
}

Result<void> CudaRunner::follow(const cuda::Labels& labels, Connectivity connectivity) {
  if (cuda::Tracker* const tracker = frame_tools_.tracker(); tracker != nullptr) {
    const Result<cuda::Tracks> tracks = tracker->track(labels);
    if (!tracks) return tracks.error();
  }
  cuda::Regions* const regions = frame_tools_.regions();
  if (regions == nullptr) return {};
  const Result<const void*> contacts = regions->contacts(labels, connectivity);
  return contacts ? Result<void>() : contacts.error();
}

Result<void> CudaRunner::copy_to_cpu(void* to, const void* from, std::size_t bytes) {
  if (Result<void> status = labeler_.wait(); !status) return status;
  const cuda::DeviceGuard guard(labeler_.device());
  if (Result<void> status = guard.status(); !status) return status;
  return cuda::check(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost), "cudaMemcpy");
}

Result<void> CudaRunner::read_labels(LabelImage& labels) {
  if (!last_) return no_labels();
  labels.extent = last_->part.extent;
  labels.values.resize(static_cast<std::size_t>(labels.extent.elements()));
  return copy_to_cpu(labels.values.data(), last_->labels, labels.values.size() * 4);
}

Result<ComponentTableHeader> CudaRunner::read_header() {
  if (!last_ || last_->table_rows == 0) return no_table();
  ComponentTableHeader header;
  if (Result<void> status = copy_to_cpu(&header, last_table(), sizeof header); !status) return status.error();
  return header;
}

Result<std::uint64_t> CudaRunner::found() {
  const Result<ComponentTableHeader> header = read_header();
  if (!header) return header.error();
  return join_words(header->found);
}

template <class Row>
Result<std::vector<Row>> CudaRunner::read_table(Row (*read)(const void* row, std::uint32_t columns)) {
  const Result<ComponentTableHeader> found = read_header();
  if (!found) return found.error();
  const ComponentTableHeader& header = *found;
  if (join_words(header.count) > header.rows) return too_few_rows(join_words(header.count), header.rows);
  std::vector<std::byte> bytes(std::size_t{header.rows} * header.row_bytes);
  if (!bytes.empty()) {
    Result<void> status = copy_to_cpu(bytes.data(), last_table() + sizeof header, bytes.size());
    if (!status) return status.error();
  }
  std::vector<Row> rows;
  for (std::size_t at = 0; at < bytes.size(); at += header.row_bytes) rows.push_back(read(&bytes[at], header.columns));
  return rows;
}

Result<std::vector<Measurements>> CudaRunner::measurements() {
  if (last_ && last_->columns == 0) return no_measurements();
  return read_table(read_measurements);
}

Result<std::vector<StageTime>> CudaRunner::times() {
  if (!last_ || last_->timing == TimingDetail::none) return std::vector<StageTime>();
  if (!stages_.empty()) return add_up(stages_);
  Result<std::vector<StageTime>> kernels = labeler_.times();
  if (!kernels) return kernels.error();
  const Result<void> status = frame_tools_.append_times(*kernels);
  if (!status) return status.error();
  return add_up(*kernels);
}

Result<double> CudaRunner::time(const std::function<Result<void>()>& work) {
  const cuda::DeviceGuard guard(labeler_.device());
  if (Result<void> status = guard.status(); !status) return status.error();
  const Result<cuda::Event> begin = cuda::Event::create(cudaEventDefault);
  if (!begin) return begin.error();
  const Result<cuda::Event> end = cuda::Event::create(cudaEventDefault);
  if (!end) return end.error();
  Result<void> status = cuda::check(cudaEventRecord(begin->get(), nullptr), "cudaEventRecord");
  if (status) status = work();
  if (status) status = cuda::check(cudaEventRecord(end->get(), nullptr), "cudaEventRecord");
  if (status) status = cuda::check(cudaEventSynchronize(end->get()), "cudaEventSynchronize");
  float milliseconds = 0.0F;
  if (status) {
    status = cuda::check(cudaEventElapsedTime(&milliseconds, begin->get(), end->get()), "cudaEventElapsedTime");
  }
  if (!status) return status.error();
  return static_cast<double>(milliseconds);
}

void CudaRunner::release() {
  last_.reset();
  images_ = 0;
  static_cast<void>(labeler_.wait());
  pixels_ = {};
  labels_ = {};
  tables_ = {};
  second_images_ = {};
  mask_pixels_ = {};
  intensity_pixels_ = {};
}

Result<void> CudaRunner::read_records(std::span<std::byte> records) {
  if (!last_ || last_->records == nullptr) {
    return Error{ErrorCode::invalid_argument, "no records to read back: label with a method that gives them first"};
  }
  return copy_to_cpu(records.data(), last_->records, records.size());
}

}  // namespace

Result<std::unique_ptr<Runner>> make_cuda_runner(cuda::Method method, const DeviceChoice& device) {
  Result<cuda::Labeler> labeler = cuda::Labeler::create(method, std::max(0, device.index));
  if (!labeler) return labeler.error();
  return std::unique_ptr<Runner>(std::make_unique<CudaRunner>(*std::move(labeler)));
}

cuda::Outputs cuda_outputs(const RunOptions& options) {
  return {.timing = options.timing, .links = options.links, .tuning = options.tuning};
}

std::vector<StageTime> add_up(const std::vector<StageTime>& kernels) {
  std::vector<StageTime> stages;
  for (const StageTime& kernel : kernels) {
    auto stage =
        std::find_if(stages.begin(), stages.end(), [&](const StageTime& one) { return one.stage == kernel.stage; });
    if (stage == stages.end()) stage = stages.insert(stages.end(), {kernel.stage, {}, 0.0});
    stage->milliseconds += kernel.milliseconds;
  }
  return stages;
}

std::string cuda_device_name(int index) {
  for (const cuda::CudaDevice& device : cuda::list_devices()) {
    if (device.index == index) return device.name;
  }
  return "CUDA device " + std::to_string(index);
}

}  // namespace glccl::engines
